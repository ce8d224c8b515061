#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_schemas.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

Finding table_without_sort_key(const Table& table, const Rule& rule) {
  const auto& locals = table.local_indexes.items;
  Finding finding = make_finding(
      rule, Evidence::structural, place_of(locals.front()),
      fmt::format("index `{}` is local, and the table has no sort key, so the table cannot be "
                  "created",
                  name_of(locals.front())));
  finding.label = "needs a sort key of the table";
  finding.index = name_of(locals.front());
  finding.related.push_back(
      {table.key.partition.front().name.span(), "the whole key of the table"});
  for (std::size_t i = 1; i < locals.size(); ++i) {
    finding.related.push_back(
        {place_of(locals[i]), fmt::format("`{}` is local too", name_of(locals[i]))});
  }
  finding.remedy = "make it a global index, or give the table a sort key";
  return finding;
}

Finding no_sort_key(const Index& index, const Rule& rule) {
  Finding finding =
      make_finding(rule, Evidence::structural, place_of(index),
                   fmt::format("local index `{}` has no sort key, so the table cannot be created",
                               name_of(index)));
  finding.label = "no sort key";
  finding.index = name_of(index);
  finding.remedy =
      "add the attribute that the index sorts by with `KeyType: RANGE`: another order of the "
      "table's collections is all that a local index is";
  return finding;
}

Finding other_partition_key(const Index& index, const KeyElement& of_table, const Rule& rule) {
  const KeyElement& own = index.key.partition.front();
  Finding finding = make_finding(
      rule, Evidence::structural, own.name.span(),
      fmt::format("local index `{}` has the partition key `{}` and the table has `{}`, so the "
                  "table cannot be created",
                  name_of(index), own.name.value(), of_table.name.value()));
  finding.label = "not the table's partition key";
  finding.index = name_of(index);
  finding.attribute = own.name.value();
  finding.related.push_back({of_table.name.span(), "the table's partition key"});
  finding.remedy =
      fmt::format("make it a global index, or partition it by `{}`", of_table.name.value());
  return finding;
}

}  // namespace

Findings local_index_key(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  const auto& locals = table.local_indexes.items;
  // A key of a wrong shape is for DDB609.
  if (locals.empty() || !settled(table.key) || table.key.partition.size() != 1) return {};
  if (table.key.sort.empty()) return {table_without_sort_key(table, rule)};

  Findings findings;
  const KeyElement& partition = table.key.partition.front();
  for (const Index& index : locals) {
    if (!settled(index.key) || index.key.partition.size() != 1) continue;
    if (!index.key.partition.front().name.is(partition.name.value())) {
      findings.push_back(other_partition_key(index, partition, rule));
    }
    if (index.key.sort.empty()) findings.push_back(no_sort_key(index, rule));
  }
  return findings;
}

}  // namespace ddblint
