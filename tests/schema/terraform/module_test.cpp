#include "schema/terraform/module.h"

#include "schema/terraform/configuration.h"
#include "support/catch.h"

namespace ddblint {
namespace {

/// A table `t` with these arguments and key `id`.
std::string table(const std::string& arguments) {
  return "resource \"aws_dynamodb_table\" \"t\" {\n" + arguments +
         "\n  hash_key = \"id\"\n  attribute {\n    name = \"id\"\n    type = \"S\"\n  }\n}\n";
}

TEST_CASE("a table with all that it can state") {
  const Configuration configuration = std::move(Configuration().add("main.tf", R"(
resource "aws_dynamodb_table" "orders" {
  name           = "orders"
  billing_mode   = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 6
  hash_key       = "customer_id"
  range_key      = "order_date"
  stream_enabled   = true
  stream_view_type = "NEW_IMAGE"
  table_class      = "STANDARD_INFREQUENT_ACCESS"
  deletion_protection_enabled = true

  attribute {
    name = "customer_id"
    type = "S"
  }
  attribute {
    name = "order_date"
    type = "N"
  }
  global_secondary_index {
    name            = "by-date"
    hash_key        = "order_date"
    projection_type = "KEYS_ONLY"
    read_capacity   = 1
    write_capacity  = 2
  }
  local_secondary_index {
    name            = "local"
    range_key       = "order_date"
    projection_type = "ALL"
  }
  ttl {
    attribute_name = "expires"
    enabled        = true
  }
  point_in_time_recovery { enabled = true }
  server_side_encryption { enabled = false }
}
)"));
  const Definitions found = configuration.read();
  REQUIRE(found.tables.size() == 1);
  const Table& orders = found.tables[0].first();
  CHECK(summary(orders) ==
        "aws_dynamodb_table aws_dynamodb_table.orders name=orders "
        "key=customer_id:S/HASH order_date:N/RANGE billing=PROVISIONED rcu=5 wcu=6 pitr=true "
        "sse=false ttl=true/expires stream=NEW_IMAGE class=STANDARD_INFREQUENT_ACCESS protect=true "
        "[by-date; order_date:N/HASH KEYS_ONLY 1 2] "
        "[local; customer_id:S/HASH order_date:N/RANGE ALL - -]");
  CHECK(orders.dialect == Dialect::terraform);
  CHECK(configuration.source(orders.id_span) == "\"orders\"");
  CHECK(configuration.source(orders.key.partition[0].name.span()) == "\"customer_id\"");
  CHECK(found.diagnostics.empty());
}

TEST_CASE("locals, variables and their sources") {
  const std::string text = R"(
variable "env" { default = "dev" }
variable "open" {}
locals {
  prefix = "app-${var.env}"
  name   = "${local.prefix}-orders"
}
)";
  CHECK(tables(text + table("  name = local.name")) ==
        "aws_dynamodb_table.t name=app-dev-orders key=id:S/HASH billing=-\n");
  ReadOptions given;
  given.parameters["env"] = "prod";
  CHECK(tables(text + table("  name = local.name"), given) ==
        "aws_dynamodb_table.t name=app-prod-orders key=id:S/HASH billing=-\n");
  const Definitions open =
      Configuration().add("main.tf", text + table("  name = \"a-${var.open}\"")).read();
  CHECK(tables(open) == "aws_dynamodb_table.t name=?\"a-${var.open}\" key=id:S/HASH billing=-\n");
  CHECK(open_values(open) ==
        "aws_dynamodb_table.t.name: \"a-${var.open}\": variable `open` has no default\n");
}

TEST_CASE("values of .tfvars files override defaults, and options override both") {
  const std::string text =
      "variable \"name\" {\n  default = \"a\"\n}\n" + table("  name = var.name");
  const auto with_values = [&] {
    return std::move(Configuration().add("main.tf", text).add("x.auto.tfvars", "name = \"b\"\n"));
  };
  CHECK(tables(with_values().read()) == "aws_dynamodb_table.t name=b key=id:S/HASH billing=-\n");
  ReadOptions given;
  given.parameters["name"] = "c";
  CHECK(tables(with_values().read(given)) ==
        "aws_dynamodb_table.t name=c key=id:S/HASH billing=-\n");
}

TEST_CASE("values take the types of their variables") {
  const std::string text = R"(
variable "tables" {
  type = map(object({
    name = string
    mode = optional(string, "PAY_PER_REQUEST")
  }))
}
)" + table("  for_each = var.tables\n  name = each.value.name\n  billing_mode = each.value.mode");
  Configuration configuration;
  configuration.add("main.tf", text).add("terraform.tfvars", "tables = {\n  a = { name = 7 }\n}\n");
  CHECK(tables(configuration.read()) ==
        "aws_dynamodb_table.t[\"a\"] name=7 key=id:S/HASH billing=PAY_PER_REQUEST\n");
  ReadOptions given;
  given.parameters["tables"] = "{ b = { name = \"x\", mode = \"PROVISIONED\" } }";
  CHECK(tables(configuration.read(given)) ==
        "aws_dynamodb_table.t[\"b\"] name=x key=id:S/HASH billing=PROVISIONED\n");
  given.parameters["tables"] = "[1]";
  const Definitions wrong = configuration.read(given);
  REQUIRE(wrong.tables.size() == 1);
  CHECK(wrong.tables[0].first().name.unknown());
}

TEST_CASE("what depends on itself stays open") {
  const Definitions found =
      Configuration()
          .add("main.tf", "locals {\n  a = local.b\n  b = local.a\n}\n" + table("  name = local.a"))
          .read();
  CHECK(tables(found) == "aws_dynamodb_table.t name=?local.a key=id:S/HASH billing=-\n");
  CHECK(open_values(found) == "aws_dynamodb_table.t.name: local.a: it depends on itself\n");
}

TEST_CASE("a conditional is decided, or open unless both sides are equal") {
  const std::string variables = "variable \"on\" {\n  default = true\n}\nvariable \"open\" {}\n";
  CHECK(tables(variables + table("  name = var.on ? \"a\" : \"b\"")) ==
        "aws_dynamodb_table.t name=a key=id:S/HASH billing=-\n");
  CHECK(tables(variables + table("  name = var.open ? \"a\" : \"a\"")) ==
        "aws_dynamodb_table.t name=a key=id:S/HASH billing=-\n");
  CHECK(tables(variables + table("  name = var.open ? \"a\" : \"b\"")) ==
        "aws_dynamodb_table.t name=?var.open ? \"a\" : \"b\" key=id:S/HASH billing=-\n");
}

TEST_CASE("count and for_each make instances") {
  CHECK(tables(table("  count = 2\n  name = \"t-${count.index}\"")) ==
        "aws_dynamodb_table.t[0] name=t-0 key=id:S/HASH billing=-\n"
        "aws_dynamodb_table.t[1] name=t-1 key=id:S/HASH billing=-\n");
  CHECK(tables(table("  for_each = toset([\"a\", \"b\"])\n  name = \"t-${each.key}\"")) ==
        "aws_dynamodb_table.t[\"a\"] name=t-a key=id:S/HASH billing=-\n"
        "aws_dynamodb_table.t[\"b\"] name=t-b key=id:S/HASH billing=-\n");
  CHECK(tables(table("  for_each = { x = { name = \"one\" } }\n  name = each.value.name")) ==
        "aws_dynamodb_table.t[\"x\"] name=one key=id:S/HASH billing=-\n");
  CHECK(tables(table("  count = 0\n  name = \"t\"")).empty());
}

TEST_CASE("an instance that is not known is one open table") {
  const Definitions found =
      Configuration()
          .add("main.tf", "variable \"tables\" {}\n" +
                              table("  for_each = var.tables\n  name = each.value.name"))
          .read();
  CHECK(tables(found) == "aws_dynamodb_table.t name=?each.value.name key=id:S/HASH billing=-\n");
}

TEST_CASE("what is not made by default is looked at all the same") {
  const std::string text = "variable \"make\" {\n  default = false\n}\n" +
                           table("  count = var.make ? 1 : 0\n  name = \"t\"");
  CHECK(tables(text) == "aws_dynamodb_table.t name=t key=id:S/HASH billing=-\n");
  ReadOptions given;
  given.parameters["make"] = "false";
  CHECK(tables(text, given).empty());
}

TEST_CASE("dynamic blocks over known values") {
  const Definitions found = Configuration()
                                .add("main.tf", R"(
locals {
  indexes = [
    { name = "by-a", key = "a" },
    { name = "by-b", key = "b" },
  ]
}
resource "aws_dynamodb_table" "t" {
  name     = "t"
  hash_key = "id"
  dynamic "attribute" {
    for_each = concat(["id"], [for i in local.indexes : i.key])
    content {
      name = attribute.value
      type = "S"
    }
  }
  dynamic "global_secondary_index" {
    for_each = local.indexes
    iterator = index
    content {
      name            = index.value.name
      hash_key        = index.value.key
      projection_type = "ALL"
    }
  }
}
)")
                                .read();
  REQUIRE(found.tables.size() == 1);
  const Table& t = found.tables[0].first();
  CHECK(names(t.attributes) == "id a b");
  CHECK(names(t.global_indexes) == "by-a by-b");
  CHECK(shown(t.global_indexes.items[1].key) == "b:S/HASH");
}

TEST_CASE("a dynamic block over what is not known leaves the list open") {
  const Definitions found = Configuration()
                                .add("main.tf", "variable \"more\" {}\n" + table(R"(
  name = "t"
  dynamic "global_secondary_index" {
    for_each = var.more
    content {
      name = global_secondary_index.value
    }
  }
)"))
                                .read();
  CHECK_FALSE(found.tables.at(0).first().global_indexes.whole());
}

TEST_CASE("local modules get their inputs, and give outputs") {
  Configuration configuration;
  configuration
      .add("main.tf", R"(
module "orders" {
  source = "./table"
  name   = "orders"
}
module "many" {
  source   = "./table"
  for_each = toset(["x", "y"])
  name     = "t-${each.key}"
}
resource "aws_dynamodb_table" "copy" {
  name     = "${module.orders.name}-copy"
  hash_key = "id"
}
)")
      .add("table/main.tf", "variable \"name\" {}\n" + table("  name = var.name") +
                                "output \"name\" {\n  value = aws_dynamodb_table.t.name\n}\n");
  CHECK(tables(configuration.read()) ==
        "aws_dynamodb_table.copy name=orders-copy key=id:-/HASH billing=-\n"
        "module.orders.aws_dynamodb_table.t name=orders key=id:S/HASH billing=-\n"
        "module.many[\"x\"].aws_dynamodb_table.t name=t-x key=id:S/HASH billing=-\n"
        "module.many[\"y\"].aws_dynamodb_table.t name=t-y key=id:S/HASH billing=-\n");
}

TEST_CASE("a module that calls itself ends") {
  Configuration configuration;
  configuration.add("main.tf",
                    "module \"again\" {\n  source = \"./\"\n}\n" + table("  name = \"t\""));
  CHECK(configuration.read().tables.size() <= 25);
}

TEST_CASE("a module that is not there is told") {
  const Definitions found =
      Configuration().add("main.tf", "module \"m\" {\n  source = \"./gone\"\n}\n").read();
  CHECK(open_values(found) == "module.m: there is no module at `gone`\n");
}

TEST_CASE("resources of their own join their table") {
  const Definitions found = Configuration()
                                .add("main.tf", R"(
resource "aws_dynamodb_table" "t" {
  name     = "t"
  hash_key = "id"
  attribute {
    name = "id"
    type = "S"
  }
}
resource "aws_dynamodb_global_secondary_index" "by_email" {
  table_name = aws_dynamodb_table.t.name
  index_name = "by-email"
  key_schema {
    attribute_name = "email"
    attribute_type = "S"
    key_type       = "HASH"
  }
  projection {
    projection_type = "ALL"
  }
}
resource "aws_dynamodb_table_replica" "west" {
  global_table_arn       = aws_dynamodb_table.t.arn
  point_in_time_recovery = true
}
resource "aws_dynamodb_contributor_insights" "t" {
  table_name = aws_dynamodb_table.t.id
}
resource "aws_appautoscaling_target" "read" {
  resource_id        = "table/${aws_dynamodb_table.t.name}"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  service_namespace  = "dynamodb"
  min_capacity       = 1
  max_capacity       = 10
}
resource "aws_cloudwatch_metric_alarm" "throttled" {
  namespace   = "AWS/DynamoDB"
  metric_name = "ReadThrottleEvents"
}
)")
                                .read();
  REQUIRE(found.tables.size() == 1);
  const Table& t = found.tables[0].first();
  CHECK(names(t.global_indexes) == "by-email");
  CHECK(shown(t.global_indexes.items.at(0).key) == "email:S/HASH");
  REQUIRE(t.replicas.items.size() == 1);
  CHECK(t.replicas.items[0].point_in_time_recovery.is(true));
  CHECK(t.replicas.items[0].region.unknown());
  CHECK(t.contributor_insights.is(true));
  REQUIRE(found.siblings.scaling.size() == 1);
  CHECK(found.siblings.scaling[0].resource.is("table/t"));
  CHECK(found.siblings.scaling[0].table_id == "aws_dynamodb_table.t");
  CHECK(found.siblings.scaling[0].read);
  REQUIRE(found.siblings.alarms.size() == 1);
  CHECK(found.siblings.alarms[0].metric.is("ReadThrottleEvents"));
}

TEST_CASE("a map argument that is written as a block is told") {
  Configuration configuration;
  configuration.add("main.tf", table("  name = \"t\"\n  tags {\n    a = \"b\"\n  }"));
  const Definitions found = configuration.read();
  REQUIRE(found.diagnostics.size() == 1);
  CHECK(configuration.source(found.diagnostics[0].span) == "tags");
}

TEST_CASE("JSON syntax says the same as native syntax") {
  Configuration configuration;
  configuration.add("main.tf.json", R"({
  "//": "made by a tool",
  "variable": {"env": {"type": "string", "default": "dev"}},
  "locals": {"name": "orders-${var.env}"},
  "resource": {"aws_dynamodb_table": {"t": {
    "name": "${local.name}",
    "hash_key": "id",
    "attribute": [{"name": "id", "type": "S"}],
    "dynamic": {"global_secondary_index": {
      "for_each": ["a", "b"],
      "content": {"name": "by-${global_secondary_index.value}", "hash_key": "id",
                  "projection_type": "ALL"}}}
  }}}
})");
  const Definitions found = configuration.read();
  CHECK(tables(found) == "aws_dynamodb_table.t name=orders-dev key=id:S/HASH billing=-\n");
  CHECK(names(found.tables.at(0).first().global_indexes) == "by-a by-b");
  CHECK(configuration.source(found.tables[0].first().id_span) == "\"t\"");
}

TEST_CASE("names of several files of one folder") {
  Configuration configuration;
  configuration.add("a.tf", "variable \"n\" {\n  default = \"a\"\n}\n" + table("  name = var.n"))
      .add("b.tf", "variable \"n\" {\n  default = \"b\"\n}\n")
      .add("c.tf",
           "resource \"aws_dynamodb_table\" \"u\" {\n  name = var.n\n  hash_key = \"id\"\n}\n");
  const Definitions found = configuration.read();
  CHECK(tables(found) ==
        "aws_dynamodb_table.t name=a key=id:S/HASH billing=-\n"
        "aws_dynamodb_table.u name=?var.n key=id:-/HASH billing=-\n");
  CHECK(open_values(found) ==
        "aws_dynamodb_table.u.name: var.n: variable `n` is declared in several files\n");
}

TEST_CASE("CloudFormation inside a stack resource") {
  Configuration configuration;
  configuration.add("main.tf", R"(
resource "aws_cloudformation_stack" "a" {
  name          = "a"
  template_body = <<-EOT
    Resources:
      Orders:
        Type: AWS::DynamoDB::Table
        Properties:
          TableName: orders
          AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
          KeySchema: [{AttributeName: id, KeyType: HASH}]
  EOT
}
resource "aws_cloudformation_stack" "b" {
  name = "b"
  template_body = jsonencode({
    Resources = {
      Items = {
        Type = "AWS::DynamoDB::Table"
        Properties = {
          TableName            = "items"
          AttributeDefinitions = [{ AttributeName = "id", AttributeType = "S" }]
          KeySchema            = [{ AttributeName = "id", KeyType = "HASH" }]
        }
      }
    }
  })
}
)");
  const Definitions found = configuration.read();
  CHECK(tables(found) ==
        "Orders name=orders key=id:S/HASH billing=-\n"
        "Items name=items key=id:S/HASH billing=-\n");
  CHECK(configuration.source(found.tables.at(0).first().name.span()) == "orders");
  CHECK(configuration.source(found.tables.at(1).first().name.span()) == "\"items\"");
}

TEST_CASE("a few lines cannot ask for endless work") {
  std::string text = "locals {\n  a0 = [1, 1]\n  s0 = \"xx\"\n";
  for (int i = 1; i < 60; ++i) {
    text += fmt::format(
        "  a{0} = [local.a{1}, local.a{1}]\n  s{0} = \"${{local.s{1}}}${{local.s{1}}}\"\n", i,
        i - 1);
  }
  text += "}\n" + table("  name = local.s59\n  range_key = local.a59");
  const Definitions found = Configuration().add("main.tf", text).read();
  CHECK(found.tables.at(0).first().name.unknown());
}

}  // namespace
}  // namespace ddblint
