#include "cli/selection.h"

#include <algorithm>

#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

using Rules = std::vector<const RuleInfo*>;

/// The rules that a word of the command line stands for.
Rules named(std::string_view word) {
  if (word == "ALL") {
    Rules all;
    for (const auto& rule : catalogue()) all.push_back(&rule);
    return all;
  }
  Rules found = rules_named(word);
  if (!found.empty()) return found;
  for (const auto& rule : catalogue()) {
    if (rule.category == word) found.push_back(&rule);
  }
  return found;
}

std::expected<Rules, std::string> all_named(const std::vector<std::string>& words) {
  Rules rules;
  for (const auto& word : words) {
    const Rules found = named(word);
    if (found.empty()) {
      const auto near = nearest_rule(word);
      return std::unexpected(
          fmt::format("no rule is called \"{}\"{}", word,
                      near.empty() ? std::string() : fmt::format(", did you mean {}?", near)));
    }
    rules.insert(rules.end(), found.begin(), found.end());
  }
  return rules;
}

bool holds(const Rules& rules, const RuleInfo& rule) {
  return std::find(rules.begin(), rules.end(), &rule) != rules.end();
}

}  // namespace

std::expected<RuleSettings, std::string> rule_settings(const Options& options,
                                                       const Config& config) {
  const auto select = all_named(options.select);
  const auto extend = all_named(options.extend_select);
  const auto ignore = all_named(options.ignore);
  for (const auto* words : {&select, &extend, &ignore}) {
    if (!*words) return std::unexpected(words->error());
  }
  RuleSettings settings;
  for (const auto& rule : catalogue()) {
    const ConfiguredRule configured = effective_rule(config, rule);
    RuleSetting setting{.enabled = configured.enabled.value_or(rule.on_by_default),
                        .severity = configured.severity,
                        .options = configured.options};
    // What is wrong with the input is told whatever is selected: else a run that read nothing
    // would look clean.
    const bool about_input = rule.category == "input";
    if (!select->empty() && !about_input) setting.enabled = holds(*select, rule);
    if (holds(*extend, rule)) setting.enabled = true;
    if (holds(*ignore, rule)) setting.enabled = false;
    settings.insert_or_assign(std::string(rule.code), std::move(setting));
  }
  return settings;
}

}  // namespace ddblint
