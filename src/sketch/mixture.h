#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace ddblint {

/// Two populations of sizes.
struct TwoPopulations {
  /// Geometric means of the small and the big ones.
  double small = 0;
  double big = 0;
  /// Share of the sizes that are big.
  double big_share = 0;
  /// Where to tell them apart, a round number (1, 2 or 5 times a power of ten).
  std::uint64_t split = 0;
  /// How it was seen: true = a gap of a decade, false = a mixture of two log-normal distributions.
  bool by_gap = false;
};

/// How many there are of each size.
using SizeCounts = std::map<std::uint64_t, std::uint64_t>;

/// Whether sizes of item collections fall in two populations; nothing when one population explains
/// them. Ashman's D >= 4, means at least ten times apart, delta BIC > 10, at least three big ones
/// and a tenth small ones, all of 4,096 sizes at most, evenly taken; or a gap of a decade with at
/// least three of all above and half below (Ashman, Bird, Zepf, 1994).
std::optional<TwoPopulations> two_populations(const SizeCounts& sizes);

}  // namespace ddblint
