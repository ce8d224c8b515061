#include <fmt/format.h>

#include "report/phrases.h"
#include "report/report.h"
#include "report/width.h"

namespace ddblint {

std::string render_concise(const CheckReport& report, const TextStyle& style) {
  std::string out;
  for (const Finding& finding : report.findings) {
    const std::string place = place_phrase(*report.sources, finding);
    out += fmt::format("{}{}{} {}\n", place, place.empty() ? "" : ": ", kind_phrase(finding, style),
                       shown(finding.message));
  }
  for (const OpenValue& value : report.open) out += open_value_line(*report.sources, value);
  return style.quiet ? out : out + summary_line(report.summary);
}

}  // namespace ddblint
