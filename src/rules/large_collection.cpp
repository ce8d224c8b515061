#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/largest_collection.h"
#include "rules/measured_keys.h"

namespace ddblint {

Findings large_collection(const Subject& subject, const Rule& rule) {
  // With a local index the limit is hard, and DDB210 speaks of it.
  if (!subject.table.local_indexes.items.empty()) return {};
  const double least =
      static_cast<double>(rule.integer("min-collection-size")) * 1024 * 1024 * 1024;
  Findings findings;
  for (const auto& [key, profile] : measured_keys(subject, rule)) {
    const auto largest = largest_collection(subject, *profile);
    if (!largest || largest->bytes.value < least) continue;
    const bool over = largest->bytes.value >= kPartitionBytes;
    Finding finding = make_measured(
        rule, key, over ? Severity::warning : Severity::info,
        fmt::format(
            "the collection `{}` of {} holds {}{}: {}", largest->key, key.shown(),
            largest->scaled ? "about " : "", bytes_text(largest->bytes.value),
            over ? "it lies on several partitions, a read of it takes thousands of requests, "
                   "and no local index can be had"
                 : "it is on its way to the 10 GB that one partition stores"));
    finding.label = bytes_text(largest->bytes.value);
    finding.remedy =
        "append a period or a shard number to the key, or let old items expire, so that a "
        "collection has a bound";
    finding.measurements = {measurement("collection-bytes", largest->bytes, "bytes"),
                            measurement("collection-items", largest->items, "items")};
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
