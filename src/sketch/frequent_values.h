#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sketch/archive.h"
#include "sketch/counter_table.h"

// The most frequent values of a stream, with certain bounds, in fixed memory and a few nanoseconds
// a value. Counters hold all values until there are too many; then half of the counters, the least
// ones, are dropped. What a dropped or never held value may have is kept in cells, two for each
// slot, of which its hash names one: a value that is not held adds one to its cell, and is held
// once the cell has reached the threshold, which lies above all cells. So the many rare values of a
// stream touch nothing but their cells, and those that are held displace each other seldom.
//
// Invariant: a held value has low <= true count <= low + what its cell said when it was taken; a
// value that is not held has at most what its cell says, and every cell is below the threshold. A
// merge adds up counters, cells and thresholds, so the bounds hold whatever the order, and
// a.merge(b) equals b.merge(a).
//
// A drop raises the threshold to total / slots at least, which is twice the average of the cells:
// thus of values that come once each hardly any is held. Beyond that it rises by at most one for
// every 3/8 slots additions: dropping takes as many values that were taken at the threshold, and
// each further step takes an addition to as many counters that stay. So no bound is further off
// than total * 2.7 / slots, and if hashes are even it is total / slots or less.
//
// Cost: one look at a cell, and one probe where a held value has that cell. A drop is linear, and
// of values that come once each it comes about once in a doubling of the total. Bounds in cells
// before the counters: Homem and Carvalho, Finding top-k elements in data streams, Information
// Sciences 180, 2010; counters and their drops: Misra and Gries, 1982; Anderson et al., IMC 2017.

namespace ddblint {

/// A value that is or may be frequent.
struct FrequentValue {
  std::uint64_t hash = 0;
  std::string text;
  /// The true count lies between these.
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

class FrequentValues {
 public:
  /// `slots`: a power of two, at least 8 (others are rounded up); three quarters of them are used.
  /// `text_limit`: bytes kept of a text.
  explicit FrequentValues(std::size_t slots = 1024, std::size_t text_limit = 64);

  /// Counts values in their order; `text_of(i)` is the text of the i-th and must be the same for
  /// equal hashes.
  template <typename TextOf>
  void add(std::span<const std::uint64_t> hashes, TextOf text_of) {
    std::size_t i = exact() ? add_exactly(hashes, text_of) : 0;
    if (i == hashes.size()) return;
    if (exact()) drop();
    const std::uint64_t before = total_ - i;
    for (; i < hashes.size(); ++i) {
      std::uint64_t& cell = cells_[cell_of(hashes[i])];
      CounterTable::Counter* const counter = (cell & kHeld) == 0 ? nullptr : table_.find(hashes[i]);
      if (counter != nullptr) {
        ++counter->count;
      } else if (cell < limit_) {
        cell += kOne;
      } else {
        total_ = before + i + 1;
        take(hashes[i], text_of(i));
      }
    }
    total_ = before + i;
  }
  /// Counts values as long as the counts of all are exact, and returns how many these were.
  template <typename TextOf>
  std::size_t add_exactly(std::span<const std::uint64_t> hashes, TextOf text_of) {
    std::size_t i = 0;
    for (; i < hashes.size(); ++i) {
      if (CounterTable::Counter* counter = table_.find(hashes[i])) {
        ++counter->count;
      } else if (table_.size() < room()) {
        table_.insert({.hash = hashes[i], .count = 1}, text_of(i));
      } else {
        break;
      }
    }
    total_ += i;
    return i;
  }
  /// Adds another of the same slots.
  void merge(const FrequentValues& other);

  /// All values are held, with their counts.
  [[nodiscard]] bool exact() const { return cells_.empty(); }
  /// Values added.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// No value that is not held has more than this.
  [[nodiscard]] std::uint64_t offset() const;
  [[nodiscard]] std::size_t slots() const { return slots_; }
  /// Bytes kept of each text.
  [[nodiscard]] std::size_t text_limit() const { return table_.text_limit(); }
  /// Values held.
  [[nodiscard]] std::size_t size() const { return table_.size(); }
  /// The `count` values of greatest low bound, falling; ties by hash.
  [[nodiscard]] std::vector<FrequentValue> top(std::size_t count) const;
  /// Calls `visit(hash, low)` for each held value, in no order.
  template <typename Visit>
  void for_each(Visit visit) const {
    table_.for_each([&visit](const CounterTable::Counter& counter, std::string_view) {
      visit(counter.hash, counter.count);
    });
  }
  /// Bytes held.
  [[nodiscard]] std::size_t memory() const {
    return sizeof(*this) + table_.memory() + cells_.capacity() * sizeof(std::uint64_t);
  }

  /// Writes it; equal ones are equal bytes.
  void save(ArchiveWriter& out) const;
  /// What save() wrote; the error says why it cannot be that.
  static std::expected<FrequentValues, std::string> load(ArchiveReader& in);

 private:
  /// A cell is twice its bound, and one more while a held value has it.
  static constexpr std::uint64_t kHeld = 1;
  static constexpr std::uint64_t kOne = 2;

  /// Bits that the place of a counter does not depend on.
  [[nodiscard]] std::size_t cell_of(std::uint64_t hash) const {
    return (hash >> 32U) & (2 * slots_ - 1);
  }
  [[nodiscard]] std::size_t room() const { return slots_ / 4 * 3; }
  /// Holds a value whose cell has reached the threshold; a drop that makes room for it may raise
  /// that, and then the value is left to its cell.
  void take(std::uint64_t hash, std::string_view text);
  /// Drops all but 3/8 slots counters, and raises the threshold above what they had.
  void drop();
  void mark_held();
  void set_threshold(std::uint64_t threshold);
  void load_cells(ArchiveReader& in);

  /// The weight of a counter is what its cell said when it was taken.
  CounterTable table_;
  /// Empty while all values are held.
  std::vector<std::uint64_t> cells_;
  std::size_t slots_ = 0;
  std::uint64_t total_ = 0;
  /// What the cell of a value must reach with it, so that it is held.
  std::uint64_t threshold_ = 1;
  /// The least cell that has reached one less.
  std::uint64_t limit_ = 0;
};

}  // namespace ddblint
