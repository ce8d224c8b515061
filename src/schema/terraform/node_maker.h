#pragma once

#include <string_view>
#include <vector>

#include "schema/terraform/value.h"
#include "syntax/builder.h"
#include "syntax/node.h"

namespace ddblint {

/// Makes nodes of what was evaluated, for the readers of tables.
class NodeMaker {
 public:
  explicit NodeMaker(Tree& tree) : tree_(tree), builder_(tree, kNoFile) {}

  /// An unknown value becomes an expression node, as `literal_resolver` takes it.
  const Node* node(const Value& value);
  const Node* text(std::string_view text, Span span);
  Node* sequence(const std::vector<const Node*>& items, Span span);
  Node* mapping(const std::vector<Member>& members, Span span);

 private:
  Tree& tree_;
  TreeBuilder builder_;
};

}  // namespace ddblint
