#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_names.h"

namespace ddblint {
namespace {

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

Finding describe(const Rule& rule, const NamedKey& key, Severity severity) {
  const bool several = key.schema->partition.size() > 1;
  std::string message = fmt::format(
      "partition key {}{} {}: all items that share {} share one "
      "partition's 1,000 write units and 3,000 read units a second",
      key.shown(), key.owner(),
      several ? "are named like small sets of values" : "is named like a small set of values",
      several ? "the values" : "a value");
  if (key.index != nullptr) message += ", and a throttled index throttles the table's writes";
  Finding finding = suspect(rule, key, severity, std::move(message));
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

}  // namespace

Findings low_cardinality_key(const Subject& subject, const Rule& rule) {
  std::vector<NamedKey> keys = named_keys(subject, rule);
  std::erase_if(keys, [](const NamedKey& key) {
    return std::ranges::any_of(key.schema->partition, [](const KeyElement& element) {
      return is_identifier(element.name.value());
    });
  });
  if (keys.empty()) return {};

  Findings findings;
  const NameJudge judge(rule.info);
  for (const NamedKey& key : keys) {
    const auto severity = judge_key(judge, key);
    if (!severity) continue;
    const bool one_item_a_value = key.index == nullptr && key.simple();
    // The table of all categories has one item a category, and that is what it is for.
    if (one_item_a_value &&
        table_lists(subject.table, key.schema->partition.front().name.value())) {
      continue;
    }
    const bool small = table_mentions(subject.table, rule.words("small-tables"));
    Finding finding = describe(rule, key, small ? Severity::info : *severity);
    if (small) finding.notes.emplace_back("the table's name says that it is small");
    if (one_item_a_value) {
      finding.notes.emplace_back("without a sort key the table holds one item a value");
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
