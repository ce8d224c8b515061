#include "schema/workbench.h"

#include "schema/reading.h"

namespace ddblint {
namespace {

constexpr std::string_view kModel = R"({
  "ModelName": "Shop",
  "ModelMetadata": {"Author": "a", "Version": "3.0"},
  "DataModel": [{
    "TableName": "Shop",
    "KeyAttributes": {
      "PartitionKey": {"AttributeName": "PK", "AttributeType": "S"},
      "SortKey": {"AttributeName": "SK", "AttributeType": "N"}
    },
    "NonKeyAttributes": [{"AttributeName": "total", "AttributeType": "N"}],
    "TableFacets": [{"FacetName": "order"}],
    "GlobalSecondaryIndexes": [{
      "IndexName": "g",
      "KeyAttributes": {
        "PartitionKey": {"AttributeName": "SK", "AttributeType": "N"},
        "SortKey": {"AttributeName": "day", "AttributeType": "S"}
      },
      "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["total"]}
    }],
    "TableData": [{"PK": {"S": "a"}, "SK": {"N": "1"}}],
    "DataAccess": {"MySql": {}},
    "BillingMode": "PROVISIONED",
    "ProvisionedCapacitySettings": {
      "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 4},
      "AutoScalingRead": {"ScalableTargetRequest": {"MinCapacity": 1, "MaxCapacity": 10}}
    }
  }, {
    "TableName": "Plain",
    "KeyAttributes": {"PartitionKey": {"AttributeName": "id", "AttributeType": "B"}},
    "NonKeyAttributes": []
  }]
})";

TEST_CASE("the tables of a Workbench model are read", "[workbench]") {
  const Reading reading = read(std::string(kModel), {}, "model.json");
  CHECK(complaints(reading).empty());
  REQUIRE(reading.found.tables.size() == 2);
  CHECK(summary(reading.table(0)) ==
        " Shop name=Shop key=PK:S/HASH SK:N/RANGE billing=PROVISIONED rcu=5 wcu=4 pitr=- sse=- "
        "ttl=-/- stream=- class=- protect=- [g; SK:N/HASH day:S/RANGE INCLUDE 5 4] []");
  CHECK(summary(reading.table(1)) ==
        " Plain name=Plain key=id:B/HASH billing=- rcu=- wcu=- pitr=- sse=- ttl=-/- stream=- "
        "class=- protect=- [] []");
  const Table& shop = reading.table(0);
  CHECK(shop.dialect == Dialect::workbench);
  CHECK(reading.source(shop.id_span) == "\"Shop\"");
  CHECK(names(shop.attributes) == "PK SK day");
  CHECK(shop.throughput.scales_read);
  CHECK_FALSE(shop.throughput.scales_write);
  CHECK(shop.global_indexes.items[0].projection.non_key_attributes.items.at(0).is("total"));
}

TEST_CASE("a model that names no capacity mode leaves it open", "[workbench]") {
  const Reading reading = read(std::string(kModel), {}, "model.json");
  CHECK(reading.table(0).provisioned());
  CHECK_FALSE(reading.table(1).provisioned());
  CHECK_FALSE(reading.table(1).on_demand_mode());
}

TEST_CASE("sample items and facets are handed on", "[workbench]") {
  const Reading reading = read(std::string(kModel), {}, "model.json");
  REQUIRE(reading.found.samples.size() == 1);
  CHECK(reading.found.samples[0].table_id == "Shop");
  CHECK(reading.found.samples[0].items->items.size() == 1);
  REQUIRE(reading.found.patterns.size() == 1);
  CHECK(reading.found.patterns[0].table_id == "Shop");
  CHECK(reading.source(reading.found.patterns[0].patterns->span) == R"([{"FacetName": "order"}])");
}

TEST_CASE("other documents with a DataModel are no models", "[workbench]") {
  CHECK(read(R"({"DataModel": {"KeyAttributes": 1}})", {}, "m.json").found.tables.empty());
  CHECK(
      read(R"({"DataModel": [1, {"KeyAttributes": {"a": 1}]})", {}, "m.json").found.tables.empty());
}

}  // namespace
}  // namespace ddblint
