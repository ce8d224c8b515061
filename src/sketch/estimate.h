#pragma once

#include <cstdint>

namespace ddblint {

/// A number with the interval that holds the truth in 95 of 100 cases; of no width when it was
/// counted.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
  bool exact = false;

  /// A number that was counted.
  static Estimate counted(std::uint64_t count) {
    const auto value = static_cast<double>(count);
    return {.value = value, .low = value, .high = value, .exact = true};
  }
};

}  // namespace ddblint
