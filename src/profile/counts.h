#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "data/item.h"
#include "profile/table_profile.h"
#include "sketch/log_histogram.h"

// Plain counts of items, keys and attributes: of one batch, of one worker, of all. They only add
// up.

namespace ddblint {

/// What keeps items from having a key, or is wrong with the key that they have.
struct KeyCounts {
  /// Items without one of its attributes.
  std::uint64_t missing = 0;
  /// Items in which one of its attributes has another type.
  std::uint64_t mistyped = 0;
  /// Of several examples the least, so that the order of adding does not show.
  std::string mistyped_example;
  /// Values without a byte.
  std::uint64_t empty = 0;
  /// Values over the limit of their kind of key.
  std::uint64_t too_long = 0;

  void add(const KeyCounts& other);
};

/// How often an attribute is there, with which types and sizes.
struct AttributeCounts {
  std::uint64_t present = 0;
  std::array<std::uint64_t, kValueTypes> types{};
  /// Bytes of its values.
  std::uint64_t bytes = 0;
  std::uint64_t largest = 0;

  void add(const AttributeCounts& other);
};

/// Items and their sizes by DynamoDB's rules.
struct ItemCounts {
  std::uint64_t items = 0;
  /// Records that take an item away.
  std::uint64_t removals = 0;
  std::uint64_t item_bytes = 0;
  LogHistogram item_sizes;
  std::uint64_t items_over_limit = 0;
  std::uint64_t items_near_limit = 0;
  /// Of several of one size the one whose key is least.
  NamedCollection largest_item;
  /// Values of attributes beyond the number that is followed.
  std::uint64_t values_left_out = 0;

  void add(const ItemCounts& other);
  /// Takes an item for the largest one if it is.
  void offer_largest(const NamedCollection& item);
};

}  // namespace ddblint
