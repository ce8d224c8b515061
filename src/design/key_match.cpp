#include "design/key_match.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ddblint {
namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// All ranges of a pattern: any of them may be the one that the key serves.
std::vector<const RangeCondition*> ranges_of(const AccessPattern& pattern) {
  std::vector<const RangeCondition*> ranges;
  if (pattern.range) ranges.push_back(&*pattern.range);
  for (const RangeCondition& range : pattern.further_ranges) ranges.push_back(&range);
  return ranges;
}

/// Attributes of conditions that are not among those served; ranges count apart, since an attribute
/// may have both. `range`: the attribute whose range is served; empty without one.
std::vector<std::string> others(const AccessPattern& pattern,
                                const std::vector<std::string>& served, const std::string& range) {
  std::vector<std::string> result;
  for (const EqualCondition& equal : pattern.equals) {
    if (!has(served, equal.attribute.text)) result.push_back(equal.attribute.text);
  }
  for (const RangeCondition* one : ranges_of(pattern)) {
    const std::string& name = one->attribute.text;
    if (name != range && !has(result, name)) result.push_back(name);
  }
  return result;
}

/// How far the conditions go along the sort attributes.
struct SortMatch {
  /// Attributes with equality, one after the other from the first.
  std::vector<std::string> equal = {};
  /// The next one, if it has a range; else empty.
  std::string range = {};
  /// Those without equality that keep a condition on a later one from being used.
  std::vector<std::string> gap = {};
};

SortMatch match_sort(const KeySchema& schema, const AccessPattern& pattern) {
  SortMatch match;
  auto next = schema.sort.begin();
  while (next != schema.sort.end() && equality_on(pattern, next->name.value()) != nullptr) {
    match.equal.push_back(next->name.value());
    ++next;
  }
  if (next == schema.sort.end()) return match;
  if (range_on(pattern, next->name.value()) != nullptr) {
    match.range = next->name.value();
    return match;
  }
  // What stands without equality before the last condition; a range is the last one.
  std::vector<std::string> open;
  for (; next != schema.sort.end(); ++next) {
    const std::string& name = next->name.value();
    const bool range = range_on(pattern, name) != nullptr;
    const bool equal = equality_on(pattern, name) != nullptr;
    if (range || equal) std::ranges::move(std::exchange(open, {}), std::back_inserter(match.gap));
    if (range) break;
    if (!equal) open.push_back(name);
  }
  return match;
}

}  // namespace

bool key_known(const KeySchema& schema) {
  const auto known = [](const KeyElement& element) { return element.name.known(); };
  return schema.known() && !schema.partition.empty() &&
         schema.partition.size() + schema.sort.size() == schema.elements.items.size() &&
         std::ranges::all_of(schema.elements.items, known);
}

KeyMatch match_key(const KeySchema& schema, const AccessPattern& pattern) {
  KeyMatch match;
  std::vector<std::string> served;
  for (const KeyElement& element : schema.partition) {
    const bool given = equality_on(pattern, element.name.value()) != nullptr;
    (given ? served : match.missing).push_back(element.name.value());
  }
  match.partition = match.missing.empty() && pattern.operation != Operation::scan;
  if (!match.partition) {
    match.filtered = others(pattern, {}, {});
    return match;
  }
  SortMatch sort = match_sort(schema, pattern);
  match.whole = sort.equal.size() == schema.sort.size();
  match.narrowed = !sort.range.empty() || !sort.equal.empty();
  match.missing = std::move(sort.gap);
  std::ranges::move(sort.equal, std::back_inserter(served));
  match.filtered = others(pattern, served, sort.range);
  return match;
}

const EqualCondition* equality_on(const AccessPattern& pattern, std::string_view attribute) {
  const auto found = std::ranges::find_if(pattern.equals, [&](const EqualCondition& equal) {
    return equal.attribute.text == attribute;
  });
  return found == pattern.equals.end() ? nullptr : &*found;
}

const RangeCondition* range_on(const AccessPattern& pattern, std::string_view attribute) {
  for (const RangeCondition* range : ranges_of(pattern)) {
    if (range->attribute.text == attribute) return range;
  }
  return nullptr;
}

const KeyElement* element_of(const KeySchema& schema, std::string_view attribute) {
  const auto& elements = schema.elements.items;
  const auto found = std::ranges::find_if(elements, [&](const KeyElement& element) {
    return element.name.known() && element.name.value() == attribute;
  });
  return found == elements.end() ? nullptr : &*found;
}

double values_asked(const AccessPattern& pattern, const KeySchema& schema) {
  double values = 1;
  for (const EqualCondition& equal : pattern.equals) {
    const bool in_key = element_of(schema, equal.attribute.text) != nullptr;
    if (in_key) values *= static_cast<double>(equal.values);
  }
  return values;
}

std::vector<std::string> names_of(const KeySchema& schema) {
  std::vector<std::string> names;
  names.reserve(schema.partition.size() + schema.sort.size());
  for (const KeyElement& element : schema.partition) names.push_back(element.name.value());
  for (const KeyElement& element : schema.sort) names.push_back(element.name.value());
  return names;
}

}  // namespace ddblint
