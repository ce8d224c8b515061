#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/detector.h"
#include "schema/reader.h"

namespace ddblint {

/// What a run wants of one rule.
struct RuleSetting {
  bool enabled = true;
  std::optional<Severity> severity;
  OptionValues options;
};

/// Which rules run and how, by code; a rule that is not named has its page's defaults.
using RuleSettings = std::map<std::string, RuleSetting, std::less<>>;

/// True when the settings let a rule run.
bool rule_enabled(const RuleSettings& settings, const RuleInfo& rule);

/// What a run found. Both are sorted.
struct RuleResults {
  Findings findings;
  /// Suspicions that better evidence withdraws; they say why (withdrawn_because) and count for
  /// nothing.
  Findings withdrawn;
};

/// What is known of tables beside their definitions.
struct Known {
  /// The relational schemas that tables may have been made from.
  std::span<const SourceSchema> sources = {};
  /// What data say, each of the table whose id is its plan's.
  std::span<const TableProfile> profiles = {};
  /// How tables are asked, each of the table whose id it has.
  std::span<const Workload> workloads = {};

  /// Those of one table; null where nothing is known.
  [[nodiscard]] const TableProfile* profile(std::string_view table) const;
  [[nodiscard]] const Workload* workload(std::string_view table) const;
};

/// Runs every enabled detector over every table and its variants. A finding that holds in some
/// variants only says in which; equal findings of several variants become one.
RuleResults run_rules(const Definitions& definitions, const RuleSettings& settings,
                      const Known& known = {});

/// What readers found wrong, as findings of the 0xx rules; those of disabled rules are left out.
Findings findings_of(const Diagnostics& diagnostics, const RuleSettings& settings);

/// The order of reports: file, place, code, message.
void sort_findings(Findings& findings);

/// Hex digits over rule, table and subject; never a path, line, message or number.
std::string fingerprint_of(const Finding& finding);

}  // namespace ddblint
