#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/scaling.h"
#include "rules/wording.h"
#include "source/text.h"

namespace ddblint {
namespace {

Finding report(const Rule& rule, const Table& table, const Index& index) {
  const std::int64_t has = index.throughput.write.value();
  const std::int64_t needs = table.throughput.write.value();
  Finding finding =
      make_finding(rule, Evidence::structural, index.throughput.write.span(),
                   fmt::format("index `{}` takes {} write units a second and the table {}: when "
                               "the index runs short, writes to the table are throttled",
                               name_of(index), grouped(has), grouped(needs)));
  finding.label = fmt::format("below the table's {}", grouped(needs));
  finding.related.push_back({table.throughput.write.span(), "the table's write capacity"});
  finding.measurements = {exact("index-write-capacity", has, "write units/s"),
                          exact("table-write-capacity", needs, "write units/s")};
  finding.remedy = fmt::format("give the index at least {} write units", grouped(needs));
  finding.notes.emplace_back(
      "a sparse index, which few writes touch, may need less; a write that changes an index key "
      "needs two units where it would need one");
  finding.index = name_of(index);
  if (!is_request(table.dialect)) {
    finding.severity = Severity::info;
    finding.notes.emplace_back(
        "auto scaling may have set both numbers: what describe-table prints does not tell");
  }
  return finding;
}

}  // namespace

Findings index_capacity_below_table(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  const auto& writes = table.throughput.write;
  if (!table.provisioned() || !writes.known() || scaled(subject).write) return {};
  Findings findings;
  for (const auto& index : table.global_indexes.items) {
    const auto& own = index.throughput.write;
    const bool below = own.known() && own.value() < writes.value();
    if (below && !scaled(subject, &index).write) findings.push_back(report(rule, table, index));
  }
  return findings;
}

}  // namespace ddblint
