#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"

namespace ddblint {

Findings paginated_result(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    const AccessPattern& pattern = *served.pattern;
    const Service* asked = served.asked();
    // That a scan reads everything is a rule of its own.
    if (asked == nullptr || asked->how != How::query || !asked->pages || *asked->pages <= 1) {
      continue;
    }
    Finding finding = make_stated(rule, Evidence::measured, served, pattern.operation_span,
                                  fmt::format("{} reads {} pages of 1 MB one after the other",
                                              pattern_text(pattern), count_text(*asked->pages)));
    finding.measurements = {measurement("pages", *asked->pages, "pages")};
    if (asked->read_units) {
      finding.message +=
          fmt::format(", {} read units a request", count_text(asked->read_units->value));
      finding.measurements.push_back({.name = "read-units",
                                      .value = asked->read_units->value,
                                      .low = asked->read_units->low,
                                      .high = asked->read_units->high,
                                      .unit = "read units"});
    }
    finding.label = "more than one page";
    finding.remedy =
        "ask for one page with `Limit` and go on with `LastEvaluatedKey` only when the user does; "
        "narrow it by a range on the sort key, or keep a summary item";
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
