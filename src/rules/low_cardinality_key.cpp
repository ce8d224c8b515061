#include <algorithm>

#include <fmt/format.h>

#include "rules/better_keys.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_names.h"
#include "rules/measured_keys.h"

// Names suspect, data decide. Few values alone are no harm: a table of 200 countries has 200 values
// and needs no more. They are when each of them gathers items; and how many it takes depends on
// what the values are: those of an enumeration stay as few as they are, identifiers become more as
// the table grows.

namespace ddblint {
namespace {

/// Items for each value from which on few values are too few.
constexpr double kItemsOfEnumeration = 5;
constexpr double kItemsOfAny = 20;
constexpr double kItemsOfIdentifier = 100;

/// The least sure of the attributes; nothing when one of them is not like an enumeration at all: a
/// single attribute with many values is enough to spread a key.
std::optional<Severity> judge_key(const NameJudge& judge, const NamedKey& key) {
  Severity least = Severity::warning;
  for (const KeyElement& element : key.schema->partition) {
    const auto severity = judge.judge(element.name.value());
    if (!severity) return std::nullopt;
    least = std::min(least, *severity);
  }
  return least;
}

bool one_item_a_value(const NamedKey& key) { return key.index == nullptr && key.simple(); }

std::string back_pressure(const NamedKey& key) {
  return key.index == nullptr ? "" : ", and a throttled index throttles the table's writes";
}

Finding describe(const Rule& rule, const NamedKey& key, Severity severity) {
  const bool several = key.schema->partition.size() > 1;
  Finding finding =
      suspect(rule, key, severity,
              fmt::format("partition key {}{} {}: all items that share {} share one "
                          "partition's 1,000 write units and 3,000 read units a second{}",
                          key.shown(), key.owner(),
                          several ? "are named like small sets of values"
                                  : "is named like a small set of values",
                          several ? "the values" : "a value", back_pressure(key)));
  finding.label = "few distinct values?";
  finding.remedy = key.index == nullptr
                       ? "lead with an attribute that has many values, such as the item's own id, "
                         "and look up by "
                         "this one through an index with a sharded key"
                       : "append a calculated shard number to the value and query every shard, or "
                         "keep the index "
                         "sparse: set the attribute only on the items that you look for";
  finding.notes.emplace_back(
      "a profile of the data (distinct values, share of the largest) or access patterns with rates "
      "would settle it");
  return finding;
}

/// What the name of the key makes one think.
std::optional<Finding> by_name(const Subject& subject, const Rule& rule, const NamedKey& key) {
  const bool identified = std::ranges::any_of(key.schema->partition, [](const KeyElement& element) {
    return is_identifier(element.name.value());
  });
  if (identified) return std::nullopt;
  const auto severity = judge_key(NameJudge(rule.info), key);
  if (!severity) return std::nullopt;
  // The table of all categories has one item a category, and that is what it is for.
  if (one_item_a_value(key) &&
      table_lists(subject.table, key.schema->partition.front().name.value())) {
    return std::nullopt;
  }
  const bool small = table_mentions(subject.table, rule.words("small-tables"));
  Finding finding = describe(rule, key, small ? Severity::info : *severity);
  if (small) finding.notes.emplace_back("the table's name says that it is small");
  if (one_item_a_value(key)) {
    finding.notes.emplace_back("without a sort key the table holds one item a value");
  }
  return finding;
}

/// Whether a shape says something of each or of any of the key's attributes.
template <class Predicate>
bool any_shape(const Subject& subject, const NamedKey& key, Predicate predicate) {
  return std::ranges::any_of(key.schema->partition, [&](const KeyElement& element) {
    const ShapeFact* shape = shape_of(subject, element);
    return shape != nullptr && predicate(shape->shape);
  });
}

bool is_of_identifiers(const Subject& subject, const NamedKey& key) {
  return any_shape(subject, key, identifies) ||
         std::ranges::any_of(key.schema->partition, [](const KeyElement& element) {
           return is_identifier(element.name.value());
         });
}

/// True where values are few and gather so many items that the key cannot spread them.
bool gathers(const Subject& subject, const MeasuredKey& measured, bool suspected) {
  const KeyProfile& profile = *measured.profile;
  const double items_a_value = items_of(subject, profile) / std::max(profile.distinct.value, 1.0);
  const bool enumeration = any_shape(subject, measured.key, [](Shape shape) {
    return shape == Shape::enumeration || shape == Shape::boolean;
  });
  if (suspected) return items_a_value >= kItemsOfEnumeration;
  if (profile.items < kFewestItems) return false;
  if (is_of_identifiers(subject, measured.key)) {
    const bool reached = kPartitionWrites / profile.hottest_share.value <= kTableWrites;
    return items_a_value >= kItemsOfIdentifier && reached;
  }
  return items_a_value >= (enumeration ? kItemsOfEnumeration : kItemsOfAny);
}

/// DDB104 speaks of keys that are dates.
bool is_dates(const Subject& subject, const NamedKey& key) {
  return std::ranges::all_of(key.schema->partition, [&subject](const KeyElement& element) {
    const ShapeFact* shape = shape_of(subject, element);
    return shape != nullptr && (shape->shape == Shape::date || shape->shape == Shape::time_bucket);
  });
}

std::string remedy(const Subject& subject, const MeasuredKey& measured, const Heat& heat) {
  const NamedKey& key = measured.key;
  const double share = measured.profile->hottest_share.value;
  std::string shards = fmt::format(
      "append a calculated shard number and query every shard: with 10 it throttles above "
      "{} writes a second",
      count_text(heat.writes * 10));
  const auto combined = [&] {
    return better_combination(subject, *key.schema, measured.profile->key.index, share);
  };
  if (key.index != nullptr) {
    shards += ", or keep the index sparse: set the attribute only on the items that you look for";
    const auto together = combined();
    if (!together) return shards;
    return fmt::format("{}, or partition it by {}, if the reads know them all", shards,
                       together->text());
  }
  const auto better = better_attributes(subject, *key.schema, share);
  if (!better.empty()) {
    std::string names = better.front().text();
    if (better.size() > 1) names += " or " + better[1].text();
    return fmt::format("lead with {}, if the reads know it; where they force {}, {}", names,
                       key.shown(), shards);
  }
  if (const auto together = combined()) {
    return fmt::format("join {}, if the reads know them all; else {}", together->text(), shards);
  }
  return shards;
}

Finding by_data(const Subject& subject, const Rule& rule, const MeasuredKey& measured,
                Severity unsized) {
  const KeyProfile& profile = *measured.profile;
  const NamedKey& key = measured.key;
  const Heat heat = heat_of(subject, profile, unsized);
  const std::string_view have = key.schema->partition.size() > 1 ? "have" : "has";
  Finding finding =
      make_measured(rule, key, heat.severity,
                    fmt::format("partition key {}{} {} {}, and {}: it {}{}", key.shown(),
                                key.owner(), have, distinct_text(subject, profile),
                                hottest_text(profile), throttles_above(heat), back_pressure(key)));
  finding.label = counted(profile.distinct.value, "distinct value", "distinct values");
  finding.remedy = remedy(subject, measured, heat);
  add_heat(finding, subject, profile, heat);
  return finding;
}

/// What the data make of a suspicion, or find without one.
std::optional<Finding> judge(const Subject& subject, const Rule& rule, const MeasuredKey& measured,
                             std::optional<Finding> suspicion) {
  const KeyProfile& profile = *measured.profile;
  const auto settle = [&suspicion](std::string because) {
    return suspicion ? std::optional(withdraw(std::move(*suspicion), std::move(because)))
                     : std::nullopt;
  };
  const auto threshold = static_cast<std::uint64_t>(rule.integer("min-distinct-values"));
  const SpreadVerdict verdict = judge_spread(subject, profile, threshold);
  if (verdict.spread == Spread::enough) return settle(distinct_text(subject, profile));
  if (verdict.spread == Spread::untold) {
    if (!suspicion) return std::nullopt;
    return leave_open(std::move(*suspicion), subject, profile, verdict.rows_needed);
  }
  if (is_dates(subject, measured.key))
    return settle("the values are dates, of which DDB104 speaks");
  if (const ShardSuffixFact* shards = shards_of(subject, *measured.key.schema)) {
    return settle(fmt::format("its values carry a shard number, {} of them", shards->shards));
  }
  if (gathers(subject, measured, suspicion.has_value())) {
    const Severity unsized = suspicion ? suspicion->severity : Severity::info;
    return by_data(subject, rule, measured, unsized);
  }
  return settle(distinct_text(subject, profile));
}

}  // namespace

Findings low_cardinality_key(const Subject& subject, const Rule& rule) {
  return settle_by_data(subject, rule, by_name, judge);
}

}  // namespace ddblint
