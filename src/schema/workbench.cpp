#include "schema/workbench.h"

#include <algorithm>
#include <utility>

#include "schema/fields.h"

namespace ddblint {
namespace {

class ModelReader {
 public:
  explicit ModelReader(Definitions& out)
      : out_(out), fields_(literal_resolver(), out.diagnostics), keys_(fields_) {}

  void read(const Node& node);

 private:
  KeySchema key(Table& table, const Resolved& holder);
  Index index(Table& table, const Resolved& value);
  void capacity(Table& table, const Resolved& value);

  Definitions& out_;
  Fields fields_;
  TableFields keys_;
};

// The model states an attribute's type where a key names it; that is its definition.
KeySchema ModelReader::key(Table& table, const Resolved& holder) {
  KeySchema schema;
  const Resolved attributes = fields_.get(holder, "KeyAttributes");
  schema.elements.span = attributes.span;
  for (const auto& [member, role] :
       {std::pair{"PartitionKey", "HASH"}, std::pair{"SortKey", "RANGE"}}) {
    const Resolved value = fields_.get(attributes, member);
    const Setting<std::string> name = fields_.text(value, "AttributeName");
    const Setting<std::string> type = fields_.text(value, "AttributeType");
    if (name.absent()) continue;
    schema.elements.items.push_back(
        {.name = name, .role = {std::string(role), value.span}, .type = {}, .span = value.span});
    auto& defined = table.attributes.items;
    const bool known = std::ranges::any_of(defined, [&](const AttributeDefinition& attribute) {
      return attribute.name.is(name.value_or(""));
    });
    if (!known) defined.push_back({.name = name, .type = type, .span = value.span});
  }
  return schema;
}

Index ModelReader::index(Table& table, const Resolved& value) {
  Index result;
  result.span = value.span;
  result.name = fields_.text(value, "IndexName");
  result.key = key(table, value);
  const Resolved projection = fields_.get(value, "Projection");
  result.projection.type = fields_.text(projection, "ProjectionType");
  result.projection.non_key_attributes =
      fields_.list(fields_.get(projection, "NonKeyAttributes"),
                   [this](const Resolved& name) { return fields_.text(name); });
  result.projection.span = projection.span;
  return result;
}

// One set of numbers holds for the table and its indexes; it counts in provisioned mode only.
void ModelReader::capacity(Table& table, const Resolved& value) {
  table.billing_mode =
      fields_.word(fields_.get(value, "BillingMode"), {"PROVISIONED", "PAY_PER_REQUEST"});
  if (!table.billing_mode.is("PROVISIONED")) return;
  const Resolved settings = fields_.get(value, "ProvisionedCapacitySettings");
  table.throughput = keys_.throughput(fields_.get(settings, "ProvisionedThroughput"));
  const auto scales = [&](std::string_view member) {
    return fields_.get(settings, member).kind == Resolved::Kind::tree;
  };
  table.throughput.scales_read = scales("AutoScalingRead");
  table.throughput.scales_write = scales("AutoScalingWrite");
  for (auto& index : table.global_indexes.items) index.throughput = table.throughput;
}

void ModelReader::read(const Node& node) {
  const Resolved value = fields_.resolve(&node);
  Table table;
  table.dialect = Dialect::workbench;
  table.default_mode = DefaultMode::open;
  table.span = node.span;
  table.name = fields_.text(value, "TableName");
  table.id = table.name.value_or("");
  table.id_span = table.name.known() ? table.name.span()
                                     : Span{node.span.file, node.span.begin, node.span.begin + 1};
  table.attributes.span = fields_.get(value, "KeyAttributes").span;
  table.key = key(table, value);
  table.global_indexes =
      fields_.list(fields_.get(value, "GlobalSecondaryIndexes"),
                   [&](const Resolved& element) { return index(table, element); });
  table.local_indexes =
      fields_.list(fields_.get(value, "LocalSecondaryIndexes"),
                   [&](const Resolved& element) { return index(table, element); });
  assign_key_types(table);
  capacity(table, value);
  const Node* items = node.find("TableData");
  if (items != nullptr) out_.samples.push_back({.table_id = table.id, .items = items});
  const Node* facets = node.find("TableFacets");
  if (facets != nullptr) out_.patterns.push_back({.table_id = table.id, .patterns = facets});
  out_.add(std::move(table));
}

}  // namespace

bool read_workbench(const Node& document, Definitions& out) {
  const Node* tables = document.find("DataModel");
  if (tables == nullptr || !tables->is_sequence()) return false;
  ModelReader reader(out);
  for (const Node* node : tables->items) {
    const bool table = node->is_mapping() && node->find("KeyAttributes") != nullptr;
    if (table && node->complete) reader.read(*node);
  }
  return true;
}

}  // namespace ddblint
