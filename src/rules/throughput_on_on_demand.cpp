#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// A number of provisioned units that is more than none.
const Setting<std::int64_t>* units_of(const Throughput& throughput) {
  for (const auto* units : {&throughput.read, &throughput.write}) {
    if (units->known() && units->value() > 0) return units;
  }
  return nullptr;
}

}  // namespace

Findings throughput_on_on_demand(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  // What a global table's scaling settings mean beside on-demand mode is not documented.
  if (!table.billing_mode.is("PAY_PER_REQUEST") || table.global()) {
    return {};
  }
  Findings findings;
  const auto check = [&](const Throughput& throughput, const std::string& index) {
    const auto* units = units_of(throughput);
    if (units == nullptr) return;
    const std::string owner = index.empty() ? "the table" : fmt::format("index `{}`", index);
    if (!findings.empty()) {
      findings.front().related.push_back(
          {units->span(), fmt::format("{} states provisioned units too", owner)});
      return;
    }
    Finding finding =
        make_finding(rule, Evidence::structural, units->span(),
                     fmt::format("{} states provisioned units in on-demand mode, which "
                                 "`CreateTable` refuses",
                                 owner));
    finding.label = "provisioned units";
    finding.index = index;
    finding.related.push_back({table.billing_mode.span(), "on-demand mode is chosen here"});
    finding.remedy =
        "delete `ProvisionedThroughput` from the table and its indexes, or set the mode to "
        "`PROVISIONED`; `OnDemandThroughput` limits an on-demand table";
    findings.push_back(std::move(finding));
  };
  check(table.throughput, "");
  for (const Index& index : table.global_indexes.items) check(index.throughput, name_of(index));
  return findings;
}

}  // namespace ddblint
