#include <algorithm>

#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"

namespace ddblint {
namespace {

bool filters(const Service& service, const std::string& attribute) {
  return std::ranges::find(service.filtered, attribute) != service.filtered.end();
}

/// Another key schema whose sort key serves the range; null when there is none.
const Service* ranged(const ServedPattern& served, const std::string& attribute) {
  const auto found = std::ranges::find_if(served.services, [&attribute](const Service& service) {
    return service.how == How::query && !filters(service, attribute);
  });
  return found == served.services.end() ? nullptr : &*found;
}

}  // namespace

Findings range_not_on_sort_key(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    const AccessPattern& pattern = *served.pattern;
    const Service* asked = served.asked();
    if (!is_read(pattern) || !pattern.range || asked == nullptr || asked->how != How::query) {
      continue;
    }
    const Stated& attribute = pattern.range->attribute;
    if (!filters(*asked, attribute.text)) continue;
    Finding finding =
        make_stated(rule, Evidence::structural, served, attribute.span,
                    fmt::format("{} has a range on `{}`, which {} does not serve: the whole "
                                "item collection is read and paid for, then filtered",
                                pattern_text(pattern), attribute.text, key_text(*asked)));
    finding.attribute = attribute.text;
    finding.label = "a filter, not a range";
    finding.related.push_back({place_of(*asked, subject.table), "the key that it asks"});
    const Service* other = ranged(served, attribute.text);
    finding.remedy =
        other != nullptr
            ? fmt::format("ask {}, whose sort key serves the range", key_text(*other))
            : fmt::format(
                  "add an index with the same partition key and `{}` as sort key; a key "
                  "schema takes equality on its sort attributes from left to right and one "
                  "range, on the last one used",
                  attribute.text);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
