#pragma once

#include "sketch/distinct_sample.h"
#include "sketch/estimate.h"
#include "sketch/heavy_hitters.h"

namespace ddblint {

/// How unevenly occurrences fall on values.
struct Skew {
  /// Share of the most frequent value.
  Estimate hottest_share;
  /// 1 / (sum of squared shares): as many values would carry the same when evenly used.
  Estimate effective_values;
};

/// Measures the skew of a stream from its kept values and its heavy hitters: exact while all values
/// are kept, else with an interval. `sampled`: the stream is a uniform sample of the rows in
/// question, whose shares come with the interval of a sample (Clopper-Pearson; the unbiased
/// estimate of the sum of squares).
Skew measure_skew(const DistinctSample& values, const HeavyHitters& frequent, bool sampled);

}  // namespace ddblint
