#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_names.h"

namespace ddblint {
Findings sequence_key(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const NamedKey& key : named_keys(subject, rule)) {
    if (!is_sequence(rule.info, key.schema->partition.front())) continue;
    Finding finding = suspect(
        rule, key, Severity::info,
        fmt::format("partition key {} is named like a number that a database engine hands out: "
                    "reads that do not know it need an index or a scan",
                    key.shown()));
    finding.label = "who asks for this number?";
    finding.remedy =
        "use the identifier that reads know as the key, and the condition "
        "`attribute_not_exists` on writes for uniqueness";
    finding.notes.emplace_back(
        "access patterns would settle it: the key is right where reads give it with equality");
    finding.notes.emplace_back(
        "this is no hot key: DynamoDB hashes a sequence like any other value");
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
