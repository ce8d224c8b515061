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

inline std::string shown(const Node& node);

/// Nodes one behind the other.
inline std::string shown(std::span<const Node* const> nodes, std::string_view separator) {
  std::string out;
  for (const Node* node : nodes) {
    if (node != nodes.front()) out += separator;
    out += shown(*node);
  }
  return out;
}

/// `for k, v in collection`, as all kinds of for begin.
inline std::string shown_for(const Node& node) {
  const auto names = node.items.subspan(node.items[0]->is_null() ? 1 : 0);
  return fmt::format("for {} in {}", shown(names.first(names.size() - node.items.size() + 2), ", "),
                     shown(*node.items[2]));
}

/// An HCL expression as text: operations in parentheses, `<a + b>` for templates.
inline std::string shown_expression(const Node& node) {
  const auto item = [&node](std::size_t i) { return shown(*node.items[i]); };
  const auto condition = [&](std::size_t i) {
    return i < node.items.size() ? fmt::format(" if {}", item(i)) : std::string();
  };
  switch (node.op) {
    case Op::variable:
      return std::string(node.text);
    case Op::attribute:
      return fmt::format("{}.{}", item(0), node.text);
    case Op::index:
      return fmt::format("{}[{}]", item(0), item(1));
    case Op::splat:
      return fmt::format("{}{}({})", item(0), node.text, item(1));
    case Op::splat_item:
      return "@";
    case Op::call:
      return fmt::format("{}({}{})", node.text, shown(node.items, ", "), node.tag);
    case Op::unary:
      return fmt::format("({}{})", node.text, item(0));
    case Op::binary:
      return fmt::format("({} {} {})", item(0), node.text, item(1));
    case Op::conditional:
      if (node.items.size() == 2) return fmt::format("({} ? {})", item(0), item(1));
      return fmt::format("({} ? {} : {})", item(0), item(1), item(2));
    case Op::for_list:
      return fmt::format("[{}: {}{}]", shown_for(node), item(3), condition(4));
    case Op::for_object:
      return fmt::format("{{{}: {} => {}{}{}}}", shown_for(node), item(3), item(4), node.tag,
                         condition(5));
    case Op::parentheses:
      return fmt::format("({})", item(0));
    case Op::interpolation:
      return fmt::format("<{}>", shown(node.items, " + "));
    case Op::template_for:
      return fmt::format("%{{{}: {}}}", shown_for(node), item(3));
    case Op::none:
    case Op::invalid:
      break;
  }
  return "invalid";
}

/// A tree as text, for comparing: `null`, `plain`, "quoted", `!tag`, [lists], {mappings}, blocks
/// with their labels.
inline std::string shown(const Node& node) {
  std::string out;
  if (node.kind == Node::Kind::expression) return shown_expression(node);
  if (!node.tag.empty()) out += fmt::format("{} ", node.tag);
  if (node.block)
    out += node.items.empty() ? "block " : fmt::format("block {} ", shown(node.items, " "));
  switch (node.kind) {
    case Node::Kind::expression:
      break;
    case Node::Kind::null:
      return out + "null";
    case Node::Kind::scalar:
      return out + (node.quoted ? fmt::format("\"{}\"", node.text) : std::string(node.text));
    case Node::Kind::sequence:
      return out + fmt::format("[{}]", shown(node.items, ", "));
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
    // A block begins with its type, the key.
    if (member.value->block && member.key->span.begin != member.value->span.begin) return "block";
    if (!member.value->block) {
      if (auto problem = check(*member.key); !problem.empty()) return problem;
    }
    if (auto problem = check(*member.value); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace ddblint
