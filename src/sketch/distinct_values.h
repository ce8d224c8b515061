#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "sketch/archive.h"
#include "sketch/estimate.h"

// Distinct values with their exact counts, without weights and texts: what DistinctSample is, for
// streams of which only numbers are asked. The same values are kept, at the same level, so the
// same invariant holds, and a merge of parts is bit-equal to the whole.
//
// Memory: open addressing with linear probing in 8 bytes a slot, at most five eighths full. What a
// value has beyond its first occurrence stands in a second vector, which is there once a value
// comes again: of values that come once each, only hashes are held.
// Cost: an addition is one probe of a vector that is as small as can be, or one comparison once the
// level has risen.

namespace ddblint {

class DistinctValues {
 public:
  /// `capacity`: most values kept, at least 1.
  explicit DistinctValues(std::size_t capacity);

  /// Counts one occurrence of each; hashes must be uniform over 64 bits (sketch/hash.h).
  void add(std::span<const std::uint64_t> hashes);
  /// Counts several occurrences of one value; none when `count` is 0.
  void add_counted(std::uint64_t hash, std::uint64_t count);
  /// Adds another of the same capacity.
  void merge(const DistinctValues& other);

  /// Occurrences added, of kept values or not.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// Number of distinct values: counted while level() is 0, else estimated with its 95 % interval.
  [[nodiscard]] Estimate distinct() const;
  [[nodiscard]] bool exact() const { return level_ == 0; }
  /// Each kept value stands for 2^level distinct ones.
  [[nodiscard]] unsigned level() const { return level_; }
  /// Kept values.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  /// Occurrences of a kept value; 0 when it is not kept.
  [[nodiscard]] std::uint64_t count_of(std::uint64_t hash) const;
  /// Calls `visit(count)` with the occurrences of each kept value, in no order.
  template <typename Visit>
  void for_each_count(Visit visit) const {
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      if (hashes_[i] != kEmpty) visit(count_at(i));
    }
  }
  /// Bytes held.
  [[nodiscard]] std::size_t memory() const {
    return sizeof(*this) + (hashes_.capacity() + more_.capacity()) * sizeof(std::uint64_t);
  }

  /// Writes it; equal ones are equal bytes.
  void save(ArchiveWriter& out) const;
  /// What save() wrote; the error says why it cannot be that.
  static std::expected<DistinctValues, std::string> load(ArchiveReader& in);

 private:
  /// Marks an empty slot; the value of this hash goes as its neighbour.
  static constexpr std::uint64_t kEmpty = 0;
  static std::uint64_t held(std::uint64_t hash) { return hash == kEmpty ? 1 : hash; }

  [[nodiscard]] std::uint64_t count_at(std::size_t slot) const {
    return more_.empty() ? 1 : more_[slot] + 1;
  }
  /// The slot that holds a hash, or the empty one where it belongs.
  [[nodiscard]] std::size_t place(std::uint64_t hash) const {
    std::size_t slot = hash & (hashes_.size() - 1);
    while (hashes_[slot] != hash && hashes_[slot] != kEmpty) {
      slot = (slot + 1) & (hashes_.size() - 1);
    }
    return slot;
  }
  void keep(std::uint64_t hash, std::uint64_t count);
  void insert(std::uint64_t hash, std::uint64_t count);
  void add_more(std::size_t slot, std::uint64_t count);
  /// Raises the level to this one, and on until the values fit.
  void rise_to(unsigned level);
  void drop_above_level();
  void resize(std::size_t slots);
  /// Takes the values out of some slots, from one on, and puts those of the level to their places.
  void place_all(std::vector<std::uint64_t>& from_hashes, std::vector<std::uint64_t>& from_more,
                 std::size_t begin);

  std::vector<std::uint64_t> hashes_;
  /// Occurrences beyond the first; empty while there are none.
  std::vector<std::uint64_t> more_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  unsigned level_ = 0;
  /// The greatest hash of this level.
  std::uint64_t last_hash_ = ~0ULL;
  std::uint64_t total_ = 0;
  /// Occurrences of the values that are kept.
  std::uint64_t kept_ = 0;
};

}  // namespace ddblint
