#include "subject/relational_source.h"

#include <string>
#include <vector>

#include "support/catch.h"

namespace ddblint {
namespace {

Table table(const std::string& id, std::vector<std::string> partition) {
  Table made;
  made.id = id;
  for (const auto& name : partition) {
    KeyElement element;
    element.name = Setting<std::string>(name, {});
    made.key.partition.push_back(element);
  }
  return made;
}

RelationalTable relational(const std::string& name, std::vector<std::string> key) {
  RelationalTable made{.name = name};
  for (const auto& column : key) made.columns.push_back({.name = column});
  made.primary_key = RelationalKey{.columns = std::move(key), .place = {}};
  return made;
}

std::string found(const Table& wanted, const std::vector<SourceSchema>& schemas,
                  bool alone = false) {
  const auto source = find_source(wanted, schemas, alone);
  return source ? source->table->name : "";
}

TEST_CASE("names are the same without stages, prefixes and plurals") {
  for (const char* name :
       {"OrderItems", "order_item", "ORDER_ITEMS", "prod-order-items", "tbl_order_items",
        "OrderItemsTable", "order.items.dev", "dev-legacy-OrderItem-table"}) {
    INFO(name);
    CHECK(core_name(name) == "orderitem");
  }
  CHECK(core_name("Addresses") == core_name("ADDRESS"));
  CHECK(core_name("Categories") == "category");
  CHECK(core_name("status") == "status");
  CHECK(core_name("Table") == "table");
  CHECK(core_name("orders") != core_name("order_items"));
  CHECK(core_name("").empty());
}

/// A schema of some tables, for all or for those that a glob names.
SourceSchema schema(std::vector<RelationalTable> tables, std::string glob = "") {
  return {std::move(glob), {.tables = std::move(tables), .sequences = {}}};
}

TEST_CASE("a table is bound by its name, and by no doubtful one") {
  std::vector<RelationalTable> tables = {relational("ORDERS", {"ORDER_ID"}),
                                         relational("customers", {"id"})};
  const std::vector<SourceSchema> schemas = {schema(tables)};
  CHECK(found(table("OrdersTable", {"anything"}), schemas) == "ORDERS");
  CHECK(found(table("Order", {"order_id"}), schemas) == "ORDERS");
  CHECK(found(table("Sessions", {"id"}), schemas, true).empty());
  CHECK(found(table("Sessions", {"session_id"}), schemas, true).empty());
  tables.push_back(relational("orders", {"order_id"}));
  CHECK(found(table("Orders", {"order_id"}), {schema(tables)}).empty());
}

TEST_CASE("a telling key binds a table that stands alone") {
  const std::vector<SourceSchema> schemas = {
      schema({relational("ORDERS", {"ORDER_ID"}), relational("LINES", {"ORDER_ID", "LINE"}),
              relational("T1", {"row_id"})})};
  CHECK(found(table("Purchases", {"orderId"}), schemas, true) == "ORDERS");
  CHECK(found(table("Purchases", {"orderId"}), schemas, false).empty());
  CHECK(found(table("Purchases", {"rowId"}), schemas, true).empty());
  CHECK(found(table("Purchases", {"order_id", "line"}), schemas, true).empty());
}

TEST_CASE("what is given for a table by name counts alone") {
  const SourceSchema all = schema({relational("orders", {"id"})});
  std::vector<RelationalTable> tables = {relational("bestellung", {"nr"})};
  CHECK(found(table("Purchases", {"id"}), {all, schema(tables, "Purch*")}) == "bestellung");
  CHECK(found(table("Orders", {"id"}), {all, schema(tables, "Purch*")}) == "orders");
  tables.push_back(relational("kunde", {"nr"}));
  CHECK(found(table("Purchases", {"id"}), {all, schema(tables, "Purch*")}).empty());
}

TEST_CASE("the CDK's hash is no part of a name") {
  const std::vector<SourceSchema> schemas = {schema({relational("invoices", {"id"})})};
  Table made = table("LegacyInvoicesTable12D41F09", {"id"});
  CHECK(found(made, schemas).empty());
  made.dialect = Dialect::cdk;
  CHECK(found(made, schemas) == "invoices");
}

TEST_CASE("columns, identifiers and sequences of a source") {
  RelationalTable made = relational("employees", {"EMPLOYEE_ID"});
  made.schema = "HR";
  made.columns[0].family = TypeFamily::integer;
  made.columns.push_back({.name = "email"});
  made.columns.push_back({.name = "badge", .generator = Generator{}});
  made.unique_keys = {{.columns = {"badge"}}, {.columns = {"email"}}};
  RelationalSchema schema{.tables = {made},
                          .sequences = {{"", "OTHER_SEQ", {}}, {"HR", "EMPLOYEES_SEQ", {}}}};
  const RelationalSource source{&schema, &schema.tables[0]};
  KeyElement key;
  key.name = Setting<std::string>("employeeId", {});
  CHECK(source.column(key) == &schema.tables[0].columns[0]);
  CHECK(source.business_identifier() == &schema.tables[0].unique_keys[1]);
  CHECK(source.own_sequence() == &schema.sequences[1]);
  CHECK(source.column_name(schema.tables[0].columns[0]) == "HR.employees.EMPLOYEE_ID");
  schema.tables[0].columns[0].family = TypeFamily::text;
  CHECK(source.own_sequence() == nullptr);
}

}  // namespace
}  // namespace ddblint
