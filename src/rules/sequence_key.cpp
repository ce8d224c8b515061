#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_names.h"
#include "rules/source_key.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

void explain(Finding& finding) {
  finding.label = "who asks for this number?";
  finding.notes.emplace_back(
      "access patterns would settle it: the key is right where reads give it with equality");
  finding.notes.emplace_back("this is no hot key: DynamoDB hashes a sequence like any other value");
}

Finding by_name(const Rule& rule, const NamedKey& key) {
  Finding finding = suspect(
      rule, key, Severity::info,
      fmt::format("partition key {} is named like a number that a database engine hands out: "
                  "reads that do not know it need an index or a scan",
                  key.shown()));
  finding.remedy =
      "use the identifier that reads know as the key, and the condition "
      "`attribute_not_exists` on writes for uniqueness";
  explain(finding);
  return finding;
}

/// The identifier that people know a row by takes the key's place, where the source has one.
void name_identifier(Finding& finding, const Subject& subject) {
  const RelationalSource& source = *subject.source;
  const RelationalKey* identifier = source.business_identifier();
  if (identifier == nullptr) {
    finding.remedy = "use the identifier that reads know as the key";
    return;
  }
  const std::string names = quoted_list(identifier->columns);
  finding.remedy = fmt::format("use {} as the key, unique in `{}`, where that is what reads know",
                               names, source.table_name());
  relate(finding, identifier->place, "unique, too");
  if (const Index* index = index_on(subject, *identifier)) {
    finding.notes.push_back(
        fmt::format("index `{}` serves reads that know {}, at a second write for each item",
                    name_of(*index), names));
  }
}

Finding by_source(const Subject& subject, const Rule& rule, const RelationalColumn& column) {
  const KeyElement& key = subject.table.key.partition.front();
  const RelationalSource& source = *subject.source;
  Finding finding = make_finding(
      rule, Evidence::structural, key.name.span(),
      fmt::format("partition key `{}` is `{}`, {}: reads that do not know the number need an index "
                  "or a scan",
                  key.name.value(), source.column_name(column), filled_by(*column.generator)));
  finding.attribute = key.name.value();
  relate(finding, column.generator->place, "the engine hands it out");
  name_identifier(finding, subject);
  explain(finding);
  return finding;
}

/// A sequence that no column calls: applications do, in their INSERT statements.
Finding by_own_sequence(const Subject& subject, const Rule& rule, const RelationalColumn& column,
                        const RelationalSequence& sequence) {
  const KeyElement& key = subject.table.key.partition.front();
  const RelationalSource& source = *subject.source;
  Finding finding = make_finding(
      rule, Evidence::suspected, key.name.span(),
      fmt::format("partition key `{}` is `{}`, and sequence `{}` is named after it: reads that do "
                  "not know the number need an index or a scan",
                  key.name.value(), source.column_name(column), sequence.name));
  finding.attribute = key.name.value();
  relate(finding, sequence.place, "hands out numbers");
  name_identifier(finding, subject);
  explain(finding);
  return finding;
}

Findings from_source(const Subject& subject, const Rule& rule, const RelationalColumn& column) {
  if (is_ignored(rule, subject.table.key.partition.front().name.value())) return {};
  if (column.generator) return {by_source(subject, rule, column)};
  const RelationalSequence* sequence = subject.source->own_sequence();
  const auto& primary = subject.source->table->primary_key;
  const bool whole_key =
      primary && subject.source->table->column(primary->columns.front()) == &column;
  if (sequence == nullptr || !whole_key) return {};
  return {by_own_sequence(subject, rule, column, *sequence)};
}

}  // namespace

Findings sequence_key(const Subject& subject, const Rule& rule) {
  // What the source says of the column takes the place of what its name suggests.
  const auto& partition = subject.table.key.partition;
  if (subject.source != nullptr && subject.table.key.known() && partition.size() == 1) {
    const RelationalColumn* column = subject.source->column(partition.front());
    if (column != nullptr) return from_source(subject, rule, *column);
  }
  Findings findings;
  for (const NamedKey& key : named_keys(subject, rule)) {
    if (is_sequence(rule.info, key.schema->partition.front())) {
      findings.push_back(by_name(rule, key));
    }
  }
  return findings;
}

}  // namespace ddblint
