#include "profile/counts.h"

#include <algorithm>

namespace ddblint {

void KeyCounts::add(const KeyCounts& other) {
  missing += other.missing;
  mistyped += other.mistyped;
  const bool better = mistyped_example.empty() || other.mistyped_example < mistyped_example;
  if (!other.mistyped_example.empty() && better) mistyped_example = other.mistyped_example;
  empty += other.empty;
  too_long += other.too_long;
}

void AttributeCounts::add(const AttributeCounts& other) {
  present += other.present;
  for (std::size_t i = 0; i < kValueTypes; ++i) types[i] += other.types[i];
  bytes += other.bytes;
  largest = std::max(largest, other.largest);
}

void ItemCounts::add(const ItemCounts& other) {
  items += other.items;
  removals += other.removals;
  item_bytes += other.item_bytes;
  item_sizes.merge(other.item_sizes);
  items_over_limit += other.items_over_limit;
  items_near_limit += other.items_near_limit;
  values_left_out += other.values_left_out;
  offer_largest(other.largest_item);
}

void ItemCounts::offer_largest(const NamedCollection& item) {
  const bool larger = item.bytes > largest_item.bytes ||
                      (item.bytes == largest_item.bytes && item.key < largest_item.key);
  if (larger) largest_item = item;
}

}  // namespace ddblint
