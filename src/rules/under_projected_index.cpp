#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/wording.h"

namespace ddblint {

Findings under_projected_index(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    const AccessPattern& pattern = *served.pattern;
    const Service* asked = served.asked();
    if (asked == nullptr || asked->how != How::query || asked->unprojected.empty()) continue;
    if (pattern.as_projected) continue;
    const Index& index = *asked->index;
    Finding finding = make_stated(
        rule, Evidence::structural, served, place_among(pattern, asked->unprojected),
        fmt::format("{} needs {}, which index `{}` does not project: {}", pattern_text(pattern),
                    quoted_list(asked->unprojected), name_of(index),
                    asked->local
                        ? "the service fetches each item from the table, one more read each"
                        : "each item takes a second request to the table"));
    finding.attribute = asked->unprojected.front();
    finding.label = "not in the index";
    const Span place = index.projection.span.valid() ? index.projection.span : place_of(index);
    finding.related.push_back({place, "what the index projects"});
    const auto rate = pattern.reads.highest();
    if (rate && pattern.items && *pattern.items > 0) {
      const double fetches = *rate * *pattern.items;
      finding.measurements = {measurement("fetches", fetches, "reads/s")};
      finding.notes.push_back(
          fmt::format("{} such reads a second at its rate", count_text(fetches)));
    }
    finding.remedy = fmt::format(
        "add {} to what the index projects, if these change seldom: every "
        "change of a projected attribute is a write of the index",
        quoted_list(asked->unprojected));
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
