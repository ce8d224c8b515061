#pragma once

#include <cstddef>
#include <cstdint>

#include "sketch/estimate.h"

// Uniform samples of distinct values by their hashes: at a level, those are kept whose leading
// bits, as many as the level says, are zero.

namespace ddblint {

inline constexpr unsigned kMaxLevel = 64;

/// The greatest hash of a level.
constexpr std::uint64_t last_hash_of(unsigned level) {
  return level >= kMaxLevel ? 0 : ~0ULL >> level;
}

/// What a sample of distinct values keeps.
struct KeptValues {
  std::size_t kept = 0;
  std::size_t capacity = 0;
  unsigned level = 0;
  /// Occurrences of the values that are not kept.
  std::uint64_t others = 0;
};

/// The number of distinct values behind a sample: counted at level 0, else with its 95 % interval.
Estimate estimate_kept(const KeptValues& values);

}  // namespace ddblint
