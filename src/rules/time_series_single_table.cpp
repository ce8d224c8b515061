#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_names.h"

namespace ddblint {
namespace {

bool says_no_expiry(const Table& table) {
  return states_settings(table.dialect) &&
         (table.ttl_enabled.absent() || table.ttl_enabled.is(false));
}

/// A table whose partitions are dates already has a period in its key: DDB104 speaks of it.
bool is_keyed_by_date(const NamedKey& key) {
  const RuleInfo* dates = find_rule("DDB104");
  return dates != nullptr &&
         NameJudge(*dates).judge(key.schema->partition.front().name.value()).has_value();
}

bool is_sorted_by_time(const NamedKey& key, const Rule& rule) {
  const auto& sort = key.schema->sort;
  return !sort.empty() && sort.front().name.known() &&
         match_words(rule.words("times"), sort.front().name.value()).has_value();
}

}  // namespace

Findings time_series_single_table(const Subject& subject, const Rule& rule) {
  if (!says_no_expiry(subject.table)) return {};
  const NamedKey key{&subject.table.key, nullptr};
  if (!key.schema->known() || key.schema->partition.empty() ||
      !key.schema->partition.front().name.known()) {
    return {};
  }
  if (!is_sorted_by_time(key, rule)) return {};
  if (!table_mentions(subject.table, rule.words("tables"))) return {};
  if (is_keyed_by_date(key)) return {};

  const KeyElement& time = key.schema->sort.front();
  Finding finding = make_finding(
      rule, Evidence::suspected, time.name.span(),
      fmt::format("items of `{}` are sorted by `{}` and nothing lets them expire: the table grows "
                  "for ever and keeps old items beside the recent ones that most reads want",
                  subject.table.name.value_or(subject.table.id), time.name.value()));
  finding.severity = Severity::info;
  finding.label = "grows at one end";
  finding.attribute = time.name.value();
  finding.remedy =
      "let old items expire by time to live, or keep one table a period and lower the capacity of "
      "the old ones";
  finding.notes.emplace_back(
      "access patterns would settle it: the share of reads that ask for old items");
  return {std::move(finding)};
}

}  // namespace ddblint
