#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "profile/columns.h"
#include "profile/summary.h"
#include <fmt/format.h>

#include "support/catch.h"

namespace ddblint {
namespace {

/// A profile of the rows with what find_combinations() needs: attributes, and keys by name of index
/// and of partition attribute.
TableProfile profile_of(const SampledRows& rows,
                        const std::vector<std::pair<std::string, std::string>>& keys) {
  TableProfile profile;
  profile.source.items = rows.items;
  for (const Column& column : rows.columns) {
    AttributeProfile attribute;
    attribute.name = column.name;
    attribute.present = column.present;
    attribute.distinct = Estimate::counted(static_cast<std::uint64_t>(column.distinct));
    attribute.largest = 20;
    attribute.types[static_cast<std::size_t>(ValueType::string)] = column.present;
    profile.attributes.emplace(attribute.name, attribute);
  }
  for (const auto& [index, partition] : keys) {
    KeyProfile key;
    key.key = {.index = index, .local = false, .partition = {{partition, "S"}}, .sort = {}};
    key.items = rows.find(partition)->present;
    profile.keys.push_back(key);
  }
  return profile;
}

/// What is so, kept in a map.
struct Truth {
  double distinct = 0;
  double hottest_share = 0;
  double effective = 0;
};
Truth truth_of(const SampledRows& rows, const std::vector<std::string>& attributes) {
  std::map<std::vector<std::string>, double> counts;
  double all = 0;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    std::vector<std::string> values;
    for (const auto& name : attributes) {
      const auto& value = rows.find(name)->values[i];
      if (value) values.emplace_back(value->text);
    }
    if (values.size() < attributes.size()) continue;
    ++counts[values];
    ++all;
  }
  Truth truth{.distinct = static_cast<double>(counts.size())};
  double squares = 0;
  for (const auto& [values, count] : counts) {
    truth.hottest_share = std::max(truth.hottest_share, count / all);
    squares += count / all * (count / all);
  }
  truth.effective = 1 / squares;
  return truth;
}

const CombinationProfile* find(const std::vector<CombinationProfile>& all, const std::string& index,
                               const std::vector<std::string>& attributes) {
  const auto found = std::ranges::find_if(all, [&](const CombinationProfile& one) {
    return one.index == index && one.attributes == attributes;
  });
  return found == all.end() ? nullptr : &*found;
}

/// A column of `values` random words, the k-th with a weight of 1 / (k + 1) ^ skew.
Rows& add_words(Rows& rows, const std::string& name, int values, double skew,
                std::mt19937_64& random) {
  std::vector<double> weights;
  weights.reserve(static_cast<std::size_t>(values));
  for (int i = 0; i < values; ++i) weights.push_back(std::pow(i + 1, -skew));
  std::discrete_distribution<int> pick(weights.begin(), weights.end());
  return rows.add(name, [&](std::size_t) { return fmt::format("{}-{}", name, pick(random)); });
}

TEST_CASE("combinations of all rows are counted") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    std::mt19937_64 random(seed);
    Rows rows(3000);
    add_words(rows, "a", 9, 0.5, random);
    add_words(rows, "b", 12, 0, random);
    add_words(rows, "c", 7, 1, random);
    add_words(rows, "d", 40, 1.2, random);
    rows.add("sometimes", [](std::size_t i) {
      return i % 400 == 0 ? std::nullopt : std::optional(fmt::format("{}", i % 11));
    });
    const auto found = find_combinations(rows.table(), profile_of(rows.table(), {{"", "a"}}));
    int triples = 0;
    for (const auto& one : found) {
      INFO(seed << " " << fmt::format("{}", fmt::join(one.attributes, "+")));
      const Truth truth = truth_of(rows.table(), one.attributes);
      CHECK(one.distinct.exact);
      CHECK(one.distinct.value == truth.distinct);
      CHECK(static_cast<double>(one.counts.distinct) == truth.distinct);
      CHECK(one.hottest_share.exact);
      CHECK(one.hottest_share.value == Approx(truth.hottest_share));
      CHECK(one.effective_keys.value == Approx(truth.effective));
      CHECK(one.extends_key == (std::ranges::count(one.attributes, "a") == 1));
      triples += one.attributes.size() == 3 ? 1 : 0;
    }
    CHECK(triples > 0);
    REQUIRE(find(found, "", {"a", "b"}) != nullptr);
    REQUIRE(find(found, "", {"a", "b", "d"}) != nullptr);
  }
}

TEST_CASE("a combination is told when it does much better than its parts") {
  std::mt19937_64 random(7);
  Rows rows(5000);
  add_words(rows, "country", 6, 0, random);
  add_words(rows, "shop", 150, 0, random);
  // The shop decides the town, and an item has a number of its own.
  rows.add("town", [&](std::size_t i) {
    return std::string(rows.column("shop").values[i]->text).substr(0, 6);
  });
  rows.add("number", [](std::size_t i) { return fmt::format("n{}", i); });
  rows.add("constant", [](std::size_t) { return std::optional<std::string>("x"); });
  const auto found = find_combinations(rows.table(), profile_of(rows.table(), {{"", "country"}}));
  REQUIRE(find(found, "", {"country", "shop"}) != nullptr);
  CHECK(find(found, "", {"shop", "town"}) == nullptr);
  for (const auto& one : found) {
    CHECK(std::ranges::count(one.attributes, "number") == 0);
    CHECK(std::ranges::count(one.attributes, "constant") == 0);
    CHECK(one.attributes.size() == 2);
  }
  // Three that are weak alone and in pairs.
  Rows weak(9000);
  for (const char* name : {"x", "y", "z"}) add_words(weak, name, 14, 0, random);
  const auto three = find_combinations(weak.table(), profile_of(weak.table(), {{"", "x"}}));
  const auto* all = find(three, "", {"x", "y", "z"});
  REQUIRE(all != nullptr);
  CHECK(all->distinct.value > 2000);
}

TEST_CASE("combinations for an index are of its items") {
  std::mt19937_64 random(3);
  Rows rows(6000);
  add_words(rows, "a", 10, 0, random);
  rows.add("owner", [&](std::size_t i) {
    return i % 3 > 0 ? std::nullopt : std::optional(fmt::format("o{}", random() % 8));
  });
  add_words(rows, "kind", 30, 0, random);
  const auto found =
      find_combinations(rows.table(), profile_of(rows.table(), {{"", "a"}, {"by", "owner"}}));
  const auto* sparse = find(found, "by", {"kind", "owner"});
  REQUIRE(sparse != nullptr);
  CHECK(sparse->items == 2000);
  CHECK(sparse->counts.rows == 2000);
  CHECK(sparse->extends_key);
  CHECK(find(found, "", {"kind", "owner"}) == nullptr);
  REQUIRE(find(found, "by", {"a", "kind"}) != nullptr);
  CHECK(find(found, "by", {"a", "kind"})->counts.rows == 2000);
  CHECK_FALSE(find(found, "by", {"a", "kind"})->extends_key);
  REQUIRE(find(found, "", {"a", "kind"}) != nullptr);
  CHECK(find(found, "", {"a", "kind"})->counts.rows == 6000);
}

// A table of a million items whose pairs are known: 40 x 60 values with weights that fall off.
TEST_CASE("intervals of combinations hold the table's figures") {
  constexpr int kSeeds = 300;
  double squares_a = 0;
  double squares_b = 0;
  double sum_a = 0;
  double sum_b = 0;
  for (int i = 0; i < 40; ++i) sum_a += 1.0 / std::sqrt(i + 1.0);
  for (int i = 0; i < 60; ++i) sum_b += 1.0 / (i + 1.0);
  for (int i = 0; i < 40; ++i) squares_a += 1 / (i + 1.0) / (sum_a * sum_a);
  for (int i = 0; i < 60; ++i) squares_b += 1 / ((i + 1.0) * (i + 1.0)) / (sum_b * sum_b);
  const double effective = 1 / (squares_a * squares_b);
  const double hottest = 1 / (sum_a * sum_b);
  int covered_effective = 0;
  int covered_hottest = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed) + 1000);
    Rows rows(1000, 1'000'000);
    add_words(rows, "a", 40, 0.5, random);
    add_words(rows, "b", 60, 1, random);
    TableProfile profile = profile_of(rows.table(), {{"", "a"}});
    profile.attributes["a"].distinct = Estimate::counted(40);
    profile.attributes["b"].distinct = Estimate::counted(60);
    const auto found = find_combinations(rows.table(), profile);
    const auto* both = find(found, "", {"a", "b"});
    REQUIRE(both != nullptr);
    CHECK(both->distinct.low <= 2400);
    CHECK(both->distinct.high == 2400);  // the product: no more can be
    CHECK(both->distinct.value <= both->distinct.high);
    covered_effective +=
        both->effective_keys.low <= effective && effective <= both->effective_keys.high ? 1 : 0;
    covered_hottest +=
        both->hottest_share.low <= hottest && hottest <= both->hottest_share.high ? 1 : 0;
  }
  CHECK(covered_effective >= 0.93 * kSeeds);
  CHECK(covered_hottest >= 0.93 * kSeeds);
}

TEST_CASE("many attributes are looked at in bounded time") {
  std::mt19937_64 random(11);
  Rows rows(2000);
  for (int i = 0; i < 80; ++i) {
    add_words(rows, fmt::format("a{:02}", i), 3 + i % 17, i % 3 * 0.4, random);
  }
  const auto found = find_combinations(rows.table(), profile_of(rows.table(), {{"", "a00"}}));
  CHECK(found.size() == 24);
  CHECK(std::ranges::count_if(found, &CombinationProfile::extends_key) > 0);
  // The same rows, the same answer.
  const auto again = find_combinations(rows.table(), profile_of(rows.table(), {{"", "a00"}}));
  CHECK(std::ranges::equal(found, again, {}, &CombinationProfile::attributes,
                           &CombinationProfile::attributes));
}

}  // namespace
}  // namespace ddblint
