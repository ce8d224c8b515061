#pragma once

#include <cstdint>

#include "sketch/estimate.h"
#include "sketch/special_functions.h"

namespace ddblint {

/// The Clopper-Pearson interval of a share: exact, never less sure than `confidence`. From 0 to 1
/// when there are no rows.
Estimate share_interval(std::uint64_t hits, std::uint64_t rows, double confidence = 0.95);
/// The exact (Garwood) interval of a Poisson count.
Estimate count_interval(std::uint64_t count, double confidence = 0.95);

}  // namespace ddblint
