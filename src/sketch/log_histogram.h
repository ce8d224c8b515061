#pragma once

#include <cstdint>
#include <vector>

// Quantiles of non-negative integers (sizes in items or bytes) with a relative error: counts in
// buckets whose borders grow by a constant factor.
//
// Invariant: quantile(q) is within `kRelativeError` of a value of rank q; minimum and maximum are
// exact. A merge adds bucket counts: bit-equal to the whole, whatever the order.
// Masson, Rim, Lee: DDSketch, PVLDB 12(12), 2019.

namespace ddblint {

class LogHistogram {
 public:
  static constexpr double kRelativeError = 0.01;

  void add(std::uint64_t value, std::uint64_t count = 1);
  void merge(const LogHistogram& other);

  [[nodiscard]] std::uint64_t count() const;
  [[nodiscard]] std::uint64_t minimum() const;
  [[nodiscard]] std::uint64_t maximum() const;
  /// The value of rank ceil(q * count); 0 <= q <= 1; 0 when nothing was added.
  [[nodiscard]] std::uint64_t quantile(double q) const;
  /// A bucket for charts: from and to (inclusive), and how many values.
  struct Bucket {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t count = 0;
  };
  /// The histogram by powers of ten.
  [[nodiscard]] std::vector<Bucket> decades() const;
};

}  // namespace ddblint
