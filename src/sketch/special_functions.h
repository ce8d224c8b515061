#pragma once

// The distributions that intervals and tests stand on. They are accurate to about 1e-11 for
// parameters up to 1e5; beyond, a digit is lost for each of theirs: 1e-5 is left at 1e12. Their
// time does not grow with the parameters.

namespace ddblint {

/// Regularised incomplete beta function: P(X <= x) of the beta distribution; a, b > 0, 0 <= x <= 1.
double incomplete_beta(double a, double b, double x);
/// Regularised upper incomplete gamma function: P(X > x) of the gamma distribution; a > 0, x >= 0.
double upper_gamma(double a, double x);
/// Upper tail of the chi-square distribution: P(X > x) with `degrees` of freedom.
double chi_square_tail(double x, double degrees);
/// Quantile of the standard normal distribution; infinite at 0 and 1.
double normal_quantile(double p);
/// The x with incomplete_beta(a, b, x) = p.
double beta_quantile(double a, double b, double p);
/// The x with 1 - upper_gamma(a, x) = p.
double gamma_quantile(double a, double p);

}  // namespace ddblint
