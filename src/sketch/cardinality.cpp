#include "sketch/cardinality.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sketch/occupancy.h"

namespace ddblint {

namespace {

/// 99 % one-sided, 99.9 % and 95 % two-sided, of the normal distribution.
constexpr double kOneSided99 = 2.326348;
constexpr double kTwoSided999 = 3.290527;
constexpr double kTwoSided95 = 1.959964;
/// The most of the rows that may fall on values that were not seen where the verdict is low.
constexpr double kLowUnseen = 0.05;
/// So many values on average may be missed without a trace in one of 100 samples, -ln(0.01), though
/// nothing suggests any; less where the threshold is small, and each is seen often before.
constexpr double kMissed = 4.6;
/// Beyond this many times the sample, drawing without putting back is as with it.
constexpr std::uint64_t kPracticallyInfinite = 20;
/// The search for the rows needed ends here.
constexpr double kMostRows = 1e12;

struct Counts {
  explicit Counts(const ValueCounts& sample)
      : rows(static_cast<double>(sample.rows)),
        distinct(static_cast<double>(sample.distinct)),
        once(static_cast<double>(sample.once)),
        twice(static_cast<double>(sample.twice)) {}
  double rows, distinct, once, twice;
};

/// Good's estimate of the share of unseen values, with Esty's upper limit (Ann. Stat. 11, 1983).
double unseen_limit(double rows, double once, double twice) {
  if (rows <= 0) return 1;
  const double variance = std::max(0.0, once + 1 + 2 * twice - once * once / rows);
  return std::min(1.0, (once + 1 + kOneSided99 * std::sqrt(variance)) / rows);
}

/// The values that were not seen, at least: Chao, Scand. J. Stat. 11, 1984; the form without bias
/// where nothing was seen twice.
double chao_unseen(const Counts& sample) {
  if (sample.rows <= 0) return 0;
  const double shrink = (sample.rows - 1) / sample.rows;
  return shrink * (sample.twice > 0 ? sample.once * sample.once / (2 * sample.twice)
                                    : sample.once * std::max(0.0, sample.once - 1) / 2);
}

/// Chao's estimate at the upper end of its 99.9 % interval (Biometrics 43, 1987: the logarithm of
/// the unseen is normal). So wide, for where values differ in frequency the estimate is too low.
double chao_limit(const Counts& sample) {
  const double unseen = chao_unseen(sample);
  if (unseen <= 0) return sample.distinct;
  const double shrink = (sample.rows - 1) / sample.rows;
  double variance = 0;
  if (sample.twice > 0) {
    const double ratio = sample.once / sample.twice;
    variance =
        sample.twice * shrink * ratio * ratio * (0.5 + shrink * ratio + shrink * ratio * ratio / 4);
  } else {
    const double twice_less = 2 * sample.once - 1;
    variance =
        unseen +
        shrink * shrink * sample.once *
            (twice_less * twice_less - std::pow(sample.once, 3) / (sample.distinct + unseen)) / 4;
  }
  const double spread = std::sqrt(std::log1p(std::max(0.0, variance) / (unseen * unseen)));
  return sample.distinct + unseen * std::exp(kTwoSided999 * spread);
}

/// Whether nearly all rows fall on values that were seen, and no other values are hinted at that
/// could reach the threshold together with them.
bool proves_low(const Counts& sample, double threshold) {
  return unseen_limit(sample.rows, sample.once, sample.twice) <= kLowUnseen &&
         chao_limit(sample) + std::min(kMissed, threshold / 10) < threshold;
}

/// Whether the rows prove that there are at least as many values.
bool proves_enough(const ValueCounts& sample, std::uint64_t threshold,
                   std::optional<std::uint64_t> population) {
  if (sample.distinct >= threshold) return true;
  // The critical number lies above the mean, and more so without putting back.
  if (static_cast<double>(sample.distinct) <=
      mean_occupancy(static_cast<double>(sample.rows), static_cast<double>(threshold))) {
    return false;
  }
  const auto critical = critical_distinct(sample.rows, threshold, population);
  return critical && sample.distinct >= *critical;
}

/// How a sample would go on if it grew to `rows`: Colwell et al., J. Plant Ecology 5, 2012.
class Extrapolation {
 public:
  explicit Extrapolation(const Counts& sample) : sample_(sample), unseen_(chao_unseen(sample)) {}

  /// Whether it would then prove that there are enough values, or few.
  [[nodiscard]] bool settles(double rows, double threshold) const {
    const double left = remaining(rows);
    const double distinct = sample_.distinct + unseen_ * (1 - left);
    if (distinct >= std::min(threshold, critical(rows, threshold))) return true;
    // Values fill up evenly at best: as many are seen twice as once when one row in 20 is new.
    const double once = rows * sample_.once / sample_.rows * left;
    return sample_.distinct + unseen_ < threshold &&
           unseen_limit(rows, once, std::max(once, sample_.twice * left)) <= kLowUnseen;
  }

 private:
  /// The share of the unseen values that are still unseen.
  [[nodiscard]] double remaining(double rows) const {
    if (unseen_ <= 0) return 0;
    return std::exp(-(rows - sample_.rows) / sample_.rows * sample_.once / unseen_);
  }
  /// Near enough to critical_distinct(): its normal approximation.
  static double critical(double rows, double values) {
    const double load = rows / values;
    const double missing = std::exp(-load);
    const double variance = values * missing * (1 - (1 + load) * missing);
    return mean_occupancy(rows, values) + kOneSided99 * std::sqrt(std::max(variance, 0.0)) + 0.5;
  }

  Counts sample_;
  double unseen_;
};

std::optional<std::uint64_t> rows_needed(const Counts& sample, double threshold,
                                         std::optional<std::uint64_t> population) {
  if (sample.rows <= 0) return std::nullopt;
  const Extrapolation grown(sample);
  const double most = population ? static_cast<double>(*population) : kMostRows;
  double rows = sample.rows * 1.1 + 1;
  while (rows < most) {
    if (grown.settles(rows, threshold)) return static_cast<std::uint64_t>(rows);
    rows *= 1.1;
  }
  return population;  // all rows settle it
}

}  // namespace

CardinalityVerdict judge_cardinality(const ValueCounts& sample, std::uint64_t threshold,
                                     std::optional<std::uint64_t> population) {
  if (population && sample.rows >= *population) {
    return {.verdict = sample.distinct >= threshold ? Cardinality::enough : Cardinality::low,
            .unseen_high = 0,
            .rows_needed = std::nullopt};
  }
  const Counts counts(sample);
  CardinalityVerdict result;
  result.unseen_high = unseen_limit(counts.rows, counts.once, counts.twice);
  const bool finite = population && *population / kPracticallyInfinite < sample.rows;
  if (proves_enough(sample, threshold, finite ? population : std::nullopt)) {
    result.verdict = Cardinality::enough;
  } else if (proves_low(counts, static_cast<double>(threshold))) {
    result.verdict = Cardinality::low;
  } else {
    result.rows_needed = rows_needed(counts, static_cast<double>(threshold), population);
  }
  return result;
}

Estimate estimate_distinct(const ValueCounts& sample, std::optional<std::uint64_t> population) {
  if (population && sample.rows >= *population) return Estimate::counted(sample.distinct);
  const Counts counts(sample);
  const double most = population ? counts.distinct + static_cast<double>(*population) - counts.rows
                                 : std::numeric_limits<double>::infinity();
  return {.value = std::min(most, counts.distinct + chao_unseen(counts)),
          .low = counts.distinct,
          .high = most};
}

Estimate estimate_clustered(std::uint64_t distinct, std::uint64_t rows, std::uint64_t population,
                            double size_variation) {
  if (rows >= population) return Estimate::counted(distinct);
  const auto seen = static_cast<double>(distinct);
  const auto drawn = static_cast<double>(rows);
  const auto all = static_cast<double>(population);
  const double most = seen + all - drawn;
  if (distinct == 0 || rows == 0) return {.value = seen, .low = seen, .high = most};
  // The mean size of the collections has this relative error, less what was read of them all; the
  // last one is cut off, which is one collection more or less.
  const double error =
      kTwoSided95 * size_variation * std::sqrt((1 - drawn / all) / seen) + 1 / seen;
  const double value = seen * all / drawn;
  return {.value = std::clamp(value, seen, most),
          .low = std::clamp(value * std::exp(-error), seen, most),
          .high = std::clamp(value * std::exp(error), seen, most)};
}

}  // namespace ddblint
