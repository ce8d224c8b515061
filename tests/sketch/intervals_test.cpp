#include "sketch/intervals.h"

#include <cmath>
#include <limits>

#include "support/catch.h"

namespace ddblint {
namespace {

/// Equal up to a relative error.
bool near(double left, double right, double error = 1e-11) {
  return std::abs(left - right) <= error * std::max(std::abs(left), std::abs(right));
}

/// P(X >= k) for X ~ Binomial(n, p), added up term by term.
double binomial_tail(int n, int k, double p) {
  double sum = 0;
  for (int i = k; i <= n; ++i) {
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) +
                    i * std::log(p) + (n - i) * std::log1p(-p));
  }
  return sum;
}

TEST_CASE("The incomplete beta function agrees with its closed forms") {
  for (const double x : {1e-9, 0.001, 0.2, 0.5, 0.77, 0.999}) {
    CHECK(near(incomplete_beta(1, 1, x), x));
    CHECK(near(incomplete_beta(7, 1, x), std::pow(x, 7)));
    CHECK(near(incomplete_beta(1, 9, x), -std::expm1(9 * std::log1p(-x))));
    CHECK(near(incomplete_beta(0.5, 0.5, x), std::asin(std::sqrt(x)) / std::asin(1.0)));
    CHECK(near(incomplete_beta(2.5, 30, x) + incomplete_beta(30, 2.5, 1 - x), 1));
  }
  CHECK(incomplete_beta(3, 4, 0) == 0);
  CHECK(incomplete_beta(3, 4, 1) == 1);
  CHECK(near(incomplete_beta(1e6, 1e6, 0.5), 0.5));
  for (const double p : {0.01, 0.3, 0.55, 0.9}) {
    for (const int k : {1, 5, 30, 59, 60}) {
      CHECK(near(incomplete_beta(k, 60 - k + 1, p), binomial_tail(60, k, p), 1e-10));
    }
  }
}

TEST_CASE("Both ways to the incomplete beta function meet") {
  // The continued fraction takes a <= 1000, the integral all beyond: a step of one changes little,
  // and by what the recurrence I(a, b) - I(a+1, b) = x^a (1-x)^b / (a B(a, b)) says.
  for (const double b : {1500.0, 40000.0}) {
    for (const double sigmas : {-6.0, -2.0, 0.0, 0.5, 3.0}) {
      const double a = 999.5;
      const double x = a / (a + b) * (1 + sigmas / std::sqrt(a));
      const double change = std::exp(std::lgamma(a + b) - std::lgamma(a + 1) - std::lgamma(b) +
                                     a * std::log(x) + b * std::log1p(-x));
      const double below = incomplete_beta(a, b, x);
      CHECK(std::abs(below - change - incomplete_beta(a + 1, b, x)) < 1e-9 * change + 1e-13);
    }
  }
}

TEST_CASE("The gamma distribution agrees with its closed forms") {
  for (const double x : {1e-8, 0.1, 1.0, 4.0, 30.0}) {
    CHECK(near(upper_gamma(1, x), std::exp(-x)));
    CHECK(near(upper_gamma(3, x), std::exp(-x) * (1 + x + x * x / 2)));
    CHECK(near(upper_gamma(0.5, x), std::erfc(std::sqrt(x))));
    CHECK(near(chi_square_tail(x, 2), std::exp(-x / 2)));
  }
  CHECK(upper_gamma(2, 0) == 1);
  CHECK(upper_gamma(2, std::numeric_limits<double>::infinity()) == 0);
  // Q(a+1, x) - Q(a, x) = x^a e^-x / Gamma(a+1), across the border of both ways.
  for (const double sigmas : {-5.0, 0.0, 4.0}) {
    const double a = 999.5;
    const double x = a + sigmas * std::sqrt(a);
    const double change = std::exp(a * std::log(x) - x - std::lgamma(a + 1));
    CHECK(std::abs(upper_gamma(a + 1, x) - upper_gamma(a, x) - change) < 1e-9 * change + 1e-13);
  }
}

TEST_CASE("Published critical values of chi-square and of the normal distribution") {
  CHECK(near(chi_square_tail(3.841459, 1), 0.05, 1e-6));
  CHECK(near(chi_square_tail(18.307038, 10), 0.05, 1e-6));
  CHECK(near(chi_square_tail(135.806723, 100), 0.01, 1e-6));
  CHECK(near(chi_square_tail(2.705543, 1), 0.10, 1e-6));
  CHECK(normal_quantile(0.5) == Approx(0).margin(1e-15));
  CHECK(near(normal_quantile(0.975), 1.959963984540054, 1e-13));
  CHECK(near(normal_quantile(0.99), 2.326347874040841, 1e-13));
  CHECK(near(normal_quantile(1e-9), -5.997807015007687, 1e-13));
  CHECK(near(normal_quantile(1e-300), -37.0471, 1e-5));
  CHECK(normal_quantile(0) == -std::numeric_limits<double>::infinity());
  CHECK(normal_quantile(1) == std::numeric_limits<double>::infinity());
}

TEST_CASE("Published intervals of shares") {
  // Clopper and Pearson's own example of 1934: 10 trials.
  Estimate share = share_interval(3, 10);
  CHECK(share.value == 0.3);
  CHECK(near(share.low, 0.0667395, 1e-5));
  CHECK(near(share.high, 0.6524529, 1e-6));
  share = share_interval(0, 10);
  CHECK(share.low == 0);
  CHECK(near(share.high, 1 - std::pow(0.025, 0.1)));
  share = share_interval(10, 10);
  CHECK(near(share.low, std::pow(0.025, 0.1)));
  CHECK(share.high == 1);
  share = share_interval(50, 1000, 0.99);
  CHECK(near(binomial_tail(1000, 50, share.low), 0.005, 1e-8));
  CHECK(near(1 - binomial_tail(1000, 51, share.high), 0.005, 1e-8));
  share = share_interval(0, 0);
  CHECK(share.low == 0);
  CHECK(share.high == 1);
  CHECK(share_interval(12, 10).value == 1);
}

TEST_CASE("The ends of an interval of a share are where the tails have 2.5 %") {
  for (const int n : {5, 40, 333}) {
    for (const int k : {1, 2, n / 2, n - 1}) {
      const Estimate share = share_interval(k, n);
      CHECK(near(binomial_tail(n, k, share.low), 0.025, 1e-8));
      CHECK(near(1 - binomial_tail(n, k + 1, share.high), 0.025, 1e-8));
    }
  }
}

TEST_CASE("Intervals of shares of very many rows approach the normal ones") {
  for (const std::uint64_t n : {1000000ULL, 1000000000ULL, 1000000000000ULL}) {
    const Estimate share = share_interval(n / 4, n);
    const double deviation = std::sqrt(0.25 * 0.75 / static_cast<double>(n));
    CHECK(near(share.high - share.low, 2 * 1.959964 * deviation, 2e-3));
    CHECK(near(share.high - 0.25, 1.959964 * deviation, 1e-2));
    // Few of very many are a Poisson count.
    const Estimate few = share_interval(7, n);
    const Estimate count = count_interval(7);
    CHECK(near(few.low * static_cast<double>(n), count.low, 1e-5));
    CHECK(near(few.high * static_cast<double>(n), count.high, 1e-5));
  }
}

TEST_CASE("Published intervals of counts") {
  // Garwood, Biometrika 28, 1936.
  Estimate count = count_interval(0);
  CHECK(count.low == 0);
  CHECK(near(count.high, 3.688879, 1e-6));
  count = count_interval(1);
  CHECK(near(count.low, 0.025318, 1e-4));
  CHECK(near(count.high, 5.571643, 1e-6));
  count = count_interval(10);
  CHECK(near(count.low, 4.795389, 1e-6));
  CHECK(near(count.high, 18.390356, 1e-6));
  count = count_interval(10, 0.99);
  CHECK(near(count.low, 3.717, 1e-3));
  CHECK(near(count.high, 21.398, 1e-3));
  count = count_interval(1000000000000);
  CHECK(near(count.high - count.low, 2 * 1.959964e6, 1e-4));
}

}  // namespace
}  // namespace ddblint
