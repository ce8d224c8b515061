#include "config/fields.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "source/text.h"

namespace ddblint {
namespace {

/// Digits only: no sign, no blank.
std::optional<unsigned> digits(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::chrono::year_month_day> to_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(5, 2));
  const auto day = digits(text.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(*month), std::chrono::day(*day));
  return date.ok() ? std::optional(date) : std::nullopt;
}

bool contains(const Keys& keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

/// True for the beginning of a code that says at least which family is meant.
bool is_code_prefix(std::string_view name) {
  constexpr std::string_view kLetters = "ddb";
  return name.size() > kLetters.size() && to_lower(name.substr(0, kLetters.size())) == kLetters &&
         name.find_first_not_of("0123456789", kLetters.size()) == std::string_view::npos;
}

}  // namespace

std::vector<const RuleInfo*> rules_named(std::string_view name) {
  if (const RuleInfo* rule = find_rule(name)) return {rule};
  std::vector<const RuleInfo*> rules;
  if (!is_code_prefix(name)) return rules;
  const std::string prefix = to_lower(name);
  for (const RuleInfo& rule : catalogue()) {
    if (to_lower(rule.code).starts_with(prefix)) rules.push_back(&rule);
  }
  return rules;
}

std::string date_text(std::chrono::year_month_day date) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string rule_hint(std::string_view name) {
  const std::string_view near = nearest_rule(name);
  return near.empty() ? std::string() : fmt::format(", did you mean \"{}\"?", near);
}

void FieldReader::report(Span span, std::string message) {
  diagnostics_.push_back(
      {.kind = DiagnosticKind::unreadable_input, .span = span, .message = std::move(message)});
}

void FieldReader::report_repeated(const RuleInfo& rule, const Node& key, Span first) {
  diagnostics_.push_back(
      {.kind = DiagnosticKind::duplicate_key,
       .span = key.span,
       .message = fmt::format("rule {} is set twice, here as `{}`; the last one counts", rule.code,
                              key.text),
       .related = first,
       .related_message = "first set here"});
}

void FieldReader::check_keys(const Node& mapping, std::string_view where, const Keys& known,
                             const Keys& unread) {
  for (const Member& member : mapping.members) {
    const Node& key = *member.key;
    if (!key.is_scalar() || contains(known, key.text)) continue;
    if (contains(unread, key.text)) {
      report(key.span, fmt::format("this version does not read `{}` yet", key.text));
      continue;
    }
    std::string hint = did_you_mean(key.text, known);
    if (hint.empty()) hint = fmt::format("; its keys are {}", fmt::join(known, ", "));
    report(key.span, fmt::format("unknown key `{}` in {}{}", key.text, where, hint));
  }
}

std::string FieldReader::text(const Node& mapping, std::string_view key) {
  const Node* value = mapping.find(key);
  if (value == nullptr || value->is_null()) return {};
  if (value->is_scalar()) return std::string(value->text);
  report(value->span, fmt::format("`{}` takes a text", key));
  return {};
}

std::vector<const Node*> FieldReader::text_nodes(const Node& mapping, std::string_view key) {
  const Node* value = mapping.find(key);
  std::vector<const Node*> nodes;
  if (value == nullptr || value->is_null()) return nodes;
  const auto entries = value->is_sequence() ? value->items : std::span(&value, 1);
  for (const Node* entry : entries) {
    if (!entry->is_scalar()) {
      report(entry->span, fmt::format("`{}` takes a text or a list of texts", key));
    } else if (trim(entry->text).empty()) {
      report(entry->span, fmt::format("empty text in `{}`", key));
    } else {
      nodes.push_back(entry);
    }
  }
  return nodes;
}

std::vector<std::string> FieldReader::texts(const Node& mapping, std::string_view key) {
  std::vector<std::string> result;
  for (const Node* node : text_nodes(mapping, key)) result.emplace_back(node->text);
  return result;
}

std::vector<RuleName> FieldReader::rule_names(const Node& mapping, std::string_view key) {
  std::vector<RuleName> names;
  for (const Node* node : text_nodes(mapping, key)) {
    names.push_back({.text = std::string(trim(node->text)), .span = node->span});
  }
  return names;
}

std::optional<std::chrono::year_month_day> FieldReader::date(const Node& mapping,
                                                             std::string_view key) {
  const Node* value = mapping.find(key);
  if (value == nullptr || value->is_null()) return std::nullopt;
  const auto result = value->is_scalar() ? to_date(value->text) : std::nullopt;
  if (!result) report(value->span, fmt::format("`{}` takes a date as YYYY-MM-DD", key));
  return result;
}

}  // namespace ddblint
