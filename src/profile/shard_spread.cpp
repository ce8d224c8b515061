#include "profile/shard_spread.h"

#include <algorithm>
#include <cmath>

namespace ddblint {

ShardSpread spread_of(std::span<const std::uint64_t> counts) {
  Scatter scatter;
  scatter.add(counts);
  ShardSpread spread;
  if (scatter.items <= 0) return spread;
  const auto shards = static_cast<double>(counts.size());
  const double phi = std::max(0.0, scatter.chi_square - scatter.degrees) / scatter.items;
  spread.items = static_cast<std::uint64_t>(scatter.items);
  spread.hottest_share =
      static_cast<double>(*std::max_element(counts.begin(), counts.end())) / scatter.items;
  spread.effective_shards = shards / (1 + phi);
  return spread;
}

void Scatter::add(std::span<const std::uint64_t> counts) {
  double all = 0;
  for (const std::uint64_t count : counts) all += static_cast<double>(count);
  if (counts.size() < 2 || all <= 0) return;
  const double mean = all / static_cast<double>(counts.size());
  for (const std::uint64_t count : counts) {
    const double distance = static_cast<double>(count) - mean;
    chi_square += distance * distance / mean;
  }
  degrees += static_cast<double>(counts.size()) - 1;
  items += all;
}

bool Scatter::is_uneven() const {
  constexpr double kMostExcess = 0.02;
  constexpr double kDeviations = 5;
  const double excess = chi_square - degrees - kDeviations * std::sqrt(2 * degrees);
  return items > 0 && excess / items > kMostExcess;
}

bool Scatter::is_random_choice() const {
  constexpr double kFewestDegrees = 8;
  if (degrees < kFewestDegrees || is_uneven()) return false;
  // The cube root of a chi-square is nearly normal (Wilson and Hilferty 1931).
  const double variance = 2 / (9 * degrees);
  const double z = (std::cbrt(chi_square / degrees) - (1 - variance)) / std::sqrt(variance);
  return z >= -4;
}

}  // namespace ddblint
