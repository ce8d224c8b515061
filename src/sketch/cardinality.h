#pragma once

#include <cstdint>
#include <optional>

#include "sketch/estimate.h"

// How many distinct values a whole table has, judged by a sample: no estimator can be trusted
// (Charikar et al., PODS 2000), so two one-sided tests decide, and say when they cannot.

namespace ddblint {

/// What a sample, or the whole, shows of one attribute or key.
struct ValueCounts {
  /// Rows that have it.
  std::uint64_t rows = 0;
  std::uint64_t distinct = 0;
  /// Values seen exactly once, exactly twice.
  std::uint64_t once = 0;
  std::uint64_t twice = 0;
};

enum class Cardinality {
  enough,        ///< at least the threshold, at 99 %
  low,           ///< at least 95 % of the rows fall on values that were seen, and these are fewer
  inconclusive,  ///< more rows would tell
};

struct CardinalityVerdict {
  Cardinality verdict = Cardinality::inconclusive;
  /// Upper bound (99 %) of the chance that the next row shows a value that was not seen.
  double unseen_high = 1;
  /// When inconclusive: about how many rows would settle it; nothing when that cannot be told.
  std::optional<std::uint64_t> rows_needed;
};

/// Judges whether a table of `population` rows (unknown: infinite) has at least `threshold`
/// distinct values, from rows that were drawn uniformly. `enough` has the exact distribution of the
/// least favourable table (sketch/occupancy.h). `low` has Good's coverage with Esty's limit, and
/// Chao's estimate at its 99.9 % limit below the threshold: a long tail of rare values is never
/// low. With all rows read, counting decides.
CardinalityVerdict judge_cardinality(const ValueCounts& sample, std::uint64_t threshold,
                                     std::optional<std::uint64_t> population = std::nullopt);

/// Chao's lower bound of the number of distinct values (1984), as the value, with the range from
/// what was seen to what the population allows: infinite when it is not known.
Estimate estimate_distinct(const ValueCounts& sample,
                           std::optional<std::uint64_t> population = std::nullopt);

/// Distinct partition keys of a table from the head of a scan, which returns whole item collections
/// in hash order: seen * population / rows. `size_variation` is the coefficient of variation of the
/// collection sizes.
Estimate estimate_clustered(std::uint64_t distinct, std::uint64_t rows, std::uint64_t population,
                            double size_variation);

}  // namespace ddblint
