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
// Where keys come again before it is full, a greater tally finds more of them again: it doubles, up
// to a limit. So it stays small on keys that come once each.
//
// Cost: one probe a key, in memory that stays in the second-level cache or the one behind it.

namespace ddblint {

class KeyTally {
 public:
  /// `text_limit`: bytes kept of a key's text; `most_bytes`: it does not grow beyond.
  KeyTally(std::size_t text_limit, std::size_t most_bytes)
      : table_(text_limit), most_bytes_(most_bytes) {}

  /// Most different keys that any tally holds, before it is handed on.
  static constexpr std::size_t kMostKeys = 65'536;

  /// Counts a key; `text` must be the same each time.
  void add(std::uint64_t hash, std::uint64_t bytes, std::string_view text) {
    ++added_;
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
  [[nodiscard]] bool full() const { return table_.size() == room_; }
  /// Different keys.
  [[nodiscard]] std::size_t size() const { return table_.size(); }
  /// Calls `visit(counter, text)` for each key; its weight is the bytes.
  template <typename Visit>
  void for_each(Visit visit) const {
    table_.for_each(visit);
  }
  /// Forgets all keys.
  void clear() {
    const bool fits = room_ < kMostKeys && 2 * table_.memory() <= most_bytes_;
    if (fits && added_ >= kRepeats * room_) room_ *= 2;
    added_ = 0;
    table_.clear();
  }

 private:
  /// Items a key that make a greater tally worth its memory.
  static constexpr std::size_t kRepeats = 2;

  CounterTable table_;
  std::size_t most_bytes_ = 0;
  std::size_t room_ = 16'384;
  std::size_t added_ = 0;
};

}  // namespace ddblint
