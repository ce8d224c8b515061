#include "schema/api_table.h"
#include "schema/reading.h"

namespace ddblint {
namespace {

constexpr std::string_view kModel = R"({
  "tables": [
    {
      "AttributeDefinitions": [
        {"AttributeName": "user_id", "AttributeType": "S"},
        {"AttributeName": "email", "AttributeType": "S"}
      ],
      "TableName": "Users",
      "KeySchema": [{"AttributeName": "user_id", "KeyType": "HASH"}],
      "GlobalSecondaryIndexes": [{
        "IndexName": "ByEmail",
        "KeySchema": [{"AttributeName": "email", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "KEYS_ONLY"}
      }],
      "BillingMode": "PAY_PER_REQUEST"
    }
  ],
  "items": {
    "Users": [{"PutRequest": {"Item": {"user_id": {"S": "u1"}}}}],
    "Gone": []
  },
  "access_patterns": [{"pattern": "1", "table": "Users", "dynamodb_operation": "GetItem"}]
})";

TEST_CASE("a data model hands on tables, items and access patterns", "[data_model]") {
  const Reading reading = read(std::string(kModel), {}, "dynamodb_data_model.json");
  REQUIRE(reading.found.tables.size() == 1);
  CHECK(summary(reading.table()) ==
        " Users name=Users key=user_id:S/HASH billing=PAY_PER_REQUEST rcu=- wcu=- pitr=- sse=- "
        "ttl=-/- stream=- class=- protect=- [ByEmail; email:S/HASH KEYS_ONLY - -] []");
  CHECK(reading.table().dialect == Dialect::data_model);
  CHECK(reading.source(reading.table().id_span) == "\"Users\"");
  REQUIRE(reading.found.samples.size() == 1);
  CHECK(reading.found.samples[0].table_id == "Users");
  CHECK(reading.found.samples[0].items->items.size() == 1);
  REQUIRE(reading.found.patterns.size() == 1);
  CHECK(reading.found.patterns[0].table_id.empty());
  CHECK(reading.found.patterns[0].patterns->items.size() == 1);
}

TEST_CASE("a list of tables without items or patterns is no data model", "[data_model]") {
  std::string text(kModel);
  text.replace(text.find("\"items\""), 7, "\"other\"");
  text.replace(text.find("\"access_patterns\""), 17, "\"more\"");
  const Reading reading = read(text, {}, "tables.json");
  REQUIRE(reading.found.tables.size() == 1);
  CHECK(reading.table().dialect == Dialect::create_table);
  CHECK(reading.found.samples.empty());
}

}  // namespace
}  // namespace ddblint
