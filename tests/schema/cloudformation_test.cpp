#include "schema/cloudformation.h"

#include <string>

#include "schema/reading.h"
#include "support/catch.h"

using ddblint::complaints;
using ddblint::Dialect;
using ddblint::names;
using ddblint::orders;
using ddblint::read;
using ddblint::Reading;
using ddblint::shown;
using ddblint::Table;

namespace {

constexpr const char* kFull = R"(AWSTemplateFormatVersion: "2010-09-09"
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    DeletionPolicy: Retain
    UpdateReplacePolicy: Delete
    Metadata:
      ddblint: {ignore: [DDB101]}
    Properties:
      TableName: orders
      AttributeDefinitions:
        - AttributeName: pk
          AttributeType: S
        - {AttributeName: sk, AttributeType: N}
        - {AttributeName: status, AttributeType: S}
      KeySchema:
        - AttributeName: pk
          KeyType: HASH
        - AttributeName: sk
          KeyType: RANGE
      BillingMode: PROVISIONED
      ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: "6"}
      GlobalSecondaryIndexes:
        - IndexName: by-status
          KeySchema: [{AttributeName: status, KeyType: HASH}, {AttributeName: sk, KeyType: RANGE}]
          Projection: {ProjectionType: INCLUDE, NonKeyAttributes: [a, b]}
          ProvisionedThroughput: {ReadCapacityUnits: 1, WriteCapacityUnits: 2}
          ContributorInsightsSpecification: {Enabled: true}
          OnDemandThroughput: {MaxReadRequestUnits: 7, MaxWriteRequestUnits: 8}
          WarmThroughput: {ReadUnitsPerSecond: 12000, WriteUnitsPerSecond: 4000}
      LocalSecondaryIndexes:
        - IndexName: by-local
          KeySchema: [{AttributeName: pk, KeyType: HASH}, {AttributeName: status, KeyType: RANGE}]
          Projection: {ProjectionType: ALL}
      OnDemandThroughput: {MaxReadRequestUnits: 100, MaxWriteRequestUnits: 200}
      WarmThroughput: {ReadUnitsPerSecond: 13000, WriteUnitsPerSecond: 5000}
      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
      SSESpecification: {SSEEnabled: true, SSEType: KMS, KMSMasterKeyId: alias/k}
      StreamSpecification: {StreamViewType: NEW_IMAGE}
      TimeToLiveSpecification: {AttributeName: expires, Enabled: "true"}
      DeletionProtectionEnabled: True
      TableClass: STANDARD_INFREQUENT_ACCESS
      ContributorInsightsSpecification: {Enabled: false}
)";

}  // namespace

TEST_CASE("a table of CloudFormation is read whole", "[cloudformation]") {
  const Reading reading = read(kFull);
  CHECK(complaints(reading).empty());
  CHECK(reading.found.open.empty());
  REQUIRE(reading.found.tables.size() == 1);
  const Table& table = reading.table();
  CHECK(table.dialect == Dialect::cloudformation);
  CHECK(table.resource_type == "AWS::DynamoDB::Table");
  CHECK(table.id == "Orders");
  CHECK(reading.source(table.id_span) == "Orders");
  CHECK(reading.source(table.span).starts_with("Type: AWS::DynamoDB::Table\n"));
  CHECK(reading.source(table.span).ends_with("{Enabled: false}"));
  CHECK(table.origin.absent());
  CHECK(table.name.is("orders"));
  CHECK(names(table.attributes) == "pk sk status");
  CHECK(shown(table.key) == "pk:S/HASH sk:N/RANGE");
  REQUIRE(table.key.partition.size() == 1);
  REQUIRE(table.key.sort.size() == 1);
  CHECK(reading.source(table.key.sort[0].name.span()) == "sk");
  CHECK(reading.source(table.key.partition[0].span) ==
        "AttributeName: pk\n          KeyType: HASH");
  CHECK(reading.source(table.key.sort[0].type.span()) == "N");
  CHECK(table.billing_mode.is("PROVISIONED"));
  CHECK(table.provisioned());
  CHECK_FALSE(table.on_demand_mode());
  CHECK(table.throughput.read.is(5));
  CHECK(table.throughput.write.is(6));
  CHECK(reading.source(table.throughput.span) ==
        "{ReadCapacityUnits: 5, WriteCapacityUnits: \"6\"}");
  REQUIRE(table.global_indexes.items.size() == 1);
  const auto& global = table.global_indexes.items[0];
  CHECK(global.name.is("by-status"));
  CHECK(shown(global.key) == "status:S/HASH sk:N/RANGE");
  CHECK(global.projection.type.is("INCLUDE"));
  REQUIRE(global.projection.non_key_attributes.items.size() == 2);
  CHECK(global.projection.non_key_attributes.items[1].is("b"));
  CHECK(global.throughput.read.is(1));
  CHECK(global.throughput.write.is(2));
  CHECK(global.contributor_insights.is(true));
  CHECK(global.on_demand.read.is(7));
  CHECK(global.on_demand.write.is(8));
  CHECK(global.warm.read.is(12000));
  CHECK(global.warm.write.is(4000));
  REQUIRE(table.local_indexes.items.size() == 1);
  CHECK(shown(table.local_indexes.items[0].key) == "pk:S/HASH status:S/RANGE");
  CHECK(table.on_demand.read.is(100));
  CHECK(table.on_demand.write.is(200));
  CHECK(table.warm.read.is(13000));
  CHECK(table.warm.write.is(5000));
  CHECK(table.point_in_time_recovery.is(true));
  CHECK(table.encryption.is(true));
  CHECK(table.encryption_type.is("KMS"));
  CHECK(table.encryption_key.is("alias/k"));
  CHECK(table.stream_enabled.is(true));
  CHECK(table.stream_view.is("NEW_IMAGE"));
  CHECK(reading.source(table.stream_span) == "{StreamViewType: NEW_IMAGE}");
  CHECK(table.ttl_enabled.is(true));
  CHECK(table.ttl_attribute.is("expires"));
  CHECK(table.deletion_protection.is(true));
  CHECK(table.table_class.is("STANDARD_INFREQUENT_ACCESS"));
  CHECK(table.contributor_insights.is(false));
  CHECK(table.deletion_policy.is("Retain"));
  CHECK(table.update_replace_policy.is("Delete"));
  REQUIRE(reading.found.metadata.size() == 1);
  CHECK(reading.found.metadata[0].table_id == "Orders");
}

TEST_CASE("what a table does not state is absent", "[cloudformation]") {
  const Reading reading = read(orders(""));
  const Table& table = reading.table();
  CHECK(table.name.absent());
  CHECK(table.billing_mode.absent());
  CHECK(table.provisioned());
  CHECK(table.throughput.absent());
  CHECK(table.on_demand.absent());
  CHECK(table.warm.absent());
  CHECK(table.global_indexes.absent());
  CHECK(table.local_indexes.absent());
  CHECK(table.vector_indexes.absent());
  CHECK(table.stream_enabled.absent());
  CHECK_FALSE(table.stream_span.valid());
  CHECK(table.replicas.absent());
  CHECK(table.item_count.absent());
}

TEST_CASE("the same template in JSON gives the same table", "[cloudformation]") {
  const Reading reading = read(R"({"Resources": {"Orders": {
    "Type": "AWS::DynamoDB::Table",
    "Properties": {
      "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
      "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}}}})",
                               {}, "t.json");
  CHECK(summary(reading.table()) == summary(read(orders("")).table()));
}

TEST_CASE("keys of several attributes", "[cloudformation]") {
  const Reading reading = read(
      "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties:\n"
      "      AttributeDefinitions: [{AttributeName: a, AttributeType: S}, {AttributeName: b, "
      "AttributeType: N}, {AttributeName: c, AttributeType: B}]\n"
      "      KeySchema: [{AttributeName: a, KeyType: HASH}]\n"
      "      GlobalSecondaryIndexes:\n"
      "      - IndexName: multi\n"
      "        KeySchema:\n"
      "        - {AttributeName: a, KeyType: HASH}\n"
      "        - {AttributeName: b, KeyType: HASH}\n"
      "        - {AttributeName: c, KeyType: RANGE}\n"
      "        - {AttributeName: d, KeyType: RANGE}\n"
      "        - {AttributeName: e, KeyType: Range}\n"
      "        Projection: {ProjectionType: KEYS_ONLY}\n");
  const auto& key = reading.table().global_indexes.items.at(0).key;
  CHECK(shown(key) == "a:S/HASH b:N/HASH c:B/RANGE d:-/RANGE e:-/Range");
  CHECK(key.partition.size() == 2);
  CHECK(key.sort.size() == 2);
  CHECK(key.elements.items.size() == 5);
  CHECK(key.known());
}

TEST_CASE("vector indexes", "[cloudformation]") {
  const Reading reading =
      read(orders("      VectorIndexes:\n"
                  "        - IndexName: embedding\n"
                  "          VectorAttribute: {AttributeName: vector}\n"
                  "          Dimensions: 1024\n"
                  "          DistanceFunction: COSINE\n"
                  "          SearchSchema:\n"
                  "            - {AttributeName: tenant, SearchSchemaElementType: HASH}\n"
                  "            - {AttributeName: kind, SearchSchemaElementType: INLINE_FILTER}\n"
                  "          Projection: {ProjectionType: KEYS_ONLY}\n"));
  CHECK(complaints(reading).empty());
  REQUIRE(reading.table().vector_indexes.items.size() == 1);
  const auto& index = reading.table().vector_indexes.items[0];
  CHECK(index.name.is("embedding"));
  CHECK(index.vector_attribute.is("vector"));
  CHECK(index.dimensions.is(1024));
  CHECK(index.distance_function.is("COSINE"));
  CHECK(names(index.search_schema) == "tenant kind");
  CHECK(index.search_schema.items[1].role.is("INLINE_FILTER"));
  CHECK(index.projection.type.is("KEYS_ONLY"));
}

TEST_CASE("a global table states capacity and replicas its own way", "[cloudformation]") {
  const Reading reading = read(R"(Resources:
  G:
    Type: AWS::DynamoDB::GlobalTable
    Properties:
      BillingMode: PROVISIONED
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      StreamSpecification: {StreamViewType: NEW_AND_OLD_IMAGES}
      WriteProvisionedThroughputSettings:
        WriteCapacityAutoScalingSettings: {MinCapacity: 1, MaxCapacity: 10}
      ReadProvisionedThroughputSettings: {ReadCapacityUnits: 9}
      WriteOnDemandThroughputSettings: {MaxWriteRequestUnits: 30}
      ReadOnDemandThroughputSettings: {MaxReadRequestUnits: 40}
      GlobalSecondaryIndexes:
        - !Ref AWS::NoValue
        - IndexName: one
          KeySchema: [{AttributeName: id, KeyType: HASH}]
          Projection: {ProjectionType: ALL}
          WriteProvisionedThroughputSettings:
            WriteCapacityAutoScalingSettings: {MinCapacity: 1, MaxCapacity: 10}
        - IndexName: two
          KeySchema: [{AttributeName: id, KeyType: HASH}]
          Projection: {ProjectionType: ALL}
      Replicas:
        - Region: eu-west-1
          PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
          DeletionProtectionEnabled: true
          ContributorInsightsSpecification: {Enabled: true}
        - Region: !Ref AWS::Region
          PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: false}
          DeletionProtectionEnabled: true
)");
  CHECK(complaints(reading).empty());
  const Table& table = reading.table();
  CHECK(table.resource_type == "AWS::DynamoDB::GlobalTable");
  CHECK(table.throughput.scales_write);
  CHECK_FALSE(table.throughput.scales_read);
  CHECK(table.throughput.read.is(9));
  CHECK(table.throughput.write.absent());
  CHECK(table.on_demand.read.is(40));
  CHECK(table.on_demand.write.is(30));
  REQUIRE(table.global_indexes.items.size() == 2);
  CHECK(table.global_indexes.items[0].throughput.scales_write);
  CHECK(table.global_indexes.items[1].throughput.absent());
  REQUIRE(table.replicas.items.size() == 2);
  CHECK(table.replicas.items[0].region.is("eu-west-1"));
  CHECK(table.replicas.items[1].region.unknown());
  CHECK(table.replicas.items[0].point_in_time_recovery.is(true));
  CHECK(table.replicas.items[1].contributor_insights.absent());
  // The table is as protected as its weakest replica.
  CHECK(table.point_in_time_recovery.is(false));
  CHECK(table.deletion_protection.is(true));
  CHECK(table.contributor_insights.absent());
}

TEST_CASE("SAM's simple table has a key of its own when none is said", "[cloudformation]") {
  const Reading reading = read(R"(Transform: AWS::Serverless-2016-10-31
Globals: {SimpleTable: {SSESpecification: {SSEEnabled: true}}}
Resources:
  Plain: {Type: AWS::Serverless::SimpleTable}
  Keyed:
    Type: AWS::Serverless::SimpleTable
    Properties:
      TableName: keyed
      PrimaryKey: {Name: when, Type: Number}
      ProvisionedThroughput: {ReadCapacityUnits: 2, WriteCapacityUnits: 3}
      SSESpecification: {SSEEnabled: false}
  Odd:
    Type: AWS::Serverless::SimpleTable
    Properties: {PrimaryKey: {Name: x, Type: Text}}
)");
  CHECK(complaints(reading).empty());
  REQUIRE(reading.found.tables.size() == 3);
  const Table& plain = reading.table(0);
  CHECK(plain.dialect == Dialect::sam);
  CHECK(shown(plain.key) == "id:S/HASH");
  CHECK(names(plain.attributes) == "id");
  CHECK(reading.source(plain.key.partition.at(0).span) == "Plain");
  CHECK(plain.encryption.is(true));
  CHECK(plain.on_demand_mode());
  CHECK_FALSE(plain.provisioned());
  const Table& keyed = reading.table(1);
  CHECK(shown(keyed.key) == "when:N/HASH");
  CHECK(reading.source(keyed.key.partition.at(0).name.span()) == "when");
  CHECK(keyed.provisioned());
  CHECK(keyed.throughput.write.is(3));
  CHECK(keyed.encryption.is(false));
  CHECK(shown(reading.table(2).key) == "x:Text/HASH");
}

TEST_CASE("SAM is told by its transform, alone or in a list", "[cloudformation]") {
  CHECK(read(orders("", "Transform: AWS::Serverless-2016-10-31\n")).table().dialect ==
        Dialect::sam);
  CHECK(read(orders("", "Transform: [AWS::LanguageExtensions, AWS::Serverless-2016-10-31]\n"))
            .table()
            .dialect == Dialect::sam);
  CHECK(read(orders("", "Transform: AWS::LanguageExtensions\n")).table().dialect ==
        Dialect::cloudformation);
}

TEST_CASE("what the CDK synthesizes is told by its marks", "[cloudformation]") {
  const auto dialect = [](const std::string& text, std::string_view path = "t.json") {
    return read(text, {}, path).table().dialect;
  };
  const std::string table = R"("T": {"Type": "AWS::DynamoDB::Table", "Properties": {}})";
  CHECK(dialect("{\"Resources\": {" + table + "}}") == Dialect::cloudformation);
  CHECK(dialect("{\"Resources\": {" + table + "}}", "cdk.out/App.template.json") == Dialect::cdk);
  CHECK(dialect("{\"Resources\": {" + table + "}, \"Rules\": {\"CheckBootstrapVersion\": {}}}") ==
        Dialect::cdk);
  CHECK(dialect("{\"Resources\": {\"M\": {\"Type\": \"AWS::CDK::Metadata\"}, " + table + "}}") ==
        Dialect::cdk);
  CHECK(dialect("{\"Parameters\": {\"BootstrapVersion\": {\"Default\": "
                "\"/cdk-bootstrap/hnb659fds/version\"}}, \"Resources\": {" +
                table + "}}") == Dialect::cdk);
  const Reading reading = read(
      R"({"Resources": {"T": {"Type": "AWS::DynamoDB::Table", "Properties": {},
          "Metadata": {"aws:cdk:path": "App/Orders/Resource"}}}})",
      {}, "t.json");
  CHECK(reading.table().dialect == Dialect::cdk);
  CHECK(reading.table().origin.is("App/Orders/Resource"));
  CHECK(reading.source(reading.table().origin.span()) == "\"App/Orders/Resource\"");
}

TEST_CASE("a template wrapped by get-template", "[cloudformation]") {
  const Reading reading =
      read("{\"TemplateBody\": {\"Resources\": {\"T\": {\"Type\": \"AWS::DynamoDB::Table\"}}}}", {},
           "t.json");
  CHECK(reading.table().id == "T");
}

TEST_CASE("properties that are an expression leave everything open", "[cloudformation]") {
  const Reading reading = read(
      "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties:\n"
      "      Fn::Transform: {Name: AWS::Include,   Parameters: {Location: s3://x}}\n");
  CHECK(complaints(reading).empty());
  const Table& table = reading.table();
  CHECK(table.name.unknown());
  CHECK(table.key.elements.unknown.has_value());
  CHECK_FALSE(table.key.known());
  CHECK(table.attributes.unknown.has_value());
  CHECK(table.billing_mode.unknown());
  CHECK_FALSE(table.provisioned());
  CHECK_FALSE(table.on_demand_mode());
  CHECK(table.point_in_time_recovery.unknown());
  CHECK(table.stream_enabled.unknown());
  CHECK(table.throughput.unknown.has_value());
  CHECK(table.name.why_unknown().expression ==
        "Fn::Transform: {Name: AWS::Include, Parameters: {Location: s3://x}}");
  CHECK(table.name.why_unknown().why == "a macro that runs at deployment");
}

TEST_CASE("a macro beside properties may add any of them", "[cloudformation]") {
  const Reading reading = read(
      orders("      Fn::Transform: {Name: AWS::Include}\n      BillingMode: PAY_PER_REQUEST\n"));
  const Table& table = reading.table();
  CHECK(table.billing_mode.is("PAY_PER_REQUEST"));
  CHECK(shown(table.key) == "id:S/HASH");
  CHECK(table.point_in_time_recovery.unknown());
  CHECK(table.name.why_unknown().why == "Fn::Transform may add it at deployment");
}

TEST_CASE("values of a wrong shape are reported where they stand", "[cloudformation]") {
  const auto complaint = [](const std::string& properties) {
    return complaints(
        read("Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties:\n" + properties));
  };
  CHECK(complaint("      KeySchema: {AttributeName: id}\n") ==
        "{AttributeName: id}: this should be a list\n");
  CHECK(complaint("      AttributeDefinitions: id\n") == "id: this should be a list\n");
  CHECK(complaint("      BillingMode: [x]\n") == "[x]: this should be a text\n");
  CHECK(complaint("      TableName: {a: b}\n") == "{a: b}: this should be a text\n");
  CHECK(complaint("      ProvisionedThroughput: {ReadCapacityUnits: five}\n") ==
        "five: this should be a whole number\n");
  CHECK(complaint("      DeletionProtectionEnabled: maybe\n") ==
        "maybe: this should be true or false\n");
  CHECK(complaint("      GlobalSecondaryIndexes: {IndexName: x}\n") ==
        "{IndexName: x}: this should be a list\n");
  CHECK(complaint("      KeySchema: [id]\n") == "id: this should be a mapping\n");
  CHECK(complaint("      KeySchema: [[id]]\n") == "[id]: this should be a mapping\n");
  CHECK(complaint("      ProvisionedThroughput: 5\n") == "5: this should be a mapping\n");
  CHECK(complaint("      SSESpecification: [true]\n") == "[true]: this should be a mapping\n");
  CHECK(complaints(read("Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties: x\n")) ==
        "x: this should be a mapping\n");
}

TEST_CASE("a value of a wrong shape is not absent", "[cloudformation]") {
  const Reading reading =
      read(orders("      TableName: [a]\n      TableClass: {b: c}\n"
                  "      DeletionProtectionEnabled: maybe\n"));
  CHECK(reading.table().name.unknown());
  CHECK(reading.table().table_class.unknown());
  CHECK(reading.table().deletion_protection.unknown());
}

TEST_CASE("variants of a table complain once", "[cloudformation]") {
  const Reading reading = read(orders("      BillingMode: [x]\n      TableName: !If [A, b, c]\n"));
  CHECK(reading.found.tables.at(0).variants.size() == 2);
  CHECK(complaints(reading) == "[x]: this should be a text\n");
}

TEST_CASE("a resource of a wrong shape is passed over", "[cloudformation]") {
  CHECK(read("Resources: [AWS::DynamoDB::Table]\n").found.tables.empty());
  CHECK(read("Resources: AWS::DynamoDB::Table\n").found.tables.empty());
  CHECK(read("Resources:\n  T: AWS::DynamoDB::Table\n").found.tables.empty());
  CHECK(read("Resources:\n  T: {Type: [AWS::DynamoDB::Table]}\n").found.tables.empty());
  CHECK(read("Resources:\n").found.tables.empty());
  const Reading reading = read("Resources:\n  X:\n  Y: 5\n  T: {Type: AWS::DynamoDB::Table}\n");
  CHECK(reading.table().id == "T");
}

TEST_CASE("anchors and merge keys share properties between tables", "[cloudformation]") {
  const Reading reading = read(R"(Shared: &shared
  BillingMode: PAY_PER_REQUEST
  AttributeDefinitions: &attributes [{AttributeName: id, AttributeType: S}]
  KeySchema: [{AttributeName: id, KeyType: HASH}]
Resources:
  A: &a
    Type: AWS::DynamoDB::Table
    Properties: *shared
  B:
    Type: AWS::DynamoDB::Table
    Properties:
      <<: *shared
      BillingMode: PROVISIONED
  C: *a
)");
  REQUIRE(reading.found.tables.size() == 3);
  CHECK(shown(reading.table(0).billing_mode) == "PAY_PER_REQUEST");
  CHECK(shown(reading.table(1).billing_mode) == "PROVISIONED");
  CHECK(shown(reading.table(1).key) == "id:S/HASH");
  CHECK(reading.table(2).id == "C");
  CHECK(reading.source(reading.table(2).id_span) == "C");
}

TEST_CASE("scaling targets name the table and the index they are for", "[cloudformation]") {
  const Reading reading = read(orders("") + R"(  Write:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties:
      ServiceNamespace: dynamodb
      ResourceId: !Sub table/${Orders}
      ScalableDimension: dynamodb:table:WriteCapacityUnits
  Read:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties:
      ResourceId: !Join [/, [table, !Ref Orders, index, by-status]]
      ScalableDimension: dynamodb:index:ReadCapacityUnits
  Named:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties:
      ResourceId: table/orders
      ScalableDimension: dynamodb:table:ReadCapacityUnits
  Mapped:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties:
      ResourceId: !Sub ["table/${T}/index/${I}", {T: !Ref Orders, I: by-x}]
      ScalableDimension: dynamodb:index:WriteCapacityUnits
  Other:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties: {ResourceId: service/x, ScalableDimension: "ecs:service:DesiredCount"}
)");
  const auto& scaling = reading.found.siblings.scaling;
  REQUIRE(scaling.size() == 4);
  CHECK(scaling[0].table_id == "Orders");
  CHECK(scaling[0].index.empty());
  CHECK(scaling[0].write);
  CHECK_FALSE(scaling[0].read);
  CHECK(scaling[0].resource.absent());
  CHECK(reading.source(scaling[0].span) == "Write");
  CHECK(scaling[1].table_id == "Orders");
  CHECK(scaling[1].index == "by-status");
  CHECK(scaling[1].read);
  CHECK(scaling[2].table_id == "orders");
  CHECK(scaling[2].resource.is("table/orders"));
  CHECK(scaling[3].table_id == "Orders");
  CHECK(scaling[3].index == "by-x");
}

TEST_CASE("alarms on metrics of DynamoDB", "[cloudformation]") {
  const Reading reading = read(orders("") + R"(  Plain:
    Type: AWS::CloudWatch::Alarm
    Properties: {Namespace: AWS/DynamoDB, MetricName: ThrottledRequests}
  Open:
    Type: AWS::CloudWatch::Alarm
    Properties: {Namespace: AWS/DynamoDB, MetricName: !Ref Metric}
  Math:
    Type: AWS::CloudWatch::Alarm
    Properties:
      Metrics:
        - {Expression: a + b}
        - MetricStat: {Metric: {Namespace: AWS/DynamoDB, MetricName: ReadThrottleEvents}}
        - MetricStat: {Metric: {Namespace: AWS/SQS, MetricName: Age}}
  Other:
    Type: AWS::CloudWatch::Alarm
    Properties: {Namespace: AWS/Lambda, MetricName: Errors}
)");
  const auto& alarms = reading.found.siblings.alarms;
  REQUIRE(alarms.size() == 3);
  CHECK(alarms[0].metric.is("ThrottledRequests"));
  CHECK(alarms[1].metric.unknown());
  CHECK(alarms[2].metric.is("ReadThrottleEvents"));
  CHECK(reading.source(alarms[2].span) == "ReadThrottleEvents");
}

TEST_CASE("metadata of the whole template", "[cloudformation]") {
  const Reading reading = read(orders("", "Metadata: {ddblint: {ignore: [DDB101]}}\n"));
  REQUIRE(reading.found.metadata.size() == 1);
  CHECK(reading.found.metadata[0].table_id.empty());
  CHECK(reading.found.metadata[0].node->find("ignore") != nullptr);
}

TEST_CASE("a very deep and wide resource id ends", "[cloudformation]") {
  std::string text = "A0: &a0 [x, x, x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    text += fmt::format("A{}: &a{} [*a{}, *a{}, *a{}, *a{}, *a{}, *a{}, *a{}, *a{}, *a{}, *a{}]\n",
                        i, i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
  }
  text += orders("") +
          "  S:\n    Type: AWS::ApplicationAutoScaling::ScalableTarget\n"
          "    Properties: {ResourceId: *a9, ScalableDimension: "
          "\"dynamodb:table:ReadCapacityUnits\"}\n";
  CHECK(read(text).found.siblings.scaling.size() == 1);
}
