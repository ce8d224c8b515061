#include "sketch/intervals.h"

#include <algorithm>

namespace ddblint {

Estimate share_interval(std::uint64_t hits, std::uint64_t rows, double confidence) {
  if (rows == 0) return {.value = 0, .low = 0, .high = 1};
  const auto yes = static_cast<double>(std::min(hits, rows));
  const auto no = static_cast<double>(rows) - yes;
  const double miss = (1 - confidence) / 2;
  return {.value = yes / (yes + no),
          .low = yes > 0 ? beta_quantile(yes, no + 1, miss) : 0,
          .high = no > 0 ? beta_quantile(yes + 1, no, 1 - miss) : 1};
}

Estimate count_interval(std::uint64_t count, double confidence) {
  const auto seen = static_cast<double>(count);
  const double miss = (1 - confidence) / 2;
  return {.value = seen,
          .low = seen > 0 ? gamma_quantile(seen, miss) : 0,
          .high = gamma_quantile(seen + 1, 1 - miss)};
}

}  // namespace ddblint
