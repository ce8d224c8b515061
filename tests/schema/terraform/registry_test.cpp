#include "schema/terraform/registry.h"

#include "schema/terraform/configuration.h"
#include "support/catch.h"

namespace ddblint {
namespace {

TEST_CASE("registry modules by the ways their source is written") {
  constexpr std::string_view kCommunity = "terraform-aws-modules/dynamodb-table/aws";
  CHECK(registry_module("terraform-aws-modules/dynamodb-table/aws") == kCommunity);
  CHECK(registry_module("registry.terraform.io/terraform-aws-modules/dynamodb-table/aws") ==
        kCommunity);
  CHECK(registry_module("git::https://github.com/terraform-aws-modules/"
                        "terraform-aws-dynamodb-table.git?ref=v4.0.0") == kCommunity);
  CHECK(registry_module("github.com/cloudposse/terraform-aws-dynamodb") ==
        "cloudposse/dynamodb/aws");
  CHECK_FALSE(registry_module("terraform-aws-modules/dynamodb-table/aws//wrappers"));
  CHECK_FALSE(registry_module("cloudposse/dynamodb-autoscaler/aws"));
  CHECK_FALSE(registry_module("github.com/cloudposse/terraform-aws-dynamodb-autoscaler"));
  CHECK_FALSE(registry_module("./terraform-aws-modules/dynamodb-table/aws"));
}

TEST_CASE("terraform-aws-modules' table from its inputs") {
  Configuration configuration;
  configuration.add("main.tf", R"(
module "orders" {
  source     = "terraform-aws-modules/dynamodb-table/aws"
  name       = "orders"
  hash_key   = "customer_id"
  range_key  = "order_date"
  attributes = [
    { name = "customer_id", type = "S" },
    { name = "order_date", type = "N" },
    { name = "status", type = "S" },
  ]
  global_secondary_indexes = [
    {
      name            = "by-status"
      hash_key        = "status"
      projection_type = "KEYS_ONLY"
    }
  ]
  point_in_time_recovery_enabled = true
  ttl_enabled        = true
  ttl_attribute_name = "expires"
}
)");
  const Definitions found = configuration.read();
  REQUIRE(found.tables.size() == 1);
  const Table& orders = found.tables[0].first();
  CHECK(summary(orders) ==
        "terraform-aws-modules/dynamodb-table/aws module.orders name=orders "
        "key=customer_id:S/HASH order_date:N/RANGE billing=- rcu=- wcu=- pitr=true sse=- "
        "ttl=true/expires stream=- class=- protect=- [by-status; status:S/HASH KEYS_ONLY - -] []");
  CHECK(orders.on_demand_mode());
  CHECK_FALSE(orders.provisioned());
  CHECK(configuration.source(orders.global_indexes.items[0].key.partition[0].name.span()) ==
        "\"status\"");
}

TEST_CASE("a module that is told to make no table makes none") {
  CHECK(tables("module \"m\" {\n  source = \"terraform-aws-modules/dynamodb-table/aws\"\n"
               "  create_table = false\n  hash_key = \"id\"\n}\n")
            .empty());
}

TEST_CASE("cloudposse's table: label, attributes and the module's own defaults") {
  Configuration configuration;
  configuration.add("main.tf", R"(
module "events" {
  source         = "cloudposse/dynamodb/aws"
  namespace      = "Eg"
  stage          = "dev"
  name           = "events"
  hash_key       = "id"
  range_key      = "at"
  range_key_type = "N"
  billing_mode   = "PAY_PER_REQUEST"
  dynamodb_attributes = [{ name = "kind", type = "S" }]
  global_secondary_index_map = [
    { name = "by-kind", hash_key = "kind", range_key = "at", projection_type = "ALL",
      non_key_attributes = null, read_capacity = null, write_capacity = null }
  ]
}
)");
  const Definitions found = configuration.read();
  REQUIRE(found.tables.size() == 1);
  CHECK(summary(found.tables[0].first()) ==
        "cloudposse/dynamodb/aws module.events name=eg-dev-events key=id:S/HASH at:N/RANGE "
        "billing=PAY_PER_REQUEST rcu=- wcu=- pitr=true sse=true ttl=-/- stream=- class=- protect=- "
        "[by-kind; kind:S/HASH at:N/RANGE ALL - -] []");
}

}  // namespace
}  // namespace ddblint
