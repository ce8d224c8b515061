#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sketch/counter_table.h"

// Counts the keys of one file, in its order, until there are many different ones; then they are
// handed on, each with its count and bytes, and the tally begins anew. Keys that come often cost
// the sketches behind it one addition instead of hundreds. When it is full depends on the order of
// the file alone, not on how that was cut into batches.
//
// Cost: one probe a key, in memory that stays in the second-level cache.

namespace ddblint {

class KeyTally {
 public:
  /// `text_limit`: bytes kept of a key's text.
  explicit KeyTally(std::size_t text_limit) : table_(text_limit) {}

  /// Counts a key; `text` must be the same each time.
  void add(std::uint64_t hash, std::uint64_t bytes, std::string_view text) {
    if (CounterTable::Counter* const counter = table_.find(hash)) {
      ++counter->count;
      counter->weight += bytes;
    } else {
      table_.insert({.hash = hash, .count = 1, .weight = bytes}, text);
    }
  }
  /// Brings the place of a hash into the cache before it is added.
  void prefetch(std::uint64_t hash) const { table_.prefetch(hash); }
  /// True when it must be emptied before another key is added.
  [[nodiscard]] bool full() const { return table_.size() == kMostKeys; }
  /// Different keys.
  [[nodiscard]] std::size_t size() const { return table_.size(); }
  /// Calls `visit(counter, text)` for each key; its weight is the bytes.
  template <typename Visit>
  void for_each(Visit visit) const {
    table_.for_each(visit);
  }
  /// Forgets all keys.
  void clear() { table_.clear(); }

 private:
  static constexpr std::size_t kMostKeys = 16'384;

  CounterTable table_;
};

}  // namespace ddblint
