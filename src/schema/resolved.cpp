#include "schema/resolved.h"

#include <utility>

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

char lower(char letter) {
  return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_upper(char letter) { return letter != lower(letter); }

/// An acronym at the beginning goes with it: `KMSMasterKeyId` is `kmsMasterKeyId`.
std::string camel(std::string_view name) {
  std::string result(name);
  for (std::size_t i = 0; i < result.size() && is_upper(name[i]); ++i) {
    const bool begins_word = i > 0 && i + 1 < name.size() && !is_upper(name[i + 1]);
    if (begins_word) break;
    result[i] = lower(name[i]);
  }
  return result;
}

}  // namespace

Resolver literal_resolver() { return {.value = literal, .member = literal_member}; }

Resolver camel_case(Resolver resolver) {
  return {.value = resolver.value,
          .member = [member = std::move(resolver.member)](const Resolved& mapping,
                                                          std::string_view key) {
            return member(mapping, camel(key));
          }};
}

}  // namespace ddblint
