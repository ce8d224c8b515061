#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_heat.h"
#include "rules/measured_keys.h"
#include "rules/wording.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// Provisioned units of one direction against what one key value can use of them.
struct Load {
  std::string_view direction;
  Setting<std::int64_t> units;
  std::int64_t limit;

  [[nodiscard]] bool over() const { return units.known() && units.value() > limit; }
  /// Key values that must share the traffic at any moment.
  [[nodiscard]] std::int64_t keys() const { return over() ? (units.value() - 1) / limit + 1 : 0; }
};

std::string owner_of(const Index* index) {
  return index == nullptr ? "the table" : fmt::format("index `{}`", name_of(*index));
}

std::optional<Finding> look(const Rule& rule, const Throughput& throughput, const Index* index) {
  const Load reads{.direction = "read",
                   .units = throughput.read,
                   .limit = static_cast<std::int64_t>(kPartitionReads)};
  const Load writes{.direction = "write",
                    .units = throughput.write,
                    .limit = static_cast<std::int64_t>(kPartitionWrites)};
  const bool by_writes = writes.keys() >= reads.keys();
  const Load& worse = by_writes ? writes : reads;
  const Load& other = by_writes ? reads : writes;
  if (!worse.over()) return std::nullopt;

  Finding finding = make_finding(
      rule, Evidence::structural, worse.units.span(),
      fmt::format("{} provisions {} {} units a second, of which one partition key value can use "
                  "{}: the traffic must spread over at least {} values at any moment",
                  owner_of(index), grouped(worse.units.value()), worse.direction,
                  grouped(worse.limit), grouped(worse.keys())));
  finding.label = fmt::format("one key value: {} at most", grouped(worse.limit));
  if (other.over()) {
    finding.related.push_back(
        {other.units.span(),
         fmt::format("{} {} units need at least {} values", grouped(other.units.value()),
                     other.direction, grouped(other.keys()))});
  }
  finding.measurements = {exact(fmt::format("provisioned-{}-capacity", worse.direction),
                                worse.units.value(), fmt::format("{} units/s", worse.direction)),
                          exact("key-values-needed", worse.keys(), "values")};
  finding.remedy =
      "check that the busiest second has that many active key values, evenly loaded; shard those "
      "that exceed the limit, or provision what they can use";
  finding.index = index == nullptr ? "" : name_of(*index);
  return finding;
}

/// Where it is known how busy the busiest value gets, that settles whether the traffic spreads.
Finding settle(Finding finding, const std::vector<KeyHeat>& heats, const Index* index) {
  const auto heat =
      std::ranges::find_if(heats, [index](const KeyHeat& each) { return each.key.index == index; });
  if (heat == heats.end()) return finding;
  const std::string told = fmt::format("by {} {} of {} gets {}", witness_text(heat->witness),
                                       value_text(*heat), heat->key.shown(), peak_text(*heat));
  if (!heat->over()) return withdraw(std::move(finding), told);
  finding.severity = Severity::warning;
  finding.evidence = Evidence::measured;
  finding.notes.push_back(told);
  return finding;
}

}  // namespace

Findings throughput_over_partition(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!table.provisioned()) return {};
  const std::vector<KeyHeat> heats = key_heats(subject);
  Findings findings;
  const auto add = [&](const Throughput& throughput, const Index* index) {
    auto finding = look(rule, throughput, index);
    if (finding) findings.push_back(settle(std::move(*finding), heats, index));
  };
  add(table.throughput, nullptr);
  for (const auto& index : table.global_indexes.items) add(index.throughput, &index);
  return findings;
}

}  // namespace ddblint
