#include "report/sarif_rules.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;

/// Code scanning takes no more in a description.
constexpr std::size_t kDescriptionBytes = 1024;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

std::string pascal_case(std::string_view slug) {
  std::string name;
  bool begins_word = true;
  for (const char c : slug) {
    if (c != '-') name += begins_word ? to_upper(c) : c;
    begins_word = c == '-';
  }
  return name;
}

/// A sentence of at most kDescriptionBytes, cut between code points.
std::string description(std::string_view text) {
  if (text.size() >= kDescriptionBytes) {
    std::size_t end = kDescriptionBytes - 1;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    text = text.substr(0, end);
  }
  return sentence_of(text);
}

std::string_view first_filled(std::string_view a, std::string_view b) { return a.empty() ? b : a; }

std::string_view precision_of(Evidence evidence) {
  switch (evidence) {
    case Evidence::suspected:
      return "medium";
    case Evidence::measured:
      return "high";
    case Evidence::structural:
    case Evidence::proved:
      return "very-high";
  }
  return "medium";
}

/// What the rule's weakest evidence is worth: a rule may have nothing better.
std::string_view precision_of(const RuleInfo& rule) {
  constexpr Evidence kFromWeakest[] = {Evidence::suspected, Evidence::measured,
                                       Evidence::structural, Evidence::proved};
  for (const Evidence evidence : kFromWeakest) {
    if (std::ranges::find(rule.evidence, evidence) != rule.evidence.end()) {
      return precision_of(evidence);
    }
  }
  return precision_of(Evidence::structural);
}

std::string_view problem_severity(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::info:
      return "recommendation";
  }
  return "recommendation";
}

}  // namespace

std::vector<const RuleInfo*> sarif_rules(const CheckReport& report) {
  std::vector<const RuleInfo*> rules = report.rules;
  for (const Finding& finding : report.findings) rules.push_back(finding.rule);
  std::ranges::sort(rules, {}, &RuleInfo::code);
  const auto repeated = std::ranges::unique(rules, {}, &RuleInfo::code);
  rules.erase(repeated.begin(), repeated.end());
  return rules;
}

std::size_t sarif_rule_index(std::span<const RuleInfo* const> rules, const RuleInfo& rule) {
  const auto place = std::ranges::lower_bound(rules, rule.code, {}, &RuleInfo::code);
  return static_cast<std::size_t>(place - rules.begin());
}

Json sarif_rule_json(const RuleInfo& rule) {
  const std::string_view summary = first_filled(rule.summary, rule.title);
  const std::string_view page = first_filled(rule.markdown, summary);
  Json tags = {rule.category};
  for (const Evidence evidence : rule.evidence) tags.push_back(to_string(evidence));
  return {{"id", rule.code},
          {"name", pascal_case(rule.slug)},
          {"shortDescription", {{"text", description(rule.title)}}},
          {"fullDescription", {{"text", description(summary)}}},
          {"help", {{"text", page}, {"markdown", page}}},
          {"helpUri", rule_url(rule)},
          {"defaultConfiguration", {{"level", sarif_level(rule.severity)}}},
          {"properties",
           {{"tags", std::move(tags)},
            {"precision", precision_of(rule)},
            {"problem.severity", problem_severity(rule.severity)}}}};
}

std::string_view sarif_level(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::info:
      return "note";
  }
  return "note";
}

std::string sentence_of(std::string_view text) {
  std::string sentence(text);
  if (sentence.empty()) return sentence;
  sentence.front() = to_upper(sentence.front());
  const char last = sentence.back();
  if (last != '.' && last != '!' && last != '?') sentence += '.';
  return sentence;
}

}  // namespace ddblint
