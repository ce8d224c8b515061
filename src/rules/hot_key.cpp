#include <fmt/format.h>

#include "rules/better_keys.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
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

Finding describe(const Subject& subject, const Rule& rule, const MeasuredKey& measured) {
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

}  // namespace

Findings hot_key(const Subject& subject, const Rule& rule) {
  const double share = static_cast<double>(rule.integer("min-hottest-share")) / 100;
  Findings findings;
  for (const MeasuredKey& measured : measured_keys(subject, rule)) {
    if (is_hot(subject, *measured.profile, share)) {
      findings.push_back(describe(subject, rule, measured));
    }
  }
  return findings;
}

}  // namespace ddblint
