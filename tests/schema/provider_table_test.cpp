#include "schema/provider_table.h"

#include "schema/reading.h"

namespace ddblint {
namespace {

/// A table read from the provider's arguments, with the text that they stand in.
struct Provided {
  std::unique_ptr<const std::string> text;
  Tree tree;
  Diagnostics diagnostics;
  Table table;

  [[nodiscard]] std::string_view source(Span span) const {
    return std::string_view(*text).substr(span.begin, span.end - span.begin);
  }
};

Provided provide(std::string text, Spelling spelling) {
  Provided result;
  result.text = std::make_unique<const std::string>(std::move(text));
  result.tree = parse(FileId{0}, "arguments.yaml", *result.text);
  Fields fields(literal_resolver(), result.diagnostics);
  read_provider_table(fields, fields.resolve(result.tree.documents.at(0)), spelling, result.table);
  return result;
}

constexpr std::string_view kTerraform = R"(
name: orders
billing_mode: PROVISIONED
hash_key: customer
range_key: placed
read_capacity: 5
write_capacity: 4
attribute:
  - {name: customer, type: S}
  - {name: placed, type: N}
  - {name: status, type: S}
global_secondary_index:
  - name: by-status
    key_schema:
      - {attribute_name: status, key_type: HASH}
      - {attribute_name: customer, key_type: HASH}
      - {attribute_name: placed, key_type: RANGE}
    projection_type: INCLUDE
    non_key_attributes: [total]
    read_capacity: 3
    write_capacity: 2
    on_demand_throughput: [{max_read_request_units: 9, max_write_request_units: 8}]
    warm_throughput: {read_units_per_second: 12000, write_units_per_second: 4000}
local_secondary_index:
  name: by-status-of-customer
  range_key: status
  projection_type: KEYS_ONLY
point_in_time_recovery: [{enabled: true}]
server_side_encryption: {enabled: true, kms_key_arn: the-key}
ttl: {attribute_name: expires, enabled: true}
stream_enabled: true
stream_view_type: NEW_IMAGE
table_class: STANDARD
deletion_protection_enabled: true
replica:
  - {region_name: eu-west-1, point_in_time_recovery: true, consistency_mode: STRONG}
  - {region_name: eu-central-1, deletion_protection_enabled: false}
)";

constexpr std::string_view kSummary =
    "  name=orders key=customer:S/HASH placed:N/RANGE billing=PROVISIONED rcu=5 wcu=4 pitr=true "
    "sse=true ttl=true/expires stream=NEW_IMAGE class=STANDARD protect=true "
    "[by-status; status:S/HASH customer:S/HASH placed:N/RANGE INCLUDE 3 2] "
    "[by-status-of-customer; customer:S/HASH status:S/RANGE KEYS_ONLY - -]";

TEST_CASE("every argument of the provider's table is read", "[provider]") {
  const Provided read = provide(std::string(kTerraform), Spelling::terraform);
  CHECK(read.diagnostics.empty());
  CHECK(summary(read.table) == kSummary);
  CHECK(read.table.encryption_key.is("the-key"));
  CHECK(read.table.stream_enabled.is(true));
  CHECK(read.source(read.table.stream_span) == "true");
  CHECK(read.table.multi_region_consistency.is("STRONG"));
  REQUIRE(read.table.replicas.items.size() == 2);
  CHECK(read.table.replicas.items[0].region.is("eu-west-1"));
  CHECK(read.table.replicas.items[0].point_in_time_recovery.is(true));
  CHECK(read.table.replicas.items[1].deletion_protection.is(false));
  const Index& index = read.table.global_indexes.items.at(0);
  CHECK(names(read.table.attributes) == "customer placed status");
  CHECK(index.projection.non_key_attributes.items.at(0).is("total"));
  CHECK(index.on_demand.read.is(9));
  CHECK(index.on_demand.write.is(8));
  CHECK(index.warm.read.is(12000));
  CHECK(index.warm.write.is(4000));
}

TEST_CASE("keys and capacity point at the arguments that state them", "[provider]") {
  const Provided read = provide(std::string(kTerraform), Spelling::terraform);
  CHECK(read.source(read.table.key.partition.at(0).span) == "customer");
  CHECK(read.source(read.table.key.sort.at(0).span) == "placed");
  CHECK(read.source(read.table.throughput.span) == "5");
  const Index& local = read.table.local_indexes.items.at(0);
  CHECK(read.source(local.key.partition.at(0).span) == "status");
  CHECK(read.source(local.projection.span) == "KEYS_ONLY");
}

TEST_CASE("Crossplane and Pulumi spell the same arguments their way", "[provider]") {
  constexpr std::string_view kIndexes =
      "billingMode: PAY_PER_REQUEST\nhashKey: id\n"
      "pointInTimeRecovery: {enabled: false}\nstreamEnabled: true\nstreamViewType: KEYS_ONLY\n"
      "deletionProtectionEnabled: true\ntableClass: STANDARD_INFREQUENT_ACCESS\n";
  const Provided crossplane =
      provide(std::string(kIndexes) +
                  "attribute: [{name: id, type: S}, {name: kind, type: N}]\n"
                  "globalSecondaryIndex: [{name: g, hashKey: kind, projectionType: ALL}]\n"
                  "localSecondaryIndex: [{name: l, rangeKey: kind, projectionType: ALL}]\n"
                  "replica: [{regionName: eu-west-1}]\n",
              Spelling::crossplane);
  const Provided pulumi =
      provide(std::string(kIndexes) +
                  "attributes: [{name: id, type: S}, {name: kind, type: N}]\n"
                  "globalSecondaryIndexes: [{name: g, projectionType: ALL,\n"
                  "  keySchemas: [{attributeName: kind, keyType: HASH}]}]\n"
                  "localSecondaryIndexes: [{name: l, rangeKey: kind, projectionType: ALL}]\n"
                  "replicas: [{regionName: eu-west-1}]\n",
              Spelling::pulumi);
  CHECK(summary(crossplane.table) == summary(pulumi.table));
  CHECK(summary(pulumi.table) ==
        "  name=- key=id:S/HASH billing=PAY_PER_REQUEST rcu=- wcu=- pitr=false sse=- ttl=-/- "
        "stream=KEYS_ONLY class=STANDARD_INFREQUENT_ACCESS protect=true "
        "[g; kind:N/HASH ALL - -] [l; id:S/HASH kind:N/RANGE ALL - -]");
  CHECK(crossplane.table.replicas.items.at(0).region.is("eu-west-1"));
  CHECK(pulumi.table.replicas.items.at(0).region.is("eu-west-1"));
}

TEST_CASE("what the provider fills in for nothing is nothing", "[provider]") {
  const Provided read = provide(
      "name: t\nbilling_mode: ''\nhash_key: id\nrange_key: ''\nread_capacity: 0\n"
      "write_capacity: 0\nattribute: [{name: id, type: S}]\nglobal_secondary_index:\n"
      "  [{name: g, hash_key: id, range_key: '', key_schema: [], projection_type: ALL,\n"
      "    non_key_attributes: [], read_capacity: 0, write_capacity: null}]\n"
      "local_secondary_index: []\nttl: [{attribute_name: '', enabled: false}]\n"
      "server_side_encryption: []\nstream_enabled: false\nstream_view_type: ''\nreplica: null\n",
      Spelling::terraform);
  CHECK(summary(read.table) ==
        "  name=t key=id:S/HASH billing=- rcu=- wcu=- pitr=- sse=- ttl=false/- stream=- class=- "
        "protect=- [g; id:S/HASH ALL - -] []");
  CHECK(read.table.throughput.absent());
  CHECK(read.table.global_indexes.items.at(0).throughput.absent());
  CHECK_FALSE(read.table.local_indexes.absent());
  CHECK(read.table.replicas.absent());
  CHECK(read.diagnostics.empty());
}

TEST_CASE("open arguments stay open", "[provider]") {
  const Provided read = provide(
      "name: !x a\nhash_key: !x b\nattribute: [{name: c, type: S}, !x d]\n"
      "global_secondary_index: !x e\nlocal_secondary_index: [{name: l, range_key: c}]\n"
      "ttl: !x f\nread_capacity: !x g\nwarm_throughput: !x h\n",
      Spelling::terraform);
  CHECK(shown(read.table.name) == "?!x");
  CHECK(names(read.table.attributes) == "c ?!x");
  CHECK(names(read.table.global_indexes) == "?!x");
  CHECK(shown(read.table.key) == "?!x:?!x/HASH");
  CHECK(shown(read.table.local_indexes.items.at(0).key) == "?!x:?!x/HASH c:S/RANGE");
  CHECK(read.table.ttl_enabled.unknown());
  CHECK(read.table.ttl_attribute.unknown());
  CHECK(read.table.throughput.read.unknown());
  CHECK(read.source(read.table.throughput.span) == "!x g");
  CHECK(read.table.warm.write.unknown());
}

TEST_CASE("a key that Crossplane takes from another object is open", "[provider]") {
  const Provided read =
      provide("serverSideEncryption: [{enabled: true, kmsKeyArnSelector: {matchLabels: {a: b}}}]\n",
              Spelling::crossplane);
  CHECK(shown(read.table.encryption_key) == "?kmsKeyArnSelector");
}

TEST_CASE("arguments of a wrong shape are reported", "[provider]") {
  const Provided read =
      provide("hash_key: [a]\nread_capacity: many\nttl: soon\nattribute: id\nbilling_mode: free\n",
              Spelling::terraform);
  std::string complaints;
  for (const auto& diagnostic : read.diagnostics) {
    complaints += fmt::format("{}: {}\n", read.source(diagnostic.span), diagnostic.message);
  }
  CHECK(complaints ==
        "id: this should be a list\n"
        "[a]: this should be a text\n"
        "free: this should be PROVISIONED or PAY_PER_REQUEST\n"
        "many: this should be a whole number\n"
        "soon: this should be a mapping\n");
}

TEST_CASE("an index of its own brings its attribute definitions along", "[provider]") {
  const std::string text =
      "table_name: orders\nindex_name: by-status\n"
      "key_schema:\n"
      "  - {attribute_name: status, attribute_type: S, key_type: HASH}\n"
      "  - {attribute_name: id, attribute_type: S, key_type: RANGE}\n"
      "projection: [{projection_type: INCLUDE, non_key_attributes: [total]}]\n"
      "provisioned_throughput: {read_capacity_units: 7, write_capacity_units: 6}\n"
      "on_demand_throughput: {max_read_request_units: 5, max_write_request_units: 4}\n"
      "warm_throughput: {read_units_per_second: 3, write_units_per_second: 2}\n";
  const Tree tree = parse(FileId{0}, "arguments.yaml", text);
  Diagnostics diagnostics;
  Fields fields(literal_resolver(), diagnostics);
  Table table;
  table.attributes.items.push_back(
      {.name = {std::string("id"), {}}, .type = {std::string("N"), {}}, .span = {}});
  table.global_indexes.items.push_back(read_provider_index(
      fields, fields.resolve(tree.documents.at(0)), Spelling::terraform, table.attributes));
  assign_key_types(table);
  const Index& index = table.global_indexes.items.at(0);
  CHECK(names(table.attributes) == "id status");
  CHECK(shown(index.name) == "by-status");
  CHECK(shown(index.key) == "status:S/HASH id:N/RANGE");
  CHECK(shown(index.projection.type) == "INCLUDE");
  CHECK(index.projection.non_key_attributes.items.at(0).is("total"));
  CHECK(index.throughput.read.is(7));
  CHECK(index.throughput.write.is(6));
  CHECK(index.on_demand.read.is(5));
  CHECK(index.on_demand.write.is(4));
  CHECK(index.warm.read.is(3));
  CHECK(index.warm.write.is(2));
  CHECK(diagnostics.empty());
}

}  // namespace
}  // namespace ddblint
