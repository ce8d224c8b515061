#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// The attributes that a pattern filters by once a key schema has served what it can.
std::vector<std::string> filters(const AccessPattern& pattern, const Service& asked) {
  std::vector<std::string> names = asked.filtered;
  for (const Stated& name : pattern.filter) names.push_back(name.text);
  return names;
}

}  // namespace

Findings filter_discards_most(const Subject& subject, const Rule& rule) {
  const auto least = static_cast<double>(rule.integer("min-read-per-returned"));
  Findings findings;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    const AccessPattern& pattern = *served.pattern;
    const Service* asked = served.asked();
    // That a scan reads everything is a rule of its own.
    if (asked == nullptr || asked->how != How::query || !asked->items_read || !pattern.items) {
      continue;
    }
    const std::vector<std::string> names = filters(pattern, *asked);
    if (names.empty() || *pattern.items <= 0) continue;
    const double each = asked->items_read->low / *pattern.items;
    if (each < least || asked->items_read->low < static_cast<double>(rule.integer("min-items"))) {
      continue;
    }
    Finding finding = make_stated(
        rule, Evidence::measured, served,
        pattern.filter.empty() ? place_among(pattern, names) : pattern.filter.front().span,
        fmt::format("{} reads at least {} items to return {}: the filter on {} drops the others "
                    "after they were paid for",
                    pattern_text(pattern), count_text(asked->items_read->low),
                    count_text(*pattern.items), quoted_list(names)));
    finding.attribute = names.front();
    finding.label = fmt::format("reads {} times what it returns", count_text(each));
    finding.measurements = {
        measurement("items-read", asked->items_read->low, "items"),
        measurement("items-returned", *pattern.items, "items"),
    };
    const Service* other = other_service(served);
    const bool narrower = other != nullptr && other->filtered.size() < asked->filtered.size();
    finding.remedy =
        narrower ? fmt::format("ask {}, which serves more of it by its key", key_text(*other))
                 : fmt::format(
                       "bring {} into a key: in the sort key before what is ranged over, or "
                       "in a sparse index that holds only the items that pass",
                       quoted_list(names));
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
