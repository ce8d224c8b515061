#include "rules/catalogue.h"

#include <algorithm>
#include <vector>

#include "rules/catalogue_url.h"
#include "source/text.h"

namespace ddblint {

const RuleInfo* find_rule(std::string_view name) {
  const auto rules = catalogue();
  const auto exact = std::ranges::lower_bound(rules, name, {}, &RuleInfo::code);
  if (exact != rules.end() && exact->code == name) return &*exact;
  const std::string word = to_lower(name);
  for (const auto& rule : rules) {
    if (word == to_lower(rule.code) || word == rule.slug) return &rule;
  }
  return nullptr;
}

std::string_view nearest_rule(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& rule : catalogue()) {
    names.push_back(rule.code);
    names.push_back(rule.slug);
  }
  return nearest(name, names);
}

std::string rule_url(const RuleInfo& rule) {
  return std::string(rule_pages_url()) + std::string(rule.page);
}

}  // namespace ddblint
