#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "source/diagnostic.h"
#include "source/span.h"

// One tree for JSON, YAML and HCL. Every key and every value knows the exact bytes it came from.
// Nodes live in the arena of their Tree; text that needs no decoding is a view of the source, so
// source and tree must outlive all that points into them. An alias is the very node it names: the
// tree is a graph without cycles, and whoever walks all of it must not enter an aliased node twice.

namespace ddblint {

class Node;

/// One entry of a mapping.
struct Member {
  const Node* key = nullptr;
  const Node* value = nullptr;
};

/// What an HCL expression does with its operands, which stand in `Node::items`.
enum class Op : std::uint8_t {
  none,           ///< no expression
  variable,       ///< `text` is the name: var, local, each ...
  attribute,      ///< object; `text` is the name behind the dot
  index,          ///< collection, key
  splat,          ///< collection, body over `splat_item`; `text` is `.*` or `[*]`
  splat_item,     ///< the element that a splat's body looks at
  call,           ///< arguments; `text` is the function, `tag` is `...` where the last one expands
  unary,          ///< operand; `text` is `-` or `!`
  binary,         ///< left, right; `text` is the operator
  conditional,    ///< condition, then, else; without `else` in a template: the empty string
  for_list,       ///< key name or null, value name, collection, result, condition or nothing
  for_object,     ///< key name or null, value name, collection, key, result, condition or nothing;
                  ///< `tag` is `...` where results are grouped
  parentheses,    ///< operand
  interpolation,  ///< parts: quoted scalars and expressions
  template_for,   ///< key name or null, value name, collection, template
  invalid,        ///< could not be read; a diagnostic tells why
};

/// A value of the syntax tree.
class Node {
 public:
  enum class Kind : std::uint8_t { null, scalar, sequence, mapping, expression };

  Kind kind = Kind::null;
  /// What an expression does.
  Op op = Op::none;
  /// True for the body of an HCL block: `items` are its labels, and the same key can come several
  /// times. A block's key is its type.
  bool block = false;
  /// A scalar that was written in quotes (or as a block): always a string.
  bool quoted = false;
  /// True when an alias names this node, so that a walk may meet it again.
  bool aliased = false;
  /// False when the input broke off inside this node: what follows could change its meaning.
  bool complete = true;
  /// The node's own bytes; with its tag, without trailing blank space.
  Span span;
  /// A scalar's decoded text; of an expression, what its `op` says.
  std::string_view text;
  /// A local YAML tag as written (`!Ref`), or empty.
  std::string_view tag;
  /// Elements of a sequence, operands of an expression, labels of a block.
  std::span<const Node* const> items;
  /// Entries of a mapping: those of merge keys, then its own in order of writing.
  std::span<const Member> members;

  [[nodiscard]] bool is_null() const { return kind == Kind::null; }
  [[nodiscard]] bool is_scalar() const { return kind == Kind::scalar; }
  [[nodiscard]] bool is_sequence() const { return kind == Kind::sequence; }
  [[nodiscard]] bool is_mapping() const { return kind == Kind::mapping; }
  [[nodiscard]] bool is_expression() const { return kind == Kind::expression; }

  /// The entry of a mapping with this key (the last of equal ones wins), or null.
  [[nodiscard]] const Member* member(std::string_view key) const;
  /// The value of a mapping's key, or null; null also when this is no mapping.
  [[nodiscard]] const Node* find(std::string_view key) const;
};

/// The documents of one input, and what was wrong with it.
class Tree {
 public:
  Tree() : arena_(std::make_unique<std::pmr::monotonic_buffer_resource>()) {}

  std::vector<const Node*> documents;
  Diagnostics diagnostics;
  /// True when the input could be read to its end.
  bool complete = true;

  /// Memory that lives as long as the tree.
  [[nodiscard]] std::pmr::monotonic_buffer_resource& arena() { return *arena_; }
  /// A new node in the arena.
  Node* make();
  /// A copy of `text` in the arena.
  std::string_view keep(std::string_view text);

 private:
  std::unique_ptr<std::pmr::monotonic_buffer_resource> arena_;
};

/// Nesting deeper than this is refused with a diagnostic; CloudFormation and DynamoDB documents
/// need a few dozen levels.
inline constexpr std::size_t kMaxDepth = 1000;

/// A scalar read as a whole number; quoted or not, as CloudFormation and YAML users write them.
std::optional<std::int64_t> as_integer(std::string_view text);
/// A scalar read as a truth value: true/false in any case CloudFormation takes.
std::optional<bool> as_boolean(std::string_view text);

}  // namespace ddblint
