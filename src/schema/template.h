#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/reader.h"
#include "schema/resolved.h"

namespace ddblint {

/// One intrinsic function call, in its short (`!Sub x`) or long (`Fn::Sub: x`) form.
struct Intrinsic {
  /// Without `!` or `Fn::`: "Ref", "Sub", "GetAtt", "Condition" ...
  std::string_view name;
  /// The argument; for the short form the node itself.
  const Node* argument = nullptr;
};

/// The intrinsic that a node is, if it is one.
std::optional<Intrinsic> as_intrinsic(const Node& node);

/// Variables of Fn::ForEach at a place; without a value where the loop runs over what is not known.
using LoopVariables = std::map<std::string, std::optional<std::string>>;

/// The parts of a template that expressions refer to.
class Template {
 public:
  /// `root` holds Parameters, Mappings, Conditions and Resources; `document` is the whole file
  /// (for Serverless variables); `text` is the source. All must outlive this.
  Template(const Node& root, const Node& document, std::string_view text, Dialect dialect,
           const ReadOptions& options);

  [[nodiscard]] const Node& root() const { return root_; }
  [[nodiscard]] const Node& document() const { return document_; }
  [[nodiscard]] Dialect dialect() const { return dialect_; }
  [[nodiscard]] const ReadOptions& options() const { return options_; }
  /// The source of a node on one line, shortened for messages.
  [[nodiscard]] std::string expression(const Node& node) const;
  /// A parameter's declaration, or null.
  [[nodiscard]] const Node* parameter(std::string_view name) const;
  /// True when Resources has an entry of this name.
  [[nodiscard]] bool has_resource(std::string_view name) const;
  [[nodiscard]] const Node* section(std::string_view name) const { return root_.find(name); }

 private:
  const Node& root_;
  const Node& document_;
  std::string_view text_;
  Dialect dialect_;
  const ReadOptions& options_;
};

/// One way in which the conditions of a template can hold together.
struct Scenario {
  Assignment conditions;
  /// Parameters whose default contradicts the conditions: the one value that fits, or nothing.
  std::map<std::string, std::optional<std::string>> parameters;
};

/// Evaluates expressions of one template in one scenario.
class Evaluator {
 public:
  Evaluator(const Template& source, const Scenario& scenario, LoopVariables loop)
      : template_(source), scenario_(scenario), loop_(std::move(loop)) {}

  /// The value of a node; null is absent.
  [[nodiscard]] Resolved resolve(const Node* node) const { return resolve(node, 0); }
  /// The value at a key of a resolved mapping.
  [[nodiscard]] Resolved get(const Resolved& mapping, std::string_view key) const;
  [[nodiscard]] const Template& source() const { return template_; }
  /// This evaluator as the functions that `Fields` takes; it must outlive them.
  [[nodiscard]] Resolver resolver() const {
    return {.value = [this](const Node* node) { return resolve(node); },
            .member = [this](const Resolved& mapping,
                             std::string_view key) { return get(mapping, key); }};
  }

 private:
  [[nodiscard]] Resolved resolve(const Node* node, int depth) const;
  [[nodiscard]] Resolved resolve_scalar(const Node& node, int depth) const;
  [[nodiscard]] Resolved call(const Node& node, const Intrinsic& intrinsic, int depth) const;
  [[nodiscard]] Resolved ref(const Node& node, std::string_view name) const;
  [[nodiscard]] Resolved parameter(const Node& node, std::string_view name,
                                   const Node& declaration) const;
  [[nodiscard]] Resolved sub(const Node& node, const Node& argument, int depth) const;
  [[nodiscard]] Resolved sub_variable(const Node& node, const std::string& name,
                                      const Node* variables, int depth) const;
  [[nodiscard]] Resolved join(const Node& node, const Node& argument, int depth) const;
  [[nodiscard]] Resolved select(const Node& node, const Node& argument, int depth) const;
  [[nodiscard]] Resolved split(const Node& node, const Node& argument, int depth) const;
  [[nodiscard]] Resolved find_in_map(const Node& node, const Node& argument, int depth) const;
  [[nodiscard]] Resolved choose(const Node& node, const Node& argument, int depth) const;
  [[nodiscard]] Resolved serverless(const Node& node, std::string_view text, int depth) const;
  [[nodiscard]] Resolved open(const Node& node, std::string why) const;
  [[nodiscard]] std::optional<std::vector<std::string>> texts(const Resolved& value,
                                                              int depth) const;

  const Template& template_;
  const Scenario& scenario_;
  LoopVariables loop_;
  /// Function calls so far: aliases can make a few lines endless.
  mutable int calls_ = 0;
};

/// The scenarios of one resource.
struct Scenarios {
  std::vector<Scenario> items;
  /// False when there are too many, so that only those near the parameters' defaults are here.
  bool all = true;
};

/// Scenarios of the conditions that a resource depends on, with correlations through the parameters
/// that they compare. Empty when `required`, the resource's own condition, cannot hold.
Scenarios feasible_scenarios(const Template& source, const Node& resource,
                             const LoopVariables& loop, std::string_view required);

/// A resource of a template, after Fn::ForEach was expanded.
struct Resource {
  std::string id;
  const Node* key = nullptr;
  const Node* node = nullptr;
  LoopVariables loop;
};

/// The resources of a template.
struct Resources {
  std::vector<Resource> items;
  /// Where loops were no longer expanded because there are too many; null when all are.
  const Node* cut = nullptr;
};

/// Every resource; a ForEach over what is not known gives its body once, with the variable open.
Resources resources_of(const Template& source);

}  // namespace ddblint
