#pragma once

#include <cstdint>

#include "sketch/estimate.h"

namespace ddblint {

/// The Clopper-Pearson interval of a share: exact, never less sure than `confidence`.
Estimate share_interval(std::uint64_t hits, std::uint64_t rows, double confidence = 0.95);
/// The exact (Garwood) interval of a Poisson count.
Estimate count_interval(std::uint64_t count, double confidence = 0.95);
/// Regularised incomplete beta function, 0 <= x <= 1.
double incomplete_beta(double a, double b, double x);
/// Upper tail of the chi-square distribution: P(X > x) with `degrees` of freedom.
double chi_square_tail(double x, double degrees);
/// Quantile of the standard normal distribution.
double normal_quantile(double p);

}  // namespace ddblint
