#include "schema/api_table.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "schema/fields.h"

namespace ddblint {
namespace {

/// Members that only an existing table has.
constexpr std::array<std::string_view, 6> kDescribed = {
    "TableStatus", "TableArn", "TableId", "CreationDateTime", "ItemCount", "BillingModeSummary"};

/// Keys whose value is a table, at any depth.
constexpr std::array<std::string_view, 3> kWrappers = {"Table", "TableDescription",
                                                       "TableCreationParameters"};

bool is_table(const Node& node) {
  return node.find("AttributeDefinitions") != nullptr && node.find("KeySchema") != nullptr;
}

class Finder {
 public:
  explicit Finder(Definitions& out) : out_(out) {}

  void visit(const Node& node, bool may_be_table, bool described);

 private:
  void read(const Node& node, bool described);

  Definitions& out_;
  std::unordered_set<const Node*> seen_;
};

void Finder::visit(const Node& node, bool may_be_table, bool described) {
  if (node.aliased && !seen_.insert(&node).second) return;
  if (may_be_table && node.is_mapping() && is_table(node)) {
    if (node.complete) read(node, described);
    return;
  }
  for (const Node* item : node.items) visit(*item, true, false);
  for (const auto& member : node.members) {
    const bool wrapped = member.key->is_scalar() && std::find(kWrappers.begin(), kWrappers.end(),
                                                              member.key->text) != kWrappers.end();
    visit(*member.value, wrapped, member.key->text == "TableDescription");
  }
}

void Finder::read(const Node& node, bool described) {
  Fields fields(literal_resolver(), out_.diagnostics);
  TableFields keys(fields);
  const Resolved whole = fields.resolve(&node);
  described = described || std::any_of(kDescribed.begin(), kDescribed.end(),
                                       [&](auto key) { return node.find(key) != nullptr; });

  Table table;
  table.dialect = described ? Dialect::describe_table : Dialect::create_table;
  table.span = node.span;
  table.name = fields.text(whole, "TableName");
  table.id = table.name.value_or("");
  table.id_span = table.name.known() ? table.name.span()
                                     : Span{node.span.file, node.span.begin, node.span.begin + 1};
  keys.read_keys(table, whole);
  table.billing_mode =
      described ? fields.text(fields.get(whole, "BillingModeSummary"), "BillingMode")
                : fields.word(fields.get(whole, "BillingMode"), {"PROVISIONED", "PAY_PER_REQUEST"});
  table.throughput = keys.throughput(fields.get(whole, "ProvisionedThroughput"));
  table.on_demand = keys.limits(fields.get(whole, "OnDemandThroughput"), "MaxReadRequestUnits",
                                "MaxWriteRequestUnits");
  table.warm =
      keys.limits(fields.get(whole, "WarmThroughput"), "ReadUnitsPerSecond", "WriteUnitsPerSecond");
  const Resolved encryption = fields.get(whole, described ? "SSEDescription" : "SSESpecification");
  table.encryption_type = fields.text(encryption, "SSEType");
  if (described) {
    const Setting<std::string> status = fields.text(encryption, "Status");
    table.encryption_key = fields.text(encryption, "KMSMasterKeyArn");
    if (status.known()) table.encryption = {status.value() == "ENABLED", status.span()};
  } else {
    table.encryption = fields.boolean(encryption, "Enabled");
    table.encryption_key = fields.text(encryption, "KMSMasterKeyId");
  }
  const Resolved stream = fields.get(whole, "StreamSpecification");
  if (stream.kind == Resolved::Kind::tree) table.stream_span = stream.span;
  table.stream_enabled = fields.boolean(stream, "StreamEnabled");
  table.stream_view = fields.text(stream, "StreamViewType");
  table.table_class = described ? fields.text(fields.get(whole, "TableClassSummary"), "TableClass")
                                : fields.text(whole, "TableClass");
  table.deletion_protection = fields.boolean(whole, "DeletionProtectionEnabled");
  table.item_count = fields.integer(whole, "ItemCount");
  table.size_bytes = fields.integer(whole, "TableSizeBytes");
  table.replicas = fields.list(fields.get(whole, "Replicas"), [&](const Resolved& value) {
    return Replica{.region = fields.text(value, "RegionName"),
                   .point_in_time_recovery = {},
                   .deletion_protection = {},
                   .contributor_insights = {},
                   .span = value.span};
  });
  TableDefinition definition;
  definition.variants.push_back({.when = {}, .table = std::move(table)});
  out_.tables.push_back(std::move(definition));
}

}  // namespace

void read_api_tables(const Node& document, Definitions& out) {
  Finder(out).visit(document, true, false);
}

}  // namespace ddblint
