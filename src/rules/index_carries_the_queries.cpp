#include <optional>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_names.h"
#include "rules/key_reads.h"
#include "rules/measured_keys.h"

namespace ddblint {
namespace {

/// What a table's key looks like when nobody asks for it.
enum class Origin { business, row_id, sequence };

Origin origin_of(const Rule& rule, const Table& table) {
  const KeyElement& element = table.key.partition.front();
  const std::string& name = element.name.value();
  if (match_words(rule.words("row-ids"), name)) {
    // In a table of transactions the transaction's id is the business identifier itself.
    const bool of_the_row = !table_mentions(table, rule.words("row-tables"));
    return of_the_row ? Origin::row_id : Origin::business;
  }
  const RuleInfo* sequences = find_rule("DDB102");
  if (sequences == nullptr) return Origin::business;
  return is_sequence(*sequences, element) ? Origin::sequence : Origin::business;
}

Finding describe(const Rule& rule, const Table& table, const NamedKey& index) {
  const KeyElement& key = table.key.partition.front();
  Finding finding = suspect(
      rule, index, Severity::info,
      fmt::format("the table's key `{}` looks like a number of the row alone, while {}{} is what "
                  "reads know: they all go through the index, which is eventually consistent and "
                  "costs a second write",
                  key.name.value(), index.shown(), index.owner()));
  finding.label = "the key that reads know";
  finding.related.push_back({key.name.span(), "the table's own key"});
  finding.remedy = fmt::format(
      "make {} the table's partition key, with the condition `attribute_not_exists` on writes or a "
      "sort key where several items share a value, and drop the index",
      index.shown());
  finding.notes.emplace_back(
      "access patterns would settle it: the table's key is right where some read gives it with "
      "equality");
  return finding;
}

/// A global index that is read while the table's own key is not; nothing when there is none.
std::optional<Finding> by_workload(const Subject& subject, const Rule& rule,
                                   const KeyReads& of_table) {
  for (const Index& index : subject.table.global_indexes.items) {
    if (!index.key.known() || index.key.partition.empty()) continue;
    const KeyReads reads = reads_by(subject, &index);
    const NamedKey key{&index.key, &index};
    const bool named = index.key.partition.front().name.known();
    if (reads.verdict != ReadsByKey::some || !named) continue;
    Finding finding = suspect(
        rule, key, Severity::warning,
        fmt::format("{} gives the table's key, while {} go{} through index `{}`: such reads are "
                    "eventually consistent and cost a second write",
                    of_table.who, reads.who, reads.who.starts_with("pattern") ? "es" : "",
                    index.name.value_or("?")));
    finding.evidence = Evidence::structural;
    finding.label = "the key that reads know";
    if (reads.place.valid()) finding.related.push_back({reads.place, "reads by the index"});
    const auto& own = subject.table.key.partition;
    if (!own.empty()) finding.related.push_back({own.front().name.span(), "the table's own key"});
    finding.remedy = fmt::format(
        "make {} the table's key, with the condition "
        "`attribute_not_exists` on writes, and drop the index",
        key.shown());
    return finding;
  }
  return std::nullopt;
}

Findings by_names(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  const NamedKey own{&table.key, nullptr};
  if (!table.key.known() || !own.simple() || !table.key.partition.front().name.known()) return {};
  if (is_generic_name(table.key.partition.front().name.value())) return {};
  const std::vector<NamedKey> indexes = named_keys(subject, rule);
  if (indexes.empty()) return {};
  const Origin origin = origin_of(rule, table);
  if (origin == Origin::business) return {};

  const auto identifiers = rule.words(origin == Origin::sequence ? "identifiers" : "documents");
  for (const NamedKey& index : indexes) {
    if (index.schema->partition.size() == 1 &&
        match_words(identifiers, index.schema->partition.front().name.value())) {
      return {describe(rule, table, index)};
    }
  }
  return {};
}

}  // namespace

Findings index_carries_the_queries(const Subject& subject, const Rule& rule) {
  const KeyReads reads = reads_by(subject, nullptr);
  if (reads.verdict == ReadsByKey::none) {
    if (auto finding = by_workload(subject, rule, reads)) return {std::move(*finding)};
  }
  Findings findings = by_names(subject, rule);
  if (reads.verdict != ReadsByKey::some) return findings;
  for (Finding& finding : findings) {
    finding = withdraw(std::move(finding), reads.who + " by the table's key");
  }
  return findings;
}

}  // namespace ddblint
