#include <algorithm>

#include "design/key_spread.h"
#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_heat.h"

namespace ddblint {
namespace {

/// A pattern that queries the index by its partition key; null when there is none.
const ServedPattern* needs(const std::vector<ServedPattern>& patterns, const Index* index) {
  const auto found = std::ranges::find_if(patterns, [index](const ServedPattern& served) {
    const Service* asked = served.asked();
    return asked != nullptr && asked->index == index && asked->how == How::query;
  });
  return found == patterns.end() ? nullptr : &*found;
}

bool is_sharded(const Subject& subject, const Index* index) {
  return sharding_of(subject, Service{.index = index}) != nullptr;
}

}  // namespace

Findings sharded_index_needed(const Subject& subject, const Rule& rule) {
  Findings findings;
  const std::vector<ServedPattern>& patterns = serving_of(subject).patterns;
  for (const KeyHeat& heat : key_heats(subject, rule)) {
    const ServedPattern* pattern = needs(patterns, heat.key.index);
    if (pattern == nullptr || heat.writes.value <= kPartitionWrites) continue;
    if (is_sharded(subject, heat.key.index)) continue;
    const double shards =
        shards_for(heat.writes.value * subject.workload->growth, kPartitionWrites);
    Finding finding = suspect(
        rule, heat.key, Severity::warning,
        fmt::format("{} needs {}{}, of which {} gets {} write units a second and one partition "
                    "takes {}: the key needs a shard number",
                    pattern_text(*pattern->pattern), heat.key.shown(), heat.key.owner(),
                    value_text(heat), count_text(heat.writes.value), count_text(kPartitionWrites)));
    finding.evidence = Evidence::measured;
    finding.label = fmt::format("{} shards", count_text(shards));
    finding.related.push_back({pattern->pattern->name.span, "the pattern that needs it"});
    finding.measurements = {measurement("peak-writes", heat.writes.value, "write units/s"),
                            measurement("shards", shards, "shards")};
    finding.remedy = fmt::format(
        "give the items an attribute such as crc32 of their key modulo {}, and make it part of the "
        "index's partition key; each read of a value then asks {} shards",
        count_text(shards), count_text(shards));
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
