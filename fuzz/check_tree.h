#pragma once

#include <cstdlib>
#include <string_view>
#include <unordered_set>

#include "syntax/node.h"

namespace ddblint::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// What must hold of every tree, whatever the bytes: spans lie in the text, children exist.
class TreeCheck {
 public:
  explicit TreeCheck(std::string_view text) : size_(text.size()) {}

  void tree(const Tree& tree) {
    for (const Node* document : tree.documents) node(document);
    for (const auto& diagnostic : tree.diagnostics) {
      span(diagnostic.span);
      require(!diagnostic.message.empty());
    }
    require(tree.complete || !tree.diagnostics.empty());
  }

 private:
  void span(Span span) const { require(span.begin <= span.end && span.end <= size_); }

  void node(const Node* node) {
    require(node != nullptr);
    if (!seen_.insert(node).second) return;
    span(node->span);
    for (const Node* item : node->items) this->node(item);
    for (const auto& member : node->members) {
      this->node(member.key);
      this->node(member.value);
    }
  }

  std::size_t size_;
  std::unordered_set<const Node*> seen_;
};

}  // namespace ddblint::fuzz
