#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "report/json_places.h"
#include "report/markdown_text.h"
#include "report/quantities.h"
#include "report/report.h"
#include "report/style.h"
#include "report/width.h"
#include "source/text.h"

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string_view> evidence_words(const RuleInfo& rule) {
  std::vector<std::string_view> words;
  for (const Evidence evidence : rule.evidence) words.push_back(to_string(evidence));
  return words;
}

/// The entries of `[a, b]`; the brackets and quotation marks may be missing.
Json text_list(std::string_view text) {
  Json list = Json::array();
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  while (!(text = trim(text)).empty()) {
    std::string_view entry = text.substr(0, text.find(','));
    text.remove_prefix(std::min(entry.size() + 1, text.size()));
    entry = trim(entry);
    if (entry.size() > 1 && entry.starts_with('"') && entry.ends_with('"')) {
      entry = entry.substr(1, entry.size() - 2);
    }
    list.push_back(entry);
  }
  return list;
}

/// An option's default in its own type.
Json default_json(const RuleOption& option) {
  const std::string_view text = option.default_value;
  if (option.type == "boolean") return text == "true";
  if (option.type == "strings") return text_list(text);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole_text = error == std::errc() && end == text.data() + text.size();
  return whole_text ? json_number(number) : Json(text);
}

Json option_json(const RuleOption& option) {
  return {{"name", option.name},
          {"type", option.type},
          {"default", default_json(option)},
          {"unit", text_or_null(option.unit)},
          {"summary", option.summary}};
}

Json rule_json(const RuleInfo& rule) {
  Json options = Json::array();
  for (const RuleOption& option : rule.options) options.push_back(option_json(option));
  return {
      {"code", rule.code},
      {"slug", rule.slug},
      {"title", rule.title},
      {"category", rule.category},
      {"severity", to_string(rule.severity)},
      {"evidence", evidence_words(rule)},
      {"status", rule.status},
      {"since", rule.since},
      {"options", std::move(options)},
      {"summary", rule.summary},
      {"markdown", rule.markdown},
      {"url", rule_url(rule)},
      {"references", std::vector<std::string_view>(rule.references.begin(), rule.references.end())},
      {"on_by_default", rule.on_by_default},
      {"requests_only", rule.requests_only}};
}

/// A cell of a Markdown table: a bar would end it.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

std::string options_text(const RuleInfo& rule, const TextStyle& style) {
  if (rule.options.empty()) return {};
  std::string out = "\n" + paint("Options", Ink::strong, style) + "\n\n";
  for (const RuleOption& option : rule.options) {
    const std::string_view space = option.unit.empty() ? "" : " ";
    out += wrapped("- ",
                   fmt::format("{} ({}, default {}{}{}): {}", option.name, option.type,
                               option.default_value, space, option.unit, option.summary),
                   kPageColumns);
  }
  return out;
}

std::string references_text(const RuleInfo& rule, const TextStyle& style) {
  std::string out = "\n" + paint("References", Ink::strong, style) + "\n\n";
  for (const std::string_view reference : rule.references)
    out += wrapped("- ", reference, kPageColumns);
  return out + wrapped("- ", rule_url(rule), kPageColumns);
}

}  // namespace

std::string render_rules_json(std::span<const RuleInfo* const> rules) {
  Json list = Json::array();
  for (const RuleInfo* rule : rules) list.push_back(rule_json(*rule));
  return json_text({{"schema_version", "1.0"}, {"rules", std::move(list)}});
}

std::string render_rules_text(std::span<const RuleInfo* const> rules, const TextStyle& style) {
  std::size_t code_width = 0;
  std::size_t slug_width = 0;
  for (const RuleInfo* rule : rules) {
    code_width = std::max(code_width, rule->code.size());
    slug_width = std::max(slug_width, rule->slug.size());
  }
  std::string out;
  for (const RuleInfo* rule : rules) {
    // Padding stands outside of the painted text: escape sequences take no column.
    const std::string_view severity = to_string(rule->severity);
    const std::string url = style.hyperlinks ? rule_url(*rule) : std::string();
    out +=
        fmt::format("{}{:{}}  {}{:{}}  {:<{}}  {}\n", linked(rule->code, url, style), "",
                    code_width - rule->code.size(), paint(severity, ink_of(rule->severity), style),
                    "", std::string_view("warning").size() - severity.size(), rule->slug,
                    slug_width, shown(rule->title));
  }
  return out;
}

std::string render_rules_markdown(std::span<const RuleInfo* const> rules) {
  std::string out =
      "| Code | Name | Severity | Evidence | What it checks |\n| --- | --- | --- | --- | --- |\n";
  for (const RuleInfo* rule : rules) {
    out += fmt::format("| [{}]({}) | `{}` | {} | {} | {} |\n", rule->code, rule_url(*rule),
                       rule->slug, to_string(rule->severity),
                       fmt::join(evidence_words(*rule), ", "), cell(rule->summary));
  }
  return out;
}

std::string render_rule_text(const RuleInfo& rule, const TextStyle& style) {
  const std::string facts =
      fmt::format("{} {}, {}; category {}; evidence {}; since {}, {}{}", rule.code, rule.slug,
                  to_string(rule.severity), rule.category, fmt::join(evidence_words(rule), ", "),
                  rule.since, rule.status, rule.on_by_default ? "" : "; off by default");
  return wrapped("", facts, kPageColumns) + "\n" + markdown_text(rule.markdown, style) +
         options_text(rule, style) + references_text(rule, style);
}

std::string render_rule_markdown(const RuleInfo& rule) {
  std::string page(rule.markdown);
  if (!page.ends_with('\n')) page += '\n';
  return page;
}

}  // namespace ddblint
