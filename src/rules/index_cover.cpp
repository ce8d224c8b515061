#include "rules/index_cover.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ddblint {
namespace {

using Names = std::vector<std::string>;

std::optional<Names> names_of(const std::vector<KeyElement>& elements) {
  Names names;
  for (const auto& element : elements) {
    if (!element.name.known()) return std::nullopt;
    names.push_back(element.name.value());
  }
  return names;
}

/// False for a key with an entry whose role is wrong or open.
bool well_formed(const KeySchema& key) {
  return key.known() && !key.partition.empty() &&
         key.partition.size() + key.sort.size() == key.elements.items.size();
}

bool carries(const Index& index, const std::string& attribute) {
  const auto& included = index.projection.non_key_attributes.items;
  const auto& key = index.key.elements.items;
  return std::any_of(included.begin(), included.end(),
                     [&](const auto& name) { return name.is(attribute); }) ||
         std::any_of(key.begin(), key.end(),
                     [&](const auto& element) { return element.name.is(attribute); });
}

}  // namespace

KeyRelation relate(const KeySchema& a, const KeySchema& b) {
  const auto partition = names_of(a.partition);
  const auto sort = names_of(a.sort);
  const auto other_sort = names_of(b.sort);
  if (!well_formed(a) || !well_formed(b) || !partition || !sort || !other_sort) {
    return KeyRelation::none;
  }
  if (partition != names_of(b.partition)) return KeyRelation::none;
  if (sort == other_sort) return KeyRelation::same;
  const bool begins = sort->size() < other_sort->size() &&
                      std::equal(sort->begin(), sort->end(), other_sort->begin());
  return begins ? KeyRelation::prefix : KeyRelation::none;
}

bool covers(const Index& wide, const Index& narrow) {
  if (!projection_known(wide) || !projection_known(narrow)) return false;
  if (wide.projection.type.is("ALL") || narrow.projection.type.is("KEYS_ONLY")) return true;
  if (narrow.projection.type.is("ALL")) return false;
  const auto& included = narrow.projection.non_key_attributes.items;
  return std::all_of(included.begin(), included.end(),
                     [&](const auto& name) { return carries(wide, name.value()); });
}

bool projection_known(const Index& index) {
  const Projection& projection = index.projection;
  if (projection.type.is("ALL") || projection.type.is("KEYS_ONLY")) return true;
  const auto& names = projection.non_key_attributes;
  return projection.type.is("INCLUDE") && names.whole() &&
         std::all_of(names.items.begin(), names.items.end(),
                     [](const auto& name) { return name.known(); });
}

}  // namespace ddblint
