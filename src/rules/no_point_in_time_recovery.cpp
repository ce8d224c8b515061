#include "rules/detectors.gen.h"
#include "rules/left_off.h"

namespace ddblint {

Findings no_point_in_time_recovery(const Subject& subject, const Rule& rule) {
  if (!states_settings(subject.table.dialect)) return {};
  Findings findings = left_off(
      subject, rule,
      {.of_table = &Table::point_in_time_recovery, .of_replica = &Replica::point_in_time_recovery},
      "has no point-in-time recovery, so items that a bad write or delete "
      "destroys cannot be brought back");
  for (auto& finding : findings) {
    finding.remedy = "set `PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}`";
  }
  return findings;
}

}  // namespace ddblint
