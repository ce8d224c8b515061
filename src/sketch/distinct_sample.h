#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sketch/archive.h"
#include "sketch/counter_table.h"
#include "sketch/estimate.h"
#include "sketch/saturating.h"

// Distinct values with their exact counts, all of them while they fit, else a uniform sample of
// them. A value is kept while the leading `level` bits of its hash are zero; when more than
// `capacity` values are kept, the level rises and about half of them go.
//
// Invariant: a value that is kept now was kept since its first occurrence, so its count and weight
// are exact; the kept values are a uniform sample of all distinct ones, at rate 2^-level. The level
// is the least at which the values fit, whatever the order of additions and merges, so a merge of
// parts is bit-equal to the whole.
//
// Cost: an addition is one probe, or one comparison once the level has risen. Relative standard
// error of the distinct count: 1.20 / sqrt(capacity).
// Wegman's adaptive sampling; Flajolet, On adaptive sampling, Computing 43, 1990; counts of sampled
// keys: Gibbons, VLDB 2001.

namespace ddblint {

class DistinctSample {
 public:
  /// One distinct value.
  struct Entry {
    std::uint64_t hash = 0;
    /// Occurrences.
    std::uint64_t count = 0;
    /// Sum of the weights (bytes).
    std::uint64_t weight = 0;
    /// Its text, or the beginning of it; a view into the sample.
    std::string_view text;
  };

  /// `capacity`: most values kept, at least 1. `text_limit`: bytes of text kept of each; 0 keeps no
  /// text.
  explicit DistinctSample(std::size_t capacity, std::size_t text_limit = 0);

  /// Counts one occurrence of a value. `hash` must be uniform over 64 bits (sketch/hash.h); `text`
  /// is taken when the value is seen for the first time, and must be the same each time.
  void add(std::uint64_t hash, std::uint64_t weight = 0, std::string_view text = {}) {
    add_counted(hash, 1, weight, text);
  }
  /// Counts several occurrences at once; none when `count` is 0.
  void add_counted(std::uint64_t hash, std::uint64_t count, std::uint64_t weight,
                   std::string_view text) {
    if (count == 0) return;
    total_ = saturating_add(total_, count);
    total_weight_ = saturating_add(total_weight_, weight);
    if (hash <= last_hash_) keep(hash, count, weight, text);
  }
  /// Adds another sample of the same capacity and text limit.
  void merge(const DistinctSample& other);

  /// Occurrences added, of kept values or not.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// Sum of all weights added.
  [[nodiscard]] std::uint64_t total_weight() const { return total_weight_; }
  /// Number of distinct values: counted while level() is 0, else estimated with its 95 % interval.
  [[nodiscard]] Estimate distinct() const;
  [[nodiscard]] bool exact() const { return level_ == 0; }
  /// Each kept value stands for 2^level distinct ones.
  [[nodiscard]] unsigned level() const { return level_; }
  /// Kept values.
  [[nodiscard]] std::size_t size() const { return table_.size(); }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  /// Bytes kept of each text.
  [[nodiscard]] std::size_t text_limit() const { return table_.text_limit(); }
  /// The kept values by hash; deterministic.
  [[nodiscard]] std::vector<Entry> entries() const;
  /// Calls `visit(count)` with the occurrences of each kept value, in no order.
  template <typename Visit>
  void for_each_count(Visit visit) const {
    table_.for_each(
        [&visit](const CounterTable::Counter& counter, std::string_view) { visit(counter.count); });
  }
  /// Occurrences of a kept value; 0 when it is not kept.
  [[nodiscard]] std::uint64_t count_of(std::uint64_t hash) const {
    const CounterTable::Counter* counter = table_.find(hash);
    return counter == nullptr ? 0 : counter->count;
  }
  /// A kept value; nothing when it is not kept.
  [[nodiscard]] std::optional<Entry> find(std::uint64_t hash) const;
  /// Bytes held.
  [[nodiscard]] std::size_t memory() const { return sizeof(*this) + table_.memory(); }

  /// Writes it; equal samples are equal bytes.
  void save(ArchiveWriter& out) const;
  /// What save() wrote; the error says why it cannot be that.
  static std::expected<DistinctSample, std::string> load(ArchiveReader& in);

 private:
  void keep(std::uint64_t hash, std::uint64_t count, std::uint64_t weight, std::string_view text) {
    if (CounterTable::Counter* counter = table_.find(hash)) {
      counter->count = saturating_add(counter->count, count);
      counter->weight = saturating_add(counter->weight, weight);
      return;
    }
    // Room is made first, so that the table never grows beyond its capacity.
    while (table_.size() == capacity_ && hash <= last_hash_) rise_to(level_ + 1);
    if (hash > last_hash_) return;
    table_.insert({.hash = hash, .count = count, .weight = weight}, text);
  }
  /// Raises the level to this one, and on until the values fit.
  void rise_to(unsigned level);

  CounterTable table_;
  std::size_t capacity_ = 0;
  unsigned level_ = 0;
  /// The greatest hash of this level.
  std::uint64_t last_hash_ = ~0ULL;
  std::uint64_t total_ = 0;
  std::uint64_t total_weight_ = 0;
};

}  // namespace ddblint
