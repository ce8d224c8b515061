#include "sketch/skew.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "sketch/special_functions.h"

// Counts are exact where all values are held. Else the heavy hitters bound the greatest count and
// estimate the sum of squares, and the sum of cubes, which only widens intervals, is that of their
// bounds and of the kept values.
//
// For a sample of rows, sum n_i (n_i - 1) / (n (n - 1)) is the unbiased estimate of the sum of
// squared shares p. Its variance is (4 (n-2) (sum p^3 - (sum p^2)^2) + 2 (sum p^2 - (sum p^2)^2)) /
// (n (n-1)): a U-statistic of pairs (Hoeffding, 1948).

namespace ddblint {

namespace {

constexpr double kMiss = 0.025;
/// A narrower one where the variance is itself estimated from few pairs.
constexpr double kMissOfPairs = 0.0125;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What is known of the counts of all values.
struct Counts {
  double total = 0;
  /// Bounds of the greatest count.
  double hottest_low = 0;
  double hottest_high = 0;
  /// Sums of squares and cubes; the bounds are of the first.
  double squares = 0;
  double squares_low = 0;
  double squares_high = 0;
  double cubes = 0;
  bool exact = false;
};

/// Adds a value whose count is certain.
void add_exact(Counts& counts, std::uint64_t occurrences) {
  const auto count = static_cast<double>(occurrences);
  counts.hottest_low = std::max(counts.hottest_low, count);
  counts.hottest_high = std::max(counts.hottest_high, count);
  counts.squares += count * count;
  counts.squares_low += count * count;
  counts.squares_high += count * count;
  counts.cubes += count * count * count;
}

/// Factors from an estimate to the ends of its interval.
struct Spread {
  double below = 1;
  double above = 1;
};

/// Those of a sum of few large and many small things: as uncertain as the Poisson count that has
/// the same relative variance, and as skewed.
Spread spread_of(double value, double variance) {
  if (variance <= 1e-15 * value * value) return {};
  const double equivalent = value * value / variance;
  return {.below = gamma_quantile(equivalent, kMissOfPairs) / equivalent,
          .above = gamma_quantile(equivalent + 1, 1 - kMissOfPairs) / equivalent};
}

Counts estimate_counts(const DistinctSample& values, const HeavyHitters& frequent) {
  Counts counts;
  counts.total = static_cast<double>(values.total());
  // A value that is not held may have as many as the offset.
  counts.hottest_high = static_cast<double>(frequent.offset());
  std::unordered_set<std::uint64_t> held;
  double least = 0;
  for (const auto& entry : frequent.top(frequent.size())) {
    held.insert(entry.hash);
    const auto kept = values.find(entry.hash);
    const auto low = static_cast<double>(kept ? kept->count : entry.low);
    const auto high = static_cast<double>(kept ? kept->count : entry.high);
    counts.hottest_low = std::max(counts.hottest_low, low);
    counts.hottest_high = std::max(counts.hottest_high, high);
    counts.cubes += low * low * low;
    least += low * low;
  }
  const double stands_for = std::ldexp(1.0, static_cast<int>(values.level()));
  for (const auto& entry : values.entries()) {
    if (held.contains(entry.hash)) continue;
    const auto count = static_cast<double>(entry.count);
    counts.hottest_low = std::max(counts.hottest_low, count);
    counts.hottest_high = std::max(counts.hottest_high, count);
    counts.cubes += stands_for * count * count * count;
  }
  counts.hottest_high = std::min(counts.hottest_high, counts.total);
  // Each occurrence counts for one at least, and for the greatest count at most.
  const double most = counts.hottest_high * counts.total;
  const Estimate squares = frequent.squares();
  least = std::max(least, counts.total);
  counts.squares = std::clamp(squares.value, least, std::max(least, most));
  counts.squares_low = std::clamp(squares.low, least, counts.squares);
  counts.squares_high = std::clamp(squares.high, counts.squares, std::max(counts.squares, most));
  return counts;
}

Counts counts_of(const DistinctSample& values, const HeavyHitters& frequent) {
  Counts counts;
  if (values.exact()) {
    for (const auto& entry : values.entries()) add_exact(counts, entry.count);
  } else if (frequent.offset() == 0 && frequent.total() == values.total()) {
    for (const auto& entry : frequent.top(frequent.size())) add_exact(counts, entry.low);
  } else {
    return estimate_counts(values, frequent);
  }
  counts.total = static_cast<double>(values.total());
  counts.exact = true;
  return counts;
}

/// The greatest L such that a table whose shares are all at most L shows some value `count` times
/// among `rows` rows in at most 2.5 % of the samples. The worst such table has 1 / L values of
/// share L, each of which shows that often with the binomial tail P: L solves P / L = 2.5 %.
double hottest_low(double count, double rows) {
  if (count < 2) return 0;  // some value shows once in every sample
  double low = 1e-300;
  double high = count / rows;
  for (int i = 0; i < 100 && high > low * (1 + 1e-9); ++i) {
    const double share = std::sqrt(low * high);
    const double tail = incomplete_beta(count, rows - count + 1, share);
    (tail <= kMiss * share ? low : high) = share;
  }
  return low;
}

/// The share of the most frequent value, from a sample.
Estimate sampled_hottest(const Counts& counts) {
  const double high = counts.hottest_high;
  const double rest = counts.total - high;
  return {.value = (counts.hottest_low + high) / 2 / counts.total,
          .low = hottest_low(counts.hottest_low, counts.total),
          // The truly hottest value shows no more often than the hottest that was seen.
          .high = rest > 0 ? beta_quantile(high + 1, rest, 1 - kMiss) : 1};
}

/// Where no two of n rows are equal, the sum of squared shares is at most this / n^2. The worst
/// table has one value of share s that shows at most once: (1 + s n) exp(-s n) = 2.5 %, so s n
/// = 5.572.
constexpr double kNoPair = 5.572 * 5.572;

/// The number of effective values, from a sample.
Estimate sampled_effective(const Counts& counts) {
  const double n = counts.total;
  if (n < 2) return {.value = 1, .low = 1, .high = kInfinity};
  const double pairs = n * (n - 1);
  const auto unbiased = [&](double squares) { return std::max(squares - n, 0.0) / pairs; };
  const double theta = unbiased(counts.squares);
  if (theta <= 0) {
    // As if one pair were equal.
    return {.value = pairs / 2, .low = std::max(1.0, n * n / kNoPair), .high = kInfinity};
  }
  const double cubes =
      n < 3 ? theta : std::max(counts.cubes - 3 * counts.squares + 2 * n, 0.0) / (pairs * (n - 2));
  const double variance = (4 * (n - 2) * std::max(cubes - theta * theta, 0.0) +
                           2 * std::max(theta - theta * theta, 0.0)) /
                          pairs;
  const Spread spread = spread_of(theta, variance);
  const double least = unbiased(counts.squares_low) * spread.below;
  return {.value = 1 / theta,
          .low = std::max(1.0, 1 / (unbiased(counts.squares_high) * spread.above)),
          .high = least > 0 ? std::max(1.0, 1 / least) : kInfinity};
}

Skew skew_of(const Counts& counts, bool sampled) {
  const double n = counts.total;
  if (n <= 0) {
    return {.hottest_share = {.value = 0, .low = 0, .high = 1},
            .effective_values = Estimate::counted(0)};
  }
  if (sampled) {
    return {.hottest_share = sampled_hottest(counts),
            .effective_values = sampled_effective(counts)};
  }
  return {.hottest_share = {.value = (counts.hottest_low + counts.hottest_high) / 2 / n,
                            .low = counts.hottest_low / n,
                            .high = counts.hottest_high / n,
                            .exact = counts.exact},
          .effective_values = {.value = n / counts.squares * n,
                               .low = n / counts.squares_high * n,
                               .high = n / counts.squares_low * n,
                               .exact = counts.exact}};
}

}  // namespace

Skew measure_skew(const DistinctSample& values, const HeavyHitters& frequent, bool sampled) {
  return skew_of(values.total() == 0 ? Counts() : counts_of(values, frequent), sampled);
}

Skew measure_skew(std::span<const std::uint32_t> occurrences, bool sampled) {
  Counts counts{.exact = true};
  for (const std::uint32_t each : occurrences) {
    add_exact(counts, each);
    counts.total += static_cast<double>(each);
  }
  return skew_of(counts, sampled);
}

}  // namespace ddblint
