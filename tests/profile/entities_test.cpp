#include "profile/analyses.h"
#include "profile/columns.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using Maker = std::function<std::string(std::size_t)>;

std::vector<EntityFact> facts_of(const Maker& type, const Maker& pk, const Maker& sk,
                                 std::string_view type_name = "entityType") {
  Rows rows(900);
  rows.add("pk", pk).add("sk", sk).add(type_name, type);
  KeyPlan plan;
  plan.keys.push_back(
      {.index = "", .local = false, .partition = {{"pk", "S"}}, .sort = {{"sk", "S"}}});
  return find_entity_collisions(plan, rows.table());
}

std::string three_types(std::size_t row) {
  return std::string(std::array<std::string_view, 3>{"Customer", "Invoice", "Order"}[row % 3]);
}
std::string number(std::size_t row) { return std::to_string(row / 3); }

TEST_CASE("two types with one form of key collide") {
  const std::string name = GENERATE("type", "_type", "entityType", "__typename", "et", "kind");
  const auto facts = facts_of(
      three_types, [](std::size_t row) { return "CUST#" + number(row); },
      [](std::size_t row) { return (row % 3 == 0 ? "PROFILE" : "DOC#" + number(row)); }, name);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].kind == EntityFact::Kind::same_prefix);
  CHECK(facts[0].type_attribute == name);
  CHECK(facts[0].first_type == "Invoice");
  CHECK(facts[0].second_type == "Order");
  CHECK(facts[0].first_format == "CUST#* + DOC#*");
  CHECK(facts[0].first_rows == 300);
  CHECK(facts[0].second_rows == 300);
}

TEST_CASE("one type in two forms") {
  const auto facts = facts_of(
      [](std::size_t) { return "Order"; },
      [](std::size_t row) { return (row % 5 == 0 ? "order#" : "ORDER#") + std::to_string(row); },
      [](std::size_t row) { return std::to_string(row % 3); });
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].kind == EntityFact::Kind::two_formats);
  CHECK(facts[0].first_type == "Order");
  CHECK(facts[0].first_format == "ORDER#* + *");
  CHECK(facts[0].second_format == "order#* + *");
  CHECK(facts[0].first_rows == 720);
  CHECK(facts[0].second_rows == 180);
}

TEST_CASE("single-table design as it should be is silent") {
  const auto customers = [](std::size_t row) { return "CUST#" + number(row); };
  // Types share partitions; their sort keys tell them apart.
  CHECK(facts_of(three_types, customers, [](std::size_t row) {
          return row % 3 == 0   ? "PROFILE"
                 : row % 3 == 1 ? "INV#" + number(row)
                                : "ORDER#" + number(row);
        }).empty());
  // An adjacency list: one type refers to several others.
  CHECK(facts_of([](std::size_t) { return "Edge"; }, customers,
                 [](std::size_t row) { return (row % 2 == 0 ? "GROUP#" : "USER#") + number(row); })
            .empty());
  // A `type` that is a property of one kind of item, in a table keyed by ids.
  CHECK(facts_of(
            three_types, [](std::size_t row) { return std::to_string(row); },
            [](std::size_t) { return "0"; }, "type")
            .empty());
  CHECK(facts_of(
            three_types, customers, [](std::size_t row) { return "ORDER#" + number(row); }, "type")
            .empty());
  // Nothing names a type.
  CHECK(facts_of(
            three_types, customers, [](std::size_t row) { return "X#" + number(row); }, "colour")
            .empty());
}

TEST_CASE("entities need a plan and columns") {
  Rows rows(50);
  rows.add("type", three_types);
  CHECK(find_entity_collisions({}, rows.table()).empty());
  KeyPlan plan;
  plan.keys.push_back({.index = "", .local = false, .partition = {{"pk", "S"}}, .sort = {}});
  CHECK(find_entity_collisions(plan, rows.table()).empty());
}

}  // namespace
}  // namespace ddblint
