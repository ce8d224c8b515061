#include "design/key_spread.h"

#include <cmath>
#include <numbers>

#include "design/served_case.h"

#include "support/catch.h"
#include "support/profile_builder.h"

namespace ddblint {
namespace {

using Kind = KeyDistribution::Kind;

TEST_CASE("Zipf's shares are those of the summed series") {
  for (const double exponent : {0.0, 0.5, 0.99, 1.0, 1.1, 2.0, 3.5}) {
    double sum = 0;
    int next = 1;
    for (const int values : {1, 2, 10, 999, 1000, 1001, 5000, 100'000}) {
      for (; next <= values; ++next) sum += std::pow(next, -exponent);
      CAPTURE(exponent, values);
      CHECK(zipf_share(values, exponent) == Approx(1 / sum).epsilon(1e-10));
    }
  }
}

TEST_CASE("Zipf's share of infinitely many keys is one by zeta") {
  constexpr double kPi = std::numbers::pi;
  CHECK(zipf_share_at_least(2) == Approx(6 / (kPi * kPi)).epsilon(1e-10));
  CHECK(zipf_share_at_least(4) == Approx(90 / std::pow(kPi, 4)).epsilon(1e-10));
  CHECK(zipf_share_at_least(1.1) == Approx(1 / 10.5844484649508).epsilon(1e-9));
  CHECK(zipf_share_at_least(1) == 0);
  CHECK(zipf_share_at_least(0.5) == 0);
  CHECK(zipf_share(1e9, 1.1) > zipf_share_at_least(1.1));
}

std::optional<KeySpread> spread_of(test::ServedCase& given, const AccessPattern& pattern) {
  return key_spread(given.subject(), pattern, Service{});
}

AccessPattern with_keys(KeyDistribution keys) {
  AccessPattern pattern = test::pattern_of(Operation::query, {"pk"});
  pattern.keys = keys;
  return pattern;
}

TEST_CASE("stated distributions have closed forms") {
  test::ServedCase given(test::key_of({"pk"}));
  const auto share = [&given](KeyDistribution keys) {
    return spread_of(given, with_keys(keys))->share;
  };
  CHECK(share({.kind = Kind::hot, .share = 0.8, .of = 10}).value == 0.08);
  CHECK(share({.kind = Kind::hot, .share = 0.8, .of = 10}).exact());
  CHECK(share({.kind = Kind::uniform, .values = 400}).value == 1.0 / 400);
  CHECK(share({.kind = Kind::zipf, .exponent = 1, .values = 3}).value == Approx(6.0 / 11));
  const Bounded open = share({.kind = Kind::zipf, .exponent = 2});
  CHECK(open.low == Approx(0.6079271));
  CHECK(open.high == 1);
  CHECK_FALSE(spread_of(given, with_keys({.kind = Kind::zipf, .exponent = 1})));
  CHECK_FALSE(spread_of(given, with_keys({.kind = Kind::uniform})));
  CHECK_FALSE(spread_of(given, with_keys({})));
  CHECK_FALSE(spread_of(given, with_keys({.kind = Kind::from_data})));
}

TEST_CASE("data give what a distribution leaves open") {
  test::ServedCase given(test::key_of({"pk"}));
  given.profile = test::ProfileBuilder("T", 10'000).key({"pk"}, 500, 0.2);
  given.profiled = true;
  CHECK(spread_of(given, with_keys({.kind = Kind::uniform}))->share.value == 1.0 / 500);
  CHECK(spread_of(given, with_keys({.kind = Kind::zipf, .exponent = 1}))->share.value ==
        Approx(zipf_share(500, 1)));
  for (const Kind kind : {Kind::from_data, Kind::unstated}) {
    const auto spread = spread_of(given, with_keys({.kind = kind}));
    REQUIRE(spread);
    CHECK(spread->share.value == 0.2);
    CHECK(spread->of == "data");
    CHECK(spread->key == "OPEN");
  }
}

TEST_CASE("a value that others come as often as is not the busiest") {
  test::ServedCase given(test::key_of({"pk"}));
  given.profile = test::ProfileBuilder("T", 10'000).key({"pk"}, 500, 0.002);
  given.profiled = true;
  std::vector<TopValue>& top = given.profile.keys.front().top;
  const auto busiest = [&given] {
    return spread_of(given, with_keys({.kind = Kind::from_data}))->key;
  };
  top = {{.value = "a", .low = 21, .high = 21}, {.value = "b", .low = 20, .high = 20}};
  CHECK(busiest() == "a");
  top.back().low = 21;
  CHECK(busiest().empty());
  top = {{.value = "a long value", .cut = true, .low = 21, .high = 21}};
  CHECK(busiest().empty());
  top.clear();
  CHECK(busiest().empty());
}

TEST_CASE("a fixed value is the hottest key there is") {
  test::ServedCase given(test::key_of({"a", "b"}));
  AccessPattern pattern = test::pattern_of(Operation::query, {"a", "b"});
  pattern.keys = {.kind = Kind::hot, .share = 0.5, .of = 1};
  CHECK(spread_of(given, pattern)->share.value == 0.5);
  pattern.equals[0].value = "x";
  CHECK(spread_of(given, pattern)->share.value == 0.5);
  pattern.equals[1].value = "y";
  CHECK(spread_of(given, pattern)->share.value == 1);
  CHECK(spread_of(given, pattern)->key == "a=x, b=y");
}

TEST_CASE("data of a whole key say nothing of those with one part fixed") {
  test::ServedCase given(test::key_of({"a", "b"}));
  given.profile = test::ProfileBuilder("T", 10'000).key({"a", "b"}, 500, 0.2);
  given.profiled = true;
  AccessPattern pattern = test::pattern_of(Operation::query, {"a", "b"});
  CHECK(spread_of(given, pattern));
  pattern.equals[0].value = "x";
  CHECK_FALSE(spread_of(given, pattern));
}

TEST_CASE("shards divide a stated key, and measured ones as they are used") {
  test::ServedCase given(test::key_of({"pk"}));
  given.workload.sharding = {{.attribute = {.text = "pk"}, .shards = 200}};
  const AccessPattern hot = with_keys({.kind = Kind::hot, .share = 0.5, .of = 1});
  CHECK(spread_of(given, hot)->share.value == Approx(0.5 / 200));
  CHECK(spread_of(given, hot)->share.exact());
  given.workload.sharding[0].function = "code-point-product";
  CHECK(spread_of(given, hot)->share.low == Approx(0.5 / 200));
  CHECK(spread_of(given, hot)->share.high == 0.5);
  given.profiled = true;
  given.profile.shard_suffixes.push_back({.attribute = "pk", .hottest_share = 0.36});
  CHECK(spread_of(given, hot)->share.value == Approx(0.18));
  CHECK(spread_of(given, hot)->share.exact());
}

TEST_CASE("what data count is sharded already") {
  test::ServedCase given(test::key_of({"pk"}));
  given.workload.sharding = {{.attribute = {.text = "pk"}, .shards = 10}};
  given.profile = test::ProfileBuilder("T", 10'000).key({"pk"}, 500, 0.2);
  given.profiled = true;
  CHECK(spread_of(given, with_keys({.kind = Kind::from_data}))->share.value == 0.2);
  // 500 values are 50 keys of 10 shards.
  CHECK(spread_of(given, with_keys({.kind = Kind::uniform}))->share.value == Approx(1.0 / 500));
}

TEST_CASE("a write's distribution is of the table's key, not of an index's") {
  test::ServedCase given(test::key_of({"pk"}));
  given.table.global_indexes.items = {test::global_index("by-status", {"status"}),
                                      test::global_index("again", {"pk"}, {"x"})};
  AccessPattern put = test::pattern_of(Operation::put_item, {"pk"});
  put.keys = {.kind = Kind::uniform, .values = 1000};
  const auto on = [&](std::size_t index) {
    return key_spread(given.subject(), put,
                      Service{.index = &given.table.global_indexes.items[index]});
  };
  CHECK(spread_of(given, put)->share.value == 0.001);
  CHECK_FALSE(on(0));
  CHECK(on(1)->share.value == 0.001);
  given.profile = test::ProfileBuilder("T", 10'000).key({"status"}, 3, 0.8, {}, "by-status");
  given.profiled = true;
  CHECK(on(0)->share.value == 0.8);
  CHECK(on(0)->of == "data");
}

}  // namespace
}  // namespace ddblint
