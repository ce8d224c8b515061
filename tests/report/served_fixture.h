#pragma once

#include "design/served_case.h"

#include "report/serving_report.h"

namespace ddblint::report_test {

/// A table with an index, and four patterns.
class Shown {
 public:
  Shown() : given_(test::key_of({"customer"}, {"number"})) {
    given_.table.global_indexes.items = {
        test::global_index("by-status", {"status"}, {}, "KEYS_ONLY")};
    AccessPattern query = test::pattern_of(Operation::query, {"customer"});
    query.name.text = "orders of a customer";
    query.items = 40;
    query.item_size = 1200;
    query.reads.peak = 5000;
    query.keys = {.kind = KeyDistribution::Kind::hot, .share = 0.5, .of = 10};
    AccessPattern open = test::pattern_of(Operation::query, {"status"}, "by-status");
    open.name.text = "open orders";
    open.equals[0].value = "OPEN";
    open.filter = test::stated({"total"});
    open.items = 10;
    open.item_size = 1200;
    open.reads.average = 20;
    AccessPattern put = test::pattern_of(Operation::put_item, {"customer", "number", "status"});
    put.name.text = "place an order";
    put.unique.text = "number";
    put.item_size = 1200;
    put.writes.peak = 100;
    AccessPattern strong = test::pattern_of(Operation::query, {"status"}, "by-status");
    strong.name.text = "fresh";
    strong.consistency = Consistency::strong;
    given_.workload.patterns = {query, open, put, strong};
    served_.table = &given_.table;
    served_.patterns = serve(given_.subject());
    served_.loads = key_loads(given_.subject(), served_.patterns);
  }
  [[nodiscard]] const ServedTable& served() const { return served_; }

 private:
  test::ServedCase given_;
  ServedTable served_;
};

}  // namespace ddblint::report_test
