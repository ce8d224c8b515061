#include "schema/api_table.h"

#include <string>

#include "schema/reading.h"
#include "support/catch.h"

using ddblint::complaints;
using ddblint::Dialect;
using ddblint::names;
using ddblint::read;
using ddblint::Reading;
using ddblint::shown;
using ddblint::Table;

namespace {

Reading json(const std::string& text) { return read(text, {}, "t.json"); }

/// Members of a table of this name, without the braces.
std::string members(const std::string& name, const std::string& more = "") {
  return "\"TableName\": \"" + name + R"(",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}])" +
         more;
}

std::string ids(const Reading& reading) {
  std::string out;
  for (const auto& definition : reading.found.tables) out += definition.first().id + " ";
  return out;
}

}  // namespace

TEST_CASE("what describe-table prints is read whole", "[api_table]") {
  const Reading reading = json(R"({"Table": {
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "TableName": "orders",
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "TableStatus": "ACTIVE",
    "CreationDateTime": 1700000000.5,
    "ProvisionedThroughput": {"NumberOfDecreasesToday": 0, "ReadCapacityUnits": 5, "WriteCapacityUnits": 6},
    "TableSizeBytes": 1234, "ItemCount": 56,
    "TableArn": "arn:aws:dynamodb:eu-west-1:1:table/orders",
    "BillingModeSummary": {"BillingMode": "PROVISIONED"},
    "GlobalSecondaryIndexes": [{"IndexName": "g", "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
      "Projection": {"ProjectionType": "ALL"}, "IndexStatus": "ACTIVE",
      "WarmThroughput": {"ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4000, "Status": "ACTIVE"},
      "OnDemandThroughput": {"MaxReadRequestUnits": -1, "MaxWriteRequestUnits": 10}}],
    "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"},
    "SSEDescription": {"Status": "ENABLED", "SSEType": "KMS", "KMSMasterKeyArn": "arn:aws:kms:x"},
    "TableClassSummary": {"TableClass": "STANDARD_INFREQUENT_ACCESS"},
    "DeletionProtectionEnabled": false,
    "Replicas": [{"RegionName": "us-east-1", "ReplicaStatus": "ACTIVE"}]}})");
  CHECK(complaints(reading).empty());
  REQUIRE(reading.found.tables.size() == 1);
  const Table& table = reading.table();
  CHECK(table.dialect == Dialect::describe_table);
  CHECK(table.id == "orders");
  CHECK(reading.source(table.id_span) == "\"orders\"");
  CHECK(table.resource_type.empty());
  CHECK(shown(table.key) == "id:S/HASH");
  CHECK(table.billing_mode.is("PROVISIONED"));
  CHECK(table.throughput.read.is(5));
  CHECK(table.throughput.write.is(6));
  CHECK(table.size_bytes.is(1234));
  CHECK(table.item_count.is(56));
  CHECK(names(table.global_indexes) == "g");
  CHECK(table.global_indexes.items.at(0).warm.read.is(12000));
  CHECK(table.global_indexes.items.at(0).on_demand.read.is(-1));
  CHECK(table.global_indexes.items.at(0).on_demand.write.is(10));
  CHECK(table.stream_enabled.is(true));
  CHECK(table.stream_view.is("KEYS_ONLY"));
  CHECK(table.encryption.is(true));
  CHECK(table.encryption_type.is("KMS"));
  CHECK(table.encryption_key.is("arn:aws:kms:x"));
  CHECK(table.table_class.is("STANDARD_INFREQUENT_ACCESS"));
  CHECK(table.deletion_protection.is(false));
  REQUIRE(table.replicas.items.size() == 1);
  CHECK(table.replicas.items[0].region.is("us-east-1"));
}

TEST_CASE("descriptions alone, in lists, wrapped and one after another", "[api_table]") {
  CHECK(ids(json("{" + members("a") + "}")) == "a ");
  CHECK(ids(json("{\"Table\": {" + members("a") + "}}")) == "a ");
  CHECK(ids(json("{\"TableDescription\": {" + members("a") + "}}")) == "a ");
  CHECK(ids(json("[{" + members("a") + "}, {\"Table\": {" + members("b") + "}}]")) == "a b ");
  CHECK(ids(json("{\"tables\": [{" + members("a") + "}, {" + members("b") + "}]}")) == "a b ");
  CHECK(ids(json("{\"eu\": {\"x\": {\"Table\": {" + members("a") + "}}}, \"us\": {\"Table\": {" +
                 members("b") + "}}}")) == "a b ");
  CHECK(ids(json("{\"Table\": {" + members("a") + "}}\n{\"Table\": {" + members("b") + "}}\n")) ==
        "a b ");
  CHECK(ids(json("{" + members("a") + "}{" + members("b") + "}")) == "a b ");
  CHECK(ids(read("Table:\n  TableName: y\n  AttributeDefinitions: []\n  KeySchema: []\n")) == "y ");
}

TEST_CASE("create-table's own input", "[api_table]") {
  const Reading reading = json("{" + members("t", R"(,
    "BillingMode": "PAY_PER_REQUEST",
    "SSESpecification": {"Enabled": true, "SSEType": "KMS", "KMSMasterKeyId": "alias/k"},
    "StreamSpecification": {"StreamEnabled": false},
    "TableClass": "STANDARD",
    "DeletionProtectionEnabled": true,
    "OnDemandThroughput": {"MaxReadRequestUnits": 1, "MaxWriteRequestUnits": 2},
    "WarmThroughput": {"ReadUnitsPerSecond": 3, "WriteUnitsPerSecond": 4},
    "ResourcePolicy": "", "Tags": [{"Key": "", "Value": ""}], "Unheard": {"of": 1})") +
                               "}");
  CHECK(complaints(reading).empty());
  const Table& table = reading.table();
  CHECK(table.dialect == Dialect::create_table);
  CHECK(table.billing_mode.is("PAY_PER_REQUEST"));
  CHECK(table.encryption.is(true));
  CHECK(table.encryption_key.is("alias/k"));
  CHECK(table.stream_enabled.is(false));
  CHECK(table.table_class.is("STANDARD"));
  CHECK(table.deletion_protection.is(true));
  CHECK(table.on_demand.write.is(2));
  CHECK(table.warm.read.is(3));
}

TEST_CASE("a table inside an import, and a description without marks of its own", "[api_table]") {
  const Reading import =
      json("{\"S3BucketSource\": {}, \"TableCreationParameters\": {" + members("i") + "}}");
  CHECK(import.table().dialect == Dialect::create_table);
  CHECK(json("{\"TableDescription\": {" + members("a") + "}}").table().dialect ==
        Dialect::describe_table);
  CHECK(json("{\"Table\": {" + members("a", ", \"TableStatus\": \"ACTIVE\"") + "}}")
            .table()
            .dialect == Dialect::describe_table);
}

TEST_CASE("a table without a name is shown by its first byte", "[api_table]") {
  const Reading reading = json(R"({"AttributeDefinitions": [], "KeySchema": []})");
  CHECK(reading.table().id.empty());
  CHECK(reading.source(reading.table().id_span) == "{");
}

TEST_CASE("wrong shapes in a description", "[api_table]") {
  CHECK(complaints(json(R"({"AttributeDefinitions": "id", "KeySchema": {"a": 1}})")) ==
        "\"id\": this should be a list\n{\"a\": 1}: this should be a list\n");
  CHECK(complaints(
            json(R"({"AttributeDefinitions": [1], "KeySchema": [null], "ItemCount": "many"})")) ==
        "1: this should be a mapping\n\"many\": this should be a whole number\n");
}

TEST_CASE("a description broken in two is not read", "[api_table]") {
  const Reading reading = json("[{" + members("a") + "}, {" + members("b"));
  CHECK(ids(reading) == "a ");
}

TEST_CASE("tables shared by an alias are read once", "[api_table]") {
  std::string text = "a0: &a0 [{TableName: t, AttributeDefinitions: [], KeySchema: []}]\n";
  for (int i = 1; i < 30; ++i) {
    text += fmt::format("a{}: &a{} [*a{}, *a{}, *a{}]\n", i, i, i - 1, i - 1, i - 1);
  }
  CHECK(ids(read(text)) == "t ");
}
