#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_names.h"

namespace ddblint {

Findings double_hashed_key(const Subject& subject, const Rule& rule) {
  const std::vector<NamedKey> keys = named_keys(subject, rule);
  if (keys.empty()) return {};

  Findings findings;
  const NameJudge hashes(rule.info);
  for (const NamedKey& key : keys) {
    const auto severity = hashes.judge(key.schema->partition.front().name.value());
    if (!severity) continue;
    Finding finding = suspect(
        rule, key, *severity,
        fmt::format("partition key {} is named like a hash of another attribute: DynamoDB hashes "
                    "every partition key itself, so this one adds work and spreads nothing better",
                    key.shown()));
    finding.label = "hashed before it is hashed?";
    finding.remedy = "use the attribute itself as the partition key";
    finding.notes.emplace_back(
        "a profile of the data that has the hash and its source would prove it; a hash that hides "
        "personal data or shortens a value of over 2,048 bytes has its reason");
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
