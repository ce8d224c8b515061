#include "profile/order.h"

#include <cmath>
#include <random>

#include "profile/analyses.h"
#include "profile/columns.h"

#include "support/catch.h"

namespace ddblint {
namespace {

/// The textbook's formula for ranks without ties.
double without_ties(const std::vector<std::int64_t>& values) {
  const auto n = static_cast<double>(values.size());
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    double rank = 1;
    for (const auto other : values) rank += other < values[i] ? 1 : 0;
    squares += std::pow(rank - static_cast<double>(i + 1), 2);
  }
  return 1 - 6 * squares / (n * (n * n - 1));
}

TEST_CASE("rank correlation is the textbook's where nothing is tied") {
  const std::uint64_t seed = GENERATE(1, 2, 3, 4);
  std::mt19937_64 random(seed);
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < 300; ++i) {
    values.push_back(i * 1'000'003 + static_cast<std::int64_t>(random() % 200'000'000));
  }
  Rows rows(values.size());
  rows.numbers("n", [&](std::size_t row) { return values[row]; });
  CHECK(rank_correlation(rows.column()).value() == Approx(without_ties(values)).epsilon(1e-9));
}

TEST_CASE("tied values share their average rank") {
  // Ranks of x: 1.5 1.5 3.5 3.5 ..., of the order 1 2 3 4 ...: r = sqrt((n^2 - 4) / (n^2 - 1)).
  Rows rows(40);
  rows.numbers("n", [](std::size_t row) { return static_cast<std::int64_t>(row / 2); });
  CHECK(rank_correlation(rows.column()).value() ==
        Approx(std::sqrt((1600.0 - 4) / (1600.0 - 1))).epsilon(1e-12));
}

TEST_CASE("columns are compared as what they are") {
  Rows rows(400);
  // As texts, 10 would stand before 9.
  rows.numbers("number", [](std::size_t row) { return static_cast<std::int64_t>(row); });
  rows.add("text", [](std::size_t row) { return std::to_string(row + 1); });
  rows.add("prefixed", [](std::size_t row) { return "ORD-" + std::to_string(row + 1); });
  rows.add("named day", [](std::size_t row) {
    const Day day = day_of(static_cast<int>(row));
    constexpr std::array<std::string_view, 12> kMonths = {"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                          "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
    return padded(day.day, 2) + std::string(kMonths[day.month - 1]) + std::to_string(day.year);
  });
  rows.add(
      "decimal", [](std::size_t row) { return std::to_string(row) + ".5"; }, ValueType::number);
  rows.add(
      "large", [](std::size_t row) { return std::to_string(row + 1) + "000000000000000000001"; },
      ValueType::number);
  for (const Column& column : rows.table().columns) {
    CAPTURE(column.name);
    CHECK(rank_correlation(column).value() == Approx(1.0));
  }
}

TEST_CASE("without order there is no correlation, and none of what cannot be compared") {
  std::mt19937_64 random(11);
  Rows rows(5000);
  rows.numbers("random",
               [&](std::size_t) { return static_cast<std::int64_t>(random() % 1'000'000); });
  rows.add("constant", [](std::size_t) { return "x"; });
  rows.add("rare", [](std::size_t row) {
    return row < 19 ? std::optional<std::string>(std::to_string(row)) : std::nullopt;
  });
  // Standard deviation 1 / sqrt(4999).
  CHECK(std::abs(rank_correlation(rows.column("random")).value()) < 5 / std::sqrt(4999.0));
  CHECK_FALSE(rank_correlation(rows.column("constant")));
  CHECK_FALSE(rank_correlation(rows.column("rare")));
}

TEST_CASE("pairs with a missing side do not count") {
  std::vector<std::optional<std::int64_t>> first;
  std::vector<std::optional<std::int64_t>> second;
  for (std::int64_t i = 0; i < 100; ++i) {
    first.push_back(i % 3 == 0 ? std::nullopt : std::optional(i));
    second.push_back(i % 5 == 0 ? std::nullopt : std::optional(-i));
  }
  CHECK(spearman(first, second).value() == Approx(-1.0));
  first.resize(20);
  CHECK_FALSE(spearman(first, second));
}

}  // namespace
}  // namespace ddblint
