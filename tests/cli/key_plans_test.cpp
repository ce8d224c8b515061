#include "cli/key_plans.h"

#include "support/catch.h"

namespace ddblint {
namespace {

const Span kHere{static_cast<FileId>(0), 0, 1};

KeyElement element(const std::string& name, const std::string& type) {
  KeyElement out;
  out.name = {name, kHere};
  if (!type.empty()) out.type = {type, kHere};
  return out;
}

KeyElement open_element() {
  KeyElement out;
  out.name = {Unknown{"!Ref Key", "no default"}, kHere};
  return out;
}

KeySchema key(std::vector<KeyElement> partition, std::vector<KeyElement> sort = {}) {
  KeySchema out;
  out.partition = std::move(partition);
  out.sort = std::move(sort);
  return out;
}

Index index(const std::string& name, KeySchema schema) {
  Index out;
  out.name = {name, kHere};
  out.key = std::move(schema);
  return out;
}

TableDefinition defined(std::vector<Table> variants) {
  TableDefinition definition;
  for (Table& table : variants) definition.variants.push_back({{}, std::move(table)});
  return definition;
}

TEST_CASE("a plan has the keys whose names are known") {
  Table table;
  table.id = "Orders";
  table.key = key({element("customer", "S")}, {element("number", "N")});
  table.ttl_attribute = {"expires", kHere};
  table.global_indexes.items = {index("by-status", key({element("status", "")})),
                                index("open", key({open_element()})),
                                index("by-status", key({element("other", "S")})), Index{}};
  table.local_indexes.items = {
      index("by-day", key({element("customer", "S")}, {element("day", "X")}))};
  const KeysToMeasure keys = keys_of(defined({table}));
  CHECK(keys.plan.table == "Orders");
  CHECK(keys.plan.ttl_attribute == "expires");
  REQUIRE(keys.plan.keys.size() == 3);
  CHECK(keys.plan.keys[0].index.empty());
  CHECK(keys.plan.keys[0].partition[0].type == "S");
  CHECK(keys.plan.keys[0].sort[0].type == "N");
  CHECK(keys.plan.keys[1].index == "by-status");
  CHECK(keys.plan.keys[1].partition[0].name == "status");
  CHECK(keys.plan.keys[1].partition[0].type.empty());
  CHECK(keys.plan.keys[2].local);
  CHECK(keys.plan.keys[2].sort[0].type.empty());  // no type that a key can have
  CHECK(keys.left_out ==
        std::vector<std::string>{"index `open` is not measured: its attributes are not all known",
                                 "an index whose name is not known is not measured"});
}

TEST_CASE("a list that is open may hold more") {
  Table table;
  table.key = key({element("id", "S")});
  table.key.elements.unknown_element = Unknown{"!If", "open"};
  table.global_indexes.unknown = Unknown{"!Ref Indexes", "no default"};
  const KeysToMeasure keys = keys_of(defined({table}));
  CHECK(keys.plan.keys.empty());
  CHECK(keys.left_out.size() == 2);
}

TEST_CASE("keys that conditions change are left out, those they add are not") {
  Table first;
  first.key = key({element("id", "S")});
  first.global_indexes.items = {index("a", key({element("x", "S")}))};
  Table second = first;
  second.global_indexes.items = {index("a", key({element("y", "S")})),
                                 index("b", key({element("z", "S")}))};
  const KeysToMeasure keys = keys_of(defined({first, second}));
  REQUIRE(keys.plan.keys.size() == 2);
  CHECK(keys.plan.keys[1].index == "b");
  CHECK(keys.left_out ==
        std::vector<std::string>{"index `a` is not measured: conditions change it"});
}

TEST_CASE("keys of the command line") {
  CHECK(plan_of({}).keys.empty());
  CHECK(plan_of({"pk"}).keys[0].sort.empty());
  const KeyPlan plan = plan_of({"pk", "sk"});
  CHECK(plan.keys[0].partition[0].name == "pk");
  CHECK(plan.keys[0].sort[0].name == "sk");
}

}  // namespace
}  // namespace ddblint
