#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_schemas.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// A global table states its writes, always as auto scaling; its reads may stand at the replicas.
bool missing(const Table& table, const Throughput& throughput) {
  return table.global() ? !throughput.scales_write : throughput.absent();
}

/// The global indexes that lack a throughput. An open list of a global table hides which of its
/// indexes state theirs.
std::vector<const Index*> indexes_without(const Table& table) {
  std::vector<const Index*> indexes;
  if (table.global() && !table.global_indexes.whole()) return indexes;
  for (const Index& index : table.global_indexes.items) {
    if (missing(table, index.throughput)) indexes.push_back(&index);
  }
  return indexes;
}

std::string_view block_name(const Table& table) {
  return table.global() ? "WriteProvisionedThroughputSettings" : "ProvisionedThroughput";
}

Finding table_without(const Table& table, const Rule& rule) {
  const bool stated = table.billing_mode.known();
  Finding finding = make_finding(
      rule, Evidence::structural, stated ? table.billing_mode.span() : table.id_span,
      fmt::format("the table is provisioned{} and states no `{}`, so it cannot be created",
                  stated ? "" : ", since no billing mode is stated,", block_name(table)));
  finding.label = stated ? "provisioned" : "provisioned by default";
  finding.remedy =
      fmt::format("set `BillingMode: PAY_PER_REQUEST`, or state `{}`", block_name(table));
  return finding;
}

Finding index_without(const Table& table, const Index& index, const Rule& rule) {
  Finding finding =
      make_finding(rule, Evidence::structural, place_of(index),
                   fmt::format("global index `{}` states no `{}`, which each one of a provisioned "
                               "table needs",
                               name_of(index), block_name(table)));
  finding.label = "no throughput";
  finding.index = name_of(index);
  finding.remedy = fmt::format("state `{}` here too", block_name(table));
  if (table.billing_mode.known()) {
    finding.related.push_back({table.billing_mode.span(), "the table is provisioned"});
  }
  return finding;
}

/// One finding for the whole table: one forgotten line is mostly the cause.
Findings without_throughput(const Table& table, const Rule& rule) {
  const auto indexes = indexes_without(table);
  const bool of_table = missing(table, table.throughput);
  if (!of_table && indexes.empty()) return {};
  Finding finding =
      of_table ? table_without(table, rule) : index_without(table, *indexes.front(), rule);
  for (std::size_t i = of_table ? 0 : 1; i < indexes.size(); ++i) {
    finding.related.push_back(
        {place_of(*indexes[i]), fmt::format("`{}` states none either", name_of(*indexes[i]))});
  }
  return {finding};
}

/// What is wrong with one number of a block that is there.
void check_units(const Throughput& block, const Setting<std::int64_t>& units, std::string_view name,
                 const std::string& index, const Rule& rule, Findings& findings) {
  const bool too_few = units.known() && units.value() < 1;
  if (!units.absent() && !too_few) return;
  Finding finding = make_finding(
      rule, Evidence::structural, too_few ? units.span() : block.span,
      too_few ? fmt::format("`{}` is {}, and the least is 1", name, units.value())
              : fmt::format("the throughput states no `{}`, and needs both numbers", name));
  finding.label = too_few ? "under 1" : "one number is missing";
  finding.index = index;
  finding.remedy = fmt::format("set `{}` to 1 or more", name);
  findings.push_back(std::move(finding));
}

void check_block(const Throughput& block, const std::string& index, const Rule& rule,
                 Findings& findings) {
  if (block.absent() || block.unknown) return;
  check_units(block, block.read, "ReadCapacityUnits", index, rule, findings);
  check_units(block, block.write, "WriteCapacityUnits", index, rule, findings);
}

}  // namespace

Findings throughput_missing(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!table.provisioned() || taken_from_source(table)) return {};
  Findings findings = without_throughput(table, rule);
  if (table.global()) return findings;
  check_block(table.throughput, "", rule, findings);
  for (const Index& index : table.global_indexes.items) {
    check_block(index.throughput, name_of(index), rule, findings);
  }
  return findings;
}

}  // namespace ddblint
