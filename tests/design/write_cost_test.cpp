#include "design/write_cost.h"

#include <algorithm>
#include <limits>

#include "design/served_case.h"

#include "support/catch.h"
#include "support/profile_builder.h"

namespace ddblint {
namespace {

using test::Names;

/// What an index holds of an item: nothing, or an entry under a key with its projected value.
struct Entry {
  bool there = false;
  int key = 0;
  int value = 0;
};

/// The guide's table: "the amount of write units that a change of an item takes of an index".
int documented(const Entry& before, const Entry& after) {
  if (!before.there && !after.there) return 0;
  if (before.there != after.there) return 1;
  if (before.key != after.key) return 2;
  return before.value != after.value ? 1 : 0;
}

const std::vector<Entry>& worlds() {
  static const std::vector<Entry> kWorlds = {{},
                                             {.there = true},
                                             {.there = true, .key = 1},
                                             {.there = true, .value = 1},
                                             {.there = true, .key = 1, .value = 1}};
  return kWorlds;
}

/// Least and most over all worlds that a kind of write allows.
template <class Allowed>
Bounded over_worlds(Allowed allowed) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const Entry& before : worlds()) {
    for (const Entry& after : worlds()) {
      if (!allowed(before, after)) continue;
      low = std::min<double>(low, documented(before, after));
      high = std::max<double>(high, documented(before, after));
    }
  }
  return {.value = low, .low = low, .high = high};
}

class Written {
 public:
  Written() : given_(test::key_of({"pk"})) {
    given_.table.global_indexes.items = {
        test::global_index("i", {"status"}, {}, "INCLUDE", {"total"})};
  }
  Bounded operator()(const AccessPattern& pattern) const {
    return entry_writes(given_.subject(), pattern, given_.table.global_indexes.items.front());
  }
  test::ServedCase& given() { return given_; }

 private:
  test::ServedCase given_;
};

void check_same(const Bounded& found, const Bounded& expected) {
  CHECK(found.low == expected.low);
  CHECK(found.high == expected.high);
  CHECK(found.value >= found.low);
  CHECK(found.value <= found.high);
}

TEST_CASE("index writes lie between the least and the most of what the guide's table allows") {
  const Written written;
  AccessPattern put = test::pattern_of(Operation::put_item, {"pk"});
  check_same(written(put), over_worlds([](const Entry&, const Entry&) { return true; }));
  put.unique = {.text = "pk"};
  check_same(written(put),
             over_worlds([](const Entry& before, const Entry&) { return !before.there; }));
  const AccessPattern removal = test::pattern_of(Operation::delete_item, {"pk"});
  check_same(written(removal),
             over_worlds([](const Entry&, const Entry& after) { return !after.there; }));
  AccessPattern update = test::pattern_of(Operation::update_item, {"pk"});
  check_same(written(update), over_worlds([](const Entry&, const Entry&) { return true; }));
  update.sets = test::stated({"status"});
  check_same(written(update), over_worlds([](const Entry& before, const Entry& after) {
               return before.there != after.there || (before.there && before.key != after.key);
             }));
  CHECK(written(update).value == 2);
  update.sets = test::stated({"total"});
  check_same(written(update), over_worlds([](const Entry& before, const Entry& after) {
               return before.there == after.there && before.key == after.key &&
                      (!before.there || before.value != after.value);
             }));
  CHECK(written(update).value == 1);
  update.sets = test::stated({"other"});
  check_same(written(update), over_worlds([](const Entry& before, const Entry& after) {
               return before.there == after.there && before.key == after.key &&
                      before.value == after.value;
             }));
}

TEST_CASE("a key that never changes is never written twice") {
  Written written;
  auto& index = written.given().table.global_indexes.items.front();
  written.given().table.key = test::key_of({"pk"}, {"sk"});
  index.key = test::key_of({"sk"}, {"pk"});
  CHECK(written(test::pattern_of(Operation::put_item, {"pk"})).high == 1);
  AccessPattern fresh = test::pattern_of(Operation::put_item, {"pk"});
  fresh.unique = {.text = "pk"};
  CHECK(written(fresh).exact());
  CHECK(written(fresh).value == 1);
}

TEST_CASE("an item without the index's key is not in it, as far as data tell") {
  Written written;
  AccessPattern put = test::pattern_of(Operation::put_item, {"pk"});
  put.unique = {.text = "pk"};
  written.given().profile = test::ProfileBuilder("T", 1000)
                                .key({"pk"}, 1000, 0.001)
                                .key({"status"}, 3, 0.5, {}, "i", 250);
  written.given().profiled = true;
  CHECK(written(put).value == 0.25);
  CHECK(written(put).exact());
  // A write that gives the index's key enters it, whatever others do.
  put.equals = test::equals({"pk", "status"});
  CHECK(written(put).value == 1);
  CHECK(written(put).exact());
}

TEST_CASE("units of writes: whole kilobytes, twice in a transaction, and plain ones of the index") {
  test::ServedCase given(test::key_of({"pk"}));
  given.table.global_indexes.items = {test::global_index("i", {"status"})};
  AccessPattern put = test::pattern_of(Operation::put_item, {"pk", "status"});
  put.item_size = 1025;
  put.unique = {.text = "pk"};
  auto served = given.served(put);
  CHECK(served.services[0].write_units->value == 2);
  CHECK(served.services[0].write_units->exact());
  CHECK(served.services[0].read_units->value == 0);
  CHECK(served.services[1].how == How::maintain);
  CHECK(served.services[1].write_units->value == 2);
  AccessPattern transaction = put;
  transaction.operation = Operation::transact_write_items;
  transaction.items = 3;
  served = given.served(transaction);
  CHECK(served.services[0].write_units->value == 12);
  CHECK(served.services[1].write_units->value == 6);
  AccessPattern batch = put;
  batch.operation = Operation::batch_write_item;
  batch.items = 25;
  CHECK(given.served(batch).services[0].write_units->value == 50);
  batch.items.reset();
  CHECK(given.served(batch).services[0].write_units->low == 2);
  CHECK(given.served(batch).services[0].write_units->high == 50);
  put.item_size.reset();
  CHECK_FALSE(given.served(put).services[0].write_units);
}

}  // namespace
}  // namespace ddblint
