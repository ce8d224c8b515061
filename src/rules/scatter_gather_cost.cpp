#include <algorithm>

#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"

namespace ddblint {
namespace {

/// An empty query still costs this much ("Read and write operations", Amazon DynamoDB Developer
/// Guide: half a read unit for up to 4 KB read eventually).
constexpr double kLeastQuery = 0.5;

}  // namespace

Findings scatter_gather_cost(const Subject& subject, const Rule& rule) {
  const auto warn_units = static_cast<double>(rule.integer("warn-read-units"));
  Findings findings;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    const AccessPattern& pattern = *served.pattern;
    const Service* asked = served.asked();
    if (asked == nullptr || asked->how != How::query || asked->fan_out <= 1) continue;
    const auto rate = pattern.reads.highest();
    if (!rate) continue;
    const double requests = *rate * asked->fan_out;
    const double least =
        requests * kLeastQuery * (pattern.effective_consistency() == Consistency::eventual ? 1 : 2);
    const double units =
        asked->read_units ? std::max(least, *rate * asked->read_units->value) : least;
    Finding finding = make_stated(
        rule, Evidence::measured, served, pattern.operation_span,
        fmt::format("{} asks all {} shards of the key: each request is so many queries, {} in all, "
                    "and at least {} read units a second",
                    pattern_text(pattern), count_text(asked->fan_out), rate_text(requests),
                    count_text(units)));
    finding.severity = units >= warn_units ? Severity::warning : Severity::info;
    finding.label = fmt::format("{} queries each", count_text(asked->fan_out));
    finding.measurements = {measurement("queries", requests, "queries/s"),
                            measurement("read-units", units, "read units/s")};
    finding.notes.emplace_back(
        "its answer is as late as the slowest of its queries, and has to be merged");
    finding.remedy =
        "take no more shards than the writes of the busiest key need; where an attribute of the "
        "request tells the shard (a calculated suffix), ask that one alone";
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
