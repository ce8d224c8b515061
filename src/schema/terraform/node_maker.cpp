#include "schema/terraform/node_maker.h"

namespace ddblint {

const Node* NodeMaker::text(std::string_view text, Span span) {
  Node* node = tree_.make();
  node->kind = Node::Kind::scalar;
  node->text = tree_.keep(text);
  node->span = span;
  return node;
}

Node* NodeMaker::sequence(const std::vector<const Node*>& items, Span span) {
  Node* node = tree_.make();
  node->kind = Node::Kind::sequence;
  node->span = span;
  const auto mark = builder_.item_mark();
  for (const Node* item : items) builder_.push_item(item);
  builder_.close_sequence(*node, mark);
  return node;
}

Node* NodeMaker::mapping(const std::vector<Member>& members, Span span) {
  Node* node = tree_.make();
  node->kind = Node::Kind::mapping;
  node->span = span;
  const auto mark = builder_.member_mark();
  for (const Member& member : members) builder_.push_member(member);
  builder_.close_mapping(*node, mark);
  return node;
}

const Node* NodeMaker::node(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::null: {
      Node* result = tree_.make();
      result->span = value.span();
      return result;
    }
    case Value::Kind::unknown: {
      Node* result = tree_.make();
      result->kind = Node::Kind::expression;
      result->span = value.span();
      result->text = tree_.keep(value.reason().expression);
      result->tag = tree_.keep(value.reason().why);
      return result;
    }
    case Value::Kind::list: {
      std::vector<const Node*> items;
      for (const Value& item : value.items()) items.push_back(node(item));
      return sequence(items, value.span());
    }
    case Value::Kind::map: {
      std::vector<Member> members;
      for (const auto& [key, item] : value.members()) {
        members.push_back({.key = text(key, item.span()), .value = node(item)});
      }
      return mapping(members, value.span());
    }
    default: {
      Node* result = tree_.make();
      result->kind = Node::Kind::scalar;
      result->quoted = value.is(Value::Kind::string);
      result->text = tree_.keep(as_text(value).value_or(""));
      result->span = value.span();
      return result;
    }
  }
}

}  // namespace ddblint
