#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/left_off.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

constexpr std::string_view kRemedy =
    "set `ContributorInsightsSpecification: {Enabled: true}`; the mode `THROTTLED_KEYS` reports "
    "throttled keys alone and costs less";

}  // namespace

Findings contributor_insights_off(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!states_settings(table.dialect)) return {};
  Findings findings = left_off(
      subject, rule,
      {.of_table = &Table::contributor_insights, .of_replica = &Replica::contributor_insights},
      "has no Contributor Insights, so nothing names the keys that are throttled");
  // A global table says it of an index in each replica, and ACK of none.
  const bool own = !table.global() && table.dialect != Dialect::ack;
  for (const auto& index : table.global_indexes.items) {
    const auto& enabled = index.contributor_insights;
    if (!own || enabled.unknown() || enabled.is(true)) continue;
    Finding finding = make_finding(
        rule, Evidence::structural, enabled.known() ? enabled.span() : place_of(index),
        fmt::format("index `{}` has no Contributor Insights, so nothing names the keys that are "
                    "throttled",
                    name_of(index)));
    finding.label = "off here";
    finding.index = name_of(index);
    findings.push_back(std::move(finding));
  }
  for (auto& finding : findings) finding.remedy = kRemedy;
  return findings;
}

}  // namespace ddblint
