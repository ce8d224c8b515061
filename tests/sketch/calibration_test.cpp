#include <cmath>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "sketch/cardinality.h"
#include "sketch/distinct_sample.h"
#include "sketch/heavy_hitters.h"
#include "sketch/intervals.h"
#include "sketch/occupancy.h"
#include "sketch/skew.h"
#include "sketch/streams.h"
#include <fmt/format.h>

#include "support/catch.h"

// Whether the intervals hold the truth as often as they say: 95 of 100 times. The table for
// docs/estimators.md is printed by: ddblint_tests "[.calibration-table]"

namespace ddblint {
namespace {

using sketch_test::Random;
using sketch_test::Weighted;
using sketch_test::zipf;

constexpr int kSeeds = 1000;

bool holds(const Estimate& estimate, double truth) {
  return estimate.low <= truth && truth <= estimate.high;
}

/// One estimator on one kind of data; `trial` says whether its interval held the truth.
struct Case {
  std::string estimator;
  std::string data;
  std::function<bool(Random&)> trial;
};

Case distinct_case(std::uint64_t capacity, std::uint64_t distinct) {
  return {"distinct values, sampled by hash",
          fmt::format("{} values, room for {}", distinct, capacity), [=](Random& random) {
            DistinctSample sample(capacity);
            // More occurrences than values, or the occurrences would cut the interval.
            for (std::uint64_t i = 0; i < distinct; ++i) {
              sample.add_counted(random.word(), 3, 0, "");
            }
            return holds(sample.distinct(), static_cast<double>(distinct));
          }};
}

Case share_case(int rows, double share) {
  return {"share (Clopper-Pearson)", fmt::format("{} rows, share {}", rows, share),
          [=](Random& random) {
            std::uint64_t hits = 0;
            for (int i = 0; i < rows; ++i) hits += random.real() < share ? 1 : 0;
            return holds(share_interval(hits, static_cast<std::uint64_t>(rows)), share);
          }};
}

Case count_case(double mean) {
  return {"count (Garwood)", fmt::format("mean {}", mean), [=](Random& random) {
            std::uint64_t count = 0;
            for (double time = random.exponential(); time < mean; time += random.exponential()) {
              ++count;
            }
            return holds(count_interval(count), mean);
          }};
}

struct Family {
  std::string name;
  std::vector<double> weights;
};

std::vector<Family> families() {
  std::vector<double> hot(1001, 0.7);
  hot[0] = 300;  // 30 %
  return {{"50 even values", zipf(50, 0)},
          {"Zipf 1 over 2,000", zipf(2000, 1)},
          {"Zipf 1.3 over 2,000", zipf(2000, 1.3)},
          {"one with 30 %, 1,000 even", hot}};
}

/// Both figures of the skew, of a sample of rows.
void add_sampled_skew(std::vector<Case>& cases, const Family& family, int rows) {
  double sum = 0;
  double squares = 0;
  double most = 0;
  for (const double weight : family.weights) {
    sum += weight;
    squares += weight * weight;
    most = std::max(most, weight);
  }
  const auto draw = std::make_shared<Weighted>(family.weights);
  const auto measure = [=](Random& random) {
    DistinctSample values(4096);
    const HeavyHitters none(8, 0);
    for (int i = 0; i < rows; ++i) values.add(sketch_test::hash_of(draw->draw(random)));
    return measure_skew(values, none, true);
  };
  const std::string data = fmt::format("{} rows of {}", rows, family.name);
  cases.push_back({"hottest share, of a sample", data, [=](Random& random) {
                     return holds(measure(random).hottest_share, most / sum);
                   }});
  cases.push_back({"effective values, of a sample", data, [=](Random& random) {
                     return holds(measure(random).effective_values, sum * sum / squares);
                   }});
}

/// The effective values of a whole stream that no sketch holds.
Case whole_skew(const Family& family, int rows) {
  const auto draw = std::make_shared<Weighted>(family.weights);
  return {"effective values, from sketches",
          fmt::format("{} rows of {}, 32 slots", rows, family.name), [=](Random& random) {
            DistinctSample values(32);
            HeavyHitters frequent(32, 0);
            std::vector<double> counts(family.weights.size());
            const std::uint64_t salt = random.word();  // the hashes decide what is kept
            for (int i = 0; i < rows; ++i) {
              const std::size_t value = draw->draw(random);
              ++counts[value];
              const std::uint64_t hash = mix(value + salt);
              values.add(hash);
              sketch_test::count(frequent, hash);
            }
            double squares = 0;
            for (const double count : counts) squares += count * count;
            return holds(measure_skew(values, frequent, false).effective_values,
                         static_cast<double>(rows) * rows / squares);
          }};
}

/// Partition keys of the head of a scan whose collections have geometric sizes.
Case clustered_case(double mean, std::uint64_t rows) {
  constexpr std::size_t kCollections = 2000;
  return {"partition keys, from the head of a scan",
          fmt::format("{} rows, collections of {} on average", rows, mean), [=](Random& random) {
            std::uint64_t population = 0;
            std::uint64_t seen = 0;
            double sum = 0;
            double squares = 0;
            for (std::size_t i = 0; i < kCollections; ++i) {
              const auto size = 1 + static_cast<std::uint64_t>(random.exponential() * mean);
              if (population < rows) {
                const auto taken = static_cast<double>(std::min(size, rows - population));
                ++seen;
                sum += taken;
                squares += taken * taken;
              }
              population += size;
            }
            const auto keys = static_cast<double>(seen);
            const double average = sum / keys;
            const double variation =
                std::sqrt(std::max(0.0, squares / keys - average * average)) / average;
            return holds(estimate_clustered(seen, rows, population, variation), kCollections);
          }};
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const std::uint64_t distinct : {257, 300, 400, 777, 2048, 5000}) {
    cases.push_back(distinct_case(256, distinct));
  }
  for (const double share : {0.001, 0.05, 0.5}) cases.push_back(share_case(300, share));
  for (const double mean : {0.5, 4.0, 40.0}) cases.push_back(count_case(mean));
  for (const Family& family : families()) {
    add_sampled_skew(cases, family, 300);
    cases.push_back(whole_skew(family, 1000));
  }
  cases.push_back(clustered_case(3, 300));
  cases.push_back(clustered_case(20, 2000));
  return cases;
}

double coverage(const Case& each, std::uint64_t first_seed, int seeds) {
  int held = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    Random random(first_seed + static_cast<std::uint64_t>(seed));
    held += each.trial(random) ? 1 : 0;
  }
  return static_cast<double>(held) / seeds;
}

TEST_CASE("Intervals of 95 % hold the truth in at least 93 % of the samples") {
  for (const Case& each : all_cases()) {
    INFO(each.estimator << ": " << each.data);
    CHECK(coverage(each, 0, kSeeds) >= 0.93);
  }
}

TEST_CASE("The table of measured coverage", "[.calibration-table]") {
  std::vector<Case> cases = all_cases();
  for (const std::uint64_t distinct : {4100, 6000, 9000, 40960}) {
    cases.push_back(distinct_case(4096, distinct));
  }
  cases.push_back(distinct_case(256, 25600));
  for (const Family& family : families()) add_sampled_skew(cases, family, 3000);
  std::cout << "| estimator | data | coverage |\n|---|---|---|\n";
  for (const Case& each : cases) {
    std::cout << fmt::format("| {} | {} | {:.1f} % |\n", each.estimator, each.data,
                             100 * coverage(each, 1000000, kSeeds));
  }
  std::cout << "\n| rows | distinct values that prove 1,000 |\n|---|---|\n";
  for (const std::uint64_t rows : {95, 100, 200, 500, 1000, 2000, 3000, 5000, 6900}) {
    std::cout << fmt::format("| {} | {} |\n", rows, critical_distinct(rows, 1000).value_or(0));
  }
  CHECK(cases.size() > all_cases().size());
}

}  // namespace
}  // namespace ddblint
