#include "schema/fields.h"

#include <algorithm>

#include <fmt/format.h>

namespace ddblint {
namespace {

template <class T>
Setting<T> not_scalar(const Resolved& value) {
  if (value.kind == Resolved::Kind::unknown) return {value.unknown, value.span};
  return {};
}

}  // namespace

void Fields::wrong_shape(const Resolved& value, std::string_view expected) {
  const auto same = [&](const Diagnostic& other) { return other.span == value.span; };
  // Each variant of a table reads the same nodes; one report is enough.
  if (std::any_of(diagnostics_.begin(), diagnostics_.end(), same)) return;
  diagnostics_.push_back({.kind = DiagnosticKind::unreadable_input,
                          .span = value.span,
                          .message = fmt::format("this should be {}", expected)});
}

Resolved Fields::get(const Resolved& mapping, std::string_view key) {
  const bool no_mapping = mapping.kind == Resolved::Kind::scalar ||
                          mapping.kind == Resolved::Kind::list ||
                          (mapping.kind == Resolved::Kind::tree && !mapping.node->is_mapping());
  if (no_mapping) wrong_shape(mapping, "a mapping");
  return resolver_.member(mapping, key);
}

Setting<std::string> Fields::text(const Resolved& mapping, std::string_view key) {
  return text(get(mapping, key));
}
Setting<std::int64_t> Fields::integer(const Resolved& mapping, std::string_view key) {
  return integer(get(mapping, key));
}
Setting<bool> Fields::boolean(const Resolved& mapping, std::string_view key) {
  return boolean(get(mapping, key));
}

Setting<std::string> Fields::text(const Resolved& value) {
  if (value.kind == Resolved::Kind::scalar) return {value.text, value.span};
  if (value.kind == Resolved::Kind::tree || value.kind == Resolved::Kind::list) {
    wrong_shape(value, "a text");
    return {Unknown{.expression = "", .why = "not a text"}, value.span};
  }
  return not_scalar<std::string>(value);
}

Setting<std::string> Fields::word(const Resolved& value,
                                  std::initializer_list<std::string_view> words) {
  Setting<std::string> setting = text(value);
  const bool wrong = setting.known() && std::ranges::find(words, setting.value()) == words.end();
  if (wrong) wrong_shape(value, fmt::format("{}", fmt::join(words, " or ")));
  return setting;
}

Setting<std::int64_t> Fields::integer(const Resolved& value) {
  if (value.kind == Resolved::Kind::scalar) {
    if (const auto number = as_integer(value.text)) return {*number, value.span};
  }
  if (value.kind != Resolved::Kind::absent && value.kind != Resolved::Kind::unknown) {
    wrong_shape(value, "a whole number");
    return {Unknown{.expression = value.text, .why = "not a whole number"}, value.span};
  }
  return not_scalar<std::int64_t>(value);
}

Setting<bool> Fields::boolean(const Resolved& value) {
  if (value.kind == Resolved::Kind::scalar) {
    if (const auto truth = as_boolean(value.text)) return {*truth, value.span};
  }
  if (value.kind != Resolved::Kind::absent && value.kind != Resolved::Kind::unknown) {
    wrong_shape(value, "true or false");
    return {Unknown{.expression = value.text, .why = "neither true nor false"}, value.span};
  }
  return not_scalar<bool>(value);
}

AttributeDefinition TableFields::attribute(const Resolved& value) {
  return {.name = fields_.text(value, "AttributeName"),
          .type = fields_.text(value, "AttributeType"),
          .span = value.span};
}

KeySchema TableFields::key_schema(const Resolved& value) {
  KeySchema schema;
  schema.elements = fields_.list(value, [this](const Resolved& element) {
    return KeyElement{.name = fields_.text(element, "AttributeName"),
                      .role = fields_.text(element, "KeyType"),
                      .type = {},
                      .span = element.span};
  });
  return schema;
}

Projection TableFields::projection(const Resolved& value) {
  return {.type = fields_.text(value, "ProjectionType"),
          .non_key_attributes =
              fields_.list(fields_.get(value, "NonKeyAttributes"),
                           [this](const Resolved& name) { return fields_.text(name); }),
          .span = value.kind == Resolved::Kind::absent ? Span{} : value.span};
}

Throughput TableFields::throughput(const Resolved& block) {
  Throughput result;
  if (block.kind == Resolved::Kind::absent) return result;
  result.span = block.span;
  if (block.kind == Resolved::Kind::unknown) {
    result.unknown = block.unknown;
    return result;
  }
  result.read = fields_.integer(block, "ReadCapacityUnits");
  result.write = fields_.integer(block, "WriteCapacityUnits");
  return result;
}

UnitLimits TableFields::limits(const Resolved& block, std::string_view read,
                               std::string_view write) {
  if (block.kind == Resolved::Kind::absent) return {};
  return {.read = fields_.integer(block, read),
          .write = fields_.integer(block, write),
          .span = block.span};
}

Index TableFields::index(const Resolved& value) {
  Index result;
  result.span = value.span;
  result.name = fields_.text(value, "IndexName");
  result.key = key_schema(fields_.get(value, "KeySchema"));
  result.projection = projection(fields_.get(value, "Projection"));
  result.throughput = throughput(fields_.get(value, "ProvisionedThroughput"));
  result.on_demand = limits(fields_.get(value, "OnDemandThroughput"), "MaxReadRequestUnits",
                            "MaxWriteRequestUnits");
  result.warm =
      limits(fields_.get(value, "WarmThroughput"), "ReadUnitsPerSecond", "WriteUnitsPerSecond");
  result.contributor_insights =
      fields_.boolean(fields_.get(value, "ContributorInsightsSpecification"), "Enabled");
  return result;
}

VectorIndex TableFields::vector_index(const Resolved& value) {
  VectorIndex result;
  result.span = value.span;
  result.name = fields_.text(value, "IndexName");
  result.vector_attribute = fields_.text(fields_.get(value, "VectorAttribute"), "AttributeName");
  result.search_schema =
      fields_.list(fields_.get(value, "SearchSchema"), [this](const Resolved& element) {
        return SearchElement{.name = fields_.text(element, "AttributeName"),
                             .role = fields_.text(element, "SearchSchemaElementType"),
                             .span = element.span};
      });
  result.projection = projection(fields_.get(value, "Projection"));
  result.dimensions = fields_.integer(value, "Dimensions");
  result.distance_function = fields_.text(value, "DistanceFunction");
  return result;
}

void TableFields::read_keys(Table& table, const Resolved& properties) {
  table.attributes = fields_.list(fields_.get(properties, "AttributeDefinitions"),
                                  [this](const Resolved& value) { return attribute(value); });
  table.key = key_schema(fields_.get(properties, "KeySchema"));
  const auto read_index = [this](const Resolved& value) { return index(value); };
  table.global_indexes =
      fields_.list(fields_.get(properties, "GlobalSecondaryIndexes"), read_index);
  table.local_indexes = fields_.list(fields_.get(properties, "LocalSecondaryIndexes"), read_index);
  table.vector_indexes =
      fields_.list(fields_.get(properties, "VectorIndexes"),
                   [this](const Resolved& value) { return vector_index(value); });
  assign_key_types(table);
}

namespace {

Setting<std::string> type_of(const Setting<std::string>& name,
                             const Listed<AttributeDefinition>& attributes) {
  if (name.unknown()) return {name.why_unknown(), name.span()};
  bool open_name = false;
  for (const auto& attribute : attributes.items) {
    if (name.known() && attribute.name.is(name.value())) return attribute.type;
    open_name = open_name || attribute.name.unknown();
  }
  if (attributes.unknown) return {*attributes.unknown, attributes.span};
  if (attributes.unknown_element || open_name) {
    return {Unknown{.expression = "", .why = "an attribute definition is an expression"},
            attributes.span};
  }
  return {};
}

void assign(KeySchema& schema, const Listed<AttributeDefinition>& attributes) {
  schema.partition.clear();
  schema.sort.clear();
  for (auto& element : schema.elements.items) {
    element.type = type_of(element.name, attributes);
    if (element.role.is("HASH")) schema.partition.push_back(element);
    if (element.role.is("RANGE")) schema.sort.push_back(element);
  }
}

}  // namespace

void assign_key_types(Table& table) {
  assign(table.key, table.attributes);
  for (auto& index : table.global_indexes.items) assign(index.key, table.attributes);
  for (auto& index : table.local_indexes.items) assign(index.key, table.attributes);
}

}  // namespace ddblint
