#include "schema/terraform/plan.h"

#include "schema/reading.h"
#include "support/catch.h"

namespace ddblint {
namespace {

TEST_CASE("a plan: planned values, and what is known after apply") {
  const Reading plan = read(R"({
  "format_version": "1.2",
  "planned_values": {"root_module": {
    "resources": [{"address": "aws_dynamodb_table.a", "mode": "managed",
      "type": "aws_dynamodb_table", "name": "a",
      "values": {"name": "a", "hash_key": "id", "billing_mode": "PAY_PER_REQUEST",
                 "attribute": [{"name": "id", "type": "S"}], "global_secondary_index": [],
                 "range_key": null}}],
    "child_modules": [{"address": "module.m[\"x\"]", "resources": [
      {"address": "module.m[\"x\"].aws_dynamodb_table.b[0]", "mode": "managed",
       "type": "aws_dynamodb_table", "name": "b", "index": 0,
       "values": {"hash_key": "id", "attribute": [{"name": "id", "type": "S"}],
                  "server_side_encryption": [{"enabled": true}]}},
      {"address": "module.m[\"x\"].aws_dynamodb_contributor_insights.i", "mode": "managed",
       "type": "aws_dynamodb_contributor_insights", "name": "i", "values": {}}]}]}},
  "resource_changes": [
    {"address": "aws_dynamodb_table.a", "change": {"actions": ["create"], "before": null,
      "after": {}, "after_unknown": {"arn": true, "attribute": [{}]}}},
    {"address": "module.m[\"x\"].aws_dynamodb_table.b[0]", "change": {"actions": ["create"],
      "after_unknown": {"name": true, "server_side_encryption": [{"kms_key_arn": true}]}}},
    {"address": "module.m[\"x\"].aws_dynamodb_contributor_insights.i", "change": {
      "after_unknown": {"table_name": true}}}],
  "configuration": {"root_module": {"module_calls": {"m": {"module": {"resources": [
    {"address": "aws_dynamodb_contributor_insights.i", "type": "aws_dynamodb_contributor_insights",
     "expressions": {"table_name": {"references": ["aws_dynamodb_table.b[0].id",
                                                   "aws_dynamodb_table.b[0]",
                                                   "aws_dynamodb_table.b"]}}}]}}}}}
})",
                            {}, "plan.json");
  REQUIRE(plan.found.tables.size() == 2);
  CHECK(summary(plan.table(0)) ==
        "aws_dynamodb_table aws_dynamodb_table.a name=a key=id:S/HASH billing=PAY_PER_REQUEST "
        "rcu=- wcu=- pitr=- sse=- ttl=-/- stream=- class=- protect=- [] []");
  CHECK(plan.table(0).dialect == Dialect::terraform_plan);
  CHECK(plan.source(plan.table(0).id_span) == "\"aws_dynamodb_table.a\"");
  const Table& b = plan.table(1);
  CHECK(b.id == "module.m[\"x\"].aws_dynamodb_table.b[0]");
  REQUIRE(b.name.unknown());
  CHECK(b.name.why_unknown().why == "it is known after apply");
  CHECK(b.encryption.is(true));
  CHECK(b.encryption_key.unknown());
  CHECK(b.contributor_insights.is(true));
}

TEST_CASE("what a plan's configuration does not state is not unknown, but unstated") {
  const auto plan = [](const std::string& configuration) {
    return read(R"({"planned_values": {"root_module": {"resources": [
      {"address": "aws_dynamodb_table.a[0]", "mode": "managed", "type": "aws_dynamodb_table",
       "values": {"name": "a", "hash_key": "id", "attribute": [{"name": "id", "type": "S"}],
                  "global_secondary_index": [{"name": "g", "hash_key": "id"}]}}]}},
      "resource_changes": [{"address": "aws_dynamodb_table.a[0]", "change": {"after_unknown": {
        "write_capacity": true, "point_in_time_recovery": true, "read_capacity": true,
        "global_secondary_index": [{"read_capacity": true, "write_capacity": true}]}}}])" +
                    configuration + "}",
                {}, "plan.json");
  };
  const Reading stated = plan(R"(, "configuration": {"root_module": {"resources": [
    {"address": "aws_dynamodb_table.a", "type": "aws_dynamodb_table", "expressions": {
      "read_capacity": {"references": ["random_integer.r.result"]},
      "global_secondary_index": [{"write_capacity": {"references": ["random_integer.r"]}}]}}]}})");
  CHECK(stated.table().throughput.read.unknown());
  CHECK(stated.table().throughput.write.absent());
  CHECK(stated.table().point_in_time_recovery.absent());
  CHECK(stated.table().global_indexes.items.at(0).throughput.read.absent());
  CHECK(stated.table().global_indexes.items.at(0).throughput.write.unknown());
  // Blocks that a `dynamic` one makes do not stand in the configuration.
  const Reading dynamic = plan(R"(, "configuration": {"root_module": {"resources": [
    {"address": "aws_dynamodb_table.a", "type": "aws_dynamodb_table", "expressions": {}}]}})");
  CHECK(dynamic.table().throughput.read.absent());
  CHECK(dynamic.table().global_indexes.items.at(0).throughput.read.unknown());
  const Reading bare = plan("");
  CHECK(bare.table().throughput.write.unknown());
  CHECK(bare.table().point_in_time_recovery.unknown());
}

TEST_CASE("a plan without planned values is read from its changes; deletions are none") {
  const Reading plan = read(R"({"resource_changes": [
    {"address": "aws_dynamodb_table.a", "mode": "managed", "type": "aws_dynamodb_table",
     "change": {"actions": ["update"], "before": {"name": "old"},
                "after": {"name": "new", "hash_key": "id"}}},
    {"address": "aws_dynamodb_table.b", "mode": "managed", "type": "aws_dynamodb_table",
     "change": {"actions": ["delete"], "before": {"name": "b"}, "after": null}}]})",
                            {}, "plan.json");
  REQUIRE(plan.found.tables.size() == 1);
  CHECK(plan.table().name.is("new"));
}

TEST_CASE("a state file, and a state that was shown") {
  const Reading file = read(R"({"version": 4, "terraform_version": "1.9.0", "serial": 3,
    "lineage": "x", "resources": [
    {"module": "module.m", "mode": "managed", "type": "aws_dynamodb_table", "name": "t",
     "instances": [
       {"index_key": "a", "attributes": {"name": "t-a", "hash_key": "id",
        "attribute": [{"name": "id", "type": "S"}]}},
       {"index_key": 0, "attributes": {"name": "t-0", "hash_key": "id"}}]},
    {"mode": "data", "type": "aws_dynamodb_table", "name": "d",
     "instances": [{"attributes": {"name": "d", "hash_key": "id"}}]}]})",
                            {}, "terraform.tfstate");
  REQUIRE(file.found.tables.size() == 2);
  CHECK(file.table(0).id == "module.m.aws_dynamodb_table.t[\"a\"]");
  CHECK(file.table(1).id == "module.m.aws_dynamodb_table.t[0]");
  CHECK(file.table(0).dialect == Dialect::terraform_state);
  const Reading shown_state = read(R"({"format_version": "1.0", "values": {"root_module": {
    "resources": [{"address": "aws_dynamodb_table.t", "mode": "managed",
      "type": "aws_dynamodb_table", "name": "t", "values": {"name": "t", "hash_key": "id"}}]}}})",
                                   {}, "state.json");
  REQUIRE(shown_state.found.tables.size() == 1);
  CHECK(shown_state.table().id == "aws_dynamodb_table.t");
  CHECK(shown_state.table().dialect == Dialect::terraform_state);
}

}  // namespace
}  // namespace ddblint
