#include "schema/pulumi.h"

#include "schema/pulumi_table.h"
#include "schema/reading.h"

namespace ddblint {
namespace {

std::string all(const Reading& reading) {
  std::string out;
  for (const auto& definition : reading.found.tables) out += summary(definition.first()) + "\n";
  return out;
}

/// A program with one table, `orders`, whose properties go on with these lines.
std::string program(std::string_view properties, std::string_view before = "") {
  return fmt::format(
      "name: shop\nruntime: yaml\n{}resources:\n  orders:\n    type: aws:dynamodb:Table\n"
      "    properties:\n      hashKey: id\n      attributes: [{{name: id, type: S}}]\n{}",
      before, properties);
}

TEST_CASE("a type token is known in its long and its short form", "[pulumi]") {
  CHECK(pulumi_kind("aws:dynamodb:Table") == PulumiKind::table);
  CHECK(pulumi_kind("aws:dynamodb/table:Table") == PulumiKind::table);
  CHECK(pulumi_kind("aws-native:dynamodb:GlobalTable") == PulumiKind::native_table);
  CHECK(pulumi_kind("aws:dynamodb/globalSecondaryIndex:GlobalSecondaryIndex") == PulumiKind::index);
  CHECK(pulumi_kind("aws:dynamodb:GlobalTable") == PulumiKind::other);
  CHECK(pulumi_kind("aws:dynamodb/tableItem:TableItem") == PulumiKind::other);
  CHECK(pulumi_kind("") == PulumiKind::other);
}

TEST_CASE("the tables of a program are read", "[pulumi]") {
  const Reading reading = read(R"(name: shop
runtime: yaml
resources:
  orders:
    type: aws:dynamodb/table:Table
    properties:
      name: shop-orders
      billingMode: PROVISIONED
      readCapacity: 5
      writeCapacity: 4
      hashKey: customer
      rangeKey: placed
      attributes:
        - {name: customer, type: S}
        - {name: placed, type: "N"}
      globalSecondaryIndexes:
        - {name: g, hashKey: placed, projectionType: INCLUDE, nonKeyAttributes: [total]}
      ttl: {attributeName: expires, enabled: true}
      pointInTimeRecovery: {enabled: true}
  native:
    type: aws-native:dynamodb:Table
    properties:
      tableName: plain
      attributeDefinitions: [{attributeName: id, attributeType: S}]
      keySchema: [{attributeName: id, keyType: HASH}]
      sseSpecification: {sseEnabled: true, kmsMasterKeyId: a-key}
      timeToLiveSpecification: {enabled: true, attributeName: ttl}
      pointInTimeRecoverySpecification: {pointInTimeRecoveryEnabled: true}
  global:
    type: aws-native:dynamodb:GlobalTable
    properties:
      attributeDefinitions: [{attributeName: id, attributeType: S}]
      keySchema: [{attributeName: id, keyType: HASH}]
      replicas: [{region: eu-west-1, deletionProtectionEnabled: true}]
  bucket:
    type: aws:s3:Bucket
)");
  CHECK(complaints(reading).empty());
  REQUIRE(all(reading) ==
          "aws:dynamodb/table:Table orders name=shop-orders key=customer:S/HASH placed:N/RANGE "
          "billing=PROVISIONED rcu=5 wcu=4 pitr=true sse=- ttl=true/expires stream=- class=- "
          "protect=- [g; placed:N/HASH INCLUDE - -] []\n"
          "aws-native:dynamodb:Table native name=plain key=id:S/HASH billing=- rcu=- wcu=- "
          "pitr=true sse=true ttl=true/ttl stream=- class=- protect=- [] []\n"
          "aws-native:dynamodb:GlobalTable global name=- key=id:S/HASH billing=- rcu=- wcu=- "
          "pitr=- sse=- ttl=-/- stream=- class=- protect=true [] []\n");
  CHECK(reading.table(0).dialect == Dialect::pulumi);
  CHECK(reading.source(reading.table(0).id_span) == "orders");
  CHECK(reading.table(1).encryption_key.is("a-key"));
  CHECK(reading.table(2).global());
}

TEST_CASE("config, variables and parameters give values", "[pulumi]") {
  const std::string text = program(
      "      name: ${prefix}-${stage}\n      billingMode: ${mode}\n"
      "      globalSecondaryIndexes: ${indexes}\n      tableClass: ${missing}\n"
      "      deletionProtectionEnabled: ${protect}\n",
      "config:\n  stage: {default: dev}\n  mode: {type: string}\n  protect: true\n"
      "variables:\n  prefix: shop-$${x}\n"
      "  indexes: [{name: g, hashKey: id, projectionType: ALL}]\n");
  const Reading open = read(text);
  CHECK(shown(open.table().name) == "shop-${x}-dev");
  CHECK(shown(open.table().billing_mode) == "?${mode}");
  CHECK(names(open.table().global_indexes) == "g");
  CHECK(shown(open.table().table_class) == "?${missing}");
  CHECK(open.table().deletion_protection.is(true));
  CHECK(open_values(open) ==
        "orders.billing_mode: ${mode}: a setting of the config without a default\n"
        "orders.table_class: ${missing}: known at deployment only\n");
  const Reading bound = read(text, {.parameters = {{"mode", "PAY_PER_REQUEST"}, {"stage", "p"}}});
  CHECK(shown(bound.table().name) == "shop-${x}-p");
  CHECK(shown(bound.table().billing_mode) == "PAY_PER_REQUEST");
}

TEST_CASE("what functions and other resources give is open, what they state is known", "[pulumi]") {
  const Reading reading = read(program(
      "      name: {fn::join: [a, b]}\n      rangeKey: ${other.rangeKey}\n"
      "      streamViewType: ${other.arn}\n      tableClass: {fn::secret: STANDARD}\n"
      "  other:\n    type: aws:dynamodb:Table\n    properties: {hashKey: id, rangeKey: sk}\n"));
  CHECK(shown(reading.table().name) == "?fn::join");
  CHECK(shown(reading.table().key) == "id:S/HASH sk:-/RANGE");
  CHECK(shown(reading.table().stream_view) == "?${other.arn}");
  CHECK(shown(reading.table().table_class) == "STANDARD");
}

TEST_CASE("references that never end stay open", "[pulumi]") {
  std::string variables = "variables:\n  a: ${b}\n  b: ${a}\n  v0: x\n";
  for (int i = 1; i < 40; ++i)
    variables += fmt::format("  v{}: ${{v{}}}${{v{}}}\n", i, i - 1, i - 1);
  const Reading reading = read(program("      name: ${a}\n      tableClass: ${v39}\n", variables));
  CHECK(reading.table().name.unknown());
  CHECK(reading.table().table_class.unknown());
}

TEST_CASE("resources of their own say more of a table", "[pulumi]") {
  const Reading reading = read(program(
      "      name: shop\n"
      "  i:\n    type: aws:dynamodb:GlobalSecondaryIndex\n    properties:\n"
      "      tableName: ${orders.name}\n      indexName: g\n"
      "      keySchemas: [{attributeName: kind, attributeType: N, keyType: HASH}]\n"
      "      projection: {projectionType: ALL}\n"
      "  c:\n    type: aws:dynamodb:ContributorInsights\n"
      "    properties: {tableName: shop, indexName: g}\n"
      "  r:\n    type: aws:dynamodb:TableReplica\n"
      "    properties: {globalTableArn: \"${orders.arn}\", deletionProtectionEnabled: true}\n"
      "  s:\n    type: aws:appautoscaling:Target\n    properties:\n"
      "      resourceId: table/${orders.id}\n"
      "      scalableDimension: dynamodb:table:ReadCapacityUnits\n"
      "  other:\n    type: aws:dynamodb:Table\n    properties: {hashKey: id, name: more}\n"));
  REQUIRE(reading.found.tables.size() == 2);
  const Table& orders = reading.table(0);
  REQUIRE(orders.global_indexes.items.size() == 1);
  CHECK(shown(orders.global_indexes.items[0].key) == "kind:N/HASH");
  CHECK(orders.global_indexes.items[0].contributor_insights.is(true));
  CHECK(names(orders.attributes) == "id kind");
  REQUIRE(orders.replicas.items.size() == 1);
  CHECK(orders.replicas.items[0].deletion_protection.is(true));
  REQUIRE(reading.found.siblings.scaling.size() == 1);
  CHECK(reading.found.siblings.scaling[0].table_id == "orders");
  CHECK(reading.table(1).global_indexes.absent());
  CHECK(reading.table(1).replicas.absent());
}

TEST_CASE("an index of an open table leaves the indexes of every table open", "[pulumi]") {
  const Reading reading =
      read(program("  i:\n    type: aws:dynamodb:GlobalSecondaryIndex\n    properties:\n"
                   "      tableName: ${config-of-another}\n      indexName: g\n"));
  CHECK(names(reading.table().global_indexes) == "?${config-of-another}");
}

constexpr std::string_view kUrn = "urn:pulumi:dev::shop::aws:dynamodb/table:Table::";

std::string state(std::string_view name, std::string_view more) {
  return fmt::format(
      R"({{"urn": "{}{}", "type": "aws:dynamodb/table:Table", "inputs": {{"__defaults": [],
      "attributes": [{{"__defaults": [], "name": "id", "type": "S"}}], "hashKey": "id",
      "name": "{}-1a2b3c"{}}}}})",
      kUrn, name, name, more);
}

TEST_CASE("what a preview will have made is read", "[pulumi]") {
  const std::string orders = state("orders", R"(, "billingMode": "PAY_PER_REQUEST")");
  const std::string text = fmt::format(
      R"({{"steps": [
      {{"op": "create-replacement", "urn": "u", "newState": {0}}},
      {{"op": "replace", "urn": "u", "newState": {0}}},
      {{"op": "delete", "urn": "u", "oldState": {1}}},
      {{"op": "delete-replaced", "urn": "u", "oldState": {1}, "newState": {1}}},
      {{"op": "same", "urn": "u", "newState": {2}}},
      {{"op": "create", "urn": "u", "newState": {{"urn": "x", "type": "aws:s3/bucket:Bucket"}}}}]}})",
      orders, state("old", ""),
      state("users", R"(, "tableClass": "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
      "streamViewType": {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      "ciphertext": "x"})"));
  const Reading reading = read(text, {}, "preview.json");
  CHECK(complaints(reading).empty());
  CHECK(all(reading) ==
        "aws:dynamodb/table:Table orders name=orders-1a2b3c key=id:S/HASH billing=PAY_PER_REQUEST "
        "rcu=- wcu=- pitr=- sse=- ttl=-/- stream=- class=- protect=- [] []\n"
        "aws:dynamodb/table:Table users name=users-1a2b3c key=id:S/HASH billing=- rcu=- wcu=- "
        "pitr=- sse=- ttl=-/- stream=? class=? protect=- [] []\n");
  CHECK(reading.source(reading.table().id_span) == fmt::format("\"{}orders\"", kUrn));
}

TEST_CASE("an exported stack and a checkpoint are read", "[pulumi]") {
  const std::string resources = fmt::format(
      R"("resources": [{}, {{"urn": "{}gone", "type": "aws:dynamodb/table:Table", "delete": true,
      "inputs": {{"hashKey": "id"}}}},
      {{"urn": "{}looked-up", "type": "aws:dynamodb/table:Table", "external": true, "inputs": {{}},
      "outputs": {{"hashKey": "id", "name": "there",
      "attributes": [{{"name": "id", "type": "N"}}]}}}}])",
      state("orders", ""), kUrn, kUrn);
  const std::string tables =
      "aws:dynamodb/table:Table orders name=orders-1a2b3c key=id:S/HASH billing=- rcu=- wcu=- "
      "pitr=- sse=- ttl=-/- stream=- class=- protect=- [] []\n"
      "aws:dynamodb/table:Table looked-up name=there key=id:N/HASH billing=- rcu=- wcu=- pitr=- "
      "sse=- ttl=-/- stream=- class=- protect=- [] []\n";
  CHECK(all(read(fmt::format(R"({{"version": 3, "deployment": {{{}}}}})", resources), {},
                 "stack.json")) == tables);
  CHECK(all(read(fmt::format(R"({{"version": 3, "checkpoint": {{"latest": {{{}}}}}}})", resources),
                 {}, "stack.json")) == tables);
}

TEST_CASE("programs and states without tables define none", "[pulumi]") {
  CHECK(read("resources: {a: {type: aws:dynamodb:TableItem, properties: {}}}\n")
            .found.tables.empty());
  CHECK(read("resources: {a: {type: aws:dynamodb:Table, get: {id: x}}}\n").found.tables.empty());
  CHECK(read("resources: [a]\nsteps: x\ndeployment: 1\n").found.tables.empty());
}

}  // namespace
}  // namespace ddblint
