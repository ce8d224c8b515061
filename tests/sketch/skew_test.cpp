#include "sketch/skew.h"

#include <cmath>
#include <limits>
#include <map>

#include "sketch/streams.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using sketch_test::hash_of;
using sketch_test::Random;
using sketch_test::Weighted;
using sketch_test::zipf;

struct Sketches {
  Sketches(std::size_t capacity, std::size_t slots) : values(capacity), frequent(slots, 0) {}
  void add(std::uint64_t value) {
    values.add(hash_of(value));
    sketch_test::count(frequent, hash_of(value));
  }
  DistinctSample values;
  HeavyHitters frequent;
};

bool holds(const Estimate& estimate, double truth) {
  return estimate.low <= truth && truth <= estimate.high;
}

/// A hundred values of one row in a thousand each, and H with 900.
void add_hot(Sketches& sketches) {
  for (std::uint64_t i = 0; i < 1000; ++i) sketches.add(i < 900 ? 1000000 : i);
}

TEST_CASE("The skew of a value with 900 of 1,000 rows and 100 others") {
  Sketches sketches(200, 1024);
  add_hot(sketches);
  const Skew skew = measure_skew(sketches.values, sketches.frequent, false);
  CHECK(skew.hottest_share.value == Approx(0.9));
  CHECK(skew.hottest_share.exact);
  CHECK(skew.effective_values.value == Approx(1 / 0.8101));
  CHECK(skew.effective_values.low == skew.effective_values.high);
  CHECK(skew.effective_values.exact);
}

TEST_CASE("Heavy hitters that hold all values make the skew exact, too") {
  Sketches sketches(20, 1024);
  add_hot(sketches);
  REQUIRE_FALSE(sketches.values.exact());
  REQUIRE(sketches.frequent.offset() == 0);
  const Skew skew = measure_skew(sketches.values, sketches.frequent, false);
  CHECK(skew.hottest_share.exact);
  CHECK(skew.hottest_share.value == Approx(0.9));
  CHECK(skew.effective_values.value == Approx(1 / 0.8101));
}

TEST_CASE("No rows have no skew, one value has all of it") {
  Sketches sketches(20, 16);
  CHECK(measure_skew(sketches.values, sketches.frequent, false).effective_values.value == 0);
  CHECK(measure_skew(sketches.values, sketches.frequent, true).hottest_share.high == 1);
  for (int i = 0; i < 50; ++i) sketches.add(1);
  const Skew whole = measure_skew(sketches.values, sketches.frequent, false);
  CHECK(whole.hottest_share.value == 1);
  CHECK(whole.effective_values.value == 1);
  const Skew sampled = measure_skew(sketches.values, sketches.frequent, true);
  CHECK(sampled.hottest_share.high == 1);
  CHECK(sampled.hottest_share.low == Approx(std::pow(0.025, 1.0 / 49)).epsilon(1e-6));
  CHECK_FALSE(sampled.hottest_share.exact);
  CHECK(sampled.effective_values.value == 1);
}

TEST_CASE("Rows that do not repeat show a least number of effective values") {
  Sketches sketches(2000, 4096);
  for (std::uint64_t i = 0; i < 1000; ++i) sketches.add(i);
  const Skew skew = measure_skew(sketches.values, sketches.frequent, true);
  CHECK(skew.effective_values.low == Approx(1e6 / 31.05).epsilon(0.001));
  CHECK(skew.effective_values.high == std::numeric_limits<double>::infinity());
  CHECK(skew.hottest_share.low == 0);
  CHECK(skew.hottest_share.high == Approx(0.00557).epsilon(0.01));
}

TEST_CASE("The skew of a stream that neither sketch holds is within its interval") {
  for (const double exponent : {0.0, 0.5, 1.0, 1.3}) {
    const Weighted draw(zipf(20000, exponent));
    int hottest = 0;
    int effective = 0;
    double width = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      Sketches sketches(1024, 512);
      std::map<std::uint64_t, double> truth;
      for (int i = 0; i < 40000; ++i) {
        // The hash differs from seed to seed, for it decides what is kept.
        const std::uint64_t value = draw.draw(random) + seed * 1000000;
        sketches.add(value);
        ++truth[value];
      }
      double most = 0;
      double squares = 0;
      for (const auto& [value, count] : truth) {
        most = std::max(most, count);
        squares += count * count;
      }
      const Skew skew = measure_skew(sketches.values, sketches.frequent, false);
      hottest += holds(skew.hottest_share, most / 40000) ? 1 : 0;
      effective += holds(skew.effective_values, 40000.0 * 40000 / squares) ? 1 : 0;
      width += skew.effective_values.high / skew.effective_values.low - 1;
    }
    INFO("exponent " << exponent);
    CHECK(hottest == 20);  // certain bounds
    CHECK(effective >= 18);
    CHECK(width / 20 < 0.2);
  }
}

TEST_CASE("The sum of squared shares is estimated without bias from a sample") {
  // 100 rows of 50 even values: the naive estimate 1/sum(share^2) would be 33.6 on average.
  double inverse = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    Sketches sketches(64, 64);
    for (int i = 0; i < 100; ++i) sketches.add(random.below(50));
    inverse += 1 / measure_skew(sketches.values, sketches.frequent, true).effective_values.value;
  }
  CHECK(inverse / 2000 == Approx(1.0 / 50).epsilon(0.01));
}

}  // namespace
}  // namespace ddblint
