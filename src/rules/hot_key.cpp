#include <algorithm>
#include <optional>

#include "design/key_spread.h"
#include <fmt/format.h>

#include "rules/better_keys.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_heat.h"
#include "rules/measured_keys.h"

namespace ddblint {
namespace {

/// A sample must show it beyond its error.
bool is_hot(const Subject& subject, const KeyProfile& profile, double share) {
  if (profile.items < kFewestItems) return false;
  const ProfileSource& source = subject.profile->source;
  // The first rows of a file are one stretch of time, whose hottest value need not stay it; a value
  // that leads by this much in the head of a scan does so because its whole collection is there.
  if (source.drawn == Drawn::file_head) return false;
  if (source.drawn == Drawn::scan_head && profile.key.index.empty()) return false;
  return (source.sampled() ? profile.hottest_share.low : profile.hottest_share.value) >= share;
}

std::string remedy(const Subject& subject, const MeasuredKey& measured, const Heat& heat) {
  const NamedKey& key = measured.key;
  std::string shards = fmt::format(
      "append a calculated shard number to that value: 10 shards of it throttle above {} writes a "
      "second and cost 10 queries a read; a cache helps where reads dominate",
      count_text(heat.writes * 10));
  const auto better =
      better_attributes(subject, *key.schema, measured.profile->hottest_share.value);
  if (key.index != nullptr || better.empty()) return shards;
  return fmt::format("lead with {}, if the reads know it; else {}", better.front().text(), shards);
}

Finding by_data(const Subject& subject, const Rule& rule, const MeasuredKey& measured) {
  const KeyProfile& profile = *measured.profile;
  const NamedKey& key = measured.key;
  const Heat heat = heat_of(subject, profile);
  Finding finding = make_measured(
      rule, key, heat.severity,
      fmt::format(
          "partition key {}{} has {}, but {}: it {}{}", key.shown(), key.owner(),
          distinct_text(subject, profile), hottest_text(profile), throttles_above(heat),
          key.index == nullptr ? "" : ", and the index then throttles the writes of the table"));
  finding.label = fmt::format("{} on one value", percent(profile.hottest_share.value));
  finding.remedy = remedy(subject, measured, heat);
  add_heat(finding, subject, profile, heat);
  return finding;
}

std::string remedy_for(const Subject& subject, const KeyHeat& heat) {
  if (sharding_of(subject, Service{.index = heat.key.index}) != nullptr) {
    return "the shards that the key has do not keep it under the limit: take more of them, or a "
           "suffix that spreads better; the findings about the shards say which";
  }
  const double shards = shards_for(heat.units().value, heat.limit());
  if (heat.by_writes()) {
    return fmt::format(
        "spread the value over {} shards, by a number calculated from an attribute "
        "that look-ups know; or lead with an attribute that spreads these writes",
        count_text(shards));
  }
  return fmt::format(
      "put a cache before these reads, which serves more than {} of them; or spread "
      "the value over {} shards",
      percent(1 - heat.limit() / heat.units().value), count_text(shards));
}

/// A value over its limit harms; one that only leads tells where harm would begin.
Finding by_workload(const Subject& subject, const Rule& rule, const KeyHeat& heat) {
  const bool over = heat.over();
  const NamedKey& key = heat.key;
  const std::string limit =
      fmt::format("{} {} units", count_text(heat.limit()), heat.by_writes() ? "write" : "read");
  Finding finding = make_measured(
      rule, key, severity_of(heat),
      over ? fmt::format(
                 "partition key {}{}: {} gets {}, and one partition serves {}{}", key.shown(),
                 key.owner(), value_text(heat), peak_text(heat), limit,
                 key.index == nullptr ? "" : ": the index then throttles the writes of the table")
           : fmt::format("partition key {}{}: {} gets {} of the traffic, at most {}; its partition "
                         "serves {}, so no limit is reached",
                         key.shown(), key.owner(), value_text(heat), percent(heat.share),
                         peak_text(heat), limit));
  finding.label = over ? fmt::format("{:.1f} times what a partition serves", heat.heat())
                       : fmt::format("{} on one value", percent(heat.share));
  finding.measurements = {peak_measurement(heat)};
  relate_pattern(finding, heat);
  if (heat.share > 0)
    finding.measurements.push_back(measurement("traffic-share", heat.share, "share"));
  if (heat.throttled > 0) {
    finding.notes.push_back(fmt::format("{} requests for it were throttled",
                                        count_text(static_cast<double>(heat.throttled))));
  }
  finding.notes.push_back(fmt::format("by {}", witness_text(heat.witness)));
  if (over) finding.remedy = remedy_for(subject, heat);
  return finding;
}

/// What the workload says of a key, if it says enough.
std::optional<Finding> workload_verdict(const Subject& subject, const Rule& rule,
                                        const KeyHeat& heat) {
  const double share = static_cast<double>(rule.integer("min-hottest-share")) / 100;
  const double least = static_cast<double>(rule.integer("min-peak")) / 100;
  const bool leads = heat.share >= share && heat.heat() >= least;
  if (!heat.over() && !leads) return std::nullopt;
  return by_workload(subject, rule, heat);
}

}  // namespace

Findings hot_key(const Subject& subject, const Rule& rule) {
  const double share = static_cast<double>(rule.integer("min-hottest-share")) / 100;
  const std::vector<KeyHeat> heats = key_heats(subject, rule);
  const auto heat_of_key = [&heats](const KeySchema* schema) {
    return std::ranges::find_if(
        heats, [schema](const KeyHeat& heat) { return heat.key.schema == schema; });
  };
  Findings findings;
  for (const KeyHeat& heat : heats) {
    if (auto finding = workload_verdict(subject, rule, heat))
      findings.push_back(std::move(*finding));
  }
  for (const MeasuredKey& measured : measured_keys(subject, rule)) {
    if (!is_hot(subject, *measured.profile, share)) continue;
    const auto heat = heat_of_key(measured.key.schema);
    if (heat == heats.end()) {
      findings.push_back(by_data(subject, rule, measured));
    } else if (!workload_verdict(subject, rule, *heat)) {
      // How it is asked is known, and it is far from any limit.
      Finding finding = by_data(subject, rule, measured);
      finding.severity = Severity::info;
      finding.notes.push_back(fmt::format("by {} its busiest value gets {}",
                                          witness_text(heat->witness), peak_text(*heat)));
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

}  // namespace ddblint
