#pragma once

#include <map>
#include <string>
#include <string_view>

#include "syntax/node.h"

namespace ddblint {

/// Places in a tree whose values something else puts there (a Crossplane patch), and the tree with
/// them. Paths are put in one by one; the tree is copied once, along the paths only.
class Overlay {
 public:
  /// What stands at `path` (`spec.forProvider.attribute[0].name`, `a["b.c"]`, `a[*]`) is an
  /// expression that is written at `place`. A path that cannot be read changes nothing.
  void open(std::string_view path, Span place, std::string_view why);

  /// `node` with the open places in it; the copy lives in `memory`.
  [[nodiscard]] const Node* applied(const Node& node, Tree& memory) const;

 private:
  struct Place {
    std::map<std::string, Place, std::less<>> parts;
    /// Set where the value itself is open.
    Span span;
    std::string why;
  };

  /// How a place was reached: its path, and the span of the node it lies in.
  struct Way {
    std::string path;
    Span span;
  };

  static const Node* apply(const Place& place, const Node* node, const Way& way, Tree& memory);
  static const Node* open_node(const Place& place, std::string_view path, Tree& memory);
  static void apply_to_items(const Place& place, Node& list, std::string_view path, Tree& memory);
  static void apply_to_members(const Place& place, Node& mapping, std::string_view path,
                               Tree& memory);

  Place root_;
};

/// A mapping with the entries of two; where both have a key, that of `over` holds.
const Node* merged(const Node& under, const Node& over, Tree& memory);

}  // namespace ddblint
