#include "design/key_load.h"

#include "design/bounded.h"
#include "design/served_case.h"

#include "support/catch.h"
#include "support/profile_builder.h"

namespace ddblint {
namespace {

using Kind = KeyDistribution::Kind;
using test::pattern_of;

class Loads {
 public:
  Loads() : given(test::key_of({"pk"})) {}

  std::vector<KeyLoad> of(std::vector<AccessPattern> patterns) {
    given.workload.patterns = std::move(patterns);
    served = serve(given.subject());
    return key_loads(given.subject(), served);
  }

  test::ServedCase given;
  std::vector<ServedPattern> served;
};

AccessPattern put(double rate, double share) {
  AccessPattern pattern = pattern_of(Operation::put_item, {"pk"});
  pattern.item_size = 1000;
  pattern.writes.peak = rate;
  pattern.unique = {.text = "pk"};
  pattern.keys = {.kind = Kind::hot, .share = share, .of = 1};
  return pattern;
}

AccessPattern get(double rate, double share) {
  AccessPattern pattern = pattern_of(Operation::get_item, {"pk"});
  pattern.item_size = 1000;
  pattern.reads.peak = rate;
  pattern.consistency = Consistency::strong;
  pattern.keys = {.kind = Kind::hot, .share = share, .of = 1};
  return pattern;
}

TEST_CASE("patterns whose busiest values are not known may have the same or not") {
  Loads loads;
  const auto all = loads.of({put(1000, 0.5), put(200, 1), get(600, 0.1)});
  REQUIRE(all.size() == 1);
  CHECK(all[0].peak_writes.low == 500);
  CHECK(all[0].peak_writes.value == 700);
  CHECK(all[0].peak_writes.high == 700);
  CHECK(all[0].peak_reads.value == 60);
  CHECK(all[0].total_writes.value == 1200);
  CHECK(*all[0].break_even_writes == Approx(1000.0 * 1200 / 700));
  CHECK(*all[0].break_even_reads == Approx(3000.0 * 600 / 60));
  CHECK(all[0].parts.front().served == &loads.served[0]);
  CHECK(all[0].of == "stated");
}

TEST_CASE("values that are known add up where they are the same alone") {
  Loads loads;
  const auto fixed = [](double rate, const std::string& value) {
    AccessPattern pattern = put(rate, 1);
    pattern.equals[0].value = value;
    return pattern;
  };
  const auto all = loads.of({fixed(300, "a"), fixed(200, "b"), fixed(150, "b")});
  CHECK(all[0].peak_writes.value == 350);
  CHECK(all[0].peak_writes.low == 350);
  CHECK(all[0].peak_writes.high == 350);
  const auto more = loads.of({fixed(300, "a"), fixed(200, "b"), put(100, 1)});
  CHECK(more[0].peak_writes.low == 300);
  CHECK(more[0].peak_writes.high == 400);
}

TEST_CASE("the table's writes land on the keys of its indexes as those spread") {
  Loads loads;
  loads.given.table.global_indexes.items = {test::global_index("by-status", {"status"})};
  AccessPattern write = put(1000, 0.001);
  const auto open = loads.of({write});
  REQUIRE(open.size() == 2);
  CHECK(open[1].parts.empty());
  REQUIRE(open[1].left_out.size() == 1);
  CHECK(open[1].left_out[0].why == "how its requests spread over the keys is not known");
  loads.given.profile = test::ProfileBuilder("T", 1000)
                            .key({"pk"}, 1000, 0.001)
                            .key({"status"}, 3, 0.8, {}, "by-status", 500);
  loads.given.profiled = true;
  const auto known = loads.of({write});
  // Half of the items have a status, and four of five of those the same.
  CHECK(known[1].peak_writes.value == Approx(1000 * 0.5 * 0.8));
  CHECK(known[1].key == "OPEN");
  CHECK(known[1].of == "data");
  CHECK(*known[1].break_even_writes == Approx(1000 / 0.8));
  CHECK(known[0].peak_writes.value == Approx(1));
}

TEST_CASE("what cannot be added is told") {
  Loads loads;
  AccessPattern silent = put(1, 1);
  silent.writes = {};
  AccessPattern scan = pattern_of(Operation::scan, {});
  scan.reads.peak = 1;
  AccessPattern traced = put(1, 1);
  traced.keys = {.kind = Kind::from_trace};
  AccessPattern spread = get(1, 1);
  spread.keys = {};
  const auto all = loads.of({silent, scan, traced, spread});
  REQUIRE(all.size() == 1);
  CHECK(all[0].parts.empty());
  REQUIRE(all[0].left_out.size() == 4);
  CHECK(all[0].left_out[0].why == "no rate is stated");
  CHECK(all[0].left_out[1].why == "it reads every key");
  CHECK(all[0].left_out[2].why == "no trace has its keys");
  CHECK(all[0].left_out[3].why == "how its requests spread over the keys is not known");
  CHECK_FALSE(all[0].break_even_writes);
}

TEST_CASE("a trace counts all requests once") {
  Loads loads;
  loads.given.workload.trace = TraceSummary{};
  loads.given.workload.trace->keys.push_back(
      {.hottest = {{.key = "1", .peak_writes = {.units = exactly(700)}}}});
  AccessPattern traced = put(1, 1);
  traced.keys = {.kind = Kind::from_trace};
  const auto all = loads.of({traced, traced});
  CHECK(all[0].peak_writes.value == 700);
  CHECK(all[0].of == "trace");
  CHECK_FALSE(all[0].break_even_writes);
}

}  // namespace
}  // namespace ddblint
