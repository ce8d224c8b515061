#include "sketch/mixture.h"

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sketch/streams.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using sketch_test::Random;

std::optional<TwoPopulations> found_in(const std::vector<std::uint64_t>& sizes) {
  SizeCounts counts;
  for (const std::uint64_t size : sizes) ++counts[size];
  return two_populations(counts);
}

using Draw = std::function<double(Random&)>;

Draw lognormal(double median, double sigma) {
  return [=](Random& random) { return median * std::exp(sigma * random.normal()); };
}
Draw pareto(double exponent) {
  return [=](Random& random) { return std::pow(1 - random.real(), -1 / exponent); };
}
double poisson(Random& random, double mean) {
  const double limit = std::exp(-mean);
  double product = random.real();
  int count = 0;
  while (product > limit) {
    product *= random.real();
    ++count;
  }
  return count;
}
/// Big ones with this share, small ones else.
Draw mixed(double share, Draw big, Draw small) {
  return [=](Random& random) { return random.real() < share ? big(random) : small(random); };
}

std::vector<std::uint64_t> sizes_of(const Draw& draw, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint64_t> sizes(count);
  for (auto& size : sizes) {
    size = static_cast<std::uint64_t>(std::max(1.0, std::round(std::min(draw(random), 1e15))));
  }
  return sizes;
}

int seen_in(const Draw& draw, std::size_t count, int seeds) {
  int result = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    result += found_in(sizes_of(draw, count, static_cast<std::uint64_t>(seed))) ? 1 : 0;
  }
  return result;
}

/// About ten items each, and 10,000 +- 2 %.
const Draw kSmall = [](Random& random) { return poisson(random, 10); };
const Draw kBig = [](Random& random) { return 10000 * (1 + 0.02 * random.normal()); };

TEST_CASE("Customers of ten and of 10,000 items are two populations") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto found = found_in(sizes_of(mixed(0.1, kBig, kSmall), 2000, seed));
    REQUIRE(found);
    CHECK(found->small == Approx(9.4).margin(1));
    CHECK(found->big == Approx(10000).epsilon(0.02));
    CHECK(found->big_share == Approx(0.1).margin(0.03));
    CHECK(found->split > 30);
    CHECK(found->split < 9000);
  }
}

TEST_CASE("Three big customers among many are seen") {
  std::vector<std::uint64_t> sizes(500);
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = 5 + i % 10;
  sizes[17] = 1000;
  sizes[99] = 1300;
  CHECK_FALSE(found_in(sizes));  // two are an accident
  sizes[400] = 900;
  const auto found = found_in(sizes);
  REQUIRE(found);
  CHECK(found->big == Approx(std::cbrt(1000.0 * 1300 * 900)));
  CHECK(found->big_share == Approx(3.0 / 500));
  CHECK(found->split > 14);
  CHECK(found->split < 900);
  for (auto& size : sizes) size = size >= 900 ? 130 : size;  // less than a decade from 14
  CHECK_FALSE(found_in(sizes));
}

TEST_CASE("Big customers above a wide spread of small ones are seen by the gap") {
  // Small ones evenly over four decades: too wide for Ashman's D.
  std::vector<std::uint64_t> sizes(800);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i] = static_cast<std::uint64_t>(std::pow(10, static_cast<double>(i) / 200));
  }
  CHECK_FALSE(found_in(sizes));
  sizes.insert(sizes.begin(), {120000, 100000, 140000});
  const auto found = found_in(sizes);
  REQUIRE(found);
  CHECK(found->by_gap);
  CHECK(found->big == Approx(std::cbrt(1.2 * 1.0 * 1.4) * 100000));
  CHECK(found->big_share == Approx(3.0 / 803));
  CHECK(found->split ==
        20000);  // the middle of 9,886 and 100,000 is 31,442, as near to 20,000 as can be
  sizes[0] = 98000;
  CHECK_FALSE(found_in(sizes));
}

TEST_CASE("The power to see two populations") {
  const Draw wide_big = lognormal(10000, 0.7);
  const Draw wide_small = lognormal(20, 0.7);
  for (const std::size_t count : {300, 2000}) {
    CHECK(seen_in(mixed(0.5, kBig, kSmall), count, 30) == 30);
    CHECK(seen_in(mixed(0.1, kBig, kSmall), count, 30) == 30);
    CHECK(seen_in(mixed(0.5, wide_big, wide_small), count, 30) == 30);
    CHECK(seen_in(mixed(0.1, wide_big, wide_small), count, 30) >= 27);
  }
  CHECK(seen_in(mixed(0.01, kBig, kSmall), 2000, 30) == 30);
}

TEST_CASE("Sizes of one population are not called two") {
  struct Family {
    const char* name;
    Draw draw;
    /// The most of 100 seeds.
    int most;
  };
  const std::vector<Family> families{
      {"constant", [](Random&) { return 7.0; }, 0},
      {"Poisson 10", kSmall, 0},
      {"log-normal 1", lognormal(50, 1), 0},
      {"log-normal 2", lognormal(50, 2), 0},
      {"Pareto 1", pareto(1), 2},
      {"Pareto 0.7", pareto(0.7), 5},
      {"geometric", [](Random& random) { return std::ceil(random.exponential() * 20); }, 0},
      {"geometric, short", [](Random& random) { return std::ceil(random.exponential() * 1.5); }, 0},
      {"exponential", [](Random& random) { return random.exponential() * 1e6; }, 0},
      {"one or two", [](Random& random) { return random.real() < 0.8 ? 1.0 : 2.0; }, 0},
  };
  for (const Family& family : families) {
    INFO(family.name);
    CHECK(seen_in(family.draw, 300, 100) <= family.most);
    CHECK(seen_in(family.draw, 4096, 12) <= (family.most > 0 ? 1 : 0));
  }
}

TEST_CASE("Too few sizes, and extreme ones, are no two populations") {
  CHECK_FALSE(found_in({}));
  CHECK_FALSE(found_in(std::vector<std::uint64_t>{1, 1, 1, 1000000, 1000000, 1000000}));
  CHECK_FALSE(found_in(std::vector<std::uint64_t>(100, 0)));
  CHECK_FALSE(found_in(std::vector<std::uint64_t>(5000, ~0ULL)));
  std::vector<std::uint64_t> sizes(20, 1);
  for (std::size_t i = 10; i < 20; ++i) sizes[i] = ~0ULL;
  const auto found = found_in(sizes);
  REQUIRE(found);
  CHECK(found->big == Approx(1.8446744e19));
  CHECK(found->split > 1);
}

TEST_CASE("Where to split is a round number") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto found =
        found_in(sizes_of(mixed(0.3, lognormal(3e6, 0.4), lognormal(40, 0.4)), 800, seed));
    REQUIRE(found);
    std::uint64_t digit = found->split;
    while (digit % 10 == 0) digit /= 10;
    CHECK((digit == 1 || digit == 2 || digit == 5));
  }
}

TEST_CASE("A few huge collections are seen among any number of small ones") {
  auto sizes = sizes_of(pareto(3), 200'000, 1);
  CHECK_FALSE(found_in(sizes));
  for (const std::size_t place : {17U, 70'001U, 199'999U}) sizes[place] = 50'000;
  const auto found = found_in(sizes);
  REQUIRE(found);
  CHECK(found->by_gap);
  CHECK(found->big == Approx(50'000));
  CHECK(found->big_share == Approx(3.0 / 200'000));
}

TEST_CASE("A count stands for as many equal sizes") {
  SizeCounts counts;
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t size = 1; size < 40; ++size) {
    counts[size] = 1000 / size;
    sizes.insert(sizes.end(), 1000 / size, size);
  }
  CHECK_FALSE(two_populations(counts));
  counts[900] = 3;
  sizes.insert(sizes.end(), 3, 900);
  const auto found = two_populations(counts);
  const auto one_by_one = found_in(sizes);
  REQUIRE(found);
  REQUIRE(one_by_one);
  CHECK(found->big_share == Approx(one_by_one->big_share));
  CHECK(found->split == one_by_one->split);
  CHECK(found->small == Approx(one_by_one->small));
}

TEST_CASE("Large samples of sizes are thinned evenly") {
  auto sizes = sizes_of(mixed(0.2, kBig, kSmall), 50000, 1);
  const auto found = found_in(sizes);
  REQUIRE(found);
  CHECK(found->big_share == Approx(0.2).margin(0.01));
}

}  // namespace
}  // namespace ddblint
