#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/measured_keys.h"

namespace ddblint {
namespace {

/// Of collections that hold no more, one partition serves any number of reads and writes that such
/// data bring.
constexpr double kFewestInBig = 100;

bool told_apart(const Subject& subject, const KeyProfile& profile) {
  const bool whole = profile.collections_whole && subject.profile->source.drawn != Drawn::random;
  return whole && profile.populations && profile.populations->big_share < 0.5 &&
         profile.populations->big >= kFewestInBig;
}

/// Bytes of a collection of the big population.
double big_bytes(const Subject& subject, const TwoPopulations& populations) {
  const auto items = static_cast<double>(subject.profile->source.items);
  return populations.big * static_cast<double>(subject.profile->item_bytes) / items;
}

}  // namespace

Findings uneven_collections(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const auto& [key, profile] : measured_keys(subject, rule)) {
    if (!told_apart(subject, *profile)) continue;
    const TwoPopulations& populations = *profile->populations;
    const double bytes = big_bytes(subject, populations);
    const bool needs_shards = bytes >= kPartitionBytes;
    const double small_share = 1 - populations.big_share;
    const std::string small = mean_text(populations.small);
    Finding finding = make_measured(
        rule, key, needs_shards ? Severity::warning : Severity::info,
        fmt::format("the item collections of {} fall in two populations: {} of them hold about {} "
                    "{}, {} about {}, so no one number of shards fits both",
                    key.shown(), percent(small_share), small, small == "1" ? "item" : "items",
                    percent(populations.big_share), mean_text(populations.big)));
    finding.label = "a few huge, many tiny";
    finding.remedy = fmt::format(
        "two tables: the keys with more than {} items in one with a shard number, all others in "
        "one without; or one table and a number of shards that is stored for each key",
        count_text(static_cast<double>(populations.split)));
    if (!needs_shards) {
      finding.notes.push_back(fmt::format(
          "a collection of the huge ones holds about {}: as long as no key exceeds 1,000 "
          "writes a second, none needs shards",
          bytes_text(bytes)));
    }
    finding.measurements = {measurement("small-collection", populations.small, "items"),
                            measurement("big-collection", populations.big, "items"),
                            measurement("big-share", populations.big_share, "share"),
                            measurement("split", static_cast<double>(populations.split), "items"),
                            measurement("collections", profile->collections, "collections")};
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
