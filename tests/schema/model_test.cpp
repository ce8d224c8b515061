#include "schema/model.h"

#include <string>

#include "support/catch.h"

using ddblint::Dialect;
using ddblint::Setting;
using ddblint::Span;
using ddblint::Table;
using ddblint::Unknown;

TEST_CASE("a setting is absent, known or unknown", "[model]") {
  const Setting<int> absent;
  CHECK((absent.absent() && !absent.known() && !absent.unknown()));
  CHECK(absent.value_or(3) == 3);
  CHECK_FALSE(absent.span().valid());
  const Setting<int> known(5, Span{});
  CHECK((!known.absent() && known.known() && !known.unknown()));
  CHECK(known.is(5));
  CHECK_FALSE(known.is(6));
  CHECK(known.value_or(3) == 5);
  const Setting<int> unknown(Unknown{.expression = "e", .why = "w"}, Span{});
  CHECK((!unknown.absent() && !unknown.known() && unknown.unknown()));
  CHECK_FALSE(unknown.is(0));
  CHECK(unknown.why_unknown().why == "w");
}

TEST_CASE("the capacity mode of a table", "[model]") {
  Table table;
  CHECK(table.provisioned());
  CHECK_FALSE(table.on_demand_mode());
  table.billing_mode = {std::string("PAY_PER_REQUEST"), Span{}};
  CHECK_FALSE(table.provisioned());
  CHECK(table.on_demand_mode());
  table.billing_mode = {Unknown{}, Span{}};
  CHECK_FALSE(table.provisioned());
  CHECK_FALSE(table.on_demand_mode());
}

TEST_CASE("dialects", "[model]") {
  CHECK(to_string(Dialect::cloudformation) == "cloudformation");
  CHECK(to_string(Dialect::describe_table) == "describe-table");
  CHECK(to_string(Dialect::create_table) == "create-table");
  CHECK(is_request(Dialect::create_table));
  CHECK_FALSE(is_request(Dialect::describe_table));
}
