#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/terraform/value.h"
#include "source/source_file.h"
#include "syntax/node.h"

// Evaluates HCL expressions as far as they can be without a deployment. An expression that fails
// (an attribute that is not there, a wrong argument) differs from one that stays open: `try` and
// `can` go on after a failure, and an open value opens what depends on it. For everybody else a
// failure is an unknown value with the reason.

namespace ddblint {

/// What the beginning of a traversal stands for, and how many of its steps that takes.
struct Reference {
  Value value;
  std::size_t steps = 0;
};

/// Answers what names stand for: the traversal's first name, and the steps behind it (texts for
/// `.name`, any value for `[key]`).
using Names = std::function<Reference(const Node& name, std::span<const Value> steps)>;

/// The work that one module tree may take; aliases of aliases and loops in loops end here.
struct Budget {
  /// Evaluated nodes; the largest real modules need some hundred thousand.
  std::size_t steps = 4'000'000;
  /// Nesting of expressions, through locals and modules too.
  int depth = 400;
};

/// Names bound by an expression or a block around it: the variables of `for`, the iterators of
/// dynamic blocks, `each` and `count`.
using Bindings = std::vector<std::pair<std::string, Value>>;

/// Evaluates the expressions of one place.
class HclEvaluator {
 public:
  HclEvaluator(Names names, const SourceSet& sources, Budget& budget, Bindings bindings = {})
      : names_(std::move(names)),
        sources_(sources),
        budget_(budget),
        bindings_(std::move(bindings)) {}

  /// The value of an expression; a failure is unknown.
  Value evaluate(const Node& node);
  /// Binds a name for what is evaluated next, until `unbind`.
  void bind(std::string name, Value value);
  void unbind() { bindings_.pop_back(); }
  /// An unknown value for an expression, with the reason.
  [[nodiscard]] Value open(const Node& node, std::string why) const;

 private:
  using Outcome = std::expected<Value, std::string>;

  Outcome value(const Node& node);
  Outcome expression(const Node& node);
  Outcome tuple(const Node& node);
  Outcome object(const Node& node);
  Outcome traversal(const Node& node);
  Outcome step(const Value& from, const Value& key) const;
  Outcome splat(const Node& node);
  Outcome call(const Node& node);
  Outcome first_success(const Node& node);
  Outcome unary(const Node& node);
  Outcome binary(const Node& node);
  Outcome conditional(const Node& node);
  Outcome for_list(const Node& node);
  Outcome for_object(const Node& node);
  Outcome text(const Node& node);
  Outcome text_loop(const Node& node);

  [[nodiscard]] const Value* bound(std::string_view name) const;
  /// Evaluates `node` with the names of a `for` bound to one entry of its collection.
  Outcome within(const Node& loop, const std::pair<Value, Value>& entry, const Node& node);
  /// The keys and values that a `for` runs over, its condition being the operand at a position; or
  /// what the whole `for` is instead.
  using Entries = std::vector<std::pair<Value, Value>>;
  std::expected<Entries, Outcome> entries(const Node& loop, std::size_t condition);

  Names names_;
  const SourceSet& sources_;
  Budget& budget_;
  Bindings bindings_;
  std::vector<Value> splat_items_;
};

/// A literal of the tree as a value; expressions in it are unknown.
Value literal_value(const Node& node);

}  // namespace ddblint
