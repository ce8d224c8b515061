#include <random>

#include "profile/analyses.h"
#include "profile/columns.h"

#include "support/catch.h"

namespace ddblint {
namespace {

std::vector<MixedFormatFact> facts_of(
    const std::function<std::optional<std::string>(std::size_t)>& key, std::size_t size = 600) {
  Rows rows(size);
  rows.add("pk", key);
  KeyPlan plan;
  plan.keys.push_back({.index = "", .local = false, .partition = {{"pk", "S"}}, .sort = {}});
  plan.keys.push_back({.index = "i", .local = false, .partition = {{"pk", "S"}}, .sort = {}});
  return find_mixed_formats(plan, rows.table());
}

TEST_CASE("two spellings of the same values are found") {
  const auto cases = facts_of([](std::size_t row) {
    return (row % 2 == 0 ? "USER#" : "user#") + std::to_string(row / 2 % 100);
  });
  REQUIRE(cases.size() == 1);
  CHECK(cases[0].kind == "case");
  CHECK(cases[0].first_example == "USER#0");
  CHECK(cases[0].second_example == "user#0");
  CHECK(cases[0].first_rows == 300);
  CHECK(cases[0].second_rows == 300);

  const auto padding = facts_of([](std::size_t row) {
    return row % 3 == 0 ? padded(row % 50, 5) : std::to_string(row % 50);
  });
  REQUIRE(padding.size() == 1);
  CHECK(padding[0].kind == "padding");

  const auto blanks = facts_of([](std::size_t row) {
    return std::string(row % 2 == 0 ? "" : " ") + "abc" + std::to_string(row / 2 % 20);
  });
  REQUIRE(blanks.size() == 1);
  CHECK(blanks[0].kind == "white space");
}

TEST_CASE("values that only look alike are no spellings") {
  std::mt19937_64 random(3);
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  // Short random ids meet in lower case now and then.
  CHECK(facts_of([&](std::size_t) { return random_text(random, 3, kLetters); }, 10'000).empty());
  CHECK(facts_of([&](std::size_t) { return random_text(random, 22, kLetters); }, 5000).empty());
  // Different values in different forms: untidy, but never two keys of one thing.
  CHECK(facts_of([](std::size_t row) {
          return (row % 2 == 0 ? "USER#" : "user#") + std::to_string(row);
        }).empty());
  // Decimals and versions keep their zeros.
  CHECK(facts_of([](std::size_t row) {
          return "v1." + (row % 2 == 0 ? padded(row / 2 % 9, 2) : std::to_string(row / 2 % 9));
        }).empty());
  CHECK(facts_of([](std::size_t row) { return "Ab" + std::to_string(row % 2); }).empty());
  CHECK(facts_of([](std::size_t) { return std::nullopt; }).empty());
}

}  // namespace
}  // namespace ddblint
