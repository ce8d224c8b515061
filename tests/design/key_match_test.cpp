#include "design/key_match.h"

#include <algorithm>
#include <random>
#include <set>

#include "design/reference.h"
#include "design/served_case.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using test::best_condition;
using test::key_of;
using test::Names;
using test::Tried;

TEST_CASE("the longest key condition that the service takes is what is served") {
  std::mt19937 random(7);
  const Names all = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
  int possible = 0;
  int ranges = 0;
  int gaps = 0;
  for (int run = 0; run < 20'000; ++run) {
    Names names = all;
    std::ranges::shuffle(names, random);
    const std::size_t hash = 1 + random() % 4;
    const std::size_t range = random() % 5;
    const Names partition(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(hash));
    const Names sort(names.begin() + static_cast<std::ptrdiff_t>(hash),
                     names.begin() + static_cast<std::ptrdiff_t>(hash + range));
    Names given;
    for (const auto& name : names) {
      if (random() % 8 < 6) given.push_back(name);
    }
    AccessPattern pattern = test::pattern_of(Operation::query, given);
    std::string ranged;
    if (random() % 2 == 0) {
      ranged = all[random() % all.size()];
      // Readers refuse a range on what has equality already.
      if (std::ranges::find(given, ranged) != given.end()) continue;
      pattern.range = RangeCondition{.attribute = {.text = ranged}};
    }
    const Tried expected = best_condition(partition, sort, given, ranged);
    const KeyMatch match = match_key(key_of(partition, sort), pattern);
    CAPTURE(run);
    REQUIRE(match.partition == expected.possible);
    std::set<std::string> filtered;
    for (const auto& name : given) {
      if (!expected.used.contains(name)) filtered.insert(name);
    }
    if (!ranged.empty() && !expected.range) filtered.insert(ranged);
    REQUIRE(std::set<std::string>(match.filtered.begin(), match.filtered.end()) == filtered);
    possible += expected.possible ? 1 : 0;
    ranges += expected.range ? 1 : 0;
    if (!expected.possible) {
      for (const auto& name : partition) {
        const bool is_given = std::ranges::find(given, name) != given.end();
        REQUIRE((std::ranges::find(match.missing, name) == match.missing.end()) == is_given);
      }
      continue;
    }
    REQUIRE(match.whole == (expected.equal == sort.size()));
    REQUIRE(match.narrowed == (expected.equal > 0 || expected.range));
    // Equality on all that is said to be missing lets at least one later condition be used.
    if (match.missing.empty()) continue;
    Names more = given;
    more.insert(more.end(), match.missing.begin(), match.missing.end());
    const Tried then = best_condition(partition, sort, more, ranged);
    REQUIRE(then.used.size() + (then.range ? 1 : 0) >
            expected.used.size() + (expected.range ? 1 : 0) + match.missing.size());
    ++gaps;
  }
  CHECK(possible > 2000);
  CHECK(ranges > 100);
  CHECK(gaps > 200);
}

TEST_CASE("a key with an open name is not known") {
  KeySchema key = key_of({"a"}, {"b"});
  CHECK(key_known(key));
  key.elements.items.back().name = Setting<std::string>(Unknown{"!Ref X", "no default"}, Span{});
  CHECK_FALSE(key_known(key));
  CHECK_FALSE(key_known(KeySchema{}));
}

}  // namespace
}  // namespace ddblint
