#include "sketch/cardinality.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "sketch/streams.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using sketch_test::Random;
using sketch_test::Weighted;
using sketch_test::zipf;

/// Rows drawn from a distribution over at most a million values, with the counts of what was seen.
class Sample {
 public:
  void add(std::size_t value) {
    std::uint32_t& count = seen_[value];
    if (count == 0) {
      ++counts_.distinct;
      ++counts_.once;
      touched_.push_back(value);
    } else if (count == 1) {
      --counts_.once;
      ++counts_.twice;
    } else if (count == 2) {
      --counts_.twice;
    }
    ++count;
    ++counts_.rows;
  }
  [[nodiscard]] const ValueCounts& counts() const { return counts_; }
  void clear() {
    for (const std::size_t value : touched_) seen_[value] = 0;
    touched_.clear();
    counts_ = {};
  }

 private:
  ValueCounts counts_;
  std::vector<std::uint32_t> seen_ = std::vector<std::uint32_t>(1000001);
  std::vector<std::size_t> touched_;
};

using Draw = std::function<std::size_t(Random&)>;

Draw uniform(std::uint64_t values) {
  return [values](Random& random) { return random.below(values); };
}
Draw weighted(const std::vector<double>& weights) {
  const auto table = std::make_shared<Weighted>(weights);
  return [table](Random& random) { return table->draw(random); };
}
/// One value with this share, the others evenly.
Draw hot(double share, std::uint64_t others) {
  return [=](Random& random) { return random.real() < share ? others : random.below(others); };
}
Draw lognormal(double sigma, std::size_t values) {
  Random random(99);
  std::vector<double> weights(values);
  for (double& weight : weights) weight = std::exp(sigma * random.normal());
  return weighted(weights);
}

struct Verdicts {
  int enough = 0;
  int low = 0;
  int inconclusive = 0;
};

Verdicts judge_samples(const Draw& draw, std::size_t rows, int samples) {
  Verdicts result;
  Sample sample;
  for (int seed = 0; seed < samples; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    sample.clear();
    for (std::size_t row = 0; row < rows; ++row) sample.add(draw(random));
    switch (judge_cardinality(sample.counts(), 1000).verdict) {
      case Cardinality::enough:
        ++result.enough;
        break;
      case Cardinality::low:
        ++result.low;
        break;
      case Cardinality::inconclusive:
        ++result.inconclusive;
        break;
    }
  }
  return result;
}

Cardinality judge(const ValueCounts& counts) { return judge_cardinality(counts, 1000).verdict; }

TEST_CASE("As many values as the threshold are enough, whatever the rest") {
  CHECK(judge({.rows = 1000, .distinct = 1000, .once = 1000}) == Cardinality::enough);
  CHECK(judge({.rows = 9000000, .distinct = 1000}) == Cardinality::enough);
  CHECK(judge_cardinality({}, 0).verdict == Cardinality::enough);
}

TEST_CASE("95 different rows prove a thousand values, 94 and a repeated one do not") {
  CHECK(judge({.rows = 95, .distinct = 95, .once = 95}) == Cardinality::enough);
  CHECK(judge({.rows = 95, .distinct = 94, .once = 93, .twice = 1}) == Cardinality::inconclusive);
  CHECK(judge({.rows = 94, .distinct = 94, .once = 94}) == Cardinality::inconclusive);
  CHECK(judge({.rows = 1000, .distinct = 656, .once = 400, .twice = 200}) == Cardinality::enough);
  CHECK(judge({.rows = 1000, .distinct = 655, .once = 400, .twice = 200}) ==
        Cardinality::inconclusive);
}

TEST_CASE("No rows, and counts that cannot be, are inconclusive") {
  const auto verdict = judge_cardinality({}, 1000);
  CHECK(verdict.verdict == Cardinality::inconclusive);
  CHECK(verdict.unseen_high == 1);
  CHECK_FALSE(verdict.rows_needed);
  CHECK(judge({.rows = 1, .distinct = 1, .once = 1}) == Cardinality::inconclusive);
  CHECK(judge({.rows = 3, .distinct = 900, .once = 5000, .twice = 1}) != Cardinality::low);
}

TEST_CASE("All rows of a table decide by counting") {
  const ValueCounts all{.rows = 5000, .distinct = 999, .once = 900};
  CHECK(judge_cardinality(all, 1000, 5000).verdict == Cardinality::low);
  CHECK(judge_cardinality(all, 1000, 5000).unseen_high == 0);
  CHECK(judge_cardinality(all, 999, 5000).verdict == Cardinality::enough);
  CHECK(judge_cardinality(all, 1000, 5001).verdict == Cardinality::inconclusive);
  CHECK(judge_cardinality(all, 1000, 5001).rows_needed == 5001U);
}

TEST_CASE("A small table asks for more distinct values than an infinite one") {
  const ValueCounts sample{.rows = 1000, .distinct = 660, .once = 400, .twice = 200};
  CHECK(judge_cardinality(sample, 1000).verdict == Cardinality::enough);
  CHECK(judge_cardinality(sample, 1000, 10000).verdict == Cardinality::inconclusive);
  CHECK(judge_cardinality(sample, 1000, 20001).verdict == Cardinality::enough);
}

TEST_CASE("A thousand values are called more in at most one percent of the samples") {
  // P(d >= 656) is 0.92 % for 1,000 rows; 1.3 % is four standard errors above it. The least
  // favourable case is just below the threshold: 999 values.
  CHECK(judge_samples(uniform(1000), 1000, 10000).enough <= 130);
  CHECK(judge_samples(uniform(999), 1000, 2000).enough <= 40);
  CHECK(judge_samples(uniform(999), 300, 3000).enough <= 60);
  CHECK(judge_samples(uniform(999), 3000, 300).enough <= 10);
  // Whatever the distribution.
  CHECK(judge_samples(weighted(zipf(999, 0.5)), 1000, 500).enough == 0);
  CHECK(judge_samples(lognormal(0.3, 999), 1000, 500).enough == 0);
}

TEST_CASE("What the verdicts are for samples of 1,000 rows") {
  CHECK(judge_samples(uniform(1500), 1000, 200).enough == 200);
  CHECK(judge_samples(uniform(10000), 1000, 100).enough == 100);
  CHECK(judge_samples(uniform(1000000), 1000, 100).enough == 100);
  CHECK(judge_samples(weighted(zipf(1000000, 1)), 1000, 100).enough == 100);
  CHECK(judge_samples(weighted(zipf(5000, 1)), 1000, 100).inconclusive == 100);
  CHECK(judge_samples(weighted(zipf(1000000, 1.5)), 1000, 100).inconclusive == 100);
  CHECK(judge_samples(uniform(20), 1000, 200).low == 200);
  CHECK(judge_samples(weighted(zipf(50, 1.2)), 1000, 200).low >= 190);
  CHECK(judge_samples(uniform(200), 1000, 200).low >= 190);
}

TEST_CASE("What the verdicts are for samples of 20,000 rows") {
  CHECK(judge_samples(uniform(900), 20000, 20).low == 20);
  CHECK(judge_samples(uniform(1001), 20000, 20).enough == 20);
  CHECK(judge_samples(weighted(zipf(1000000, 1)), 20000, 10).enough == 10);
}

TEST_CASE("A key of many values is called low in at most one percent of the samples") {
  // Of one stream of rows the verdict is asked at each size; it ends where it is surely enough.
  const std::vector<std::size_t> sizes{200,  300,   500,   700,   1000,  2000,  3000,  4000,  5000,
                                       7000, 10000, 15000, 20000, 30000, 50000, 70000, 100000};
  struct Family {
    const char* name;
    Draw draw;
    int seeds;
  };
  std::vector<double> two_step(2000, 1);
  std::fill_n(two_step.begin(), 500, 40);  // 500 values have 93 % of the rows, 1,500 the others
  const std::vector<Family> families{
      {"uniform, 1,000", uniform(1000), 1000},
      {"uniform, 1,200", uniform(1200), 500},
      {"uniform, a million", uniform(1000000), 200},
      {"Zipf 1, a million", weighted(zipf(1000000, 1)), 300},
      {"Zipf 1, 1,000", weighted(zipf(1000, 1)), 400},
      {"Zipf 1.5, a million", weighted(zipf(1000000, 1.5)), 200},
      {"Zipf 1.2, 5,000", weighted(zipf(5000, 1.2)), 200},
      {"log-normal 1, 3,000", lognormal(1, 3000), 300},
      {"log-normal 2.5, 100,000", lognormal(2.5, 100000), 200},
      {"hot 50 %, a million", hot(0.5, 1000000), 300},
      {"hot 90 %, a million", hot(0.9, 1000000), 200},
      {"hot 90 %, 2,000", hot(0.9, 2000), 200},
      {"two steps", weighted(two_step), 300},
  };
  Sample sample;
  for (const Family& family : families) {
    std::vector<int> low(sizes.size());
    for (int seed = 0; seed < family.seeds; ++seed) {
      Random random(static_cast<std::uint64_t>(seed) + 1000);
      sample.clear();
      for (std::size_t i = 0; i < sizes.size() && sample.counts().distinct < 1000; ++i) {
        while (sample.counts().rows < sizes[i]) sample.add(family.draw(random));
        low[i] += judge(sample.counts()) == Cardinality::low ? 1 : 0;
      }
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      INFO(family.name << ", " << sizes[i] << " rows");
      CHECK(low[i] <= family.seeds / 100);
    }
  }
}

TEST_CASE("The limit of the unseen rows holds in at least 96 of 100 samples") {
  // Esty's interval is meant to hold in 99; the worst of these is known to stay above 96.
  Sample sample;
  const std::vector<double> weights = zipf(3000, 1);
  double sum = 0;
  for (const double weight : weights) sum += weight;
  const Draw draw = weighted(weights);
  for (const std::size_t rows : {300, 1000, 4000}) {
    int held = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      Random random(seed);
      sample.clear();
      std::vector<bool> seen(weights.size());
      double unseen = 1;
      for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t value = draw(random);
        if (!seen[value]) unseen -= weights[value] / sum;
        seen[value] = true;
        sample.add(value);
      }
      held += unseen <= judge_cardinality(sample.counts(), 1000000).unseen_high ? 1 : 0;
    }
    CHECK(held >= 480);
  }
}

TEST_CASE("The rows said to be needed settle it, and a third of them do not") {
  struct Table {
    Draw draw;
    std::size_t first;
  };
  const std::vector<Table> tables{{uniform(5000), 60},       {uniform(700), 300},
                                  {uniform(1100), 500},      {weighted(zipf(100000, 1)), 500},
                                  {lognormal(1, 3000), 400}, {hot(0.9, 100000), 500}};
  for (std::size_t i = 0; i < tables.size(); ++i) {
    Sample sample;
    Random random(i);
    int settled = 0;
    int early = 0;
    for (int repeat = 0; repeat < 20; ++repeat) {
      sample.clear();
      while (sample.counts().rows < tables[i].first) sample.add(tables[i].draw(random));
      const auto verdict = judge_cardinality(sample.counts(), 1000);
      if (verdict.verdict != Cardinality::inconclusive) {
        ++settled;
        continue;
      }
      REQUIRE(verdict.rows_needed);
      CHECK(*verdict.rows_needed > tables[i].first);
      while (sample.counts().rows < *verdict.rows_needed / 3) sample.add(tables[i].draw(random));
      early += judge(sample.counts()) == Cardinality::inconclusive ? 0 : 1;
      // Half as many again: "about".
      while (sample.counts().rows < *verdict.rows_needed * 3 / 2) {
        sample.add(tables[i].draw(random));
      }
      settled += judge(sample.counts()) == Cardinality::inconclusive ? 0 : 1;
    }
    INFO("table " << i);
    CHECK(settled >= 15);
    CHECK(early <= 5);
  }
}

TEST_CASE("Chao's estimate of distinct values, by hand") {
  const ValueCounts sample{.rows = 100, .distinct = 40, .once = 20, .twice = 10};
  const Estimate estimate = estimate_distinct(sample);
  CHECK(estimate.value == Approx(40 + 0.99 * 400 / 20));
  CHECK(estimate.low == 40);
  CHECK(estimate.high == std::numeric_limits<double>::infinity());
  CHECK_FALSE(estimate.exact);
  CHECK(estimate_distinct(sample, 1000).high == 940);
  CHECK(estimate_distinct(sample, 110).value == 50);  // no more than the rows that are left
  CHECK(estimate_distinct(sample, 100).exact);
  CHECK(estimate_distinct(sample, 100).value == 40);
  const ValueCounts none_twice{.rows = 100, .distinct = 40, .once = 20};
  CHECK(estimate_distinct(none_twice).value == Approx(40 + 0.99 * 20 * 19 / 2));
  CHECK(estimate_distinct({.rows = 9, .distinct = 2}).value == 2);
  CHECK(estimate_distinct({}).value == 0);
}

TEST_CASE("Chao's estimate is a lower bound on average, near the truth for even values") {
  Sample sample;
  double sum = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    sample.clear();
    for (int row = 0; row < 1000; ++row) sample.add(random.below(1000));
    sum += estimate_distinct(sample.counts()).value;
  }
  CHECK(sum / 200 == Approx(1000).epsilon(0.02));
  const Draw skewed = weighted(zipf(5000, 1));
  sum = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    sample.clear();
    for (int row = 0; row < 1000; ++row) sample.add(skewed(random));
    sum += estimate_distinct(sample.counts()).value;
  }
  CHECK(sum / 100 < 5000);
  CHECK(sum / 100 > 1000);
}

TEST_CASE("Partition keys of the head of a scan are scaled by the rows") {
  const Estimate even = estimate_clustered(100, 1000, 100000, 0);
  CHECK(even.value == 10000);
  CHECK(even.low == Approx(9900).epsilon(0.001));
  CHECK(even.high == Approx(10100).epsilon(0.001));
  const Estimate varied = estimate_clustered(400, 4000, 4000000, 1);
  CHECK(varied.value == 400000);
  CHECK(varied.high / varied.value == Approx(std::exp(1.96 / 20 + 1.0 / 400)).epsilon(0.001));
  CHECK(estimate_clustered(7, 1000, 1000, 2).exact);
  CHECK(estimate_clustered(7, 1000, 999, 2).value == 7);
  CHECK(estimate_clustered(1000, 1000, 1500, 0).high == 1500);
  CHECK(estimate_clustered(0, 0, 500, 0).high == 500);
}

}  // namespace
}  // namespace ddblint
