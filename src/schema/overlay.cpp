#include "schema/overlay.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace ddblint {
namespace {

/// No setting of a table lies deeper.
constexpr std::size_t kMaxParts = 64;

template <class T>
std::span<const T> keep_all(Tree& memory, const std::vector<T>& values) {
  if (values.empty()) return {};
  auto* place = static_cast<T*>(memory.arena().allocate(values.size() * sizeof(T), alignof(T)));
  std::uninitialized_copy(values.begin(), values.end(), place);
  return {place, values.size()};
}

/// `a.b[0]["c.d"]` in parts; nothing when it is no path.
std::optional<std::vector<std::string>> parts_of(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    if (parts.size() == kMaxParts) return std::nullopt;
    std::string_view part;
    if (path.front() == '[') {
      const auto end = path.find(']');
      if (end == std::string_view::npos) return std::nullopt;
      part = path.substr(1, end - 1);
      const bool quoted = part.size() > 1 && (part.front() == '"' || part.front() == '\'');
      if (quoted) part = part.substr(1, part.size() - 2);
      path.remove_prefix(end + 1);
    } else {
      part = path.substr(0, path.find_first_of(".["));
      path.remove_prefix(part.size());
    }
    if (part.empty()) return std::nullopt;
    parts.emplace_back(part);
    if (path.starts_with('.')) path.remove_prefix(1);
  }
  return parts;
}

bool is_position(std::string_view part) {
  return part == "*" || std::ranges::all_of(part, [](char c) { return '0' <= c && c <= '9'; });
}

}  // namespace

void Overlay::open(std::string_view path, Span place, std::string_view why) {
  const auto parts = parts_of(path);
  if (!parts || parts->empty()) return;
  Place* at = &root_;
  for (const auto& part : *parts) at = &at->parts[part];
  at->span = place;
  at->why = why;
}

const Node* Overlay::applied(const Node& node, Tree& memory) const {
  return apply(root_, &node, {.path = "", .span = node.span}, memory);
}

const Node* Overlay::apply(const Place& place, const Node* node, const Way& way, Tree& memory) {
  if (place.span.valid()) return open_node(place, way.path, memory);
  if (place.parts.empty()) return node;
  const bool container = node != nullptr && (node->is_sequence() || node->is_mapping());
  // What fills in one element of a list that is not there may as well leave it out.
  if (!container && is_position(place.parts.begin()->first)) {
    return open_node(place, way.path, memory);
  }
  Node* copy = memory.make();
  copy->span = way.span;
  if (container) *copy = *node;
  if (copy->is_sequence()) {
    apply_to_items(place, *copy, way.path, memory);
  } else {
    apply_to_members(place, *copy, way.path, memory);
  }
  return copy;
}

const Node* Overlay::open_node(const Place& place, std::string_view path, Tree& memory) {
  const Place* stated = &place;
  while (!stated->span.valid()) stated = &stated->parts.begin()->second;
  Node* value = memory.make();
  value->kind = Node::Kind::expression;
  value->span = stated->span;
  value->text = memory.keep(path);
  value->tag = memory.keep(stated->why);
  return value;
}

void Overlay::apply_to_items(const Place& place, Node& list, std::string_view path, Tree& memory) {
  std::vector<const Node*> items(list.items.begin(), list.items.end());
  for (const auto& [part, inner] : place.parts) {
    const Way way{.path = fmt::format("{}[{}]", path, part), .span = list.span};
    const auto number = as_integer(part);
    const std::size_t at = number ? static_cast<std::size_t>(*number) : items.size();
    if (part == "*") {
      for (auto& item : items) item = apply(inner, item, way, memory);
    } else if (at < items.size()) {
      items[at] = apply(inner, items[at], way, memory);
    } else {
      items.push_back(open_node(inner, way.path, memory));
    }
  }
  list.items = keep_all(memory, items);
}

void Overlay::apply_to_members(const Place& place, Node& mapping, std::string_view path,
                               Tree& memory) {
  std::vector<Member> members(mapping.members.begin(), mapping.members.end());
  for (const auto& [part, inner] : place.parts) {
    const Way way{.path = path.empty() ? part : fmt::format("{}.{}", path, part),
                  .span = mapping.span};
    const Member* old = mapping.member(part);
    Member member = old == nullptr ? Member() : *old;
    if (old == nullptr) {
      Node* key = memory.make();
      key->kind = Node::Kind::scalar;
      key->span = mapping.span;
      key->text = memory.keep(part);
      member.key = key;
    }
    member.value = apply(inner, member.value, way, memory);
    members.push_back(member);  // the last of equal keys wins
  }
  mapping.kind = Node::Kind::mapping;
  mapping.members = keep_all(memory, members);
}

const Node* merged(const Node& under, const Node& over, Tree& memory) {
  if (!under.is_mapping()) return &over;
  if (!over.is_mapping()) return &under;
  Node* both = memory.make();
  *both = over;
  std::vector<Member> members(under.members.begin(), under.members.end());
  members.insert(members.end(), over.members.begin(), over.members.end());
  both->members = keep_all(memory, members);
  return both;
}

}  // namespace ddblint
