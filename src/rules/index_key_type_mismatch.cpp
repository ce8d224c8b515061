#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_schemas.h"

namespace ddblint {

Findings index_key_type_mismatch(const Subject& subject, const Rule& rule) {
  Findings findings;
  if (subject.profile == nullptr) return findings;
  const auto all = static_cast<double>(subject.profile->source.items);
  for (const OwnedKey& key : every_key(subject.table)) {
    if (key.index == nullptr || !settled(*key.schema) || !key.index->name.known()) continue;
    const KeyProfile* profile = subject.profile->key(key.index->name.value());
    if (profile == nullptr || profile->mistyped == 0) continue;
    // The example names the attribute: `amount: S instead of N`.
    const auto& elements = key.schema->elements.items;
    auto element = std::ranges::find_if(elements, [profile](const KeyElement& each) {
      return profile->mistyped_example.starts_with(each.name.value() + ":");
    });
    if (element == elements.end()) element = elements.begin();
    Finding finding = make_finding(
        rule, Evidence::measured, element->name.span(),
        fmt::format(
            "{} of {} {} another type than the key of {} defines{}: the table refuses to "
            "write them",
            count_text(static_cast<double>(profile->mistyped)), counted(all, "item", "items"),
            profile->mistyped == 1 ? "has" : "have", key.owner(),
            profile->mistyped_example.empty() ? ""
                                              : fmt::format(" ({})", profile->mistyped_example)));
    finding.severity = Severity::error;
    finding.index = key.index_name();
    finding.attribute = element->name.value();
    finding.label = "another type in the data";
    finding.remedy = "convert the values, or define the attribute with the type that they have";
    finding.measurements = {
        measurement("mistyped", static_cast<double>(profile->mistyped), "items"),
        measurement("items", all, "items")};
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
