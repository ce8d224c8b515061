#include "syntax/node.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <new>

#include "source/text.h"

namespace ddblint {

const Member* Node::member(std::string_view key) const {
  for (auto entry = members.rbegin(); entry != members.rend(); ++entry) {
    if (entry->key->is_scalar() && entry->key->text == key) return &*entry;
  }
  return nullptr;
}

const Node* Node::find(std::string_view key) const {
  const Member* entry = member(key);
  return entry == nullptr ? nullptr : entry->value;
}

Node* Tree::make() {
  void* memory = arena_->allocate(sizeof(Node), alignof(Node));
  return new (memory) Node();
}

std::string_view Tree::keep(std::string_view text) {
  if (text.empty()) return {};
  auto* memory = static_cast<char*>(arena_->allocate(text.size(), 1));
  std::memcpy(memory, text.data(), text.size());
  return {memory, text.size()};
}

std::optional<std::int64_t> as_integer(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  // "5.0" is what some generators write for 5.
  std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    if (rest.empty() || rest.find_first_not_of('0') != std::string_view::npos) return std::nullopt;
    return value;
  }
  return rest.empty() ? std::optional(value) : std::nullopt;
}

std::optional<bool> as_boolean(std::string_view text) {
  const std::string word = to_lower(trim(text));
  if (word == "true" || word == "yes" || word == "on") return true;
  if (word == "false" || word == "no" || word == "off") return false;
  return std::nullopt;
}

}  // namespace ddblint
