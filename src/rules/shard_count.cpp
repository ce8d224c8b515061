#include <algorithm>
#include <optional>

#include "design/key_spread.h"
#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_heat.h"

namespace ddblint {
namespace {

/// A sharded key with the heat of its busiest value, all shards together.
struct Sharded {
  const StatedSharding& sharding;
  KeyHeat heat;
  double growth = 1;

  [[nodiscard]] double shards() const { return static_cast<double>(sharding.shards); }
  /// Units a second of the busiest logical value, grown.
  [[nodiscard]] double peak() const { return heat.units().value * growth; }
  [[nodiscard]] double needed() const { return std::max(1.0, shards_for(peak(), heat.limit())); }
};

bool is_gathered(const std::vector<ServedPattern>& patterns, const Index* index) {
  return std::ranges::any_of(patterns, [index](const ServedPattern& served) {
    const Service* asked = served.asked();
    return asked != nullptr && asked->index == index && asked->how == How::query &&
           asked->fan_out > 1;
  });
}

/// What values of keys carry their shard: a stated spread is that of logical values, what data and
/// traces know are shards.
bool is_of_shard(const KeyHeat& heat) {
  return heat.witness != Witness::stated || heat.of != "stated";
}

Bounded times(const Bounded& units, double factor) {
  return {.value = units.value * factor, .low = units.low * factor, .high = units.high * factor};
}

/// The heats as they were without the shards that patterns state.
std::vector<KeyHeat> logical_heats(const Subject& subject) {
  std::vector<KeyHeat> heats = key_heats(subject);
  Workload unsharded = *subject.workload;
  unsharded.sharding.clear();
  Subject plain = subject;
  plain.workload = &unsharded;
  for (KeyHeat& logical : key_heats(plain)) {
    const auto heat = std::ranges::find_if(
        heats, [&logical](const KeyHeat& each) { return each.key.schema == logical.key.schema; });
    if (heat == heats.end()) continue;
    const StatedSharding* sharding = sharding_of(subject, Service{.index = heat->key.index});
    if (!is_of_shard(*heat)) {
      *heat = std::move(logical);
    } else if (sharding != nullptr) {
      const auto shards = static_cast<double>(sharding->shards);
      heat->reads = times(heat->reads, shards);
      heat->writes = times(heat->writes, shards);
    }
  }
  return heats;
}

Finding describe(const Rule& rule, const Sharded& sharded, std::string message) {
  Finding finding = suspect(rule, sharded.heat.key, Severity::warning, std::move(message));
  finding.evidence = Evidence::measured;
  finding.label = fmt::format("{} shards", count_text(sharded.shards()));
  finding.related.push_back({sharded.sharding.span, "the shards that it has"});
  finding.measurements = {measurement("shards", sharded.shards(), "shards"),
                          measurement("shards-needed", sharded.needed(), "shards"),
                          measurement("peak-of-a-value", sharded.peak(),
                                      sharded.heat.by_writes() ? "write units/s" : "read units/s")};
  finding.notes.push_back(fmt::format("by {}", witness_text(sharded.heat.witness)));
  if (sharded.growth > 1) {
    finding.notes.push_back(fmt::format("with a growth of {}", count_text(sharded.growth)));
  }
  return finding;
}

std::string peak_of_value(const Sharded& sharded) {
  return fmt::format("{} {} units a second", count_text(sharded.peak()),
                     sharded.heat.by_writes() ? "write" : "read");
}

Finding too_few(const Rule& rule, const Sharded& sharded) {
  Finding finding = describe(
      rule, sharded,
      fmt::format("the busiest value of {}{} has a peak of {}, and its {} shards take {} each: it "
                  "needs {}",
                  sharded.heat.key.shown(), sharded.heat.key.owner(), peak_of_value(sharded),
                  count_text(sharded.shards()), count_text(sharded.heat.limit()),
                  count_text(sharded.needed())));
  finding.remedy = fmt::format(
      "spread it over {} shards, and plan the move: the items of the old ones have to be found, "
      "too",
      count_text(sharded.needed()));
  return finding;
}

Finding too_many(const Rule& rule, const Sharded& sharded) {
  Finding finding = describe(
      rule, sharded,
      fmt::format("the busiest value of {}{} has a peak of {}, which {} would take, but every read "
                  "of it asks {} shards",
                  sharded.heat.key.shown(), sharded.heat.key.owner(), peak_of_value(sharded),
                  counted(sharded.needed(), "shard", "shards"), count_text(sharded.shards())));
  finding.severity = Severity::info;
  finding.remedy = fmt::format("take {}, if the peak is stated as it will be",
                               counted(sharded.needed(), "shard", "shards"));
  return finding;
}

}  // namespace

Findings shard_count(const Subject& subject, const Rule& rule) {
  const auto surplus = static_cast<double>(rule.integer("max-surplus"));
  Findings findings;
  if (subject.workload == nullptr || subject.workload->sharding.empty()) return findings;
  const std::vector<ServedPattern>& patterns = serving_of(subject).patterns;
  for (const KeyHeat& heat : logical_heats(subject)) {
    const StatedSharding* sharding = sharding_of(subject, Service{.index = heat.key.index});
    if (sharding == nullptr || sharding->shards < 1 || heat.witness == Witness::insight) continue;
    const Sharded sharded{*sharding, heat, subject.workload->growth};
    if (sharded.needed() > sharded.shards()) {
      findings.push_back(too_few(rule, sharded));
    } else if (sharded.shards() > surplus * sharded.needed() &&
               is_gathered(patterns, heat.key.index)) {
      findings.push_back(too_many(rule, sharded));
    }
  }
  return findings;
}

}  // namespace ddblint
