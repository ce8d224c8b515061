#include "sketch/special_functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

// Densities are written by Stirling's formula with its error term, so that nothing large cancels:
// ln of x^a (1-x)^b / B(a,b) is a (ln(1+u) - u) + b (ln(1+v) - v) + ln sqrt(a b / (2 pi (a+b))) +
// the errors of a+b, a and b, where u and v are the relative distances of x and 1-x from their
// means (Loader, Fast and accurate computation of binomial probabilities, 2000). Distribution
// functions of small parameters are continued fractions or series (Abramowitz and
// Stegun 26.5.8, 6.5.29, 6.5.31); their length grows with the square root of the parameters, so
// large ones integrate the density over the nearer tail by Gauss and Legendre's rule.

namespace ddblint {

namespace {

constexpr double kTiny = 1e-300;
constexpr double kPrecision = 1e-16;
constexpr int kMaxTerms = 5000;
/// From here on the density is smooth on the scale of its standard deviation.
constexpr double kLarge = 1000;

/// mean * (ln(value / mean) - apart / mean) where apart = value - mean, without cancellation where
/// both are near.
double deviance(double value, double mean, double apart) {
  const double u = apart / mean;
  if (std::abs(u) > 0.1) return mean * (std::log(value / mean) - u);
  double sum = 0;
  double power = u;
  for (int k = 2; k < 20; ++k) {
    power *= -u;
    sum += power / k;
  }
  return mean * sum;
}

/// ln Gamma(z) - [(z - 1/2) ln z - z + ln sqrt(2 pi)]; z > 0.
double stirling_error(double z) {
  double result = 0;
  while (z < 16) {
    result += (z + 0.5) * std::log1p(1 / z) - 1;
    z += 1;
  }
  const double inverse = 1 / (z * z);
  // The Bernoulli numbers B(2k) / (2k (2k - 1)).
  constexpr std::array<double, 6> kTerms{1.0 / 12,    -1.0 / 360, 1.0 / 1260,
                                         -1.0 / 1680, 1.0 / 1188, -691.0 / 360360};
  double series = 0;
  for (auto term = kTerms.rbegin(); term != kTerms.rend(); ++term) {
    series = series * inverse + *term;
  }
  return result + series / z;
}

/// x^a y^b / B(a, b) where y = 1 - x, which is x y times the density.
double beta_power(double a, double b, double x, double y) {
  const double sum = a + b;
  const double apart = x < y ? x * sum - a : b - y * sum;
  const double exponent = deviance(x * sum, a, apart) + deviance(y * sum, b, -apart);
  const double error = stirling_error(sum) - stirling_error(a) - stirling_error(b);
  return std::sqrt(a / sum * b / (2 * std::numbers::pi)) * std::exp(exponent + error);
}

/// x^a e^-x / Gamma(a), which is x times the density.
double gamma_power(double a, double x) {
  return std::sqrt(a / (2 * std::numbers::pi)) *
         std::exp(deviance(x, a, x - a) - stirling_error(a));
}

/// The integral of a density from a point outward, in steps of a standard deviation, until nothing
/// more comes or `end` is reached.
template <typename Density>
double tail_integral(Density density, double from, double step, double end) {
  // Nodes and weights of the eight-point rule.
  constexpr std::array<double, 4> kNodes{0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                         0.9602898564975363};
  constexpr std::array<double, 4> kWeights{0.3626837833783620, 0.3137066458778873,
                                           0.2223810344533745, 0.1012285362903763};
  double sum = 0;
  for (int panel = 0; panel < 60; ++panel) {
    const double to = step > 0 ? std::min(from + step, end) : std::max(from + step, end);
    const double middle = (from + to) / 2;
    const double half = (to - from) / 2;
    double part = 0;
    for (std::size_t i = 0; i < kNodes.size(); ++i) {
      part +=
          kWeights[i] * (density(middle - half * kNodes[i]) + density(middle + half * kNodes[i]));
    }
    part *= std::abs(half);
    sum += part;
    if (part <= sum * kPrecision) break;
    from = to;
  }
  return sum;
}

/// Lentz's evaluation of a continued fraction 1/(1+ c1/(1+ c2/(1+ ...))).
template <typename Coefficient>
double continued_fraction(Coefficient coefficient) {
  const auto guard = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double numerator = 1;
  double denominator = 0;
  double result = 1;
  for (int i = 1; i < kMaxTerms; ++i) {
    const double c = coefficient(i);
    denominator = 1 / guard(1 + c * denominator);
    numerator = guard(1 + c / numerator);
    const double factor = numerator * denominator;
    result *= factor;
    if (std::abs(factor - 1) < kPrecision) break;
  }
  return 1 / result;
}

/// The incomplete beta function, where y = 1 - x, which may be too near to 1 to tell x.
double lower_beta(double a, double b, double x, double y) {
  const double mean = a / (a + b);
  if (std::min(a, b) > kLarge) {
    const double deviation = std::sqrt(mean * (1 - mean) / (a + b));
    const auto density = [&](double t) {
      return t <= 0 || t >= 1 ? 0 : beta_power(a, b, t, 1 - t) / (t * (1 - t));
    };
    return x < mean ? tail_integral(density, x, -deviation, 0)
                    : 1 - tail_integral(density, x, deviation, 1);
  }
  if (x > (a + 1) / (a + b + 2)) return 1 - lower_beta(b, a, y, x);
  const auto coefficient = [&](int i) {
    const int half = i / 2;
    const double m = half;
    return i % 2 == 0 ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                      : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
  };
  return beta_power(a, b, x, y) / a * continued_fraction(coefficient);
}

/// A root of a rising function on [low, high] by Newton's steps, halving where they leave it.
template <typename Function, typename Slope>
double find_root(Function function, Slope slope, double low, double high, double start) {
  double x = std::clamp(start, low, high);
  for (int i = 0; i < 200; ++i) {
    const double value = function(x);
    const double step = value / slope(x);
    if (value == 0 || std::abs(step) <= 1e-14 * std::abs(x)) return x - step;
    (value < 0 ? low : high) = x;
    const double next = x - step;
    x = next > low && next < high ? next : low + (high - low) / 2;
  }
  return x;
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return lower_beta(a, b, x, 1 - x);
}

double upper_gamma(double a, double x) {
  if (x <= 0) return 1;
  if (std::isinf(x)) return 0;
  if (a > kLarge) {
    const double deviation = std::sqrt(a);
    const auto density = [&](double t) { return t <= 0 ? 0 : gamma_power(a, t) / t; };
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return x > a ? tail_integral(density, x, deviation, kInfinity)
                 : 1 - tail_integral(density, x, -deviation, 0);
  }
  if (x < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (int i = 1; i < kMaxTerms && term > sum * kPrecision; ++i) {
      term *= x / (a + i);
      sum += term;
    }
    return 1 - gamma_power(a, x) * sum;
  }
  // 1/(x+ (1-a)/(1+ 1/(x+ (2-a)/(1+ 2/(x+ ...))))), each level divided by what it begins with.
  const auto coefficient = [&](int i) {
    const int half = (i + 1) / 2;
    const double k = half;
    return (i % 2 == 1 ? k - a : k) / x;
  };
  return gamma_power(a, x) / x * continued_fraction(coefficient);
}

double chi_square_tail(double x, double degrees) { return upper_gamma(degrees / 2, x / 2); }

double normal_quantile(double p) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (p <= 0) return -kInfinity;
  if (p >= 1) return kInfinity;
  if (p > 0.5) return -normal_quantile(1 - p);
  // Newton's steps on the logarithm, which is concave: from the left they never overshoot.
  double x = -std::sqrt(-2 * std::log(p)) - 1;
  for (int i = 0; i < 100; ++i) {
    const double below = 0.5 * std::erfc(-x / std::numbers::sqrt2);
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    const double step = below / density * std::log(p / below);
    x += step;
    if (std::abs(step) < 1e-15 * (1 + std::abs(x))) break;
  }
  return x;
}

double beta_quantile(double a, double b, double p) {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  const double mean = a / (a + b);
  const double start = mean + normal_quantile(p) * std::sqrt(mean * (1 - mean) / (a + b + 1));
  return find_root([&](double x) { return incomplete_beta(a, b, x) - p; },
                   [&](double x) { return beta_power(a, b, x, 1 - x) / (x * (1 - x)); }, 0, 1,
                   start > 0 && start < 1 ? start : mean);
}

double gamma_quantile(double a, double p) {
  if (p <= 0) return 0;
  if (p >= 1) return std::numeric_limits<double>::infinity();
  const double start = a + normal_quantile(p) * std::sqrt(a);
  double high = a + 10;
  while (1 - upper_gamma(a, high) < p) high *= 2;
  return find_root([&](double x) { return 1 - upper_gamma(a, x) - p; },
                   [&](double x) { return gamma_power(a, x) / x; }, 0, high, start > 0 ? start : a);
}

}  // namespace ddblint
