#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_names.h"
#include "rules/key_reads.h"
#include "rules/source_key.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// The columns of the table's key, partition first, if they are the source's primary key in its
/// order.
std::vector<const RelationalColumn*> lifted_columns(const Subject& subject) {
  const RelationalSource& source = *subject.source;
  const auto& primary = source.table->primary_key;
  if (!primary || !subject.table.key.known()) return {};
  std::vector<KeyElement> keys = subject.table.key.partition;
  keys.insert(keys.end(), subject.table.key.sort.begin(), subject.table.key.sort.end());
  auto columns = source.columns(keys);
  const bool same = std::ranges::equal(
      columns, primary->columns, [&](const RelationalColumn* column, const std::string& name) {
        return column == source.table->column(name);
      });
  return same ? columns : std::vector<const RelationalColumn*>();
}

Finding lifted(const Subject& subject, const Rule& rule, std::string message) {
  const KeyElement& first = subject.table.key.partition.front();
  Finding finding = make_finding(rule, Evidence::structural, first.name.span(), std::move(message));
  finding.attribute = first.name.value();
  finding.label = "do reads know it?";
  relate(finding, subject.source->table->primary_key->place, "the primary key");
  finding.notes.emplace_back(
      "access patterns would settle it: the key is right where reads give it with equality");
  return finding;
}

Findings composite_key(const Subject& subject, const Rule& rule) {
  // An index is a sign that somebody asked what else is read.
  if (!subject.table.global_indexes.items.empty()) return {};
  const RelationalSource& source = *subject.source;
  const auto& columns = source.table->primary_key->columns;
  Finding finding = lifted(
      subject, rule,
      fmt::format("the key is the primary key of `{}` as it was, {}: a read that does not know "
                  "`{}` needs an index or a scan",
                  source.table_name(), quoted_list(columns), columns.front()));
  finding.remedy = fmt::format(
      "begin the key with what reads give with equality, or add an index on `{}`", columns.back());
  return {finding};
}

Findings simple_key(const Subject& subject, const Rule& rule, const RelationalColumn& column) {
  const RelationalSource& source = *subject.source;
  const RelationalKey* identifier = source.business_identifier();
  // A generated number is DDB102's.
  const bool generated = column.generator || source.own_sequence() != nullptr;
  if (generated || identifier == nullptr || index_on(subject, *identifier) != nullptr) return {};
  const std::string names = quoted_list(identifier->columns);
  Finding finding = lifted(
      subject, rule,
      fmt::format("partition key `{}` is the primary key of `{}` as it was, where {} {} unique, "
                  "too: reads that know only the latter need an index or a scan",
                  subject.table.key.partition.front().name.value(), source.table_name(), names,
                  identifier->columns.size() == 1 ? "is" : "are"));
  relate(finding, identifier->place, "unique, too");
  finding.remedy = fmt::format("use {} as the key, where that is what reads know", names);
  return {finding};
}

/// Nobody reads by the key that was taken over.
Finding not_read(const Subject& subject, const Rule& rule, const KeyReads& reads) {
  const RelationalSource& source = *subject.source;
  Finding finding =
      lifted(subject, rule,
             fmt::format(
                 "the key is the primary key of `{}` as it was, {}, and {} gives it with equality: "
                 "all of them need an index or a scan",
                 source.table_name(), quoted_list(source.table->primary_key->columns), reads.who));
  finding.severity = Severity::warning;
  finding.notes.clear();
  finding.label = "no read knows it";
  const std::vector<std::string> known = attributes_known_to_reads(subject);
  if (!known.empty()) {
    finding.remedy =
        fmt::format("make what the reads give the table's key ({})", quoted_list(known));
  }
  return finding;
}

}  // namespace

Findings lifted_primary_key(const Subject& subject, const Rule& rule) {
  if (subject.source == nullptr) return {};
  const auto columns = lifted_columns(subject);
  if (columns.empty()) return {};
  if (is_ignored(rule, subject.table.key.partition.front().name.value())) return {};
  const KeyReads reads = reads_by(subject, nullptr);
  if (reads.verdict == ReadsByKey::some) return {};
  if (reads.verdict == ReadsByKey::none) return {not_read(subject, rule, reads)};
  return columns.size() == 1 ? simple_key(subject, rule, *columns.front())
                             : composite_key(subject, rule);
}

}  // namespace ddblint
