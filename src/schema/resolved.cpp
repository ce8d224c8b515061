#include "schema/resolved.h"

namespace ddblint {
namespace {

Resolved literal(const Node* node) {
  Resolved result;
  if (node == nullptr) return result;
  result.span = node->span;
  if (!node->is_expression() && !node->tag.empty()) {
    result.kind = Resolved::Kind::unknown;
    result.unknown = {.expression = std::string(node->tag), .why = "a tag that is not known here"};
    return result;
  }
  switch (node->kind) {
    case Node::Kind::null:
      return {};
    case Node::Kind::scalar:
      result.kind = Resolved::Kind::scalar;
      result.text = std::string(node->text);
      result.quoted = node->quoted;
      break;
    case Node::Kind::sequence:
    case Node::Kind::mapping:
      result.kind = Resolved::Kind::tree;
      result.node = node;
      break;
    case Node::Kind::expression:
      result.kind = Resolved::Kind::unknown;
      result.unknown = {.expression = std::string(node->text), .why = std::string(node->tag)};
      break;
  }
  return result;
}

Resolved literal_member(const Resolved& mapping, std::string_view key) {
  if (mapping.kind == Resolved::Kind::unknown) return mapping;
  if (mapping.kind != Resolved::Kind::tree) return {};
  return literal(mapping.node->find(key));
}

}  // namespace

Resolver literal_resolver() { return {.value = literal, .member = literal_member}; }

}  // namespace ddblint
