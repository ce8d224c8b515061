#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_heat.h"

namespace ddblint {

Findings cacheable_hot_reads(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const KeyHeat& heat : key_heats(subject)) {
    if (heat.reads.value <= kPartitionReads || heat.witness == Witness::insight) continue;
    const double rate = 1 - kPartitionReads / heat.reads.value;
    Finding finding = suspect(
        rule, heat.key, Severity::info,
        fmt::format("{} of {}{} is read with {} read units a second, of which one partition serves "
                    "{}: a cache that answers {} of them keeps it under the limit",
                    value_text(heat), heat.key.shown(), heat.key.owner(),
                    count_text(heat.reads.value), count_text(kPartitionReads), percent(rate)));
    finding.evidence = Evidence::measured;
    finding.label = "reads for a cache";
    if (!heat.by_writes()) relate_pattern(finding, heat);
    finding.measurements = {measurement("peak-reads", heat.reads.value, "read units/s"),
                            measurement("hit-rate", rate, "share")};
    finding.remedy =
        "cache what is read eventually consistently, in the application or with DynamoDB "
        "Accelerator; strong and transactional reads pass through any cache";
    finding.notes.push_back(fmt::format("by {}", witness_text(heat.witness)));
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
