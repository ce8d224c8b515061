#include "syntax/builder.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace ddblint {
namespace {

template <class T>
std::span<const T> copy_to_arena(Tree& tree, const T* first, std::size_t count) {
  if (count == 0) return {};
  auto* memory = static_cast<T*>(tree.arena().allocate(count * sizeof(T), alignof(T)));
  std::uninitialized_copy_n(first, count, memory);
  return {memory, count};
}

// Blocks of one type may follow each other.
bool is_unique_key(const Member& member) { return member.key->is_scalar() && !member.value->block; }

// True when no two keys of a small mapping are equal: the usual case, without sorting.
bool all_differ(std::span<const Member> members) {
  constexpr std::size_t kSmall = 16;
  if (members.size() > kSmall) return false;
  for (std::size_t i = 1; i < members.size(); ++i) {
    if (!is_unique_key(members[i])) continue;
    const auto equal = [&](const Member& other) {
      return other.key->text == members[i].key->text && is_unique_key(other);
    };
    if (std::ranges::any_of(members.first(i), equal)) return false;
  }
  return true;
}

}  // namespace

void TreeBuilder::close_sequence(Node& node, std::size_t mark) {
  node.items = copy_to_arena(tree_, items_.data() + mark, items_.size() - mark);
  items_.resize(mark);
}

void TreeBuilder::close_mapping(Node& node, std::size_t mark, const std::vector<Member>& merged) {
  report_duplicates(std::span(members_).subspan(mark), Keys::of_mapping);
  members_.insert(members_.begin() + static_cast<std::ptrdiff_t>(mark), merged.begin(),
                  merged.end());
  node.members = copy_to_arena(tree_, members_.data() + mark, members_.size() - mark);
  members_.resize(mark);
}

void TreeBuilder::close_body(Node& node, std::size_t mark, std::size_t count) {
  node.members = copy_to_arena(tree_, members_.data() + mark, count);
  report_duplicates(node.members, Keys::of_body);
  const auto first = members_.begin() + static_cast<std::ptrdiff_t>(mark);
  members_.erase(first, first + static_cast<std::ptrdiff_t>(count));
}

void TreeBuilder::drop(std::size_t item_mark, std::size_t member_mark) {
  items_.resize(item_mark);
  members_.resize(member_mark);
}

void TreeBuilder::report(std::size_t begin, std::size_t end, std::string message) {
  tree_.diagnostics.push_back({.kind = DiagnosticKind::unreadable_input,
                               .span = span(begin, end),
                               .message = std::move(message)});
}

void TreeBuilder::report_duplicates(std::span<const Member> members, Keys kind) {
  if (all_differ(members)) return;
  std::vector<const Node*> keys;
  keys.reserve(members.size());
  for (const auto& member : members) {
    if (is_unique_key(member)) keys.push_back(member.key);
  }
  std::ranges::sort(keys, {},
                    [](const Node* key) { return std::pair(key->text, key->span.begin); });
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const auto name = keys[i]->text;
    if (name != keys[i - 1]->text) continue;
    tree_.diagnostics.push_back(
        {.kind = DiagnosticKind::duplicate_key,
         .span = keys[i]->span,
         .message = kind == Keys::of_body
                        ? fmt::format("attribute `{}` is set twice", name)
                        : fmt::format("key `{}` is written twice; the last one counts", name),
         .related = keys[i - 1]->span,
         .related_message = "first written here"});
  }
}

}  // namespace ddblint
