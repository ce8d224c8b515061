#include "design/serving.h"

#include <array>
#include <cmath>
#include <random>

#include "design/bounded.h"
#include "design/reference.h"
#include "design/served_case.h"

#include "support/catch.h"
#include "support/profile_builder.h"

namespace ddblint {
namespace {

using test::global_index;
using test::key_of;
using test::Names;
using test::pattern_of;
using test::ServedCase;
using test::stated;

struct Expected {
  How how = How::impossible;
  /// Read units; nothing where they are not known exactly.
  std::optional<double> units = {};
  std::optional<double> pages = {};
};

bool has(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// What a read does on a key schema, sentence by sentence of the guide. No data, projection ALL.
struct Reference {
  Names partition;
  Names sort;
  bool index = false;
  bool local = false;

  [[nodiscard]] Expected read(const AccessPattern& pattern) const {
    Names given;
    for (const auto& equal : pattern.equals) given.push_back(equal.attribute.text);
    const bool gets = pattern.operation != Operation::query && pattern.operation != Operation::scan;
    const double price = read_price(pattern.effective_consistency());
    Names whole = partition;
    whole.insert(whole.end(), sort.begin(), sort.end());
    const bool all = std::ranges::all_of(whole, [&](const auto& name) { return has(given, name); });
    const double size = *pattern.item_size;
    if (gets) {
      if (index || !all) return {};
      const double items = pattern.operation == Operation::get_item ? 1 : *pattern.items;
      return {.how = How::get, .units = items * std::ceil(size / 4096) * price, .pages = 1};
    }
    if (pattern.effective_consistency() == Consistency::transactional) return {};
    if (pattern.effective_consistency() == Consistency::strong && index && !local) return {};
    const std::string ranged = pattern.range ? pattern.range->attribute.text : "";
    const auto tried = test::best_condition(partition, sort, given, ranged);
    const bool scans = pattern.operation == Operation::scan || !tried.possible;
    if (!scans) {
      for (const auto& filter : pattern.filter) {
        if (has(whole, filter.text)) return {};
      }
    }
    const std::size_t conditions = given.size() + (ranged.empty() ? 0 : 1);
    const std::size_t used = scans ? 0 : tried.used.size() + (tried.range ? 1 : 0);
    Expected expected{.how = scans ? How::scan : How::query};
    std::optional<double> items;
    const bool leftover = conditions != used;
    if (!scans && all && !index) {
      items = 1;
    } else if (!leftover && pattern.filter.empty()) {
      items = *pattern.items;
    } else if (pattern.passes && (!leftover || pattern.operation == Operation::scan)) {
      items = *pattern.items / *pattern.passes;
    }
    if (!items) return expected;
    const PagedRead read = test::one_by_one(static_cast<int>(*items), size);
    expected.units = read.units * price;
    expected.pages = read.pages;
    return expected;
  }
};

AccessPattern random_pattern(std::mt19937& random, const Names& names) {
  static constexpr std::array kReads = {
      Operation::get_item, Operation::batch_get_item, Operation::transact_get_items,
      Operation::query,    Operation::query,          Operation::query,
      Operation::scan};
  AccessPattern pattern = pattern_of(kReads[random() % kReads.size()], {});
  for (const auto& name : names) {
    if (random() % 3 != 0) {
      pattern.equals.push_back({.attribute = {.text = name}});
    } else if (random() % 3 == 0) {
      pattern.range = RangeCondition{.attribute = {.text = name}};
    } else if (random() % 6 == 0) {
      pattern.filter.push_back({.text = name});
    }
  }
  pattern.items = static_cast<double>(1 + random() % 50);
  if (random() % 2 == 0) pattern.passes = 1.0 / static_cast<double>(1 + random() % 4);
  pattern.item_size = static_cast<double>(1 + random() % (random() % 2 == 0 ? 6000 : 400'000));
  static constexpr std::array kConsistencies = {Consistency::eventual, Consistency::eventual,
                                                Consistency::strong, Consistency::transactional};
  pattern.consistency = kConsistencies[random() % kConsistencies.size()];
  return pattern;
}

void check_read(const Service& service, const Expected& expected) {
  REQUIRE(to_string(service.how) == to_string(expected.how));
  REQUIRE(service.why.empty() == (expected.how != How::impossible));
  if (expected.how == How::impossible) {
    REQUIRE_FALSE(service.read_units);
    return;
  }
  REQUIRE(service.read_units);
  REQUIRE(service.write_units->exact());
  if (expected.units) {
    REQUIRE(service.read_units->exact());
    REQUIRE(service.read_units->value == *expected.units);
    REQUIRE(service.pages == expected.pages);
  } else {
    REQUIRE(service.read_units->high == kUnbounded);
  }
}

TEST_CASE("reads of random patterns on random keys are what the guide's sentences say") {
  std::mt19937 random(11);
  const Names names = {"a", "b", "c", "d", "e"};
  std::array<int, 7> seen{};
  for (int run = 0; run < 4000; ++run) {
    const auto some = [&](std::size_t least, std::size_t most) {
      Names shuffled = names;
      std::ranges::shuffle(shuffled, random);
      shuffled.resize(least + random() % (most - least + 1));
      return shuffled;
    };
    const Names own = some(1, 2);
    const Names own_sort(own.begin() + 1, own.end());
    const Names wide = some(1, 5);
    const auto cut = static_cast<std::ptrdiff_t>(1 + random() % wide.size());
    const Names hash(wide.begin(), wide.begin() + cut);
    const Names range(wide.begin() + cut, wide.end());
    ServedCase given(key_of({own[0]}, own_sort));
    given.table.global_indexes.items = {global_index("g", hash, range)};
    given.table.local_indexes.items = {global_index("l", {own[0]}, {names[random() % 5]})};
    const Names local_sort = {given.table.local_indexes.items[0].key.sort[0].name.value()};
    const AccessPattern pattern = random_pattern(random, names);
    const ServedPattern served = given.served(pattern);
    CAPTURE(run);
    REQUIRE(served.services.size() == 3);
    REQUIRE(served.whole);
    const std::array<Reference, 3> references = {
        Reference{.partition = {own[0]}, .sort = own_sort},
        Reference{.partition = hash, .sort = range, .index = true},
        Reference{.partition = {own[0]}, .sort = local_sort, .index = true, .local = true}};
    for (std::size_t i = 0; i < 3; ++i) {
      CAPTURE(i);
      check_read(served.services[i], references[i].read(pattern));
      ++seen[static_cast<std::size_t>(served.services[i].how)];
    }
    const bool any = std::ranges::any_of(
        served.services, [](const Service& service) { return service.how != How::impossible; });
    REQUIRE((served.best() != nullptr) == any);
    for (const Service& service : served.services) {
      if (!service.by_key()) continue;
      // What is served by key is never scanned.
      REQUIRE((served.best()->by_key() || pattern.operation == Operation::scan));
    }
  }
  CHECK(seen[static_cast<std::size_t>(How::get)] > 100);
  CHECK(seen[static_cast<std::size_t>(How::query)] > 500);
  CHECK(seen[static_cast<std::size_t>(How::scan)] > 500);
  CHECK(seen[static_cast<std::size_t>(How::impossible)] > 500);
}

TEST_CASE("the key schema that a pattern asks is best where it answers, else the cheapest") {
  ServedCase given(key_of({"order_id"}));
  given.table.global_indexes.items = {global_index("wide", {"customer_id"}),
                                      global_index("narrow", {"customer_id"}, {"date"})};
  AccessPattern query = pattern_of(Operation::query, {"customer_id"});
  query.range = RangeCondition{.attribute = {.text = "date"}, .kind = RangeKind::between};
  query.items = 10;
  query.item_size = 1000;
  ServedPattern served = given.served(query);
  CHECK(served.asked() == &served.services[0]);
  CHECK(served.asked()->how == How::scan);
  CHECK(served.asked()->missing == Names{"order_id"});
  CHECK(served.best() == &served.services[2]);
  CHECK(served.services[1].filtered == Names{"date"});
  query.index.text = "wide";
  served = given.served(query);
  CHECK(served.best() == served.asked());
  CHECK(served.best()->index->name.is("wide"));
  const ServedPattern copy = served;
  CHECK(copy.best() == &copy.services[1]);
  query.index.text = "nowhere";
  served = given.served(query);
  CHECK(served.asked() == nullptr);
  CHECK(served.best() == &served.services[2]);
  given.table.global_indexes.unknown_element = Unknown{"!Ref X", "no default"};
  served = given.served(query);
  CHECK_FALSE(served.whole);
  CHECK(served.best() == nullptr);
}

TEST_CASE("nothing is said of a key that the definition leaves open") {
  ServedCase given(key_of({"pk"}));
  given.table.key.partition[0].name = Setting<std::string>(Unknown{"!Ref K", "no default"}, {});
  given.table.key.elements.items = given.table.key.partition;
  const ServedPattern served = given.served(pattern_of(Operation::get_item, {"pk"}));
  CHECK(served.services[0].how == How::unknown);
  CHECK_FALSE(served.whole);
  CHECK(served.best() == nullptr);
  CHECK_FALSE(served.peak);
}

TEST_CASE("what the service refuses has a reason") {
  ServedCase given(key_of({"pk"}, {"sk"}));
  given.table.key.sort[0].type = test::word("N");
  given.table.key.elements.items[1].type = test::word("N");
  given.table.global_indexes.items = {global_index("g", {"pk"})};
  const auto why = [&](AccessPattern pattern) { return given.served(pattern).services[0].why; };
  CHECK(why(pattern_of(Operation::get_item, {"pk"})) ==
        "GetItem needs the whole primary key: `sk` is not given");
  AccessPattern prefix = pattern_of(Operation::query, {"pk"});
  prefix.range = RangeCondition{.attribute = {.text = "sk"}, .kind = RangeKind::begins_with};
  CHECK(why(prefix) == "begins_with is for strings and binary values: `sk` is a number");
  AccessPattern filter = pattern_of(Operation::query, {"pk"});
  filter.filter = stated({"sk"});
  CHECK(why(filter) ==
        "a filter of a Query cannot name an attribute of the key that it asks: `sk`");
  AccessPattern strong = pattern_of(Operation::query, {"pk"}, "g");
  strong.consistency = Consistency::strong;
  const ServedPattern served = given.served(strong);
  CHECK(served.asked()->how == How::impossible);
  CHECK(served.best() == &served.services[0]);
  AccessPattern put = pattern_of(Operation::put_item, {"pk"}, "g");
  CHECK(given.served(put).asked()->how == How::impossible);
  CHECK(given.served(put).best()->how == How::write);
}

TEST_CASE("attributes that an index lacks are fetched by a local one, and told of a global one") {
  ServedCase given(key_of({"pk"}, {"sk"}));
  given.table.local_indexes.items = {global_index("l", {"pk"}, {"x"}, "KEYS_ONLY")};
  given.table.global_indexes.items = {global_index("g", {"pk"}, {"x"}, "INCLUDE", {"y"})};
  AccessPattern query = pattern_of(Operation::query, {"pk"}, "l");
  query.attributes = stated({"sk", "x", "y"});
  query.items = 10;
  query.item_size = 5000;
  const ServedPattern served = given.served(query);
  const Service& global = served.services[1];
  const Service& local = served.services[2];
  CHECK(global.unprojected.empty());
  CHECK_FALSE(global.fetch_units);
  CHECK(local.unprojected == Names{"y"});
  CHECK(local.fetch_units->value == 10);
  // Entries of at least their key attributes, at most the item, and the fetches.
  CHECK(local.read_units->low == 0.5 + 10);
  CHECK(local.read_units->high == 6.5 + 10);
  query.attributes.reset();
  const ServedPattern whole = given.served(query);
  CHECK(whole.services[1].partial);
  CHECK(whole.services[1].unprojected.empty());
}

TEST_CASE("shards are asked one by one, unless the suffix can be computed") {
  ServedCase given(key_of({"pk"}));
  given.table.global_indexes.items = {global_index("g", {"date"}, {"time"})};
  given.workload.sharding = {
      {.index = "g", .attribute = {.text = "date"}, .shards = 10, .separator = "."}};
  AccessPattern query = pattern_of(Operation::query, {"date"}, "g");
  query.items = 100;
  query.item_size = 4096;
  query.reads.peak = 7;
  query.keys = {.kind = KeyDistribution::Kind::hot, .share = 0.5, .of = 1};
  ServedPattern served = given.served(query);
  CHECK(served.best()->fan_out == 10);
  CHECK(served.best()->read_units->value == 50);
  CHECK(served.best()->pages == 1.0);
  CHECK(served.peak->reads.value == Approx(7 * 50 * 0.5 / 10));
  query.items = 1;
  // Nine of ten shards answer with nothing, each for half a unit.
  CHECK(given.served(query).best()->read_units->value == 5);
  given.workload.sharding[0].function = "crc32";
  given.workload.sharding[0].of = stated({"order_id"});
  CHECK(given.served(query).best()->fan_out == 10);
  query.equals.push_back({.attribute = {.text = "order_id"}});
  CHECK(given.served(query).best()->fan_out == 1);
}

TEST_CASE("data tell how much a query reads where nothing narrows it") {
  ServedCase given(key_of({"pk"}, {"sk"}));
  given.profile = test::ProfileBuilder("T", 1000, 1e6).key({"pk"}, 100, 0.3, {"sk"});
  given.profile.keys[0].effective_keys = {.value = 10, .low = 10, .high = 10, .exact = true};
  given.profiled = true;
  AccessPattern query = pattern_of(Operation::query, {"pk"});
  query.keys.kind = KeyDistribution::Kind::uniform;
  CHECK(given.served(query).best()->items_read->value == 10);
  query.keys.kind = KeyDistribution::Kind::from_data;
  // Requests that follow the items meet collections by their sizes: 1,000 / 10.
  CHECK(given.served(query).best()->items_read->value == 100);
  CHECK(given.served(query).best()->items_read->low == 10);
  query.filter = stated({"status"});
  query.items = 5;
  CHECK(given.served(query).best()->items_read->value == 100);
  query.passes = 0.25;
  CHECK(given.served(query).best()->items_read->value == 20);
  query.passes.reset();
  query.range = RangeCondition{.attribute = {.text = "sk"}};
  CHECK(given.served(query).best()->items_read->low == 5);
  CHECK(given.served(query).best()->items_read->high == 100);
  AccessPattern scan = pattern_of(Operation::scan, {});
  CHECK(given.served(scan).best()->items_read->value == 1000);
  CHECK(given.served(scan).best()->read_units->value == 122.5);
}

TEST_CASE("peaks: rate by units by share, with the least units where sizes are unknown") {
  ServedCase given(key_of({"pk"}));
  AccessPattern put = pattern_of(Operation::put_item, {"pk"});
  put.equals[0].value = "today";
  put.writes.peak = 5000;
  ServedPattern served = given.served(put);
  CHECK_FALSE(served.best()->write_units);
  REQUIRE(served.peak);
  CHECK(served.peak->writes.low == 5000);
  CHECK(served.peak->writes.high == kUnbounded);
  CHECK(served.peak->key == "today");
  CHECK(served.peak->of == "stated");
  put.item_size = 2000;
  served = given.served(put);
  CHECK(served.peak->writes.exact());
  CHECK(served.peak->writes.value == 10'000);
  put.writes = {.average = 100};
  served = given.served(put);
  CHECK(served.peak->writes.low == 200);
  CHECK(served.peak->writes.high == kUnbounded);
  put.writes = {};
  CHECK_FALSE(given.served(put).peak);
}

TEST_CASE("statements: several ranges, lists of values, and parts that could not be read") {
  ServedCase given(key_of({"pk"}, {"sk"}));
  AccessPattern query = pattern_of(Operation::query, {"pk"});
  query.range = RangeCondition{.attribute = {.text = "x"}};
  query.further_ranges = {{.attribute = {.text = "sk"}}, {.attribute = {.text = "y"}}};
  query.items = 3;
  query.item_size = 100;
  ServedPattern served = given.served(query);
  CHECK(served.best()->how == How::query);
  CHECK(served.best()->filtered == Names{"x", "y"});
  query.further_ranges.clear();
  query.range.reset();
  query.equals[0].values = 4;
  served = given.served(query);
  CHECK(served.best()->fan_out == 4);
  CHECK(served.best()->read_units->value == 2);
  query.equals.clear();
  query.whole = false;
  served = given.served(query);
  CHECK(served.best() == nullptr);
  CHECK(served.services[0].how == How::unknown);
  CHECK_FALSE(served.whole);
}

TEST_CASE("a local index is written in the partitions of its table") {
  ServedCase given(key_of({"pk"}, {"sk"}));
  given.table.local_indexes.items = {global_index("l", {"pk"}, {"x"})};
  AccessPattern put = pattern_of(Operation::put_item, {"pk", "sk", "x"});
  put.item_size = 1024;
  put.unique = {.text = "sk"};
  put.writes.peak = 100;
  put.keys = {.kind = KeyDistribution::Kind::hot, .share = 1, .of = 1};
  CHECK(given.served(put).peak->writes.value == 200);
}

TEST_CASE("a trace's peaks are taken as they were measured") {
  ServedCase given(key_of({"pk"}));
  given.workload.trace = TraceSummary{};
  given.workload.trace->keys.push_back(
      {.hottest = {{.key = "1", .peak_writes = {.units = exactly(700)}},
                   {.key = "2", .peak_reads = {.units = exactly(2900)}}}});
  AccessPattern put = pattern_of(Operation::put_item, {"pk"});
  put.keys.kind = KeyDistribution::Kind::from_trace;
  const ServedPattern served = given.served(put);
  REQUIRE(served.peak);
  CHECK(served.peak->of == "trace");
  CHECK(served.peak->writes.value == 700);
  CHECK(served.peak->reads.value == 2900);
  CHECK(served.peak->key == "2");
}

}  // namespace
}  // namespace ddblint
