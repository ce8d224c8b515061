#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Counters by hash, with the beginnings of their texts: the memory under DistinctSample and
// HeavyHitters.
//
// Open addressing with linear probing in one vector of 24-byte slots, at most half full,
// so that a look-up is one cache miss. The place is given by the low bits of the hash: the leading
// ones are what DistinctSample selects by. Texts are appended to one arena; when more
// than a quarter of it belongs to dropped counters, the others are copied to a new one.

namespace ddblint {

class CounterTable {
 public:
  struct Counter {
    std::uint64_t hash = 0;
    /// 0 marks an empty slot, so that every hash can be held.
    std::uint64_t count = 0;
    std::uint64_t weight = 0;
  };

  /// The most that can be kept of a text: the field's width.
  static constexpr std::size_t kMaxTextLimit = (1U << 24U) - 1;

  /// `text_limit`: bytes kept of each text; 0 keeps none, and takes no memory for them.
  explicit CounterTable(std::size_t text_limit);

  /// The counter of a hash; null when there is none.
  [[nodiscard]] const Counter* find(std::uint64_t hash) const {
    const Counter& slot = slots_[place(hash)];
    return slot.count == 0 ? nullptr : &slot;
  }
  [[nodiscard]] Counter* find(std::uint64_t hash) {
    return const_cast<Counter*>(std::as_const(*this).find(hash));
  }
  /// Adds a counter (count > 0) for a hash that has none.
  void insert(const Counter& counter, std::string_view text);
  /// Drops all counters; the memory is kept.
  void clear();
  /// Brings the slot of a hash into the cache.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & mask_], 1); }

  /// Drops the counters that `keep(Counter&)` rejects; it may change the counts.
  template <typename Keep>
  void keep_if(Keep keep) {
    // From an empty slot on, each survivor moves to its place among those that already did: never
    // beyond the slot it had, for all slots from its first one to that were visited.
    std::size_t index = first_empty();
    for (std::size_t left = slots_.size(); left > 0; --left, index = (index + 1) & mask_) {
      if (slots_[index].count == 0) continue;
      Counter counter = slots_[index];
      slots_[index].count = 0;
      if (keep(counter)) {
        move(counter, index);
      } else {
        drop(index);
      }
    }
    tidy_texts();
  }
  /// Calls `visit(const Counter&, std::string_view text)` for each counter, in no order.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const Counter& slot : slots_) {
      if (slot.count != 0) visit(slot, text(slot));
    }
  }

  /// The counters with the highest counts, at most `most`, highest first; of equal ones the lower
  /// hash first.
  [[nodiscard]] std::vector<const Counter*> highest(std::size_t most) const;
  /// The text kept of a counter of this table.
  [[nodiscard]] std::string_view text(const Counter& slot) const {
    if (text_limit_ == 0) return {};
    const TextPlace place = places_[static_cast<std::size_t>(&slot - slots_.data())];
    return std::string_view(arena_).substr(place.offset, place.size);
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t text_limit() const { return text_limit_; }
  /// Bytes held.
  [[nodiscard]] std::size_t memory() const;

 private:
  struct TextPlace {
    std::uint64_t offset : 40 = 0;
    std::uint64_t size : 24 = 0;
  };

  /// The slot that holds a hash, or the empty one where it belongs.
  [[nodiscard]] std::size_t place(std::uint64_t hash) const {
    std::size_t index = hash & mask_;
    while (slots_[index].count != 0 && slots_[index].hash != hash) index = (index + 1) & mask_;
    return index;
  }
  [[nodiscard]] std::size_t first_empty() const {
    std::size_t index = 0;
    while (slots_[index].count != 0) ++index;
    return index;
  }
  /// Puts a counter, taken out of the slot `from`, to its place.
  void move(const Counter& counter, std::size_t from) {
    const std::size_t index = place(counter.hash);
    slots_[index] = counter;
    if (text_limit_ != 0) places_[index] = places_[from];
  }
  /// Forgets the counter that was taken out of a slot.
  void drop(std::size_t index) {
    --size_;
    if (text_limit_ != 0) dead_bytes_ += places_[index].size;
  }
  /// Copies the texts that are left to a new arena when much of the old one is dead.
  void tidy_texts();
  void resize(std::size_t slots);

  std::vector<Counter> slots_;
  std::vector<TextPlace> places_;
  std::string arena_;
  /// Bytes of the arena that belong to no counter.
  std::size_t dead_bytes_ = 0;
  std::size_t mask_ = 0;
  std::size_t size_ = 0;
  std::size_t text_limit_ = 0;
};

}  // namespace ddblint
