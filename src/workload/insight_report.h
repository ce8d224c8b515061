#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "workload/trace_json.h"

namespace ddblint {

/// What the name of a rule of Contributor Insights tells.
struct InsightRule {
  InsightKind kind = InsightKind::accessed_pk;
  /// Table, and index where there is one; empty when only the kind is known.
  std::string resource = {};
};
/// Reads a rule's name, `DynamoDBContributorInsights-PKC-Orders-1576629651520`, or a file's name
/// with one of PKC, PKT, SKC, SKT as a word of it: C counts consumed units, T throttled requests,
/// by partition key (PK) or with the sort key (SK).
std::optional<InsightRule> read_insight_rule(std::string_view name);

/// True for the answer of get-insight-rule-report.
bool is_insight_report(JsonObject record);
/// Reads one, into the writer's insights. `rule`: the rule's name, or the file's.
void read_insight_report(JsonObject record, std::string_view rule, TraceWriter& writer,
                         std::uint64_t line);

}  // namespace ddblint
