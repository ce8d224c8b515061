#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/measured_keys.h"

namespace ddblint {
namespace {

/// One partition takes so many writes in a second: what never had more was never too hot.
constexpr double kSmallCollection = 1000;
/// What one query returns.
constexpr double kPage = 1024.0 * 1024;

bool fits_one_query(const Subject& subject, double items) {
  const auto all = static_cast<double>(subject.profile->source.items);
  return items * static_cast<double>(subject.profile->item_bytes) / all <= kPage;
}

/// A part of a collection looks small whatever it is; the head of a scan has whole shards, but not
/// all of a key.
bool is_small(const Subject& subject, const ShardSuffixFact& fact) {
  return !subject.profile->source.sampled() && fact.shards >= 2 && fact.logical_keys >= 2 &&
         fact.median_items > 0 && fact.median_items < kSmallCollection &&
         fits_one_query(subject, fact.median_items);
}

}  // namespace

Findings shard_suffix_on_small_keys(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const auto& [key, profile] : measured_keys(subject, rule)) {
    const ShardSuffixFact* fact = shards_of(subject, *key.schema);
    // A calculated number tells readers of one item where it is.
    if (fact == nullptr || !fact->function.empty() || !is_small(subject, *fact)) continue;
    const auto shards = static_cast<double>(fact->shards);
    Finding finding = make_measured(
        rule, key, Severity::info,
        fmt::format("partition key {} spreads small groups over {} shards: half of its {} groups "
                    "have at most {}, which one query would return instead of {}",
                    key.shown(), count_text(shards),
                    count_text(static_cast<double>(fact->logical_keys)),
                    counted(fact->median_items, "item", "items"), count_text(shards)));
    finding.label = fmt::format("{} shards", count_text(shards));
    finding.remedy =
        "leave the small groups unsharded: keep the number of shards of each group with it (1 for "
        "most), or keep the large groups in a table of their own";
    finding.measurements = {
        measurement("shards", shards, "shards"),
        measurement("groups", static_cast<double>(fact->logical_keys), "groups"),
        measurement("median-group", fact->median_items, "items"),
        measurement("rows", static_cast<double>(fact->rows), "items")};
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
