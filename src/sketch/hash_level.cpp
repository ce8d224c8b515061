#include "sketch/hash_level.h"

#include <algorithm>
#include <cmath>

namespace ddblint {

namespace {

/// Two-sided 95 % of the normal distribution.
constexpr double kNormal95 = 1.959964;

}  // namespace

Estimate estimate_kept(const KeptValues& values) {
  if (values.level == 0) return Estimate::counted(values.kept);
  // Of D distinct values, Binomial(D, rate) are kept. The interval holds each D for which what is
  // kept, give or take a half, is within 1.96 of its standard deviations: the roots of
  // (kept -+ 0.5 - D rate)^2 = z^2 D rate (1 - rate). That the level was chosen by the count shifts
  // misses from one side to the other, not their number (docs/estimators.md).
  const double rate = std::ldexp(1.0, -static_cast<int>(values.level));
  const double slack = kNormal95 * kNormal95 * (1 - rate) / 2;
  const auto root = [&](double kept, double sign) {
    return (kept + slack + sign * std::sqrt(2 * kept * slack + slack * slack)) / rate;
  };
  const auto kept = static_cast<double>(values.kept);
  // More than `capacity` values were seen, and each further occurrence is at most one more.
  const auto least = static_cast<double>(values.capacity + 1);
  const auto most = std::max(least, static_cast<double>(values.others) + kept);
  return {.value = std::clamp(kept / rate, least, most),
          .low = std::clamp(root(std::max(kept - 0.5, 0.0), -1), least, most),
          .high = std::clamp(root(kept + 0.5, 1), least, most)};
}

}  // namespace ddblint
