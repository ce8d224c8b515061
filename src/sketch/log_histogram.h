#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "sketch/archive.h"

// Quantiles of non-negative integers (sizes in items or bytes) with a relative error: counts in
// buckets whose width grows with the value. Each octave [2^e, 2^(e+1)) is cut into 64 equal
// buckets, so that the middle of a bucket is within 1/128 of every value in it, and values below
// 128 have a bucket each. Integers alone decide the bucket: every machine agrees.
//
// Invariant: quantile(q) is within `kRelativeError` of the value of that rank; minimum, maximum and
// decades are exact. A merge adds bucket counts: bit-equal to the whole, whatever the order.
// Memory: at most 3,776 buckets, and only up to the greatest value seen.
// Masson, Rim, Lee: DDSketch, PVLDB 12(12), 2019, with the logarithm interpolated linearly.

namespace ddblint {

class LogHistogram {
 public:
  /// 1/128 = 0.78 %.
  static constexpr double kRelativeError = 1.0 / 128;

  /// Counts a value, `count` times.
  void add(std::uint64_t value, std::uint64_t count = 1);
  /// Adds another histogram.
  void merge(const LogHistogram& other);

  /// How many values were added.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// The least value; 0 when nothing was added.
  [[nodiscard]] std::uint64_t minimum() const { return count_ == 0 ? 0 : minimum_; }
  /// The greatest value; 0 when nothing was added.
  [[nodiscard]] std::uint64_t maximum() const { return maximum_; }
  /// The value of rank ceil(q * count); 0 <= q <= 1; 0 when nothing was added.
  [[nodiscard]] std::uint64_t quantile(double q) const;
  /// A bucket for charts: from and to (inclusive), and how many values.
  struct Bucket {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t count = 0;
  };
  /// The histogram by powers of ten (0; 1 to 9; 10 to 99; ...), exact, from the decade of the
  /// minimum to that of the maximum.
  [[nodiscard]] std::vector<Bucket> decades() const;

  /// Writes it; equal histograms are equal bytes.
  void save(ArchiveWriter& out) const;
  /// What save() wrote; the error says why it cannot be that.
  static std::expected<LogHistogram, std::string> load(ArchiveReader& in);

 private:
  /// Zero, then one for each number of digits of a 64-bit integer.
  static constexpr std::size_t kDecades = 21;

  std::vector<std::uint64_t> buckets_;
  std::array<std::uint64_t, kDecades> decades_{};
  std::uint64_t count_ = 0;
  std::uint64_t minimum_ = ~0ULL;
  std::uint64_t maximum_ = 0;
};

}  // namespace ddblint
