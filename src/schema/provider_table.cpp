#include "schema/provider_table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <string>
#include <utility>

namespace ddblint {
namespace {

/// Repeated blocks whose name Pulumi writes in the plural, by the provider's own name.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPlurals = {{
    {"attribute", "attributes"},
    {"global_secondary_index", "globalSecondaryIndexes"},
    {"local_secondary_index", "localSecondaryIndexes"},
    {"replica", "replicas"},
    {"key_schema", "keySchemas"},
}};

std::string camel(std::string_view snake) {
  std::string result;
  bool upper = false;
  for (const char letter : snake) {
    if (letter == '_') {
      upper = true;
      continue;
    }
    result += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter))) : letter;
    upper = false;
  }
  return result;
}

std::string spelled(std::string_view name, Spelling spelling) {
  if (spelling == Spelling::terraform) return std::string(name);
  if (spelling == Spelling::pulumi) {
    const auto* plural =
        std::ranges::find(kPlurals, name, &std::pair<std::string_view, std::string_view>::first);
    if (plural != kPlurals.end()) return std::string(plural->second);
  }
  return camel(name);
}

/// Reads the provider's arguments by their Terraform names, however the dialect spells them.
class Arguments {
 public:
  Arguments(Fields& fields, Spelling spelling) : fields_(fields), spelling_(spelling) {}

  void read(Table& table, const Resolved& arguments);
  Index separate_index(const Resolved& arguments, Listed<AttributeDefinition>& attributes);

 private:
  Resolved get(const Resolved& mapping, std::string_view name) {
    return fields_.get(mapping, spelled(name, spelling_));
  }
  Resolved block(const Resolved& mapping, std::string_view name);
  Setting<std::string> text(const Resolved& mapping, std::string_view name);
  Setting<bool> boolean(const Resolved& mapping, std::string_view name) {
    return fields_.boolean(get(mapping, name));
  }
  Setting<std::int64_t> units(const Resolved& mapping, std::string_view name);
  Setting<std::string> reference(const Resolved& mapping, std::string_view name);

  template <class Read>
  auto blocks(const Resolved& mapping, std::string_view name, Read read)
      -> Listed<std::invoke_result_t<Read, Resolved>>;

  AttributeDefinition attribute(const Resolved& value, std::string_view name,
                                std::string_view type);
  KeySchema key_schema(const Resolved& holder);
  KeySchema key_of(const Resolved& holder);
  Throughput throughput(const Resolved& holder, std::string_view read, std::string_view write);
  UnitLimits limits(const Resolved& holder, std::string_view name, std::string_view read,
                    std::string_view write);
  Projection projection(const Resolved& holder);
  void capacity(const Resolved& holder, Throughput& provisioned, UnitLimits& on_demand,
                UnitLimits& warm);
  Index global_index(const Resolved& value);
  Index local_index(const Resolved& value, const Setting<std::string>& partition);
  Replica replica(const Resolved& value, Setting<std::string>& consistency);
  void settings(Table& table, const Resolved& arguments);
  void stream(Table& table, const Resolved& arguments);

  Fields& fields_;
  Spelling spelling_;
};

// A block that may stand only once: alone, or as the only element of a list.
Resolved Arguments::block(const Resolved& mapping, std::string_view name) {
  Resolved value = get(mapping, name);
  if (value.kind != Resolved::Kind::tree || !value.node->is_sequence()) return value;
  return value.node->items.empty() ? Resolved() : fields_.resolve(value.node->items.front());
}

template <class Read>
auto Arguments::blocks(const Resolved& mapping, std::string_view name, Read read)
    -> Listed<std::invoke_result_t<Read, Resolved>> {
  const Resolved value = get(mapping, name);
  if (value.kind != Resolved::Kind::tree || !value.node->is_mapping()) {
    return fields_.list(value, read);
  }
  Listed<std::invoke_result_t<Read, Resolved>> result;
  result.span = value.span;
  result.items.push_back(read(value));
  return result;
}

// The provider takes an empty text for one that is not stated, and writes it to state as such.
Setting<std::string> Arguments::text(const Resolved& mapping, std::string_view name) {
  Setting<std::string> setting = fields_.text(get(mapping, name));
  return setting.is("") ? Setting<std::string>() : setting;
}

// So it does with 0 units.
Setting<std::int64_t> Arguments::units(const Resolved& mapping, std::string_view name) {
  Setting<std::int64_t> setting = fields_.integer(get(mapping, name));
  return setting.is(0) ? Setting<std::int64_t>() : setting;
}

// Crossplane can name another object instead of a value: `kmsKeyArnRef`, `kmsKeyArnSelector`.
Setting<std::string> Arguments::reference(const Resolved& mapping, std::string_view name) {
  Setting<std::string> setting = text(mapping, name);
  if (!setting.absent() || spelling_ != Spelling::crossplane) return setting;
  for (const std::string_view suffix : {"_ref", "_selector"}) {
    const std::string key = spelled(std::string(name).append(suffix), spelling_);
    const Resolved other = fields_.get(mapping, key);
    if (other.kind == Resolved::Kind::absent) continue;
    return {Unknown{.expression = key, .why = "a reference to another object"}, other.span};
  }
  return setting;
}

AttributeDefinition Arguments::attribute(const Resolved& value, std::string_view name,
                                         std::string_view type) {
  return {.name = fields_.text(get(value, name)),
          .type = fields_.text(get(value, type)),
          .span = value.span};
}

KeySchema Arguments::key_schema(const Resolved& holder) {
  KeySchema schema;
  schema.elements = blocks(holder, "key_schema", [this](const Resolved& value) {
    return KeyElement{.name = fields_.text(get(value, "attribute_name")),
                      .role = fields_.text(get(value, "key_type")),
                      .type = {},
                      .span = value.span};
  });
  return schema;
}

KeyElement element(const Setting<std::string>& name, std::string_view role, Span span) {
  return {.name = name, .role = {std::string(role), span}, .type = {}, .span = span};
}

// `hash_key` and `range_key`.
KeySchema Arguments::key_of(const Resolved& holder) {
  KeySchema schema;
  auto& elements = schema.elements;
  for (const auto& [name, role] :
       {std::pair{"hash_key", "HASH"}, std::pair{"range_key", "RANGE"}}) {
    const Setting<std::string> attribute = text(holder, name);
    if (attribute.absent()) continue;
    elements.items.push_back(element(attribute, role, attribute.span()));
  }
  if (!elements.items.empty()) elements.span = elements.items.front().span;
  return schema;
}

Throughput Arguments::throughput(const Resolved& holder, std::string_view read,
                                 std::string_view write) {
  Throughput result;
  result.read = units(holder, read);
  result.write = units(holder, write);
  result.span = result.read.absent() ? result.write.span() : result.read.span();
  return result;
}

UnitLimits Arguments::limits(const Resolved& holder, std::string_view name, std::string_view read,
                             std::string_view write) {
  const Resolved value = block(holder, name);
  if (value.kind == Resolved::Kind::absent) return {};
  return {.read = units(value, read), .write = units(value, write), .span = value.span};
}

Projection Arguments::projection(const Resolved& holder) {
  Projection result;
  result.type = text(holder, "projection_type");
  result.non_key_attributes =
      fields_.list(get(holder, "non_key_attributes"),
                   [this](const Resolved& name) { return fields_.text(name); });
  result.span = result.type.absent() ? result.non_key_attributes.span : result.type.span();
  return result;
}

void Arguments::capacity(const Resolved& holder, Throughput& provisioned, UnitLimits& on_demand,
                         UnitLimits& warm) {
  provisioned = throughput(holder, "read_capacity", "write_capacity");
  on_demand =
      limits(holder, "on_demand_throughput", "max_read_request_units", "max_write_request_units");
  warm = limits(holder, "warm_throughput", "read_units_per_second", "write_units_per_second");
}

// An index states its key as a list of blocks, or by the two older arguments.
Index Arguments::global_index(const Resolved& value) {
  Index result;
  result.span = value.span;
  result.name = fields_.text(get(value, "name"));
  result.key = key_schema(value);
  const auto& elements = result.key.elements;
  if (elements.whole() && elements.items.empty()) result.key = key_of(value);
  result.projection = projection(value);
  capacity(value, result.throughput, result.on_demand, result.warm);
  return result;
}

// A local index has the table's partition key without saying so.
Index Arguments::local_index(const Resolved& value, const Setting<std::string>& partition) {
  Index result;
  result.span = value.span;
  result.name = fields_.text(get(value, "name"));
  const Setting<std::string> sort = text(value, "range_key");
  const Span place = sort.absent() ? value.span : sort.span();
  auto& elements = result.key.elements;
  elements.span = place;
  if (partition.known()) {
    elements.items.push_back(element({partition.value(), place}, "HASH", place));
  } else if (partition.unknown()) {
    elements.items.push_back(element({partition.why_unknown(), place}, "HASH", place));
  }
  if (!sort.absent()) elements.items.push_back(element(sort, "RANGE", place));
  result.projection = projection(value);
  return result;
}

Replica Arguments::replica(const Resolved& value, Setting<std::string>& consistency) {
  const Setting<std::string> mode = text(value, "consistency_mode");
  if (consistency.absent()) consistency = mode;
  return {.region = text(value, "region_name"),
          .point_in_time_recovery = boolean(value, "point_in_time_recovery"),
          .deletion_protection = boolean(value, "deletion_protection_enabled"),
          .contributor_insights = {},
          .span = value.span};
}

void Arguments::stream(Table& table, const Resolved& arguments) {
  table.stream_enabled = boolean(arguments, "stream_enabled");
  table.stream_view = text(arguments, "stream_view_type");
  table.stream_span =
      table.stream_enabled.absent() ? table.stream_view.span() : table.stream_enabled.span();
}

void Arguments::settings(Table& table, const Resolved& arguments) {
  table.point_in_time_recovery = boolean(block(arguments, "point_in_time_recovery"), "enabled");
  const Resolved encryption = block(arguments, "server_side_encryption");
  table.encryption = boolean(encryption, "enabled");
  table.encryption_key = reference(encryption, "kms_key_arn");
  const Resolved ttl = block(arguments, "ttl");
  table.ttl_enabled = boolean(ttl, "enabled");
  table.ttl_attribute = text(ttl, "attribute_name");
  stream(table, arguments);
  table.table_class = text(arguments, "table_class");
  table.deletion_protection = boolean(arguments, "deletion_protection_enabled");
  table.replicas = blocks(arguments, "replica", [&](const Resolved& value) {
    return replica(value, table.multi_region_consistency);
  });
}

void Arguments::read(Table& table, const Resolved& arguments) {
  table.name = text(arguments, "name");
  table.attributes = blocks(arguments, "attribute", [this](const Resolved& value) {
    return attribute(value, "name", "type");
  });
  table.key = key_of(arguments);
  const Setting<std::string> partition = text(arguments, "hash_key");
  table.global_indexes = blocks(arguments, "global_secondary_index",
                                [this](const Resolved& value) { return global_index(value); });
  table.local_indexes = blocks(arguments, "local_secondary_index", [&](const Resolved& value) {
    return local_index(value, partition);
  });
  const Resolved mode = get(arguments, "billing_mode");
  if (!fields_.text(mode).is("")) {
    table.billing_mode = fields_.word(mode, {"PROVISIONED", "PAY_PER_REQUEST"});
  }
  capacity(arguments, table.throughput, table.on_demand, table.warm);
  settings(table, arguments);
  assign_key_types(table);
}

/// True when the definitions already have an attribute of this name.
bool defines(const Listed<AttributeDefinition>& attributes, const Setting<std::string>& name) {
  return name.known() &&
         std::ranges::any_of(attributes.items, [&](const AttributeDefinition& attribute) {
           return attribute.name.is(name.value());
         });
}

Index Arguments::separate_index(const Resolved& arguments,
                                Listed<AttributeDefinition>& attributes) {
  Index result;
  result.span = arguments.span;
  result.name = text(arguments, "index_name");
  result.key = key_schema(arguments);
  const auto defined = blocks(arguments, "key_schema", [this](const Resolved& value) {
    return attribute(value, "attribute_name", "attribute_type");
  });
  if (!attributes.span.valid()) attributes.span = defined.span;
  if (!attributes.unknown_element) {
    attributes.unknown_element = defined.unknown ? defined.unknown : defined.unknown_element;
  }
  for (const auto& attribute : defined.items) {
    if (!defines(attributes, attribute.name)) attributes.items.push_back(attribute);
  }
  const Resolved projected = block(arguments, "projection");
  result.projection = projection(projected);
  if (projected.kind != Resolved::Kind::absent) result.projection.span = projected.span;
  const Resolved provisioned = block(arguments, "provisioned_throughput");
  result.throughput = throughput(provisioned, "read_capacity_units", "write_capacity_units");
  if (provisioned.kind == Resolved::Kind::unknown) result.throughput.unknown = provisioned.unknown;
  if (provisioned.kind != Resolved::Kind::absent) result.throughput.span = provisioned.span;
  result.on_demand = limits(arguments, "on_demand_throughput", "max_read_request_units",
                            "max_write_request_units");
  result.warm =
      limits(arguments, "warm_throughput", "read_units_per_second", "write_units_per_second");
  return result;
}

}  // namespace

void read_provider_table(Fields& fields, const Resolved& arguments, Spelling spelling,
                         Table& table) {
  Arguments(fields, spelling).read(table, arguments);
}

Index read_provider_index(Fields& fields, const Resolved& arguments, Spelling spelling,
                          Listed<AttributeDefinition>& attributes) {
  return Arguments(fields, spelling).separate_index(arguments, attributes);
}

}  // namespace ddblint
