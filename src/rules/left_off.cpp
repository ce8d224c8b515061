#include "rules/left_off.h"

#include <vector>

#include <fmt/format.h>

namespace ddblint {
namespace {

bool off(const Setting<bool>& setting) { return setting.absent() || setting.is(false); }

std::vector<Span> places(const Table& table, const Switch& setting) {
  const auto place = [](const Setting<bool>& value, Span otherwise) {
    return value.absent() ? otherwise : value.span();
  };
  std::vector<Span> result;
  if (!table.global()) {
    const Setting<bool>& value = table.*setting.of_table;
    if (off(value)) result.push_back(place(value, table.id_span));
    return result;
  }
  for (const Replica& replica : table.replicas.items) {
    const Setting<bool>& value = replica.*setting.of_replica;
    const Span itself = replica.region.absent() ? replica.span : replica.region.span();
    if (off(value)) result.push_back(place(value, itself));
  }
  return result;
}

}  // namespace

Findings left_off(const Subject& subject, const Rule& rule, const Switch& setting,
                  std::string_view what) {
  if (subject.table.dialect == Dialect::workbench) return {};  // it has no such settings
  // Nor has SAM's simple table, but for one.
  const bool simple = subject.table.resource_type == "AWS::Serverless::SimpleTable";
  const auto where = places(subject.table, setting);
  const bool point_in_time = setting.of_table == &Table::point_in_time_recovery;
  if (where.empty() || (simple && !point_in_time)) return {};
  Finding finding = make_finding(
      rule, Evidence::structural, where.front(),
      fmt::format("{} {}", subject.table.global() ? "a replica of the table" : "the table", what));
  finding.label = "off here";
  for (std::size_t i = 1; i < where.size(); ++i) {
    finding.related.push_back({where[i], "also off for this replica"});
  }
  return {finding};
}

}  // namespace ddblint
