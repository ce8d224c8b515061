#include "rules/detectors.gen.h"

namespace ddblint {

Findings stream_view_keys_only(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!table.stream_view.is("KEYS_ONLY") || table.stream_enabled.is(false)) return {};
  Finding finding = make_finding(rule, Evidence::structural, table.stream_view.span(),
                                 "the stream carries keys only, so each consumer must read the "
                                 "item again and may find a later state or none");
  finding.label = "keys only";
  finding.remedy =
      "use `NEW_IMAGE`, or `NEW_AND_OLD_IMAGES` where consumers compare; reading the stream costs "
      "the same";
  return {finding};
}

}  // namespace ddblint
