#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_heat.h"
#include "rules/measured_keys.h"

namespace ddblint {
namespace {

/// Items of one collection, scaled to the table, and their bytes.
struct Hottest {
  double share = 0;
  double bytes = 0;
};

Hottest hottest_of(const Subject& subject, const KeyProfile& profile) {
  Hottest hottest{.share = profile.hottest_share.value, .bytes = 0};
  const auto whole = subject.profile->table_bytes();
  const auto items = static_cast<double>(subject.profile->source.items);
  if (whole) hottest.bytes = *whole * hottest.share * static_cast<double>(profile.items) / items;
  if (!subject.profile->source.sampled() && !profile.largest.empty()) {
    hottest.bytes = std::max(hottest.bytes, static_cast<double>(profile.largest.front().bytes));
  }
  return hottest;
}

/// The first 32 bits of a version 1 UUID are the low ones of its time: it does not sort by it.
bool grows_at_one_end(const ShapeFact& shape) {
  return shape.time_ordered && shape.share >= 0.95 && shape.shape != Shape::uuid1;
}

/// Steps of a hot value's sort keys that must be seen, and the share of them that goes one way.
constexpr std::uint64_t kFewestTracedSteps = 30;
constexpr double kOneWay = 0.95;

/// The busiest value of a trace whose writes come near its limit and whose sort keys only grow.
const TracedKey* traced_at_one_end(const Subject& subject, const Rule& rule,
                                   const std::string& index) {
  if (subject.workload == nullptr || !subject.workload->trace) return nullptr;
  const TracedKeyUse* use = subject.workload->trace->key(index);
  if (use == nullptr) return nullptr;
  const double least =
      kPartitionWrites * static_cast<double>(rule.integer("min-traced-peak")) / 100;
  const auto found = std::ranges::find_if(use->hottest, [least](const TracedKey& key) {
    return key.peak_writes.units.value >= least && key.sort_key_monotonicity >= kOneWay &&
           key.sort_key_steps >= kFewestTracedSteps;
  });
  return found == use->hottest.end() ? nullptr : &*found;
}

Finding by_trace(const Rule& rule, const NamedKey& key, const TracedKey& hot) {
  const KeyElement& sort = key.schema->sort.front();
  const KeyHeat heat{.key = key,
                     .witness = Witness::trace,
                     .writes = hot.peak_writes.units,
                     .value = hot.key,
                     .at = hot.peak_writes.at,
                     .window = hot.peak_writes.window};
  Finding finding = make_measured(
      rule, key, std::max(Severity::warning, severity_of(heat)),
      fmt::format("{} of {}{} gets {} and its `{}` only goes one way: DynamoDB cannot split the "
                  "collection for heat, so one partition takes all of it",
                  value_text(heat), key.shown(), key.owner(), peak_text(heat), sort.name.value()));
  finding.span = sort.name.span();
  finding.attribute = sort.name.value();
  finding.label = "grows at one end";
  finding.measurements = {peak_measurement(heat), measurement("sort-key-monotonicity",
                                                              *hot.sort_key_monotonicity, "share")};
  finding.remedy = fmt::format(
      "append a shard number to {}, calculated from an attribute that "
      "look-ups know: this peak takes {}",
      key.shown(), count_text(shards_for(heat.writes.value, kPartitionWrites)));
  return finding;
}

/// What a trace shows, for the keys that a rule applies to.
Findings traced(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const KeyHeat& heat : key_heats(subject, rule)) {
    const NamedKey& key = heat.key;
    if (key.schema->sort.empty() || !key.schema->sort.front().name.known()) continue;
    const TracedKey* hot = traced_at_one_end(subject, rule, key.index_name());
    if (hot != nullptr) findings.push_back(by_trace(rule, key, *hot));
  }
  return findings;
}

}  // namespace

Findings monotone_sort_key_in_hot_collection(const Subject& subject, const Rule& rule) {
  const double share = static_cast<double>(rule.integer("min-hottest-share")) / 100;
  Findings findings = traced(subject, rule);
  for (const auto& [key, profile] : measured_keys(subject, rule)) {
    const bool told = std::ranges::any_of(
        findings, [&key](const Finding& finding) { return finding.index == key.index_name(); });
    if (told || key.schema->sort.empty() || !key.schema->sort.front().name.known()) continue;
    const auto& shape = profile->hottest_sort_shape;
    if (!shape || !grows_at_one_end(*shape) || profile->items < kFewestItems) continue;
    const Hottest hottest = hottest_of(subject, *profile);
    const bool large = hottest.bytes >= kPartitionBytes;
    if (!large && hottest.share < share) continue;
    const KeyElement& sort = key.schema->sort.front();
    Finding finding = make_measured(
        rule, key, large ? Severity::warning : Severity::info,
        fmt::format(
            "the collection that has {} of the items grows only at one end, since `{}` rises "
            "with time ({}): DynamoDB cannot split it for heat, so its newest items stay on "
            "one partition",
            percent(hottest.share), sort.name.value(), shape_text(*shape)));
    finding.span = sort.name.span();
    finding.attribute = sort.name.value();
    finding.label = "grows at one end";
    finding.remedy = fmt::format(
        "append a shard number to {}, calculated from an attribute that look-ups know: a peak of "
        "10,000 writes a second takes 13",
        key.shown());
    const Heat heat = heat_of(subject, *profile);
    finding.measurements = {measurement("hottest-share", profile->hottest_share, "share"),
                            measurement("collection-bytes", hottest.bytes, "bytes"),
                            measurement("break-even-writes", heat.writes, "writes/s")};
    if (!large) {
      finding.notes.push_back(fmt::format("the collection holds {}: it {}",
                                          bytes_text(hottest.bytes), throttles_above(heat)));
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
