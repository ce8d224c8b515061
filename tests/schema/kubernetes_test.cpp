#include "schema/kubernetes.h"

#include "schema/reading.h"

namespace ddblint {
namespace {

std::string manifest(std::string_view group, std::string_view kind, std::string_view name,
                     std::string_view spec) {
  return fmt::format("---\napiVersion: {}\nkind: {}\nmetadata: {{name: {}}}\nspec:\n{}", group,
                     kind, name, spec);
}

constexpr std::string_view kAck = "dynamodb.services.k8s.aws/v1alpha1";
constexpr std::string_view kUpbound = "dynamodb.aws.upbound.io/v1beta2";
constexpr std::string_view kKey =
    "  attributeDefinitions: [{attributeName: id, attributeType: S}]\n"
    "  keySchema: [{attributeName: id, keyType: HASH}]\n";
constexpr std::string_view kProvider =
    "  forProvider:\n    region: eu-west-1\n    attribute: [{name: id, type: S}]\n    hashKey: "
    "id\n";

std::string all(const Reading& reading) {
  std::string out;
  for (const auto& definition : reading.found.tables) out += summary(definition.first()) + "\n";
  return out;
}

TEST_CASE("every setting of an ACK table is read", "[kubernetes]") {
  const Reading reading = read(manifest(kAck, "Table", "orders", R"(
  tableName: shop-orders
  attributeDefinitions:
    - {attributeName: customer, attributeType: S}
    - {attributeName: placed, attributeType: "N"}
  keySchema:
    - {attributeName: customer, keyType: HASH}
    - {attributeName: placed, keyType: RANGE}
  billingMode: PROVISIONED
  provisionedThroughput: {readCapacityUnits: 5, writeCapacityUnits: 4}
  globalSecondaryIndexes:
    - indexName: by-day
      keySchema: [{attributeName: placed, keyType: HASH}]
      projection: {projectionType: INCLUDE, nonKeyAttributes: [total]}
      provisionedThroughput: {readCapacityUnits: 3, writeCapacityUnits: 2}
  localSecondaryIndexes:
    - indexName: l
      keySchema:
        - {attributeName: customer, keyType: HASH}
        - {attributeName: placed, keyType: RANGE}
      projection: {projectionType: KEYS_ONLY}
  onDemandThroughput: {maxReadRequestUnits: 9, maxWriteRequestUnits: 8}
  sseSpecification: {enabled: true, sseType: KMS, kmsMasterKeyID: a-key}
  streamSpecification: {streamEnabled: true, streamViewType: NEW_IMAGE}
  timeToLive: {enabled: true, attributeName: expires}
  continuousBackups: {pointInTimeRecoveryEnabled: true}
  contributorInsights: ENABLE
  deletionProtectionEnabled: true
  tableClass: STANDARD
  tableReplicas: [{regionName: eu-west-1}, {regionName: eu-central-1}]
)"));
  CHECK(complaints(reading).empty());
  REQUIRE(all(reading) ==
          "Table orders name=shop-orders key=customer:S/HASH placed:N/RANGE billing=PROVISIONED "
          "rcu=5 wcu=4 pitr=true sse=true ttl=true/expires stream=NEW_IMAGE class=STANDARD "
          "protect=true [by-day; placed:N/HASH INCLUDE 3 2] "
          "[l; customer:S/HASH placed:N/RANGE KEYS_ONLY - -]\n");
  const Table& table = reading.table();
  CHECK(table.dialect == Dialect::ack);
  CHECK(reading.source(table.id_span) == "orders");
  CHECK(table.on_demand.write.is(8));
  CHECK(table.encryption_type.is("KMS"));
  CHECK(table.encryption_key.is("a-key"));
  CHECK(table.stream_enabled.is(true));
  CHECK(table.contributor_insights.is(true));
  REQUIRE(table.replicas.items.size() == 2);
  CHECK(table.replicas.items[1].region.is("eu-central-1"));
}

TEST_CASE("ACK turns Contributor Insights off by a word, and takes keys from other objects",
          "[kubernetes]") {
  const Reading reading = read(
      manifest(kAck, "Table", "t",
               std::string(kKey) +
                   "  contributorInsights: DISABLE\n"
                   "  sseSpecification: {enabled: true, kmsMasterKeyRef: {from: {name: k}}}\n"));
  CHECK(reading.table().contributor_insights.is(false));
  CHECK(shown(reading.table().encryption_key) == "?kmsMasterKeyRef");
}

TEST_CASE("what others fill into a manifest is open", "[kubernetes]") {
  const Reading reading = read(
      "apiVersion: dynamodb.services.k8s.aws/v1alpha1\nkind: Table\nmetadata: {name: "
      "$NAME}\nspec:\n"
      "  tableName: ${schema.spec.name}-orders\n  billingMode: \"{{ .Values.mode }}\"\n"
      "  tableClass: $(CLASS)\n  deletionProtectionEnabled: {{ .Values.protect }}\n"
      "  attributeDefinitions: [{attributeName: id$1, attributeType: S}]\n"
      "  keySchema: [{attributeName: id$1, keyType: HASH}]\n");
  CHECK(all(reading) ==
        "Table $NAME name=?${schema.spec.name}-orders key=id$1:S/HASH billing=?{{ .Values.mode }} "
        "rcu=- wcu=- pitr=- sse=- ttl=-/- stream=- class=?$(CLASS) protect=?{{ .Values.protect }} "
        "[] []\n");
  CHECK(complaints(reading).empty());
  CHECK(open_values(reading) ==
        "$NAME.name: ${schema.spec.name}-orders: filled in before the manifest is applied\n"
        "$NAME.billing_mode: {{ .Values.mode }}: filled in before the manifest is applied\n"
        "$NAME.deletion_protection: {{ .Values.protect }}: filled in before the manifest is "
        "applied\n"
        "$NAME.table_class: $(CLASS): filled in before the manifest is applied\n");
}

TEST_CASE("tables in lists and in what kro makes are found, once each", "[kubernetes]") {
  const Reading list = read(
      "apiVersion: v1\nkind: List\nitems:\n- apiVersion: dynamodb.services.k8s.aws/v1alpha1\n"
      "  kind: Table\n  metadata: {name: a}\n  spec: {tableName: a}\n"
      "- apiVersion: dynamodb.services.k8s.aws/v1alpha1\n  kind: GlobalTable\n"
      "  metadata: {name: b}\n  spec: {globalTableName: b}\n");
  REQUIRE(list.found.tables.size() == 1);
  CHECK(list.table().id == "a");
  const Reading kro = read(
      "apiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nmetadata: {name: g}\nspec:\n"
      "  resources:\n  - id: orders\n    template:\n"
      "      apiVersion: dynamodb.services.k8s.aws/v1alpha1\n      kind: Table\n"
      "      metadata: {generateName: o-}\n      spec: {tableName: \"${schema.spec.name}\"}\n");
  REQUIRE(kro.found.tables.size() == 1);
  CHECK(kro.table().id == "orders");
  CHECK(shown(kro.table().name) == "?${schema.spec.name}");
  const Reading array = read(
      "[{\"apiVersion\": \"dynamodb.services.k8s.aws\\/v1alpha1\", "
      "\"kind\": \"Table\", \"metadata\": {\"name\": \"a\"}, \"spec\": {}}]",
      {}, "tables.json");
  CHECK(array.found.tables.size() == 1);
}

TEST_CASE("a Crossplane table is called as its annotation says, or like its object",
          "[kubernetes]") {
  const Reading reading =
      read(manifest(kUpbound, "Table", "orders", kProvider) +
           manifest("dynamodb.aws.m.upbound.io/v1beta1", "Table",
                    "o2, annotations: {crossplane.io/external-name: real}", kProvider) +
           manifest("dynamodb.aws.crossplane.io/v1alpha1", "Table", "old",
                    "  forProvider:\n    attributeDefinitions: [{attributeName: id, attributeType: "
                    "S}]\n    keySchema: [{attributeName: id, keyType: HASH}]\n"
                    "    pointInTimeRecoveryEnabled: true\n"));
  const std::string rest = " sse=- ttl=-/- stream=- class=- protect=- [] []\n";
  CHECK(all(reading) ==
        "Table orders name=orders key=id:S/HASH billing=- rcu=- wcu=- pitr=-" + rest +
            "Table o2 name=real key=id:S/HASH billing=- rcu=- wcu=- pitr=-" + rest +
            "Table old name=old key=id:S/HASH billing=- rcu=- wcu=- pitr=true" + rest);
  CHECK(reading.table().dialect == Dialect::crossplane);
}

TEST_CASE("what forProvider leaves out, initProvider sets", "[kubernetes]") {
  const Reading reading =
      read(manifest(kUpbound, "Table", "t",
                    std::string(kProvider) +
                        "  initProvider: {hashKey: other, readCapacity: 7, writeCapacity: 6}\n"));
  CHECK(shown(reading.table().key) == "id:S/HASH");
  CHECK(reading.table().throughput.read.is(7));
}

TEST_CASE("the table of a Composition is read, and what is patched is open", "[kubernetes]") {
  const Reading reading = read(R"(
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: c}
spec:
  mode: Pipeline
  pipeline:
    - step: patch-and-transform
      input:
        apiVersion: pt.fn.crossplane.io/v1beta1
        kind: Resources
        patchSets:
          - name: common
            patches:
              - {type: FromCompositeFieldPath, fromFieldPath: spec.region, toFieldPath: spec.forProvider.region}
              - {fromFieldPath: spec.forProvider.billingMode}
        resources:
          - name: users
            base:
              apiVersion: dynamodb.aws.upbound.io/v1beta1
              kind: Table
              metadata: {name: base}
              spec:
                forProvider:
                  hashKey: id
                  attribute: [{name: id, type: S}]
                  globalSecondaryIndex: [{name: g, hashKey: id, projectionType: ALL}]
            patches:
              - {type: PatchSet, patchSetName: common}
              - {type: ToCompositeFieldPath, fromFieldPath: a, toFieldPath: spec.forProvider.hashKey}
              - {fromFieldPath: spec.name, toFieldPath: "metadata.annotations[crossplane.io/external-name]"}
              - {fromFieldPath: spec.p, toFieldPath: "spec.forProvider.globalSecondaryIndex[0].projectionType"}
              - {fromFieldPath: spec.r, toFieldPath: spec.forProvider.pointInTimeRecovery.enabled}
          - name: bare
            base: {apiVersion: dynamodb.aws.upbound.io/v1beta1, kind: Table}
            patches:
              - {fromFieldPath: spec.attribute, toFieldPath: spec.forProvider.attribute}
)");
  CHECK(all(reading) ==
        "Table base name=?metadata.annotations.crossplane.io/external-name key=id:S/HASH "
        "billing=?spec.forProvider.billingMode rcu=- wcu=- "
        "pitr=?spec.forProvider.pointInTimeRecovery.enabled sse=- ttl=-/- stream=- class=- "
        "protect=- [g; id:S/HASH ?spec.forProvider.globalSecondaryIndex[0].projectionType - -] []\n"
        "Table bare name=- key= billing=- rcu=- wcu=- pitr=- sse=- ttl=-/- stream=- class=- "
        "protect=- [] []\n");
  CHECK(names(reading.table(1).attributes) == "?spec.forProvider.attribute");
  CHECK(complaints(reading).empty());
}

TEST_CASE("other manifests say more of a table", "[kubernetes]") {
  const std::string group = "dynamodb.aws.upbound.io/v1beta1";
  const Reading reading = read(
      manifest(group, "ContributorInsights", "i",
               "  forProvider: {tableNameRef: {name: orders}}\n") +
      manifest(group, "ContributorInsights", "j",
               "  forProvider: {tableName: users, indexName: g}\n") +
      manifest(group, "TableReplica", "r",
               "  forProvider:\n    region: us-west-2\n    pointInTimeRecovery: true\n"
               "    globalTableArnSelector: {matchLabels: {app: shop}}\n") +
      manifest(group, "Table", "orders, labels: {app: shop, tier: one}", kProvider) +
      manifest(group, "Table", "users, labels: {app: other}",
               std::string(kProvider) +
                   "    globalSecondaryIndex: [{name: g, hashKey: id, projectionType: ALL}]\n"));
  REQUIRE(reading.found.tables.size() == 2);
  const Table& orders = reading.table(0);
  const Table& users = reading.table(1);
  CHECK(orders.contributor_insights.is(true));
  CHECK(users.contributor_insights.absent());
  CHECK(users.global_indexes.items.at(0).contributor_insights.is(true));
  REQUIRE(orders.replicas.items.size() == 1);
  CHECK(orders.replicas.items[0].region.is("us-west-2"));
  CHECK(orders.replicas.items[0].point_in_time_recovery.is(true));
  CHECK(users.replicas.absent());
}

TEST_CASE("what an open name speaks of stays open for every table", "[kubernetes]") {
  const Reading reading = read(
      manifest(kUpbound, "Table", "orders", kProvider) +
      manifest(kUpbound, "ContributorInsights", "i", "  forProvider: {tableName: \"${NAME}\"}\n"));
  CHECK(shown(reading.table().contributor_insights) == "?${NAME}");
}

TEST_CASE("scaling targets and alarms of the controllers are seen", "[kubernetes]") {
  const Reading reading = read(
      manifest(kUpbound, "Table", "orders", kProvider) +
      manifest("appautoscaling.aws.upbound.io/v1beta2", "Target", "t",
               "  forProvider:\n    resourceId: table/orders/index/g\n"
               "    scalableDimension: dynamodb:index:WriteCapacityUnits\n") +
      manifest(
          "applicationautoscaling.services.k8s.aws/v1alpha1", "ScalableTarget", "u",
          "  resourceID: table/${NAME}\n  scalableDimension: dynamodb:table:ReadCapacityUnits\n") +
      manifest("appautoscaling.aws.upbound.io/v1beta2", "Target", "v",
               "  forProvider: {scalableDimension: ecs:service:DesiredCount}\n") +
      manifest("cloudwatch.aws.upbound.io/v1beta1", "MetricAlarm", "a",
               "  forProvider: {namespace: AWS/DynamoDB, metricName: ReadThrottleEvents}\n"));
  const auto& siblings = reading.found.siblings;
  REQUIRE(siblings.scaling.size() == 2);
  CHECK(siblings.scaling[0].table_id == "orders");
  CHECK(siblings.scaling[0].index == "g");
  CHECK(siblings.scaling[0].write);
  CHECK_FALSE(siblings.scaling[0].read);
  CHECK(shown(siblings.scaling[1].resource) == "?table/${NAME}");
  CHECK(siblings.scaling[1].read);
  REQUIRE(siblings.alarms.size() == 1);
  CHECK(siblings.alarms[0].metric.is("ReadThrottleEvents"));
}

TEST_CASE("manifests without a table define none", "[kubernetes]") {
  CHECK(read(manifest(kAck, "Backup", "b", "  tableName: t\n")).found.tables.empty());
  CHECK(read(manifest(kUpbound, "TableItem", "b", kProvider)).found.tables.empty());
  CHECK(read(manifest("example.org/v1", "Table", "b", kKey)).found.tables.empty());
  CHECK(read("apiVersion: v1\nkind: X\nspec:\n  resourceRefs:\n"
             "  - {apiVersion: dynamodb.aws.upbound.io/v1beta1, kind: Table, name: t}\n")
            .found.tables.empty());
}

TEST_CASE("what create-table takes is found inside a manifest of another kind", "[kubernetes]") {
  const Reading reading = read(
      "apiVersion: example.org/v1\nkind: Job\nspec:\n"
      "  - AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
      "    KeySchema: [{AttributeName: id, KeyType: HASH}]\n    TableName: t\n");
  REQUIRE(reading.found.tables.size() == 1);
  CHECK(reading.table().dialect == Dialect::create_table);
}

TEST_CASE("a manifest that a break cuts defines no table", "[kubernetes]") {
  const Reading reading = read(manifest(kAck, "Table", "t", kKey) + "  tableName: \"t\n");
  CHECK(reading.found.tables.empty());
}

TEST_CASE("patch sets that multiply are given up with a word", "[kubernetes]") {
  std::string text =
      "apiVersion: a/v1\nkind: Composition\nspec:\n  patchSets:\n  - name: s\n"
      "    patches:\n";
  for (int i = 0; i < 400; ++i) text += fmt::format("    - {{toFieldPath: spec.a{}}}\n", i);
  text += "  resources:\n";
  for (int i = 0; i < 400; ++i) {
    text +=
        "  - base: {apiVersion: dynamodb.aws.upbound.io/v1beta1, kind: Table}\n"
        "    patches: [{type: PatchSet, patchSetName: s}]\n";
  }
  const Reading reading = read(text);
  CHECK(reading.found.tables.size() == 248);
  REQUIRE_FALSE(reading.found.diagnostics.empty());
  CHECK(reading.found.diagnostics.front().message == "too many patches: this is not read");
}

}  // namespace
}  // namespace ddblint
