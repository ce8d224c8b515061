#include <cmath>
#include <map>
#include <random>

#include "profile/analyses.h"
#include "profile/columns.h"
#include "profile/digest_functions.h"
#include "profile/shard_spread.h"

#include "support/catch.h"

namespace ddblint {
namespace {

/// A table whose key is made of the row; the sampled rows are all rows.
std::optional<ShardSuffixFact> fact_of(Rows& rows, std::string_view attribute = "pk") {
  std::map<std::string_view, std::uint64_t> counts;
  for (const auto& value : rows.column(attribute).values) ++counts[value->text];
  std::vector<KeyCount> keys;
  for (const auto& [text, items] : counts) keys.push_back({.text = text, .items = items});
  return find_shard_suffix(attribute, keys, rows.table());
}

using Maker = std::function<std::string(std::size_t)>;
std::optional<ShardSuffixFact> fact_of(std::size_t size, const Maker& key) {
  Rows rows(size);
  rows.add("pk", key);
  return fact_of(rows);
}

std::string order_id(std::size_t row) { return "ORD-" + padded(row, 6); }
std::string day(std::size_t row) { return day_text(static_cast<int>(row % 4)); }

std::uint64_t product(std::string_view text, std::uint64_t modulus) {
  std::uint64_t result = 1;
  for (const char c : text) result = result * static_cast<unsigned char>(c) % modulus;
  return result;
}

TEST_CASE("effective shards of a uniform choice are nearly all, whatever the number of items") {
  const std::uint64_t seed = GENERATE(1, 2, 3);
  std::mt19937_64 random(seed);
  for (const std::size_t items : {1000, 100'000}) {
    std::vector<std::uint64_t> counts(200);
    for (std::size_t i = 0; i < items; ++i) ++counts[random() % 200];
    const ShardSpread spread = spread_of(counts);
    CHECK(spread.effective_shards > (items == 1000 ? 190 : 199.5));
    CHECK(spread.effective_shards <= 200);
  }
}

TEST_CASE("a harmless unevenness of many items costs few shards") {
  // One shard in ten gets a fifth more: N / (1 + CV^2) = 199.31 of 200.
  std::vector<std::uint64_t> counts(200, 50'000);
  for (std::size_t i = 0; i < 20; ++i) counts[i] = 60'000;
  CHECK(spread_of(counts).effective_shards == Approx(199.31).margin(0.01));
  CHECK(spread_of(std::vector<std::uint64_t>{100, 0, 0, 0}).effective_shards ==
        Approx(1.0).margin(0.03));
  CHECK(spread_of(std::vector<std::uint64_t>(5)).items == 0);
}

TEST_CASE("the product of code points does not spread, a checksum does") {
  struct Case {
    std::string_view name;
    Maker id;
    double product_hottest;
    double product_effective;
  };
  const Case example = GENERATE(
      Case{"padded", [](std::size_t row) { return padded(row, 6); }, 0.4675, 4.3},
      Case{"unpadded", [](std::size_t row) { return std::to_string(row + 1); }, 0.3647, 6.8},
      Case{"orders", order_id, 0.6723, 2.1},
      Case{"uuid",
           [random = std::mt19937_64(8)](std::size_t) mutable { return random_uuid(random); }, 1.0,
           1.0});
  CAPTURE(example.name);
  std::vector<std::uint64_t> products(200);
  std::vector<std::uint64_t> checksums(200);
  for (std::size_t row = 0; row < 100'000; ++row) {
    const std::string id = example.id(row);
    ++products[product(id, 200)];
    ++checksums[*residue_of(digest_function("crc32")->compute(id), 0, 200)];
  }
  CHECK(spread_of(products).hottest_share == Approx(example.product_hottest).margin(0.001));
  CHECK(spread_of(products).effective_shards == Approx(example.product_effective).margin(0.1));
  CHECK(spread_of(checksums).hottest_share < 0.006);
  CHECK(spread_of(checksums).effective_shards > 199);
}

TEST_CASE("the guide's calculated suffix is recognised, and fails") {
  Rows rows(10'000, 1'000'000);
  rows.add("order_id", order_id);
  rows.add("pk", [](std::size_t row) {
    return day(row) + "." + std::to_string(product(order_id(row), 200) + 1);
  });
  rows.add("status", [](std::size_t row) { return row % 3 == 0 ? "open" : "done"; });
  const auto fact = fact_of(rows);
  REQUIRE(fact);
  CHECK(fact->function == "code_point_product");
  CHECK(fact->of == std::vector<std::string>{"order_id"});
  CHECK(fact->separator == ".");
  CHECK_FALSE(fact->leading);
  CHECK(fact->shards == 200);
  CHECK(fact->lowest == 1);
  CHECK(fact->logical_keys == 4);
  CHECK(fact->hottest_share > 0.5);
  CHECK(fact->effective_shards < 4);
  CHECK(fact->better_function == "crc32");
  CHECK(fact->better_of == "order_id");
  CHECK(fact->better_hottest_share < 0.012);
}

TEST_CASE("calculated suffixes are recognised by their function") {
  struct Case {
    std::string_view function;
    std::uint64_t modulus;
    std::uint64_t lowest;
    Maker shard;
  };
  const auto digest = [](std::string_view function, std::uint64_t modulus, std::uint64_t lowest) {
    return Case{function, modulus, lowest, [=](std::size_t row) {
                  const Digest d = digest_function(function)->compute(order_id(row));
                  return std::to_string(*residue_of(d, 0, modulus) + lowest);
                }};
  };
  const Case example =
      GENERATE_COPY(digest("crc32", 10, 0), digest("md5", 200, 1), digest("murmur3_32", 64, 0),
                    digest("xxh64", 100, 0), digest("fnv1a_32", 16, 1),
                    Case{"code_point_sum", 200, 1, [](std::size_t row) {
                           std::uint64_t sum = 0;
                           for (const char c : order_id(row)) sum += static_cast<unsigned char>(c);
                           return std::to_string(sum % 200 + 1);
                         }});
  const std::string separator = GENERATE(".", "#");
  const bool leading = GENERATE(false, true);
  CAPTURE(example.function, separator, leading);
  Rows rows(6000);
  rows.add("order_id", order_id);
  rows.add("pk", [&](std::size_t row) {
    return leading ? example.shard(row) + separator + day(row)
                   : day(row) + separator + example.shard(row);
  });
  const auto fact = fact_of(rows);
  REQUIRE(fact);
  CHECK(fact->function == example.function);
  CHECK(fact->of == std::vector<std::string>{"order_id"});
  CHECK(fact->shards == example.modulus);
  CHECK(fact->lowest == static_cast<std::int64_t>(example.lowest));
  CHECK(fact->leading == leading);
}

TEST_CASE("random suffixes are recognised by their scatter") {
  const std::uint64_t seed = GENERATE(1, 2, 3, 4, 5);
  std::mt19937_64 random(seed);
  const auto shard = [&](std::uint64_t n) { return std::to_string(random() % n + 1); };
  const std::map<std::string_view, Maker> keys = {
      {"date", [&](std::size_t row) { return day(row) + "." + shard(200); }},
      {"compact date",
       [&](std::size_t row) {
         return day_text(static_cast<int>(row % 4), "") + "-" + padded(random() % 50, 2);
       }},
      {"status",
       [&](std::size_t row) {
         return std::string(row % 3 == 0   ? "OPEN"
                            : row % 3 == 1 ? "PAID"
                                           : "SHIPPED") +
                "#" + shard(10);
       }},
      {"invoice",
       [&](std::size_t row) { return std::to_string(121'212 + row % 300) + "-" + shard(10); }},
      {"leading", [&](std::size_t row) { return shard(20) + "|tenant" + std::to_string(row % 7); }},
      {"small collections",
       [&](std::size_t row) { return "customer" + std::to_string(row % 4000) + "_" + shard(20); }},
      {"marked", [&](std::size_t) { return "EVENTS#shard-" + std::to_string(random() % 8); }}};
  for (const auto& [name, key] : keys) {
    CAPTURE(name);
    const auto fact = fact_of(20'000, key);
    REQUIRE(fact);
    CHECK(fact->function.empty());
    CHECK(fact->effective_shards > 0.97 * static_cast<double>(fact->shards));
    CHECK(fact->hottest_share < 2.0 / static_cast<double>(fact->shards));
  }
  const auto dates = fact_of(20'000, keys.at("date"));
  CHECK(dates->shards == 200);
  CHECK(dates->lowest == 1);
  CHECK(dates->logical_keys == 4);
  CHECK(dates->median_items == 5000);
  CHECK(fact_of(20'000, keys.at("compact date"))->lowest == 0);
}

TEST_CASE("of many keys a sample is enough") {
  std::mt19937_64 random(21);
  std::vector<std::string> texts;
  std::vector<KeyCount> keys;
  for (int d = 0; d < 365; ++d) {
    for (int shard = 0; shard < 100; ++shard) {
      if (random() % 20 == 0) texts.push_back(day_text(d) + "#" + std::to_string(shard));
    }
  }
  std::poisson_distribution<std::uint64_t> items(400);
  for (const std::string& text : texts) keys.push_back({.text = text, .items = items(random)});
  Rows rows(10'000, 365 * 100 * 400);
  rows.add("pk", [&](std::size_t) {
    return day_text(static_cast<int>(random() % 365)) + "#" + std::to_string(random() % 100);
  });
  const auto fact = find_shard_suffix("pk", keys, rows.table());
  REQUIRE(fact);
  CHECK(fact->shards == 100);
  CHECK(fact->effective_shards > 95);
}

TEST_CASE("numbers behind a separator that are no shards") {
  const std::uint64_t seed = GENERATE(1, 2, 3);
  std::mt19937_64 random(seed);
  // Popularity as it is in life: the second half as popular as the first, and so on.
  const auto uneven = [&](std::size_t n) {
    const double u = static_cast<double>(random() % 1'000'000 + 1) / 1e6;
    return static_cast<std::size_t>(static_cast<double>(n) * u * u);
  };
  const auto any = [&](std::size_t n) { return random() % n; };
  const std::map<std::string_view, Maker> keys = {
      {"version",
       [&](std::size_t) { return std::to_string(any(4)) + "." + std::to_string(any(10)); }},
      {"price", [&](std::size_t) { return std::to_string(any(60)) + "." + padded(any(100), 2); }},
      {"address",
       [&](std::size_t) {
         return "10.0." + std::to_string(any(20)) + "." + std::to_string(any(255));
       }},
      {"month",
       [&](std::size_t) { return std::to_string(2015 + any(9)) + "-" + padded(any(12) + 1, 2); }},
      {"day", [&](std::size_t) { return day_text(static_cast<int>(any(600))); }},
      {"customer and day",
       [&](std::size_t) {
         return "CUST#" + std::to_string(any(50)) + "#" + day_text(static_cast<int>(any(600)));
       }},
      {"hour",
       [&](std::size_t) { return day_text(static_cast<int>(any(30))) + "#" + padded(any(24), 2); }},
      {"week",
       [&](std::size_t) { return std::to_string(2015 + any(9)) + "-" + padded(any(53) + 1, 2); }},
      {"clock", [&](std::size_t) { return padded(any(24), 2) + ":" + padded(any(60), 2); }},
      {"line of an order",
       [](std::size_t row) {
         return std::to_string(121'212 + row / 5) + "-" + std::to_string(row % 5 + 1);
       }},
      {"user", [&](std::size_t) { return "user." + std::to_string(uneven(500)); }},
      {"user, each once", [](std::size_t row) { return "user." + std::to_string(row % 10'000); }},
      {"article",
       [&](std::size_t) {
         return std::string(1, static_cast<char>('A' + any(20))) + "BC-" +
                std::to_string(uneven(40));
       }},
      {"room",
       [&](std::size_t) {
         return "f" + std::to_string(any(12)) + "-" + std::to_string(uneven(30));
       }},
      {"one reading a room",
       [](std::size_t row) {
         return "floor" + std::to_string(row % 12) + "-" + std::to_string(row / 12 % 30);
       }},
      {"telephone", [&](std::size_t) { return "555-" + padded(any(10'000), 4); }},
      {"tenant and user",
       [&](std::size_t) {
         return "TENANT#" + std::to_string(any(8)) + "#USER#" + std::to_string(any(40));
       }},
      {"single table",
       [&](std::size_t row) {
         return row % 3 == 0   ? "USER#" + std::to_string(any(50))
                : row % 3 == 1 ? "ORDER#" + std::to_string(any(900))
                               : "PRODUCT#" + std::to_string(any(20));
       }},
      {"sequence", [](std::size_t row) { return "ORD-" + padded(row % 9999, 5); }},
      {"uuid", [&](std::size_t) { return random_uuid(random); }},
      {"plain", [&](std::size_t) { return "customer" + std::to_string(any(100)); }}};
  for (const auto& [name, key] : keys) {
    CAPTURE(name);
    const auto fact = fact_of(12'000, key);
    CHECK_FALSE(fact);
    if (fact) WARN(fact->separator << " " << fact->shards << " " << fact->function);
  }
}

TEST_CASE("a shard in an attribute of its own is not its own function") {
  std::mt19937_64 random(2);
  std::vector<std::string> shards;
  for (int i = 0; i < 8000; ++i) shards.push_back(std::to_string(random() % 10));
  Rows rows(8000);
  rows.add("pk", [&](std::size_t row) { return day(row) + "#" + shards[row]; });
  rows.add("shard", [&](std::size_t row) { return shards[row]; }, ValueType::number);
  const auto fact = fact_of(rows);
  REQUIRE(fact);
  CHECK(fact->function.empty());
  CHECK(fact->shards == 10);
}

TEST_CASE("a key without items, rows or numbers has no shards") {
  Rows rows(1);
  rows.add("pk", [](std::size_t) { return "a.1"; });
  CHECK_FALSE(fact_of(rows));
  CHECK_FALSE(find_shard_suffix("pk", {}, rows.table()));
  const std::vector<KeyCount> keys = {{"a.1", 10}, {"a.2", 10}, {"", 5}, {".", 1}, {"#1", 1}};
  CHECK_FALSE(find_shard_suffix("other", keys, rows.table()));
}

}  // namespace
}  // namespace ddblint
