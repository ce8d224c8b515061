#pragma once

#include <cstdint>
#include <span>

namespace ddblint {

/// How evenly items spread over shards.
struct ShardSpread {
  std::uint64_t items = 0;
  double hottest_share = 0;
  /// N / (1 + phi) with phi = max(0, chi-square - (N - 1)) / items: unlike 1 / sum of squared
  /// shares it is not misled by small counts, and unlike a test it does not call a harmless
  /// unevenness of many items significant.
  double effective_shards = 0;
};

/// The spread of counts, one a shard, the empty ones among them.
ShardSpread spread_of(std::span<const std::uint64_t> counts);

/// Scatter of counts around equality, over several groups.
struct Scatter {
  double items = 0;
  double chi_square = 0;
  double degrees = 0;

  void add(std::span<const std::uint64_t> counts);
  /// True when the true shares, as far as the counts prove it, differ by more than 14 % (their
  /// squared coefficient of variation is over 2 %).
  [[nodiscard]] bool is_uneven() const;
  /// True when the counts scatter as random choice makes them, neither more nor less. Counts of
  /// things (users, rooms, lines of an order) do either.
  [[nodiscard]] bool is_random_choice() const;
};

}  // namespace ddblint
