#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/names.h"

namespace ddblint {
namespace {

bool never_expires(const Table& table) {
  return table.ttl_enabled.is(false) ||
         (table.ttl_enabled.absent() && table.ttl_attribute.absent());
}

}  // namespace

Findings no_ttl_on_time_series(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!states_settings(table.dialect)) return {};
  if (!table.key.known() || table.key.sort.empty() || !never_expires(table)) return {};
  const auto& name = table.key.sort.front().name;
  if (!name.known() || !WordMatcher(rule.words("time")).match(name.value())) return {};

  Finding finding = make_finding(
      rule, Evidence::suspected, name.span(),
      fmt::format("items are ordered by `{}` and none expires: a time series without a time to "
                  "live only grows",
                  name.value()));
  finding.label = "named like a time";
  if (table.ttl_enabled.known()) {
    finding.related.push_back({table.ttl_enabled.span(), "time to live is off"});
  }
  finding.remedy =
      "set `TimeToLiveSpecification` with a Number attribute of epoch seconds, or drop a table "
      "per period";
  finding.attribute = name.value();
  return {finding};
}

}  // namespace ddblint
