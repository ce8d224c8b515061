#include "rules/measured_keys.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "rules/figures.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

bool is_plan_of(const PlannedKey& planned, const KeySchema& schema) {
  return std::ranges::equal(planned.partition, schema.partition,
                            [](const PlannedAttribute& attribute, const KeyElement& element) {
                              return element.name.is(attribute.name);
                            });
}

/// The head of a scan holds whole collections: of the key that it is ordered by, their number
/// tells, and rows do not.
SpreadVerdict judge_collections(const ProfileSource& source, const KeyProfile& profile,
                                double threshold) {
  if (profile.distinct.low >= threshold) return {.spread = Spread::enough, .rows_needed = {}};
  const bool all = source.population && profile.distinct.high < threshold;
  return {.spread = all ? Spread::few : Spread::untold, .rows_needed = {}};
}

SpreadVerdict judge_rows(const ProfileSource& source, const KeyProfile& profile,
                         std::uint64_t threshold) {
  const CardinalityVerdict verdict =
      judge_cardinality(profile.counts, threshold, source.population);
  if (verdict.verdict == Cardinality::enough) return {.spread = Spread::enough, .rows_needed = {}};
  // The values of a file's first rows are those of its first days: they prove many, never few.
  const bool low = verdict.verdict == Cardinality::low && source.drawn != Drawn::file_head;
  return {.spread = low ? Spread::few : Spread::untold, .rows_needed = verdict.rows_needed};
}

std::string items_text(const Subject& subject, const KeyProfile& profile) {
  const bool sampled = subject.profile->source.sampled();
  return fmt::format("{}{}", sampled ? "a sample of " : "",
                     counted(static_cast<double>(profile.items), "item", "items"));
}

}  // namespace

const KeyProfile* profile_of(const Subject& subject, const KeySchema& schema, const Index* index) {
  if (subject.profile == nullptr || !schema.known() || schema.partition.empty()) return nullptr;
  if (index != nullptr && !index->name.known()) return nullptr;
  const KeyProfile* profile = subject.profile->key(index == nullptr ? "" : index->name.value());
  const bool usable = profile != nullptr && profile->items > 0 && is_plan_of(profile->key, schema);
  return usable ? profile : nullptr;
}

std::vector<MeasuredKey> keys_with_data(const Subject& subject, const Rule& rule) {
  std::vector<MeasuredKey> keys;
  const auto add = [&](const KeySchema& schema, const Index* index) {
    const KeyProfile* profile = profile_of(subject, schema, index);
    const bool ignored = std::ranges::any_of(schema.partition, [&](const KeyElement& element) {
      return is_ignored(rule, element.name.value_or(""));
    });
    if (profile != nullptr && !ignored) {
      keys.push_back({.key = {&schema, index}, .profile = profile});
    }
  };
  if (rule.info.applies_to == AppliesTo::table) {
    add(subject.table.key, nullptr);
  } else {
    for (const Index& index : subject.table.global_indexes.items) add(index.key, &index);
  }
  return keys;
}

std::vector<MeasuredKey> measured_keys(const Subject& subject, const Rule& rule) {
  const bool counts = subject.profile != nullptr && !subject.profile->source.examples;
  return counts ? keys_with_data(subject, rule) : std::vector<MeasuredKey>();
}

SpreadVerdict judge_spread(const Subject& subject, const KeyProfile& profile,
                           std::uint64_t threshold) {
  const ProfileSource& source = subject.profile->source;
  if (!source.sampled()) {
    const bool enough = profile.distinct.value >= static_cast<double>(threshold);
    return {.spread = enough ? Spread::enough : Spread::few, .rows_needed = {}};
  }
  const bool clustered = source.drawn == Drawn::scan_head && profile.key.index.empty();
  return clustered ? judge_collections(source, profile, static_cast<double>(threshold))
                   : judge_rows(source, profile, threshold);
}

std::string distinct_text(const Subject& subject, const KeyProfile& profile) {
  const bool sampled = subject.profile->source.sampled();
  const auto seen = sampled && profile.counts.distinct > 0
                        ? static_cast<double>(profile.counts.distinct)
                        : profile.distinct.value;
  return fmt::format("{} in {}", counted(seen, "distinct value", "distinct values"),
                     items_text(subject, profile));
}

double items_of(const Subject& subject, const KeyProfile& profile) {
  const ProfileSource& source = subject.profile->source;
  const auto items = static_cast<double>(profile.items);
  if (!source.population || source.items == 0) return items;
  return items * static_cast<double>(*source.population) / static_cast<double>(source.items);
}

Heat heat_of(const Subject& subject, const KeyProfile& profile, Severity unsized) {
  const double share = std::max(profile.hottest_share.value, 1e-12);
  Heat heat;
  heat.writes = kPartitionWrites / share;
  heat.reads = kPartitionReads / share;
  if (const auto whole = subject.profile->table_bytes(); whole && subject.profile->source.items > 0)
    heat.bytes = *whole * static_cast<double>(profile.items) /
                 static_cast<double>(subject.profile->source.items);
  if (!heat.bytes) {
    heat.severity = unsized;
  } else if (*heat.bytes >= kPartitionBytes && heat.writes <= kTableWrites) {
    heat.severity = Severity::warning;
  }
  return heat;
}

std::string throttles_above(const Heat& heat) {
  return fmt::format("throttles above {} writes or {} reads a second", count_text(heat.writes),
                     count_text(heat.reads));
}

void add_heat(Finding& finding, const Subject& subject, const KeyProfile& profile,
              const Heat& heat) {
  const Estimate& share = profile.hottest_share;
  finding.measurements.push_back(measurement("distinct-values", profile.distinct, "values"));
  finding.measurements.push_back(measurement("items", static_cast<double>(profile.items), "items"));
  finding.measurements.push_back(measurement("hottest-share", share, "share"));
  const auto rate = [](double part) { return kPartitionWrites / std::max(part, 1e-12); };
  finding.measurements.push_back({.name = "break-even-writes",
                                  .value = heat.writes,
                                  .low = rate(share.high),
                                  .high = rate(share.low),
                                  .unit = "writes/s"});
  if (heat.severity != Severity::info) return;
  if (!heat.bytes) {
    finding.notes.emplace_back(
        "the size of the table is unknown: it is a warning once the data are over 10 GB");
  } else if (*heat.bytes < kPartitionBytes) {
    finding.notes.push_back(fmt::format(
        "the {} hold {}, which one partition stores: it hurts from that rate on, and is "
        "a warning once the data are over 10 GB",
        items_text(subject, profile), bytes_text(*heat.bytes)));
  }
}

Finding make_measured(const Rule& rule, const NamedKey& key, Severity severity,
                      std::string message) {
  Finding finding = suspect(rule, key, severity, std::move(message));
  finding.evidence = Evidence::measured;
  return finding;
}

std::string hottest_text(const KeyProfile& profile) {
  const std::string share = percent(profile.hottest_share.value);
  if (profile.top.empty()) return fmt::format("the most frequent holds {} of them", share);
  const TopValue& top = profile.top.front();
  return fmt::format("`{}{}` holds {} of them", top.value, top.cut ? "..." : "", share);
}

Finding withdraw(Finding suspicion, std::string because) {
  suspicion.withdrawn_because = std::move(because);
  return suspicion;
}

Finding leave_open(Finding suspicion, const Subject& subject, const KeyProfile& profile,
                   std::optional<std::uint64_t> rows_needed) {
  suspicion.severity = Severity::info;
  suspicion.notes = {
      rows_needed && *rows_needed > profile.items
          ? fmt::format("the data do not settle it: {}; about {} would",
                        distinct_text(subject, profile),
                        counted(static_cast<double>(*rows_needed), "row", "rows"))
          : fmt::format("the data do not settle it: {}; more rows, or all of them, would",
                        distinct_text(subject, profile))};
  return suspicion;
}

Findings settle_by_data(const Subject& subject, const Rule& rule, NameSuspicion by_name,
                        DataVerdict by_data) {
  Findings findings;
  const std::vector<MeasuredKey> measured = measured_keys(subject, rule);
  std::vector<std::optional<Finding>> suspicions(measured.size());
  for (const NamedKey& key : named_keys(subject, rule)) {
    auto suspicion = by_name(subject, rule, key);
    if (!suspicion) continue;
    const auto data = std::ranges::find_if(
        measured, [&key](const MeasuredKey& other) { return other.key.schema == key.schema; });
    if (data == measured.end()) {
      findings.push_back(std::move(*suspicion));
    } else {
      suspicions[static_cast<std::size_t>(data - measured.begin())] = std::move(suspicion);
    }
  }
  for (std::size_t i = 0; i < measured.size(); ++i) {
    auto finding = by_data(subject, rule, measured[i], std::move(suspicions[i]));
    if (finding) findings.push_back(std::move(*finding));
  }
  return findings;
}

const ShapeFact* shape_of(const Subject& subject, const KeyElement& element) {
  if (subject.profile == nullptr || !element.name.known()) return nullptr;
  const AttributeProfile* attribute = subject.profile->attribute(element.name.value());
  constexpr std::uint64_t kFewestValues = 30;
  if (attribute == nullptr || attribute->present < kFewestValues || !attribute->shape) {
    return nullptr;
  }
  return attribute->shape->share >= 0.95 ? &*attribute->shape : nullptr;
}

std::string shape_text(const ShapeFact& shape) {
  return shape.detail.empty() ? std::string(to_string(shape.shape)) : shape.detail;
}

const ShardSuffixFact* shards_of(const Subject& subject, const KeySchema& schema) {
  if (subject.profile == nullptr || schema.partition.size() != 1) return nullptr;
  const auto& facts = subject.profile->shard_suffixes;
  const auto found = std::ranges::find_if(facts, [&schema](const ShardSuffixFact& fact) {
    return schema.partition.front().name.is(fact.attribute) && fact.shards > 1;
  });
  return found == facts.end() ? nullptr : &*found;
}

}  // namespace ddblint
