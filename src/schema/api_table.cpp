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

/// What both kinds of document call the same.
void read_shared(Fields& fields, const Resolved& whole, Table& table) {
  TableFields keys(fields);
  table.name = fields.text(whole, "TableName");
  keys.read_keys(table, whole);
  table.throughput = keys.throughput(fields.get(whole, "ProvisionedThroughput"));
  table.on_demand = keys.limits(fields.get(whole, "OnDemandThroughput"), "MaxReadRequestUnits",
                                "MaxWriteRequestUnits");
  table.warm =
      keys.limits(fields.get(whole, "WarmThroughput"), "ReadUnitsPerSecond", "WriteUnitsPerSecond");
  const Resolved stream = fields.get(whole, "StreamSpecification");
  if (stream.kind == Resolved::Kind::tree) table.stream_span = stream.span;
  table.stream_enabled = fields.boolean(stream, "StreamEnabled");
  table.stream_view = fields.text(stream, "StreamViewType");
  table.deletion_protection = fields.boolean(whole, "DeletionProtectionEnabled");
}

void read_description(Fields& fields, const Resolved& whole, Table& table) {
  read_shared(fields, whole, table);
  table.billing_mode = fields.text(fields.get(whole, "BillingModeSummary"), "BillingMode");
  const Resolved encryption = fields.get(whole, "SSEDescription");
  const Setting<std::string> status = fields.text(encryption, "Status");
  if (status.known()) table.encryption = {status.value() == "ENABLED", status.span()};
  table.encryption_type = fields.text(encryption, "SSEType");
  table.encryption_key = fields.text(encryption, "KMSMasterKeyArn");
  table.table_class = fields.text(fields.get(whole, "TableClassSummary"), "TableClass");
  table.item_count = fields.integer(whole, "ItemCount");
  table.size_bytes = fields.integer(whole, "TableSizeBytes");
  table.replicas = fields.list(fields.get(whole, "Replicas"), [&](const Resolved& value) {
    return Replica{.region = fields.text(value, "RegionName"),
                   .point_in_time_recovery = {},
                   .deletion_protection = {},
                   .contributor_insights = {},
                   .span = value.span};
  });
}

/// A table that its name identifies, at a node.
Table named_table(Fields& fields, const Resolved& whole, Dialect dialect) {
  const Setting<std::string> name = fields.text(whole, "TableName");
  Table table;
  table.dialect = dialect;
  table.span = whole.span;
  table.id = name.value_or("");
  table.id_span =
      name.known() ? name.span() : Span{whole.span.file, whole.span.begin, whole.span.begin + 1};
  return table;
}

void Finder::read(const Node& node, bool described) {
  Fields fields(literal_resolver(), out_.diagnostics);
  const Resolved whole = fields.resolve(&node);
  described = described || std::any_of(kDescribed.begin(), kDescribed.end(),
                                       [&](auto key) { return node.find(key) != nullptr; });
  Table table =
      named_table(fields, whole, described ? Dialect::describe_table : Dialect::create_table);
  if (described) {
    read_description(fields, whole, table);
  } else {
    read_create_table(fields, whole, table);
  }
  out_.add(std::move(table));
}

}  // namespace

void read_create_table(Fields& fields, const Resolved& arguments, Table& table) {
  read_shared(fields, arguments, table);
  table.billing_mode =
      fields.word(fields.get(arguments, "BillingMode"), {"PROVISIONED", "PAY_PER_REQUEST"});
  const Resolved encryption = fields.get(arguments, "SSESpecification");
  table.encryption = fields.boolean(encryption, "Enabled");
  table.encryption_type = fields.text(encryption, "SSEType");
  table.encryption_key = fields.text(encryption, "KMSMasterKeyId");
  table.table_class = fields.text(arguments, "TableClass");
}

void read_api_tables(const Node& document, Definitions& out) {
  Finder(out).visit(document, true, false);
}

bool read_data_model(const Node& document, Definitions& out) {
  const Node* tables = document.find("tables");
  const Node* items = document.find("items");
  const Node* patterns = document.find("access_patterns");
  if (tables == nullptr || !tables->is_sequence() || (items == nullptr && patterns == nullptr)) {
    return false;
  }
  Fields fields(literal_resolver(), out.diagnostics);
  for (const Node* node : tables->items) {
    if (!node->is_mapping() || !is_table(*node) || !node->complete) continue;
    const Resolved whole = fields.resolve(node);
    Table table = named_table(fields, whole, Dialect::data_model);
    read_create_table(fields, whole, table);
    const Node* sample = items == nullptr ? nullptr : items->find(table.id);
    if (sample != nullptr) out.samples.push_back({.table_id = table.id, .items = sample});
    out.add(std::move(table));
  }
  if (patterns != nullptr) out.patterns.push_back({.table_id = "", .patterns = patterns});
  return true;
}

}  // namespace ddblint
