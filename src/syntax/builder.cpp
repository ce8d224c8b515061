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

}  // namespace

void TreeBuilder::close_sequence(Node& node, std::size_t mark) {
  node.items = copy_to_arena(tree_, items_.data() + mark, items_.size() - mark);
  items_.resize(mark);
}

void TreeBuilder::close_mapping(Node& node, std::size_t mark, const std::vector<Member>& merged) {
  report_duplicates(std::span(members_).subspan(mark));
  members_.insert(members_.begin() + static_cast<std::ptrdiff_t>(mark), merged.begin(),
                  merged.end());
  node.members = copy_to_arena(tree_, members_.data() + mark, members_.size() - mark);
  members_.resize(mark);
}

void TreeBuilder::report(std::size_t begin, std::size_t end, std::string message) {
  tree_.diagnostics.push_back({.kind = DiagnosticKind::unreadable_input,
                               .span = span(begin, end),
                               .message = std::move(message)});
}

void TreeBuilder::report_duplicates(std::span<const Member> members) {
  if (members.size() < 2) return;
  std::vector<const Node*> keys;
  keys.reserve(members.size());
  for (const auto& member : members) {
    if (member.key->is_scalar()) keys.push_back(member.key);
  }
  std::ranges::sort(keys, {},
                    [](const Node* key) { return std::pair(key->text, key->span.begin); });
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i]->text != keys[i - 1]->text) continue;
    tree_.diagnostics.push_back(
        {.kind = DiagnosticKind::duplicate_key,
         .span = keys[i]->span,
         .message = fmt::format("key `{}` is written twice; the last one counts", keys[i]->text),
         .related = keys[i - 1]->span,
         .related_message = "first written here"});
  }
}

}  // namespace ddblint
