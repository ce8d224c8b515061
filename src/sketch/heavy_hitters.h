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
#include "sketch/estimate.h"
#include "sketch/saturating.h"

// The most frequent values of a stream, with guaranteed bounds, in fixed memory: weighted
// Misra-Gries counters. Values come many at a time, each once, with what is added to it; they are
// put together with the counters that are held. When these are more than there is room for, the
// greatest one that must go is subtracted from all of them and added to `offset`.
//
// Invariant: for every value low <= true count <= low + offset, and a value that is not held
// occurred at most `offset` times. Each time m is subtracted, more than `room` counters fall by m,
// so offset <= total / room, where room is three quarters of the slots; in practice far less. A
// merge adds up counters and offsets, then makes room: the invariant and the bound hold whatever
// the order, and a.merge(b) equals b.merge(a).
//
// Beside them, the sum of the squares of all counts is estimated: each value adds its occurrences,
// with a sign, to one of 1,024 sums, both chosen by its hash; values that meet there cancel on
// average, so that the squares of the sums add up to that of the counts. Sums are merged by
// addition.
//
// Cost: an addition of many values is linear in them and in the slots. Misra and Gries, 1982;
// Anderson et al., IMC 2017 (arXiv:1705.07001); Agarwal et al., PODS 2012.
// Alon, Matias, Szegedy, STOC 1996; Thorup and Zhang, SODA 2004 (one sum an addition).

namespace ddblint {

class HeavyHitters {
 public:
  struct Entry {
    std::uint64_t hash = 0;
    std::string text;
    /// The true count lies between these.
    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };

  /// `slots`: a power of two, at least 8 (others are rounded up); three quarters of them are used.
  /// `text_limit`: bytes kept of a text.
  explicit HeavyHitters(std::size_t slots = 4096, std::size_t text_limit = 256);

  /// A value and how much is added to it; its text must be the same each time.
  struct Addition {
    std::uint64_t hash = 0;
    std::uint64_t weight = 0;
    std::string_view text;
  };
  /// Counts different values.
  void add(std::span<const Addition> additions);
  /// Adds another of the same slots.
  void merge(const HeavyHitters& other);

  /// Sum of all weights.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// No value that is not held has more than this; 0 while all counts are exact.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  [[nodiscard]] std::size_t slots() const { return slots_; }
  /// Bytes kept of each text.
  [[nodiscard]] std::size_t text_limit() const { return table_.text_limit(); }
  /// Sum of the squares of all true counts, with its 95 % interval: exact while offset() is 0.
  [[nodiscard]] Estimate squares() const;
  /// Values held.
  [[nodiscard]] std::size_t size() const { return table_.size(); }
  /// The `count` entries of greatest low bound, falling; ties by hash.
  [[nodiscard]] std::vector<Entry> top(std::size_t count) const;
  /// Bytes held.
  [[nodiscard]] std::size_t memory() const {
    return sizeof(*this) + table_.memory() + sums_.capacity() * sizeof(std::uint64_t);
  }

  /// Writes it; equal ones are equal bytes.
  void save(ArchiveWriter& out) const;
  /// What save() wrote; the error says why it cannot be that.
  static std::expected<HeavyHitters, std::string> load(ArchiveReader& in);

 private:
  /// Adds values that have no counter; makes room first.
  void insert(std::span<const Addition> fresh);
  /// Bits that neither the place of a counter nor the level of a sample depends on.
  [[nodiscard]] std::uint64_t& signed_sum(std::uint64_t hash) {
    return sums_[(hash >> 32U) % kSums];
  }
  [[nodiscard]] std::size_t room() const { return slots_ / 4 * 3; }

  static constexpr std::size_t kSums = 1024;
  static constexpr std::uint64_t kSign = 1ULL << 42U;

  CounterTable table_;
  /// Two's complement: they may wrap where totals saturate.
  std::vector<std::uint64_t> sums_;
  std::size_t slots_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t offset_ = 0;
};

}  // namespace ddblint
