#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "report/report.h"

// The rule half of SARIF. Only for the .cpp files of this room.

namespace ddblint {

/// Every rule that ran or fired, by code, without repetition.
std::vector<const RuleInfo*> sarif_rules(const CheckReport& report);

/// The position of a rule in what `sarif_rules` gave.
std::size_t sarif_rule_index(std::span<const RuleInfo* const> rules, const RuleInfo& rule);

/// The reportingDescriptor of a rule.
nlohmann::ordered_json sarif_rule_json(const RuleInfo& rule);

/// SARIF's word for a severity.
std::string_view sarif_level(Severity severity);

/// A text as a sentence: upper-case letter in front, a period behind.
std::string sentence_of(std::string_view text);

}  // namespace ddblint
