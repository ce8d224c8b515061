#pragma once

#include <cstdint>
#include <limits>

namespace ddblint {

/// The sum, or the largest number where it would overflow: commutative and associative, so that
/// merges of parts agree even there.
constexpr std::uint64_t saturating_add(std::uint64_t left, std::uint64_t right) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(left, right, &sum) ? std::numeric_limits<std::uint64_t>::max()
                                                   : sum;
}

}  // namespace ddblint
