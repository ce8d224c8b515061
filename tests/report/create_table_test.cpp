#include <string>

#include "report/report.h"
#include "source/source_file.h"
#include "support/catch.h"
#include "syntax/parse.h"

using namespace ddblint;

namespace {

/// The inputs of CreateTable that a file gives.
CreateTableInputs inputs_of(const std::string& text, const std::string& path = "a.yaml") {
  SourceSet sources;
  const FileId file = sources.add(path);
  sources.file(file).set_text(text);
  const Tree tree = parse(file, path, sources.file(file).text());
  const Definitions found = read_definitions(tree, path, sources.file(file).text(), {});
  const std::vector<InspectedFile> files = {
      {.file = file, .definitions = &found, .diagnostics = &tree.diagnostics}};
  return render_create_table(sources, files);
}

const std::string kKey =
    "      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
    "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n";

/// A template with one table of these properties.
std::string table(const std::string& id, const std::string& properties = "") {
  return "  " + id + ":\n    Type: AWS::DynamoDB::Table\n    Properties:\n" + kKey + properties;
}

}  // namespace

TEST_CASE("a table as CreateTable takes it", "[create_table]") {
  const auto inputs = inputs_of(R"(Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: orders
      BillingMode: PROVISIONED
      AttributeDefinitions:
        - {AttributeName: customer_id, AttributeType: S}
        - {AttributeName: placed_at, AttributeType: N}
        - {AttributeName: carrier, AttributeType: B}
      KeySchema:
        - {AttributeName: customer_id, KeyType: HASH}
        - {AttributeName: placed_at, KeyType: RANGE}
      ProvisionedThroughput: {ReadCapacityUnits: 20, WriteCapacityUnits: 10}
      LocalSecondaryIndexes:
        - IndexName: by-carrier
          KeySchema:
            - {AttributeName: customer_id, KeyType: HASH}
            - {AttributeName: carrier, KeyType: RANGE}
          Projection: {ProjectionType: KEYS_ONLY}
      GlobalSecondaryIndexes:
        - IndexName: carriers
          KeySchema: [{AttributeName: carrier, KeyType: HASH}]
          Projection: {ProjectionType: INCLUDE, NonKeyAttributes: [total, weight]}
          ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: 10}
      StreamSpecification: {StreamViewType: NEW_IMAGE}
      SSESpecification: {SSEEnabled: true, KMSMasterKeyId: alias/orders}
      TableClass: STANDARD_INFREQUENT_ACCESS
      DeletionProtectionEnabled: true
      WarmThroughput: {ReadUnitsPerSecond: 15000, WriteUnitsPerSecond: 5000}
      TimeToLiveSpecification: {Enabled: true, AttributeName: expires}
      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
)");
  CHECK(inputs.left_out.empty());
  CHECK(inputs.text == R"({
  "TableName": "orders",
  "AttributeDefinitions": [
    {
      "AttributeName": "customer_id",
      "AttributeType": "S"
    },
    {
      "AttributeName": "placed_at",
      "AttributeType": "N"
    },
    {
      "AttributeName": "carrier",
      "AttributeType": "B"
    }
  ],
  "KeySchema": [
    {
      "AttributeName": "customer_id",
      "KeyType": "HASH"
    },
    {
      "AttributeName": "placed_at",
      "KeyType": "RANGE"
    }
  ],
  "LocalSecondaryIndexes": [
    {
      "IndexName": "by-carrier",
      "KeySchema": [
        {
          "AttributeName": "customer_id",
          "KeyType": "HASH"
        },
        {
          "AttributeName": "carrier",
          "KeyType": "RANGE"
        }
      ],
      "Projection": {
        "ProjectionType": "KEYS_ONLY"
      }
    }
  ],
  "GlobalSecondaryIndexes": [
    {
      "IndexName": "carriers",
      "KeySchema": [
        {
          "AttributeName": "carrier",
          "KeyType": "HASH"
        }
      ],
      "Projection": {
        "ProjectionType": "INCLUDE",
        "NonKeyAttributes": [
          "total",
          "weight"
        ]
      },
      "ProvisionedThroughput": {
        "ReadCapacityUnits": 5,
        "WriteCapacityUnits": 10
      }
    }
  ],
  "BillingMode": "PROVISIONED",
  "ProvisionedThroughput": {
    "ReadCapacityUnits": 20,
    "WriteCapacityUnits": 10
  },
  "WarmThroughput": {
    "ReadUnitsPerSecond": 15000,
    "WriteUnitsPerSecond": 5000
  },
  "StreamSpecification": {
    "StreamEnabled": true,
    "StreamViewType": "NEW_IMAGE"
  },
  "SSESpecification": {
    "Enabled": true,
    "SSEType": "KMS",
    "KMSMasterKeyId": "alias/orders"
  },
  "TableClass": "STANDARD_INFREQUENT_ACCESS",
  "DeletionProtectionEnabled": true
}
)");
}

TEST_CASE("a vector index and on-demand limits as CreateTable takes them", "[create_table]") {
  const auto inputs = inputs_of(R"({
    "TableName": "docs", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "OnDemandThroughput": {"MaxReadRequestUnits": 100, "MaxWriteRequestUnits": -1},
    "VectorIndexes": [{"IndexName": "near", "VectorAttribute": {"AttributeName": "v"},
      "SearchSchema": [{"AttributeName": "id", "SearchSchemaElementType": "HASH"}],
      "Projection": {"ProjectionType": "ALL"}, "Dimensions": 4, "DistanceFunction": "COSINE"}]})",
                                "a.json");
  CHECK(inputs.text == R"({
  "TableName": "docs",
  "AttributeDefinitions": [
    {
      "AttributeName": "id",
      "AttributeType": "S"
    }
  ],
  "KeySchema": [
    {
      "AttributeName": "id",
      "KeyType": "HASH"
    }
  ],
  "VectorIndexes": [
    {
      "IndexName": "near",
      "VectorAttribute": {
        "AttributeName": "v"
      },
      "SearchSchema": [
        {
          "AttributeName": "id",
          "SearchSchemaElementType": "HASH"
        }
      ],
      "Projection": {
        "ProjectionType": "ALL"
      },
      "Dimensions": 4,
      "DistanceFunction": "COSINE"
    }
  ],
  "BillingMode": "PAY_PER_REQUEST",
  "OnDemandThroughput": {
    "MaxReadRequestUnits": 100
  }
}
)");
}

TEST_CASE("several tables are a list; a name that is not stated is the id", "[create_table]") {
  const auto inputs = inputs_of("Transform: AWS::Serverless-2016-10-31\nResources:\n" +
                                table("Orders", "      BillingMode: PAY_PER_REQUEST\n") +
                                "  T:\n    Type: AWS::Serverless::SimpleTable\n"
                                "    Properties: {PrimaryKey: {Name: k, Type: Number}}\n");
  CHECK(inputs.left_out.empty());
  CHECK(inputs.text == R"([
  {
    "TableName": "Orders",
    "AttributeDefinitions": [
      {
        "AttributeName": "id",
        "AttributeType": "S"
      }
    ],
    "KeySchema": [
      {
        "AttributeName": "id",
        "KeyType": "HASH"
      }
    ],
    "BillingMode": "PAY_PER_REQUEST"
  },
  {
    "TableName": "T--",
    "AttributeDefinitions": [
      {
        "AttributeName": "k",
        "AttributeType": "N"
      }
    ],
    "KeySchema": [
      {
        "AttributeName": "k",
        "KeyType": "HASH"
      }
    ],
    "BillingMode": "PAY_PER_REQUEST"
  }
]
)");
}

TEST_CASE("what is not known cannot be created, and is named", "[create_table]") {
  const std::string stack = "Parameters: {Stage: {Type: String}}\nResources:\n";
  const auto reason = [&](const std::string& properties) {
    const auto inputs = inputs_of(stack + table("Orders", properties));
    CHECK(inputs.text.empty());
    return inputs.left_out.size() == 1 ? inputs.left_out[0]
                                       : std::to_string(inputs.left_out.size());
  };
  const std::string place = "a.yaml:3:3: Orders is left out: ";
  CHECK(reason("      TableName: !Sub 'orders-${Stage}'\n") ==
        place + "TableName is not known: !Sub 'orders-${Stage}', parameter Stage has no default");
  CHECK(reason("      BillingMode: !Ref Stage\n") ==
        place + "BillingMode is not known: !Ref Stage, parameter Stage has no default");
  CHECK(reason("      GlobalSecondaryIndexes: !ImportValue Indexes\n") ==
        place +
            "GlobalSecondaryIndexes is not known: !ImportValue Indexes, the export of another "
            "stack");
  CHECK(reason("      SSESpecification: {SSEEnabled: true, KMSMasterKeyId: !Ref Stage}\n") ==
        place + "KMSMasterKeyId is not known: !Ref Stage, parameter Stage has no default");
  // What CreateTable has no member for does not matter.
  CHECK(inputs_of(stack + table("Orders", "      TimeToLiveSpecification: !ImportValue T\n"))
            .left_out.empty());
}

TEST_CASE("the tables that are known are given, the others are named", "[create_table]") {
  const auto inputs = inputs_of("Resources:\n" + table("Known") +
                                table("Open", "      TableName: !ImportValue N\n"));
  CHECK(inputs.left_out.size() == 1);
  CHECK(inputs.text.starts_with("{\n  \"TableName\": \"Known\",\n"));
  const auto keyless = inputs_of("Resources:\n  R: {Type: 'AWS::DynamoDB::GlobalTable'}\n");
  REQUIRE(keyless.left_out.size() == 1);
  CHECK(keyless.left_out[0] == "a.yaml:2:3: R is left out: it states no key");
  const auto unbilled = inputs_of(R"({"DataModel": [{"TableName": "orders", "KeyAttributes":
    {"PartitionKey": {"AttributeName": "id", "AttributeType": "S"}}}]})",
                                  "a.json");
  REQUIRE(unbilled.left_out.size() == 1);
  CHECK(unbilled.left_out[0] == "a.json:1:30: orders is left out: it states no billing mode");
  const auto nameless = inputs_of(R"({"AttributeDefinitions": [], "KeySchema": []})", "a.json");
  REQUIRE(nameless.left_out.size() == 1);
  CHECK(nameless.left_out[0] == "a.json:1:1: a table is left out: it has no name");
}

TEST_CASE("capacity that auto scaling sets is not made up", "[create_table]") {
  const auto inputs = inputs_of(
      "Resources:\n  Orders:\n    Type: AWS::DynamoDB::GlobalTable\n    Properties:\n" + kKey +
      "      BillingMode: PROVISIONED\n"
      "      WriteProvisionedThroughputSettings:\n"
      "        WriteCapacityAutoScalingSettings: {MinCapacity: 1, MaxCapacity: 9}\n");
  REQUIRE(inputs.left_out.size() == 1);
  CHECK(inputs.left_out[0] ==
        "a.yaml:2:3: Orders is left out: ProvisionedThroughput is not known: auto scaling sets it");
}

TEST_CASE("no tables give no input", "[create_table]") {
  const auto inputs = inputs_of("a: 1\n");
  CHECK(inputs.text.empty());
  CHECK(inputs.left_out.empty());
}
