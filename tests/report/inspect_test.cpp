#include "fixture.h"
#include <nlohmann/json.hpp>

#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::report_test;
using nlohmann::ordered_json;

namespace {

template <class T>
Setting<T> known(T value) {
  return {std::move(value), {}};
}

template <class T = std::string>
Setting<T> open(std::string expression) {
  return {Unknown{std::move(expression), "no default"}, {}};
}

Setting<std::string> text(std::string value) { return known(std::move(value)); }

KeyElement key(Setting<std::string> name, Setting<std::string> type) {
  return {std::move(name), text("HASH"), std::move(type), {}};
}

/// A table of the file `infra/a.yaml` whose id is its first word.
Table orders_table(const SourceSet& sources) {
  Table table;
  table.id = "OrdersTable";
  table.id_span = span_of(sources, FileId{0}, "OrdersTable");
  table.name = text("orders");
  table.key.partition = {key(text("customer_id"), text("S"))};
  table.key.sort = {key(text("order_date"), {})};
  Index index;
  index.name = text("by-status");
  index.key.partition = {key(text("status"), text("S"))};
  index.projection.type = text("ALL");
  table.global_indexes.items = {index};
  table.billing_mode = text("PAY_PER_REQUEST");
  table.point_in_time_recovery = known(true);
  table.stream_view = text("NEW_IMAGE");
  return table;
}

struct Model {
  SourceSet sources;
  Definitions definitions;
  Diagnostics diagnostics;

  Model() { add_file(sources, "infra/a.yaml", "Resources:\n  OrdersTable:\n"); }

  [[nodiscard]] std::vector<InspectedFile> files() const {
    return {{FileId{0}, &definitions, &diagnostics}};
  }
  [[nodiscard]] ordered_json json() const {
    return ordered_json::parse(render_inspect_json(sources, files()));
  }
  [[nodiscard]] std::string people() const { return render_inspect_text(sources, files(), {}); }
  [[nodiscard]] ordered_json table() const { return json()["tables"][0]; }
};

}  // namespace

TEST_CASE("a model as JSON", "[report]") {
  Model model;
  model.definitions.tables = {{{{{}, orders_table(model.sources)}}}};
  model.definitions.open = {
      {"OrdersTable.name", "no default", span_of(model.sources, FileId{0}, "OrdersTable")}};
  model.diagnostics = {{DiagnosticKind::unreadable_input, {FileId{0}, 0, 1}, "syntax", {}, ""}};
  model.definitions.diagnostics = {{DiagnosticKind::unreadable_input, {}, "shape", {}, ""}};
  const ordered_json expected = ordered_json::parse(R"({"schema_version": "1.0",
 "tables": [{
   "id": "OrdersTable", "name": "orders", "dialect": "cloudformation",
   "location": {"path": "infra/a.yaml", "start": {"line": 2, "column": 3, "offset": 13},
                "end": {"line": 2, "column": 14, "offset": 24}},
   "billing_mode": "PAY_PER_REQUEST",
   "partition_key": [{"name": "customer_id", "type": "S"}],
   "sort_key": [{"name": "order_date", "type": null}],
   "global_indexes": [{"name": "by-status", "partition_key": [{"name": "status", "type": "S"}],
     "sort_key": [], "projection": "ALL", "non_key_attributes": [], "throughput": null,
     "on_demand_limits": null, "warm_throughput": null, "contributor_insights": null}],
   "local_indexes": [],
   "point_in_time_recovery": true, "encryption": null, "deletion_protection": null,
   "ttl_attribute": null, "stream_view": "NEW_IMAGE", "resource_type": null, "origin": null,
   "attributes": [], "vector_indexes": [], "throughput": null, "on_demand_limits": null,
   "warm_throughput": null, "encryption_type": null, "encryption_key": null, "ttl_enabled": null,
   "stream_enabled": null, "table_class": null, "contributor_insights": null,
   "deletion_policy": null, "update_replace_policy": null, "replicas": [], "item_count": null,
   "size_bytes": null}],
 "unknown": [{"path": "infra/a.yaml", "line": 2, "what": "OrdersTable.name", "why": "no default"}],
 "diagnostics": [{"path": "infra/a.yaml", "line": 1, "column": 1, "message": "syntax"},
                 {"path": null, "line": null, "column": null, "message": "shape"}]})");
  CHECK(render_inspect_json(model.sources, model.files()) == expected.dump(2) + "\n");
}

TEST_CASE("no tables is an empty list", "[report]") {
  const Model model;
  CHECK(model.json() ==
        ordered_json::parse(
            R"({"schema_version": "1.0", "tables": [], "unknown": [], "diagnostics": []})"));
  CHECK(model.people() == "no tables\n");
}

TEST_CASE("expressions stand beside null", "[report]") {
  Model model;
  Table table = orders_table(model.sources);
  table.name = open("!Ref Name");
  table.deletion_protection = open<bool>("!Ref Protect");
  table.key.partition = {key(open("!Ref Key"), open("!Ref Type"))};
  table.key.elements.unknown_element = Unknown{"!If [A, B, C]", "a condition"};
  table.local_indexes.unknown = Unknown{"!Ref Locals", "no default"};
  table.global_indexes.unknown_element = Unknown{"!Transform", "a macro"};
  table.global_indexes.items[0].key.elements.unknown = Unknown{"!Ref KeySchema", "no default"};
  table.global_indexes.items[0].projection.non_key_attributes.items = {text("a"), open("!Ref B")};
  table.throughput.unknown = Unknown{"!Ref Capacity", "no default"};
  table.on_demand = {known<std::int64_t>(10), open<std::int64_t>("!Ref Max"), {FileId{0}, 0, 1}};
  model.definitions.tables = {{{{{}, table}}}};
  const ordered_json json = model.table();
  CHECK(json["name"].is_null());
  CHECK(json["name_expression"] == "!Ref Name");
  CHECK(json["deletion_protection_expression"] == "!Ref Protect");
  CHECK(json["partition_key"] == ordered_json::parse(R"([{"name": null,
    "name_expression": "!Ref Key", "type": null, "type_expression": "!Ref Type"}])"));
  const auto open_element =
      ordered_json::parse(R"([{"expression": "!If [A, B, C]", "why": "a condition"}])");
  CHECK(json["partition_key_open"] == open_element);
  CHECK(json["sort_key_open"] == open_element);
  CHECK(json["local_indexes"].is_null());
  CHECK(json["local_indexes_expression"] == "!Ref Locals");
  CHECK(json["global_indexes_open"][0]["why"] == "a macro");
  const auto& index = json["global_indexes"][0];
  CHECK(index["partition_key"].is_null());
  CHECK(index["partition_key_expression"] == "!Ref KeySchema");
  CHECK(index["sort_key_expression"] == "!Ref KeySchema");
  CHECK(index["non_key_attributes"] == ordered_json::parse(R"(["a"])"));
  CHECK(index["non_key_attributes_open"][0]["expression"] == "!Ref B");
  CHECK(json["throughput"].is_null());
  CHECK(json["throughput_expression"] == "!Ref Capacity");
  CHECK(json["on_demand_limits"] ==
        ordered_json::parse(R"({"read": 10, "write": null, "write_expression": "!Ref Max"})"));
  CHECK(model.people() == R"(OrdersTable (cloudformation) infra/a.yaml:2:3
  name                    unknown: !Ref Name
  billing mode            PAY_PER_REQUEST
  partition key           unknown: !Ref Key (unknown: !Ref Type)
  partition key           and unknown: !If [A, B, C]
  sort key                order_date
  sort key                and unknown: !If [A, B, C]
  global index            by-status: partition key unknown: !Ref KeySchema, sort key unknown: !Ref KeySchema, projection ALL, non key attributes a, non key attributes and unknown: !Ref B
  global indexes          and unknown: !Transform
  local indexes           unknown: !Ref Locals
  point in time recovery  yes
  deletion protection     unknown: !Ref Protect
  stream view             NEW_IMAGE
  throughput              unknown: !Ref Capacity
  on demand limits        read 10, write unknown: !Ref Max
)");
}

TEST_CASE("a field that differs between variants has alternatives", "[report]") {
  Model model;
  TableDefinition definition;
  for (const bool prod : {true, false}) {
    for (const bool eu : {true, false}) {
      Table table = orders_table(model.sources);
      table.name = text(prod ? "orders-prod" : "orders-dev");
      if (eu) table.table_class = open("!Ref Class");
      table.billing_mode = text(prod && eu ? "PROVISIONED" : "PAY_PER_REQUEST");
      if (!prod) table.global_indexes.items.clear();
      definition.variants.push_back({{{"IsProd", prod}, {"IsEu", eu}}, table});
    }
  }
  model.definitions.tables = {definition};
  const ordered_json json = model.table();
  CHECK(json["id"] == "OrdersTable");
  CHECK_FALSE(json.contains("id_alternatives"));
  CHECK(json["name"].is_null());
  CHECK(json["name_alternatives"] == ordered_json::parse(
                                         R"([{"when": {"IsProd": true}, "value": "orders-prod"},
                {"when": {"IsProd": false}, "value": "orders-dev"}])"));
  CHECK(json["table_class"].is_null());
  CHECK(json["table_class_alternatives"] ==
        ordered_json::parse(
            R"([{"when": {"IsEu": true}, "value": null, "value_expression": "!Ref Class"},
                {"when": {"IsEu": false}, "value": null}])"));
  CHECK(json["billing_mode_alternatives"].size() == 4);
  CHECK(json["billing_mode_alternatives"][0] ==
        ordered_json::parse(R"({"when": {"IsEu": true, "IsProd": true}, "value": "PROVISIONED"})"));
  CHECK(json["global_indexes_alternatives"][1] ==
        ordered_json::parse(R"({"when": {"IsProd": false}, "value": []})"));
  // The order of fields does not depend on which of them differ.
  std::vector<std::string> keys;
  for (const auto& [name, value] : json.items()) keys.push_back(name);
  CHECK(std::vector<std::string>(keys.begin(), keys.begin() + 4) ==
        std::vector<std::string>{"id", "name", "name_alternatives", "dialect"});
  CHECK(model.people() == R"(OrdersTable (cloudformation) infra/a.yaml:2:3
  name                    orders-prod (if IsProd)
  name                    orders-dev (if not IsProd)
  billing mode            PROVISIONED (if IsEu, IsProd)
  billing mode            PAY_PER_REQUEST (if not IsEu, IsProd)
  billing mode            PAY_PER_REQUEST (if IsEu, not IsProd)
  billing mode            PAY_PER_REQUEST (if not IsEu, not IsProd)
  partition key           customer_id (S)
  sort key                order_date
  global indexes          by-status: partition key status (S), projection ALL (if IsProd)
  global indexes          - (if not IsProd)
  point in time recovery  yes
  stream view             NEW_IMAGE
  table class             unknown: !Ref Class (if IsEu)
  table class             - (if not IsEu)
)");
}

TEST_CASE("two variants that do not differ are one", "[report]") {
  Model model;
  const Table table = orders_table(model.sources);
  model.definitions.tables = {{{{{{"A", true}}, table}, {{{"A", false}}, table}}}};
  const std::string merged = render_inspect_json(model.sources, model.files());
  model.definitions.tables = {{{{{}, table}}}};
  CHECK(merged == render_inspect_json(model.sources, model.files()));
}

TEST_CASE("the extras of a model", "[report]") {
  Model model;
  Table table = orders_table(model.sources);
  const Span place{FileId{0}, 0, 1};
  table.resource_type = "AWS::DynamoDB::GlobalTable";
  table.attributes.items = {{text("customer_id"), text("S"), {}}};
  table.throughput = {known<std::int64_t>(5), known<std::int64_t>(6), place, {}};
  table.replicas.items = {{text("eu-west-1"), known(true), {}, {}, {}}};
  VectorIndex vector;
  vector.name = text("by-meaning");
  vector.dimensions = known<std::int64_t>(256);
  vector.search_schema.items = {{text("tenant"), text("HASH"), {}}};
  table.vector_indexes.items = {vector};
  model.definitions.tables = {{{{{}, table}}}};
  model.definitions.open = {{"OrdersTable.x", "no default", place}};
  model.diagnostics = {{DiagnosticKind::unreadable_input, place, "odd", {}, ""}};
  const ordered_json json = model.table();
  CHECK(json["resource_type"] == "AWS::DynamoDB::GlobalTable");
  CHECK(json["attributes"] == ordered_json::parse(R"([{"name": "customer_id", "type": "S"}])"));
  CHECK(json["throughput"] == ordered_json::parse(R"({"read": 5, "write": 6})"));
  CHECK(json["replicas"][0]["region"] == "eu-west-1");
  CHECK(json["vector_indexes"][0]["search_schema"] ==
        ordered_json::parse(R"([{"name": "tenant", "role": "HASH"}])"));
  CHECK(model.people() == R"(OrdersTable (cloudformation) infra/a.yaml:2:3
  name                    orders
  billing mode            PAY_PER_REQUEST
  partition key           customer_id (S)
  sort key                order_date
  global index            by-status: partition key status (S), projection ALL
  point in time recovery  yes
  stream view             NEW_IMAGE
  resource type           AWS::DynamoDB::GlobalTable
  attributes              customer_id (S)
  vector index            by-meaning: search schema tenant (HASH), dimensions 256
  throughput              read 5, write 6
  replicas                eu-west-1: point in time recovery yes

open values:
infra/a.yaml:1:1: OrdersTable.x: no default

diagnostics:
infra/a.yaml:1:1: odd
)");
}
