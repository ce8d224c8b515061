#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/wording.h"

namespace ddblint {

Findings consistent_read_on_global_index(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    const AccessPattern& pattern = *served.pattern;
    if (!is_read(pattern) || pattern.effective_consistency() == Consistency::eventual) continue;
    const Service* asked = served.asked();
    if (asked == nullptr || asked->index == nullptr || asked->local) continue;
    Finding finding = make_stated(
        rule, Evidence::structural, served, pattern.consistency_span,
        fmt::format("{} asks index `{}` for a {} read, which a global index cannot give: the "
                    "service refuses it",
                    pattern_text(pattern), name_of(*asked->index),
                    to_string(pattern.effective_consistency())));
    finding.label = "eventual only";
    finding.related.push_back({place_of(*asked->index), "a global index"});
    const Service* other = other_service(served);
    const bool strong = other != nullptr && (other->index == nullptr || other->local);
    finding.remedy =
        strong ? fmt::format("ask {}, which answers it consistently", key_text(*other))
               : "read what the index finds once more from the table by its key, or live with "
                 "results that lag behind by a moment";
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
