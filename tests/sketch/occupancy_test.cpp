#include "sketch/occupancy.h"

#include <bit>
#include <cmath>
#include <set>

#include "sketch/streams.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using sketch_test::Random;

TEST_CASE("The occupancy distribution agrees with the published figures of 1,000 rows") {
  CHECK(occupancy_tail(656, 1000, 1000) == Approx(0.00922).epsilon(5e-4));
  CHECK(occupancy_tail(655, 1000, 1000) == Approx(0.01207).epsilon(5e-4));
  double mean = 0;
  for (std::uint64_t d = 1; d <= 1000; ++d) mean += occupancy_tail(d, 1000, 1000);
  CHECK(mean == Approx(632.30).epsilon(1e-5));
  CHECK(mean_occupancy(1000, 1000) == Approx(mean).epsilon(1e-9));
}

TEST_CASE("The occupancy distribution agrees with the count of all outcomes") {
  // Five rows of four values, put back: 4^5 sequences.
  std::vector<double> at_least(6, 0);
  for (unsigned code = 0; code < 1024; ++code) {
    std::set<unsigned> seen;
    for (unsigned row = 0; row < 5; ++row) seen.insert((code >> (2 * row)) & 3U);
    for (std::size_t d = 0; d <= seen.size(); ++d) at_least[d] += 1.0 / 1024;
  }
  for (std::uint64_t d = 0; d <= 5; ++d)
    CHECK(occupancy_tail(d, 5, 4) == Approx(at_least[d]).margin(1e-12));
  // Five of twelve rows, three of each of four values, not put back: the subsets of five.
  std::vector<double> without(6, 0);
  double subsets = 0;
  for (unsigned subset = 0; subset < 4096; ++subset) {
    if (std::popcount(subset) != 5) continue;
    ++subsets;
    std::size_t seen = 0;
    for (unsigned value = 0; value < 4; ++value)
      seen += ((subset >> (3 * value)) & 7U) != 0 ? 1 : 0;
    for (std::size_t d = 0; d <= seen; ++d) ++without[d];
  }
  for (std::uint64_t d = 0; d <= 5; ++d) {
    CHECK(occupancy_tail(d, 5, 4, 12) == Approx(without[d] / subsets).margin(1e-12));
  }
}

TEST_CASE("How many distinct values prove a thousand, at 99 %") {
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected{
      {95, 95},    {117, 116},  {200, 191},  {300, 272}, {500, 412},
      {1000, 656}, {2000, 886}, {3000, 965}, {5000, 999}};
  for (const auto& [rows, distinct] : expected) {
    INFO(rows);
    CHECK(critical_distinct(rows, 1000) == distinct);
    CHECK(occupancy_tail(distinct, rows, 1000) <= 0.01);
    CHECK(occupancy_tail(distinct - 1, rows, 1000) > 0.01);
  }
  CHECK_FALSE(critical_distinct(94, 1000));
  CHECK_FALSE(critical_distinct(0, 1000));
  CHECK(critical_distinct(6900, 1000) == 1000U);
  CHECK(critical_distinct(1000000000000, 1000) == 1000U);
  CHECK(critical_distinct(1000, 1000, 20000) == 665U);
  CHECK(critical_distinct(1000, 1000, 10000) == 675U);
  CHECK(critical_distinct(1000, 1000, 5000) == 695U);
  CHECK(critical_distinct(1000, 1000, 2000) == 770U);
}

TEST_CASE("How many distinct values prove very few") {
  CHECK(critical_distinct(0, 0) == 0U);
  CHECK_FALSE(critical_distinct(0, 1));
  CHECK(critical_distinct(1, 1) == 1U);
  // Both of two values are soon seen; only seeing them proves them.
  CHECK_FALSE(critical_distinct(1, 2));
  for (std::uint64_t rows = 2; rows < 30; ++rows) CHECK(critical_distinct(rows, 2) == 2U);
}

TEST_CASE("How many distinct values prove very many is never too few") {
  // Beyond 10,000 values a bound replaces the distribution: at its border both are at hand.
  for (const std::uint64_t rows : {20000U, 40000U, 90000U}) {
    const std::uint64_t values = 20000;
    const auto critical = critical_distinct(rows, values);
    REQUIRE(critical);
    CHECK(*critical <= values);
    CHECK(static_cast<double>(*critical) > mean_occupancy(static_cast<double>(rows), 20000));
  }
  Random random(3);
  const std::uint64_t values = 100000;
  const auto critical = critical_distinct(100000, values);
  const auto finite = critical_distinct(100000, values, 400000);
  REQUIRE(critical);
  REQUIRE(finite);
  CHECK(*finite > *critical);
  CHECK(static_cast<double>(*critical) < mean_occupancy(100000, 100000) * 1.02);
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::vector<bool> seen(values);
    std::uint64_t distinct = 0;
    for (int row = 0; row < 100000; ++row) {
      const std::uint64_t value = random.below(values);
      distinct += seen[value] ? 0 : 1;
      seen[value] = true;
    }
    CHECK(distinct < *critical);
  }
}

}  // namespace
}  // namespace ddblint
