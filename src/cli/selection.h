#pragma once

#include <expected>
#include <string>

#include "cli/options.h"
#include "config/config.h"
#include "rules/engine.h"

namespace ddblint {

/// The rules that run, and how: a rule's page, then the config, then --select, --extend-select and
/// --ignore. The error names a word that is no rule.
std::expected<RuleSettings, std::string> rule_settings(const Options& options,
                                                       const Config& config);

}  // namespace ddblint
