#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "data/data_files.h"
#include "profile/measurements.h"
#include "profile/slow_profile.h"
#include <fmt/format.h>

#include "support/catch.h"
#include "support/scratch.h"

namespace ddblint {
namespace {

using test::Json;

KeyPlan orders_plan() {
  KeyPlan plan;
  plan.table = "Orders";
  plan.keys.push_back(
      {.index = "", .local = false, .partition = {{"customer", "S"}}, .sort = {{"created", "S"}}});
  plan.keys.push_back(
      {.index = "by-status", .local = false, .partition = {{"status", "S"}}, .sort = {}});
  return plan;
}

/// Orders with uneven customers, a sparse and sometimes mistyped status, and nested values.
std::vector<Json> random_orders(std::uint64_t seed, std::size_t count, unsigned totals = 100'000) {
  std::mt19937_64 random(seed);
  std::vector<Json> items;
  for (std::size_t i = 0; i < count; ++i) {
    const double even = std::uniform_real_distribution<>(0, 1)(random);
    Json item;
    item["customer"]["S"] = fmt::format("customer-{}", static_cast<int>(std::pow(even, 3) * 300));
    item["created"]["S"] =
        fmt::format("2026-01-{:02}T{:02}:00:00Z", random() % 28 + 1, random() % 24);
    if (random() % 10 < 7) {
      if (random() % 50 == 0) {
        item["status"]["N"] = "1";
      } else {
        item["status"]["S"] = random() % 3 == 0 ? "OPEN" : "SHIPPED";
      }
    }
    item["total"]["N"] = fmt::format("{}", static_cast<int>(random() % totals) - 250);
    if (random() % 4 == 0) {
      item["lines"]["L"] = Json::array({{{"M", {{"sku", {{"S", "a\"b\\c\u00e9"}}}}}}});
    }
    if (random() % 5 == 0) item["gift"]["BOOL"] = random() % 2 == 0;
    items.push_back(std::move(item));
  }
  return items;
}

std::string as_lines(const std::vector<Json>& items) {
  std::string text;
  for (const Json& item : items) text += Json{{"Item", item}}.dump() + "\n";
  return text;
}

DataSet files_of(const test::Scratch& scratch, const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const auto& name : names) words.push_back(scratch.file(name));
  return find_data(words, false);
}

double sum_of(const std::map<std::string, std::uint64_t>& counts) {
  double sum = 0;
  for (const auto& [key, count] : counts) sum += static_cast<double>(count);
  return sum;
}

std::uint64_t most_of(const std::map<std::string, std::uint64_t>& counts) {
  std::uint64_t most = 0;
  for (const auto& [key, count] : counts) most = std::max(most, count);
  return most;
}

}  // namespace

TEST_CASE("profile: all figures agree with maps, whatever the batches and threads") {
  const std::size_t seed = GENERATE(1, 2, 3);
  const auto items = random_orders(seed, 6'000);
  const std::size_t half = 3'500;
  const test::Scratch scratch;
  scratch.write("a.jsonl", as_lines({items.begin(), items.begin() + half}));
  scratch.write("b.jsonl", as_lines({items.begin() + half, items.end()}));
  const DataSet data = files_of(scratch, {"a.jsonl", "b.jsonl"});
  REQUIRE(data.files.size() == 2);

  const auto slow = test::slow_key(items, "customer", "created");
  const auto slow_index = test::slow_key(items, "status", "");
  std::string first;
  for (const std::size_t batch_bytes : {200U, 5'000U, 1'000'000U}) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      INFO("batches of " << batch_bytes << " bytes, " << threads << " threads");
      MeasureOptions options;
      options.threads = threads;
      options.records.batch_bytes = batch_bytes;
      const Measurements measured = measure(data, orders_plan(), options);
      REQUIRE(measured.problems().empty());
      if (first.empty()) first = measured.save();
      CHECK((measured.save() == first));
      if (threads != 1) continue;

      const TableProfile profile = summarise(measured);
      CHECK(profile.source.items == items.size());
      CHECK_FALSE(profile.source.sampled());
      std::uint64_t bytes = 0;
      for (const Json& item : items) bytes += test::slow_item_size(item);
      CHECK(profile.item_bytes == bytes);

      const KeyProfile& key = profile.keys.at(0);
      CHECK(key.items == items.size());
      CHECK(key.distinct.exact);
      CHECK(key.distinct.value == static_cast<double>(slow.items.size()));
      CHECK(key.top.at(0).low == most_of(slow.items));
      CHECK(key.top.at(0).low == slow.items.at(key.top.at(0).value));
      CHECK(key.hottest_share.value ==
            Approx(static_cast<double>(most_of(slow.items)) / sum_of(slow.items)));
      CHECK(key.largest.at(0).bytes == most_of(slow.bytes));
      CHECK(key.largest.at(0).items == slow.items.at(key.largest.at(0).key));
      double squares = 0;
      for (const auto& [value, count] : slow.items) {
        squares += std::pow(static_cast<double>(count) / sum_of(slow.items), 2);
      }
      CHECK(key.effective_keys.value == Approx(1 / squares));
      std::uint64_t repeats = 0;
      for (const auto& [value, count] : slow.primary) repeats += count - 1;
      REQUIRE(key.duplicates.has_value());
      CHECK(key.duplicates->exact);
      CHECK(key.duplicates->value == static_cast<double>(repeats));
      REQUIRE(repeats > 0);
      CHECK_FALSE(key.duplicate_examples.empty());
      REQUIRE(key.load_order.size() == 2);
      std::vector<std::string> customers;
      for (std::size_t i = 0; i < half; ++i) customers.push_back(items[i]["customer"]["S"]);
      CHECK(key.load_order[0].distinct_keys ==
            Approx(static_cast<double>(test::slow_window_keys(customers, 1000))).epsilon(0.01));

      const KeyProfile& index = profile.keys.at(1);
      CHECK(index.missing == slow_index.missing);
      CHECK(index.mistyped == slow_index.mistyped);
      CHECK(index.mistyped_example == "`status` is N instead of S");
      CHECK(index.distinct.value == 2);

      std::map<std::string, std::uint64_t> present;
      std::map<std::string, std::set<std::string>> values;
      for (const Json& item : items) {
        for (const auto& [name, value] : item.items()) {
          ++present[name];
          if (name != "lines") values[name].insert(value.dump());
        }
      }
      for (const auto& [name, count] : present) {
        INFO(name);
        const AttributeProfile* attribute = profile.attribute(name);
        REQUIRE(attribute != nullptr);
        CHECK(attribute->present == count);
        CHECK(attribute->distinct.value == static_cast<double>(values[name].size()));
        CHECK(attribute->distinct.exact);
      }
    }
  }
}

TEST_CASE("profile: a key of one attribute is its value, one of several has their names") {
  const test::Scratch scratch;
  scratch.write("a.jsonl",
                "{\"tenant\": \"a\", \"user\": 42, \"at\": \"x\"}\n"
                "{\"tenant\": \"a\", \"user\": 42, \"at\": \"x\"}\n");
  KeyPlan plan;
  plan.keys = {
      {.index = "", .local = false, .partition = {{"tenant", "S"}}, .sort = {{"at", "S"}}},
      {.index = "both", .local = false, .partition = {{"tenant", "S"}, {"user", "N"}}, .sort = {}}};
  const TableProfile profile = summarise(measure(files_of(scratch, {"a.jsonl"}), plan, {}));
  CHECK(profile.keys.at(0).top.at(0).value == "a");
  CHECK(profile.keys.at(0).duplicate_examples == std::vector<std::string>{"tenant=a, at=x"});
  CHECK(profile.largest_item.key == "tenant=a, at=x");
  CHECK(profile.keys.at(1).top.at(0).value == "tenant=a, user=42");
  CHECK(profile.keys.at(1).largest.at(0).key == "tenant=a, user=42");
}

TEST_CASE("profile: parts merged in any order are the whole") {
  // So few values of each attribute that no heavy hitter is dropped.
  const auto items = random_orders(7, 5'000, 500);
  const test::Scratch scratch;
  const std::vector<std::size_t> cuts = {0, 900, 2'000, 2'001, 5'000};
  std::vector<std::string> names;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    names.push_back(fmt::format("part-{}.jsonl", i));
    scratch.write(names.back(),
                  as_lines({items.begin() + static_cast<std::ptrdiff_t>(cuts[i]),
                            items.begin() + static_cast<std::ptrdiff_t>(cuts[i + 1])}));
  }
  const std::string whole = measure(files_of(scratch, names), orders_plan(), {}).save();
  std::vector<std::string> parts;
  for (const auto& name : names) {
    parts.push_back(measure(files_of(scratch, {name}), orders_plan(), {}).save());
  }
  std::vector<std::size_t> order = {0, 1, 2, 3};
  do {
    auto merged = Measurements::load(parts[order[0]]);
    REQUIRE(merged);
    for (std::size_t i = 1; i < order.size(); ++i) {
      const auto part = Measurements::load(parts[order[i]]);
      REQUIRE(part);
      REQUIRE(merged->merge(*part));
    }
    CHECK((merged->save() == whole));
  } while (std::next_permutation(order.begin(), order.end()));

  auto again = Measurements::load(parts[0]);
  const auto refused = again->merge(*Measurements::load(parts[0]));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().find("are the same input") != std::string::npos);
}

TEST_CASE("profile: what differs cannot be merged") {
  KeyPlan other = orders_plan();
  other.keys.pop_back();
  Measurements one(orders_plan(), {});
  CHECK(one.merge(Measurements(other, {})).error() == "they measure different keys");
  MeasureOptions small;
  small.memory = 64U << 20U;
  CHECK(one.merge(Measurements(orders_plan(), small)).error() ==
        "they were made with different --memory or --keys-only");
}

TEST_CASE("profile: a damaged profile is refused with a reason") {
  const test::Scratch scratch;
  scratch.write("a.jsonl", as_lines(random_orders(3, 200)));
  const std::string good = measure(files_of(scratch, {"a.jsonl"}), orders_plan(), {}).save();
  REQUIRE(Measurements::load(good));
  CHECK(Measurements::load("").error() == "it is no ddblint profile");
  CHECK(Measurements::load("{\"a\": 1}").error() == "it is no ddblint profile");
  CHECK(Measurements::load(good.substr(0, 20)).error() == "it breaks off in its header");
  for (const std::size_t size : {good.size() - 1, good.size() / 2, std::size_t{40}}) {
    CHECK(Measurements::load(std::string_view(good).substr(0, size)).error().find("was cut") !=
          std::string::npos);
  }
  std::string newer = good;
  newer[16] = 3;
  CHECK(Measurements::load(newer).error() ==
        "it has version 3, and this ddblint reads up to version 2: use a newer one");
  newer[16] = 1;
  CHECK(Measurements::load(newer).error() ==
        "it has version 1, which is no longer read: measure again");
  for (std::size_t at = 40; at < good.size(); at += 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    CHECK(Measurements::load(bad).error() == "its checksum is wrong: it is damaged");
  }
}

TEST_CASE("profile: stopped early, it says so and keeps what it has") {
  const test::Scratch scratch;
  scratch.write("a.jsonl", as_lines(random_orders(3, 4'000)));
  MeasureOptions options;
  options.threads = 2;
  options.records.batch_bytes = 10'000;
  int asked = 0;
  const Measurements measured = measure(files_of(scratch, {"a.jsonl"}), orders_plan(), options, {},
                                        [&asked] { return ++asked > 3; });
  CHECK(measured.items() > 0);
  CHECK(measured.items() < 4'000);
  const TableProfile profile = summarise(measured);
  CHECK(profile.source.partial);
  CHECK(profile.source.sampled());
}

TEST_CASE("profile: keys alone give the same keys") {
  const test::Scratch scratch;
  scratch.write("a.jsonl", as_lines(random_orders(5, 3'000)));
  const DataSet data = files_of(scratch, {"a.jsonl"});
  MeasureOptions options;
  const TableProfile whole = summarise(measure(data, orders_plan(), options));
  options.keys_only = true;
  const TableProfile keys = summarise(measure(data, orders_plan(), options));
  CHECK(keys.attributes.empty());
  REQUIRE(keys.keys.size() == whole.keys.size());
  for (std::size_t i = 0; i < keys.keys.size(); ++i) {
    CHECK(keys.keys[i].items == whole.keys[i].items);
    CHECK(keys.keys[i].distinct.value == whole.keys[i].distinct.value);
    CHECK(keys.keys[i].hottest_share.value == whole.keys[i].hottest_share.value);
    CHECK(keys.keys[i].collection_bytes.max == whole.keys[i].collection_bytes.max);
    CHECK(keys.keys[i].missing == whole.keys[i].missing);
  }
  CHECK(keys.item_bytes == whole.item_bytes);
}

TEST_CASE("profile: a few huge collections are seen beside a sample of the keys") {
  const test::Scratch scratch;
  std::vector<Json> items;
  const auto add = [&items](const std::string& customer, int order) {
    items.push_back({{"customer", {{"S", customer}}}, {"created", {{"S", std::to_string(order)}}}});
  };
  for (int i = 0; i < 40'000; ++i) add(fmt::format("c{}", i), i);
  for (int i = 0; i < 4'000; ++i) add(fmt::format("huge{}", i % 4), i);
  scratch.write("a.jsonl", as_lines(items));
  MeasureOptions options;
  options.memory = 1U << 20U;
  const TableProfile profile =
      summarise(measure(files_of(scratch, {"a.jsonl"}), orders_plan(), options));
  REQUIRE(profile.keys.size() == 2);
  CHECK_FALSE(profile.keys[0].distinct.exact);
  REQUIRE(profile.keys[0].populations);
  CHECK(profile.keys[0].populations->big == Approx(1000).epsilon(0.05));
  CHECK(profile.keys[0].populations->big_share == Approx(4.0 / 40'004).epsilon(0.1));
}

}  // namespace ddblint
