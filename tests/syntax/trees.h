#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "syntax/node.h"

namespace ddblint {

/// The source bytes of a node.
inline std::string_view own_text(const Node& node, std::string_view source) {
  return source.substr(node.span.begin, node.span.end - node.span.begin);
}

/// A tree as text, for comparing: `null`, `plain`, "quoted", `!tag`, [lists], {mappings}.
inline std::string shown(const Node& node) {
  std::string out;
  if (!node.tag.empty()) out += fmt::format("{} ", node.tag);
  switch (node.kind) {
    case Node::Kind::expression:
      return "expression";
    case Node::Kind::null:
      return out + "null";
    case Node::Kind::scalar:
      return out + (node.quoted ? fmt::format("\"{}\"", node.text) : std::string(node.text));
    case Node::Kind::sequence:
      out += '[';
      for (const Node* item : node.items) {
        if (item != node.items.front()) out += ", ";
        out += shown(*item);
      }
      return out + ']';
    case Node::Kind::mapping:
      out += '{';
      for (const auto& member : node.members) {
        if (&member != node.members.data()) out += ", ";
        out += fmt::format("{}: {}", shown(*member.key), shown(*member.value));
      }
      return out + '}';
  }
  return out;
}

/// Every document of a tree, one a line.
inline std::string shown(const Tree& tree) {
  std::string out;
  for (const Node* document : tree.documents) out += shown(*document) + "\n";
  return out;
}

/// Every complaint of a tree as `begin-end message`, one a line.
inline std::string complaints(const Tree& tree) {
  std::string out;
  for (const auto& diagnostic : tree.diagnostics) {
    out +=
        fmt::format("{}-{} {}\n", diagnostic.span.begin, diagnostic.span.end, diagnostic.message);
  }
  return out;
}

/// The node at a path of keys and indices such as `Resources/Orders/items/0`.
inline const Node& at(const Node& root, std::string_view path) {
  const Node* node = &root;
  while (!path.empty()) {
    const auto slash = path.find('/');
    const auto step = path.substr(0, slash);
    const Node* next = nullptr;
    if (node->is_sequence()) {
      const auto index = static_cast<std::size_t>(as_integer(step).value_or(-1));
      if (index < node->items.size()) next = node->items[index];
    } else {
      next = node->find(step);
    }
    if (next == nullptr) throw std::out_of_range(std::string(path));
    node = next;
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return *node;
}

/// Checks what holds for every tree: spans lie in the text and in their parent's span, and siblings
/// do not overlap. Returns the first violation. Aliased nodes stand elsewhere and are left out.
inline std::string misplaced(const Node& node, std::string_view text) {
  if (node.span.begin > node.span.end || node.span.end > text.size()) {
    return fmt::format("span {}-{}", node.span.begin, node.span.end);
  }
  std::uint32_t last = node.span.begin;
  const auto check = [&](const Node& child) -> std::string {
    if (child.aliased || child.span.begin < node.span.begin) return {};
    if (child.span.begin < last || child.span.end > node.span.end) {
      return fmt::format("{}-{} in {}-{} after {}", child.span.begin, child.span.end,
                         node.span.begin, node.span.end, last);
    }
    last = child.span.end;
    return misplaced(child, text);
  };
  for (const Node* item : node.items) {
    if (auto problem = check(*item); !problem.empty()) return problem;
  }
  for (const auto& member : node.members) {
    if (auto problem = check(*member.key); !problem.empty()) return problem;
    if (auto problem = check(*member.value); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace ddblint
