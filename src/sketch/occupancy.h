#pragma once

#include <cstdint>
#include <optional>

// How many distinct values a sample shows when all are equally frequent: balls in boxes. No other
// distribution shows more of them (Wong and Yue, Discrete Mathematics 6, 1973), so what is
// improbable here is improbable for every table of so few values.

namespace ddblint {

/// The chance that `rows` rows of a table of `values` equally frequent values show at least
/// `distinct` of them. `population`: rows of the table, drawn without being put back; nothing:
/// infinitely many. The exact distribution in time rows * sqrt(values).
double occupancy_tail(std::uint64_t distinct, std::uint64_t rows, std::uint64_t values,
                      std::optional<std::uint64_t> population = std::nullopt);

/// The least number of distinct values among `rows` rows that proves, at 99 %, that the table has
/// at least `values` of them; nothing when even pairwise distinct rows are too few. Remembered, so
/// that asking again costs nothing. Exact up to about 10,000 values, beyond it a little too strict
/// (Bernstein's inequality).
std::optional<std::uint64_t> critical_distinct(
    std::uint64_t rows, std::uint64_t values,
    std::optional<std::uint64_t> population = std::nullopt);

/// The mean of the distinct values among `rows` rows, drawn from infinitely many.
double mean_occupancy(double rows, double values);

}  // namespace ddblint
