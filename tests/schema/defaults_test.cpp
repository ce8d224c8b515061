#include "schema/defaults.h"

#include <string>

#include "schema/reading.h"
#include "support/catch.h"

using namespace ddblint;

namespace {

/// A table of a template with these lines among its properties, after the service's defaults.
Table settled(std::string_view properties) {
  return with_service_defaults(read(orders(properties)).table());
}

/// What a table of the service's own says, after the service's defaults.
Table described(const std::string& members) {
  return with_service_defaults(read(R"({"TableName": "orders", "TableStatus": "ACTIVE",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], )" +
                                        members + "}",
                                    {}, "t.json")
                                   .table());
}

std::string units(const UnitLimits& limits) {
  return limits.absent() ? "none" : shown(limits.read) + "/" + shown(limits.write);
}

std::string settings(const Table& table) {
  return fmt::format(
      "{} {} pitr={} sse={}/{}/{} protect={} ttl={}/{} stream={}/{} insights={}",
      shown(table.billing_mode), shown(table.table_class), shown(table.point_in_time_recovery),
      shown(table.encryption), shown(table.encryption_type), shown(table.encryption_key),
      shown(table.deletion_protection), shown(table.ttl_enabled), shown(table.ttl_attribute),
      shown(table.stream_enabled), shown(table.stream_view), shown(table.contributor_insights));
}

}  // namespace

TEST_CASE("a table that says nothing is provisioned, standard and without extras", "[defaults]") {
  const Table table = settled("");
  CHECK(settings(table) ==
        "PROVISIONED STANDARD pitr=false sse=false/-/- protect=false ttl=false/- stream=false/- "
        "insights=false");
  CHECK(table.throughput.absent());
  CHECK_FALSE(table.billing_mode.span().valid());
  CHECK(table.multi_region_consistency.absent());
}

TEST_CASE("what a table says stays, and its places too", "[defaults]") {
  const Table table = settled(
      "      BillingMode: PAY_PER_REQUEST\n"
      "      TableClass: STANDARD_INFREQUENT_ACCESS\n"
      "      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}\n"
      "      SSESpecification: {SSEEnabled: true, KMSMasterKeyId: alias/a}\n"
      "      DeletionProtectionEnabled: true\n"
      "      TimeToLiveSpecification: {Enabled: true, AttributeName: until}\n"
      "      StreamSpecification: {StreamViewType: NEW_IMAGE}\n"
      "      ContributorInsightsSpecification: {Enabled: true}\n");
  CHECK(settings(table) ==
        "PAY_PER_REQUEST STANDARD_INFREQUENT_ACCESS pitr=true sse=true/KMS/alias/a protect=true "
        "ttl=true/until stream=true/NEW_IMAGE insights=true");
  CHECK(table.billing_mode.span().valid());
}

TEST_CASE("what is unknown stays unknown", "[defaults]") {
  const Table table = settled(
      "      BillingMode: !ImportValue Mode\n"
      "      SSESpecification: {SSEEnabled: !ImportValue Encrypt}\n"
      "      TimeToLiveSpecification: {Enabled: !ImportValue Expire, AttributeName: until}\n");
  CHECK(settings(table) ==
        "?!ImportValue Mode STANDARD pitr=false sse=?!ImportValue Encrypt/-/- protect=false "
        "ttl=?!ImportValue Expire/until stream=false/- insights=false");
}

TEST_CASE("what is switched off carries nothing", "[defaults]") {
  const Table table = settled(
      "      SSESpecification: {SSEEnabled: false, SSEType: KMS, KMSMasterKeyId: alias/a}\n"
      "      TimeToLiveSpecification: {Enabled: false, AttributeName: until}\n");
  CHECK(settings(table) ==
        "PROVISIONED STANDARD pitr=false sse=false/-/- protect=false ttl=false/- stream=false/- "
        "insights=false");
}

TEST_CASE("SAM's simple table is on-demand until it states a throughput", "[defaults]") {
  const std::string simple =
      "Transform: AWS::Serverless-2016-10-31\n"
      "Resources:\n  Orders:\n    Type: AWS::Serverless::SimpleTable\n";
  CHECK(with_service_defaults(read(simple).table()).billing_mode.is("PAY_PER_REQUEST"));
  const std::string provisioned =
      simple +
      "    Properties:\n"
      "      ProvisionedThroughput: {ReadCapacityUnits: 2, WriteCapacityUnits: 1}\n";
  CHECK(with_service_defaults(read(provisioned).table()).billing_mode.is("PROVISIONED"));
}

TEST_CASE("a mode that is left open stays open", "[defaults]") {
  Table model = read(orders("")).table();
  model.default_mode = DefaultMode::open;
  CHECK(with_service_defaults(model).billing_mode.absent());
  model.default_mode = DefaultMode::on_demand;
  CHECK(with_service_defaults(model).billing_mode.is("PAY_PER_REQUEST"));
}

TEST_CASE("zeros and starting values of an existing table say nothing", "[defaults]") {
  const Table table = described(R"("BillingModeSummary": {"BillingMode": "PAY_PER_REQUEST"},
    "ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0},
    "OnDemandThroughput": {"MaxReadRequestUnits": -1, "MaxWriteRequestUnits": -1},
    "WarmThroughput": {"ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4000},
    "GlobalSecondaryIndexes": [{"IndexName": "one",
      "ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0},
      "OnDemandThroughput": {"MaxReadRequestUnits": 9, "MaxWriteRequestUnits": -1},
      "WarmThroughput": {"ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4001}}])");
  CHECK(table.throughput.absent());
  CHECK(units(table.on_demand) == "none");
  CHECK(units(table.warm) == "none");
  const Index& index = table.global_indexes.items.at(0);
  CHECK(index.throughput.absent());
  CHECK(units(index.on_demand) == "9/-");
  CHECK(units(index.warm) == "12000/4001");
  CHECK(index.contributor_insights.is(false));
}

TEST_CASE("a provisioned table is warm for what it is provisioned with", "[defaults]") {
  const std::string capacity =
      R"("ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 6}, )";
  const auto warm = [&](const std::string& units) {
    return described(capacity + R"("WarmThroughput": {)" + units + "}").warm;
  };
  CHECK(units(warm(R"("ReadUnitsPerSecond": 5, "WriteUnitsPerSecond": 6)")) == "none");
  CHECK(units(warm(R"("ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4000)")) == "12000/4000");
  // Zeros are a fault where capacity is provisioned.
  const Table zeros =
      described(R"("ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0})");
  CHECK(zeros.throughput.read.is(0));
}

TEST_CASE("replicas are eventually consistent and have no extras of their own", "[defaults]") {
  const Table table = described(R"("Replicas": [{"RegionName": "eu-west-1"}])");
  CHECK(table.multi_region_consistency.is("EVENTUAL"));
  REQUIRE(table.replicas.items.size() == 1);
  CHECK(table.replicas.items[0].region.is("eu-west-1"));
  CHECK(table.replicas.items[0].point_in_time_recovery.is(false));
  CHECK(table.replicas.items[0].deletion_protection.is(false));
}
