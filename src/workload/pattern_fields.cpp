#include "workload/pattern_fields.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>

#include "workload/quantity.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "source/text.h"

namespace ddblint {
namespace {

std::string_view kind_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::sequence:
      return "a list";
    case Node::Kind::mapping:
      return "a mapping";
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::scalar:
    case Node::Kind::expression:
      break;
  }
  return "a text";
}

}  // namespace

const Node* value_of(const Node& mapping, std::string_view key) {
  const Node* value = mapping.find(key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

void PatternFields::report(Span span, std::string message) {
  report(span, std::move(message), {}, {});
}

void PatternFields::report(Span span, std::string message, Span related,
                           std::string related_message) {
  diagnostics_.push_back({.kind = DiagnosticKind::unreadable_input,
                          .span = span,
                          .message = std::move(message),
                          .related = related,
                          .related_message = std::move(related_message)});
}

void PatternFields::add(Diagnostics diagnostics) {
  std::ranges::move(diagnostics, std::back_inserter(diagnostics_));
}

bool PatternFields::expect_mapping(const Node& node, std::string_view what) {
  if (node.is_mapping()) return true;
  report(node.span, fmt::format("{}, not {}", what, kind_of(node)));
  return false;
}

void PatternFields::check_keys(const Node& mapping, std::string_view where,
                               const std::vector<std::string_view>& known) {
  for (const Member& member : mapping.members) {
    const Node& key = *member.key;
    if (!key.is_scalar()) {
      report(key.span, fmt::format("a key of {} is a word, not {}", where, kind_of(key)));
      continue;
    }
    if (std::ranges::find(known, key.text) != known.end()) continue;
    std::string hint = did_you_mean(key.text, known);
    if (hint.empty()) hint = fmt::format("; its keys are {}", fmt::join(known, ", "));
    report(key.span,
           fmt::format("unknown key `{}` in {}{}", shown_expression(key.text), where, hint));
  }
}

std::optional<Stated> PatternFields::stated(const Node& node, std::string_view key,
                                            std::string_view wanted) {
  if (!node.is_scalar()) {
    report(node.span, fmt::format("`{}` takes {}, not {}", key, wanted, kind_of(node)));
    return std::nullopt;
  }
  if (trim(node.text).empty()) {
    report(node.span, fmt::format("empty text in `{}`", key));
    return std::nullopt;
  }
  return Stated{.text = std::string(node.text), .span = node.span};
}

Stated PatternFields::word(const Node& mapping, std::string_view key) {
  const Node* value = value_of(mapping, key);
  if (value == nullptr) return {};
  return stated(*value, key, "one name").value_or(Stated{});
}

std::optional<std::vector<Stated>> PatternFields::words(const Node& mapping, std::string_view key) {
  const Node* value = value_of(mapping, key);
  if (value == nullptr) return std::nullopt;
  std::vector<Stated> result;
  std::unordered_map<std::string_view, Span> seen;
  for (const Node* entry : value->is_sequence() ? value->items : std::span(&value, 1)) {
    auto name = stated(*entry, key, "names");
    if (!name) continue;
    const auto [first, fresh] = seen.try_emplace(entry->text, entry->span);
    if (fresh) {
      result.push_back(std::move(*name));
    } else {
      report(entry->span,
             fmt::format("`{}` stands twice in `{}`", shown_expression(entry->text), key),
             first->second, "first here");
    }
  }
  return result;
}

std::optional<bool> PatternFields::boolean(const Node& mapping, std::string_view key) {
  const Node* value = value_of(mapping, key);
  if (value == nullptr) return std::nullopt;
  const auto result = value->is_scalar() ? as_boolean(value->text) : std::nullopt;
  if (!result) report(value->span, fmt::format("`{}` takes true or false", key));
  return result;
}

std::optional<double> PatternFields::quantity(
    const Node& mapping, std::string_view key,
    const std::function<std::expected<double, std::string>(std::string_view)>& read) {
  const Node* value = value_of(mapping, key);
  if (value == nullptr) return std::nullopt;
  const auto text = stated(*value, key, "one quantity");
  if (!text) return std::nullopt;
  const auto result = read(text->text);
  if (result) return *result;
  report(value->span, fmt::format("`{}`: {}", key, result.error()));
  return std::nullopt;
}

std::optional<double> PatternFields::number(const Node& mapping, std::string_view key,
                                            double lowest) {
  auto result = quantity(mapping, key, read_number);
  // Of what is larger than all items that a table can have, nothing is said.
  if (result && (!std::isfinite(*result) || *result < lowest)) {
    report(mapping.find(key)->span, fmt::format("`{}` is at least {}", key, lowest));
    return std::nullopt;
  }
  return result;
}

std::optional<std::size_t> PatternFields::choice(const Node& node, std::string_view key,
                                                 const std::vector<std::string_view>& words) {
  const auto text = stated(node, key, "one word");
  if (!text) return std::nullopt;
  const auto found = std::ranges::find(words, to_lower(text->text));
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string hint = did_you_mean(text->text, words);
  if (hint.empty()) hint = fmt::format("; it is one of {}", fmt::join(words, ", "));
  report(node.span, fmt::format("`{}` is no {}{}", shown_expression(text->text), key, hint));
  return std::nullopt;
}

}  // namespace ddblint
