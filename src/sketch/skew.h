#pragma once

#include <cstdint>
#include <span>

#include "sketch/distinct_sample.h"
#include "sketch/estimate.h"
#include "sketch/heavy_hitters.h"

namespace ddblint {

/// How unevenly occurrences fall on values.
struct Skew {
  /// Share of the most frequent value.
  Estimate hottest_share;
  /// 1 / (sum of squared shares): as many values would carry the same when evenly used. 0 when
  /// there are no occurrences; `high` is infinite for a sample in which no value repeats.
  Estimate effective_values;
};

/// Measures the skew of a stream from its kept values and its heavy hitters (of weight 1 an
/// occurrence): exact while either of them holds all values, else with an interval. `sampled`: the
/// stream is a uniform sample of the rows in question, and the intervals hold the shares of these.
Skew measure_skew(const DistinctSample& values, const HeavyHitters& frequent, bool sampled);

/// The same where the occurrences of every value were counted.
Skew measure_skew(std::span<const std::uint32_t> occurrences, bool sampled);

}  // namespace ddblint
