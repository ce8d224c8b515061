#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_heat.h"

namespace ddblint {

Findings on_demand_does_not_fix_hot_key(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!table.on_demand_mode()) return {};
  Findings findings;
  for (const KeyHeat& heat : key_heats(subject)) {
    if (!heat.over()) continue;
    Finding finding = make_finding(
        rule, Evidence::measured,
        table.billing_mode.absent() ? table.id_span : table.billing_mode.span(),
        fmt::format("on-demand mode does not lift the limit of a partition: {} of {}{} gets {}, of "
                    "which {} are served in every mode",
                    value_text(heat), heat.key.shown(), heat.key.owner(), peak_text(heat),
                    count_text(heat.limit())));
    finding.index = heat.key.index_name();
    finding.label = "no cure for a hot key";
    finding.measurements = {peak_measurement(heat)};
    relate_pattern(finding, heat);
    finding.related.push_back(
        {heat.key.schema->partition.front().name.span(), "the key that is hot"});
    finding.remedy = "spread the value, or cache its reads; the finding about the key says which";
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
