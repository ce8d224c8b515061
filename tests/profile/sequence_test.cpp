#include <algorithm>
#include <numeric>
#include <random>

#include "profile/analyses.h"
#include "profile/columns.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using Numbers = std::vector<std::int64_t>;

std::optional<SequenceFact> sequence_of(const Numbers& numbers, std::string_view name = "id",
                                        bool ordered = true) {
  Rows rows(numbers.size());
  rows.numbers(name, [&](std::size_t row) { return numbers[row]; });
  rows.table().ordered = ordered;
  return find_sequence(rows.column(), rows.table());
}

Numbers counted(std::size_t rows, std::int64_t first = 1, std::int64_t step = 1) {
  Numbers numbers(rows);
  for (std::size_t i = 0; i < rows; ++i) numbers[i] = first + static_cast<std::int64_t>(i) * step;
  return numbers;
}

/// Numbers of `nodes` instances that take blocks of `cache` numbers; rows come in random turns.
Numbers cached(std::mt19937_64& random, std::size_t rows, std::size_t nodes, std::int64_t cache,
               double lost) {
  struct Node {
    std::int64_t next = 0;
    std::int64_t end = 0;
  };
  std::vector<Node> nodes_of(nodes);
  std::int64_t free = 1;
  Numbers numbers;
  while (numbers.size() < rows) {
    Node& node = nodes_of[random() % nodes];
    if (node.next == node.end || static_cast<double>(random() % 10000) < lost * 10000) {
      node = {free, free + cache};
      free += cache;
    }
    numbers.push_back(node.next++);
  }
  return numbers;
}

TEST_CASE("a sequence is found in many disguises") {
  const std::uint64_t seed = GENERATE(1, 2, 3);
  std::mt19937_64 random(seed);

  SECTION("strict") {
    const auto fact = sequence_of(counted(5000));
    REQUIRE(fact);
    CHECK(fact->kind == "dense");
    CHECK(fact->density == Approx(1.0));
    CHECK(fact->monotonicity.value() == Approx(1.0));
    CHECK(fact->increment == 1);
    CHECK(fact->exceptions == 0);
  }
  SECTION("reversed") {
    Numbers numbers = counted(5000);
    std::reverse(numbers.begin(), numbers.end());
    const auto fact = sequence_of(numbers);
    REQUIRE(fact);
    CHECK(fact->monotonicity.value() == Approx(-1.0));
  }
  SECTION("shuffled, without an order") {
    Numbers numbers = counted(5000, 700'000);
    std::shuffle(numbers.begin(), numbers.end(), random);
    const auto fact = sequence_of(numbers, "id", false);
    REQUIRE(fact);
    CHECK_FALSE(fact->monotonicity);
  }
  SECTION("every fiftieth number is missing") {
    Numbers numbers;
    for (std::int64_t i = 1; numbers.size() < 5000; ++i) {
      if (random() % 50 != 0) numbers.push_back(i);
    }
    const auto fact = sequence_of(numbers);
    REQUIRE(fact);
    CHECK(fact->kind == "dense");
    CHECK(fact->density == Approx(0.98).margin(0.01));
  }
  SECTION("a cache of 20, of which one number in twenty loses the rest") {
    const auto fact = sequence_of(cached(random, 20000, 1, 20, 0.05));
    REQUIRE(fact);
    CHECK(fact->kind == "cached");
    CHECK(fact->density == Approx(0.64).margin(0.05));
  }
  SECTION("four instances with caches of 20") {
    const auto fact = sequence_of(cached(random, 20000, 4, 20, 0));
    REQUIRE(fact);
    CHECK(fact->density > 0.95);
  }
  SECTION("two instances with caches of a million") {
    const auto fact = sequence_of(cached(random, 20000, 2, 1'000'000, 0));
    REQUIRE(fact);
    CHECK(fact->kind == "blocks");
    CHECK(fact->density > 0.95);
  }
  SECTION("an increment of five") {
    const auto fact = sequence_of(counted(500, 3, 5));
    REQUIRE(fact);
    CHECK(fact->increment == 5);
    CHECK(fact->density == Approx(1.0));
  }
}

TEST_CASE("a sequence is found behind a prefix and as text") {
  struct Case {
    std::string_view prefix;
    std::size_t width;
    std::string_view expected;
  };
  const Case example = GENERATE(Case{"ORD-", 6, "ORD-"}, Case{"USER#", 0, "USER#"}, Case{"", 8, ""},
                                Case{"user.", 0, "user."}, Case{"INV-2024-", 6, "INV-2024-"},
                                Case{"#", 0, "#"}, Case{"a1b2-", 0, "a1b2-"});
  Rows rows(3000);
  rows.add("pk", [&](std::size_t row) {
    return std::string(example.prefix) + padded(row + 1, example.width);
  });
  const auto fact = find_sequence(rows.column(), rows.table());
  REQUIRE(fact);
  CHECK(fact->prefix == example.expected);
  CHECK(fact->density == Approx(1.0));
}

TEST_CASE("counters that begin anew each year are sequences") {
  Rows rows(3000);
  rows.add("invoice", [](std::size_t row) {
    return "INV-" + std::to_string(2022 + row / 1000) + "-" + padded(row % 1000 + 1, 6);
  });
  const auto fact = find_sequence(rows.column(), rows.table());
  REQUIRE(fact);
  CHECK(fact->prefix == "INV-");
}

TEST_CASE("one row in two hundred may be of another form") {
  Rows rows(2000);
  rows.add("pk",
           [](std::size_t row) { return row % 200 == 7 ? "legacy" : "C" + std::to_string(row); });
  const auto fact = find_sequence(rows.column(), rows.table());
  REQUIRE(fact);
  CHECK(fact->exceptions == 10);
  CHECK(fact->rows == 2000);
}

TEST_CASE("of a sample the density is that of the German tank problem") {
  const std::uint64_t seed = GENERATE(1, 2, 3, 4, 5, 6, 7, 8);
  std::mt19937_64 random(seed);
  constexpr std::uint64_t kItems = 10'000'000;
  std::unordered_set<std::int64_t> drawn;
  while (drawn.size() < 1000) drawn.insert(static_cast<std::int64_t>(random() % kItems) + 1);
  const Numbers numbers(drawn.begin(), drawn.end());
  Rows rows(1000, kItems);
  rows.numbers("id", [&](std::size_t row) { return numbers[row]; });
  const auto fact = find_sequence(rows.column(), rows.table());
  REQUIRE(fact);
  CHECK(fact->kind == "dense");
  CHECK(fact->density == Approx(1.0).margin(0.006));
}

TEST_CASE("numbers that engines do not give out are no sequences") {
  const std::uint64_t seed = GENERATE(1, 2, 3);
  std::mt19937_64 random(seed);
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low));
  };

  SECTION("a foreign key with recency: monotone, dense, but not unique") {
    Numbers numbers;
    for (int i = 0; i < 20000; ++i)
      numbers.push_back(std::max<std::int64_t>(1, i - between(0, 3000)));
    CHECK_FALSE(sequence_of(numbers));
  }
  SECTION("a foreign key whose repetitions the sample does not show") {
    Rows rows(2000, 10'000'000);
    rows.numbers("customer", [](std::size_t row) { return static_cast<std::int64_t>(row) * 2500; });
    rows.table().columns[0].distinct = 5'000'000;
    CHECK_FALSE(find_sequence(rows.column(), rows.table()));
  }
  SECTION("random ten-digit numbers") {
    Numbers numbers;
    for (int i = 0; i < 10000; ++i) numbers.push_back(between(1'000'000'000, 9'999'999'999));
    CHECK_FALSE(sequence_of(numbers));
    std::sort(numbers.begin(), numbers.end());
    CHECK_FALSE(sequence_of(numbers));
  }
  SECTION("telephone numbers, as numbers and as texts") {
    Numbers numbers;
    for (int i = 0; i < 5000; ++i) numbers.push_back(between(4'930'100'0000, 4'930'999'9999));
    CHECK_FALSE(sequence_of(numbers, "contact"));
    Rows rows(2000);
    rows.add("contact", [](std::size_t row) { return "+49 30 " + padded(row + 100000, 6); });
    rows.add("call", [](std::size_t row) { return "+1" + padded(2'125'550'000 + row, 10); });
    rows.add("local", [](std::size_t row) { return "555-" + padded(row, 4); });
    rows.add("phone", [](std::size_t row) { return padded(5'550'000 + row, 7); });
    for (const Column& column : rows.table().columns) {
      CAPTURE(column.name);
      CHECK_FALSE(find_sequence(column, rows.table()));
    }
  }
  SECTION("postcodes, each once") {
    Numbers all(99999);
    std::iota(all.begin(), all.end(), 0);
    std::shuffle(all.begin(), all.end(), random);
    Rows rows(41000);
    rows.add("code",
             [&](std::size_t row) { return padded(static_cast<std::uint64_t>(all[row]), 5); });
    CHECK_FALSE(find_sequence(rows.column(), rows.table()));
  }
  SECTION("random five-digit codes, each once") {
    Numbers all(90'000);
    std::iota(all.begin(), all.end(), 10'000);
    std::shuffle(all.begin(), all.end(), random);
    all.resize(30'000);
    CHECK_FALSE(sequence_of(all));
  }
  SECTION("article numbers with a check digit") {
    Numbers numbers;
    for (std::int64_t i = 0; i < 3000; ++i) {
      numbers.push_back((400'638'100'000 + i) * 10 + between(0, 10));
    }
    CHECK_FALSE(sequence_of(numbers));
  }
  SECTION("prices, ages, versions, addresses") {
    Rows rows(100);
    rows.add("a", [](std::size_t row) { return "19." + padded(row, 2); }, ValueType::number);
    rows.add("b", [](std::size_t row) { return "10.0.0." + std::to_string(row); });
    rows.add("c", [](std::size_t row) { return "v1." + std::to_string(row); });
    rows.add("d", [](std::size_t row) { return std::to_string(18 + row % 60); });
    rows.add("e", [](std::size_t row) { return day_text(static_cast<int>(row)); });
    rows.add("f", [](std::size_t row) { return "CUST#7#" + day_text(static_cast<int>(row)); });
    rows.add("g", [](std::size_t row) { return "ABC-" + std::to_string(row % 50); });
    rows.add("created_at", [](std::size_t row) { return std::to_string(1'700'000'000 + row); });
    rows.add("year", [](std::size_t row) { return std::to_string(1900 + row); });
    for (const Column& column : rows.table().columns) {
      CAPTURE(column.name);
      CHECK_FALSE(find_sequence(column, rows.table()));
    }
  }
  SECTION("random hexadecimal and mixed ids") {
    Rows rows(3000);
    rows.add("a", [&](std::size_t) { return random_text(random, 8); });
    rows.add("b", [&](std::size_t) { return random_uuid(random); });
    rows.add("c", [&](std::size_t) {
      return random_text(random, 7, "0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    });
    rows.add("d", [&](std::size_t) { return "#" + random_text(random, 6); });
    for (const Column& column : rows.table().columns) {
      CAPTURE(column.name);
      CHECK_FALSE(find_sequence(column, rows.table()));
    }
  }
  SECTION("too few rows") { CHECK_FALSE(sequence_of(counted(12))); }
}

std::int64_t snowflake(std::int64_t milliseconds, std::int64_t machine, std::int64_t count) {
  return (milliseconds - 1'288'834'974'657) << 22 | machine << 12 | count;
}

TEST_CASE("snowflakes are told from random integers of their size") {
  const std::uint64_t seed = GENERATE(1, 2, 3, 4, 5);
  std::mt19937_64 random(seed);
  constexpr std::int64_t kStart = 1'700'000'000'000;

  SECTION("eight machines") {
    Rows rows(5000);
    rows.numbers("id", [&](std::size_t row) {
      return snowflake(kStart + static_cast<std::int64_t>(row) * 977,
                       static_cast<std::int64_t>(random() % 8) + 3,
                       static_cast<std::int64_t>(random() % 3));
    });
    rows.ordered();
    const auto fact = find_sequence(rows.column(), rows.table());
    REQUIRE(fact);
    CHECK(fact->kind == "snowflake");
    CHECK(fact->monotonicity.value() == Approx(1.0).margin(1e-6));
  }
  SECTION("random bits everywhere but in the time, beside a time attribute") {
    Rows rows(5000);
    rows.numbers("id", [&](std::size_t row) {
      return snowflake(kStart + static_cast<std::int64_t>(row) * 3'600'000,
                       static_cast<std::int64_t>(random() % 1024),
                       static_cast<std::int64_t>(random() % 4096));
    });
    rows.add("created", [](std::size_t row) { return day_text(static_cast<int>(row) / 24); });
    const auto fact = find_sequence(rows.column(), rows.table());
    REQUIRE(fact);
    CHECK(fact->kind == "snowflake");
  }
  SECTION("random 60 bits, as they are, sorted, and rounded as JavaScript does") {
    Numbers numbers;
    for (int i = 0; i < 5000; ++i) numbers.push_back(static_cast<std::int64_t>(random() >> 4));
    CHECK_FALSE(sequence_of(numbers));
    Numbers rounded = numbers;
    for (auto& number : rounded) {
      number = static_cast<std::int64_t>(static_cast<double>(number)) / 1000 * 1000;
    }
    CHECK_FALSE(sequence_of(rounded));
    std::sort(numbers.begin(), numbers.end());
    CHECK_FALSE(sequence_of(numbers));
  }
}

}  // namespace
}  // namespace ddblint
