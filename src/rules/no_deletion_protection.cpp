#include "rules/detectors.gen.h"
#include "rules/left_off.h"

namespace ddblint {

Findings no_deletion_protection(const Subject& subject, const Rule& rule) {
  Findings findings = left_off(
      subject, rule,
      {.of_table = &Table::deletion_protection, .of_replica = &Replica::deletion_protection},
      "has no deletion protection, so one DeleteTable call or stack change "
      "can remove it with its items");
  for (auto& finding : findings) finding.remedy = "set `DeletionProtectionEnabled: true`";
  return findings;
}

}  // namespace ddblint
