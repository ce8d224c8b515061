#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// Attributes of a range or an equality that a sort key could serve, in that order after equality.
std::vector<std::string> wanted(const AccessPattern& pattern, const Service& asked) {
  std::vector<std::string> names = asked.filtered;
  if (pattern.range) {
    // A range comes last in a key.
    std::erase(names, pattern.range->attribute.text);
    names.push_back(pattern.range->attribute.text);
  }
  return names;
}

}  // namespace

Findings missing_sort_key(const Subject& subject, const Rule& rule) {
  Findings findings;
  std::set<const KeySchema*> told;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    const AccessPattern& pattern = *served.pattern;
    const Service* asked = served.asked();
    if (pattern.operation != Operation::query || !pattern.range || asked == nullptr) continue;
    const KeySchema& key = schema_of(subject.table, *asked);
    if (asked->how != How::query || !key.sort.empty() || !key.known()) continue;
    const std::string& attribute = pattern.range->attribute.text;
    const bool served_elsewhere = std::ranges::any_of(served.services, [&](const Service& other) {
      return other.how == How::query &&
             std::ranges::find(other.filtered, attribute) == other.filtered.end();
    });
    if (served_elsewhere || !told.insert(&key).second) continue;
    const Span place = key.partition.front().name.span();
    std::string composite;
    for (const auto& element : key.partition) {
      composite += fmt::format("`{}`, ", element.name.value_or("?"));
    }
    Finding finding =
        make_finding(rule, Evidence::structural, place,
                     fmt::format("{} needs a range on `{}`, but {} has no sort key: {}",
                                 pattern_text(pattern), attribute, key_text(*asked),
                                 asked->index == nullptr ? "each partition key value is one item"
                                                         : "a query reads all items of a value"));
    finding.index = index_of(*asked);
    finding.attribute = attribute;
    finding.label = "no sort key";
    finding.related.push_back({pattern.range->attribute.span, "the range that is asked"});
    finding.remedy = fmt::format(
        "make the key {}{}: the first {} the partition key, the rest sort "
        "keys (joined to one attribute for a table)",
        composite, quoted_list(wanted(pattern, *asked)), key.partition.size() == 1 ? "is" : "are");
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
