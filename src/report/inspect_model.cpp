#include "report/inspect_model.h"

#include <utility>

#include "report/json_places.h"

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;
using Fields = std::vector<ModelField>;

ModelField open_field(std::string key, const Unknown& unknown) {
  return {std::move(key), nullptr, {{"expression", unknown.expression}}};
}

Json open_element(const Unknown& unknown) {
  return {{"expression", unknown.expression}, {"why", unknown.why}};
}

template <class T>
ModelField scalar(std::string key, const Setting<T>& setting) {
  if (setting.unknown()) return open_field(std::move(key), setting.why_unknown());
  return {std::move(key), setting.known() ? Json(setting.value()) : Json()};
}

void put(Json& object, const ModelField& field) {
  object[field.key] = field.value;
  for (const auto& [suffix, value] : field.beside.items()) {
    object[field.key + "_" + suffix] = value;
  }
}

Json object_of(const Fields& fields) {
  Json object = Json::object();
  for (const ModelField& field : fields) put(object, field);
  return object;
}

/// The items of a list, each as `render` shows it.
template <class T, class Render>
ModelField list(std::string key, const Listed<T>& listed, Render render) {
  if (listed.unknown) return open_field(std::move(key), *listed.unknown);
  ModelField field{std::move(key), Json::array()};
  for (const T& item : listed.items) field.value.push_back(render(item));
  if (listed.unknown_element) {
    field.beside["open"] = Json::array({open_element(*listed.unknown_element)});
  }
  return field;
}

/// A list of plain texts; those that are expressions stand under `open` instead.
ModelField text_list(std::string key, const Listed<Setting<std::string>>& listed) {
  if (listed.unknown) return open_field(std::move(key), *listed.unknown);
  ModelField field{std::move(key), Json::array()};
  Json open = Json::array();
  for (const Setting<std::string>& item : listed.items) {
    if (item.known()) field.value.push_back(item.value());
    if (item.unknown()) open.push_back(open_element(item.why_unknown()));
  }
  if (open.empty() && listed.unknown_element) open.push_back(open_element(*listed.unknown_element));
  if (!open.empty()) field.beside["open"] = std::move(open);
  return field;
}

ModelField key_field(std::string key, const std::vector<KeyElement>& elements,
                     const KeySchema& schema) {
  if (schema.elements.unknown) return open_field(std::move(key), *schema.elements.unknown);
  ModelField field{std::move(key), Json::array()};
  for (const KeyElement& element : elements) {
    field.value.push_back(object_of({scalar("name", element.name), scalar("type", element.type)}));
  }
  if (schema.elements.unknown_element) {
    field.beside["open"] = Json::array({open_element(*schema.elements.unknown_element)});
  }
  return field;
}

template <class Block>
Json units_json(const Block& block) {
  return object_of({scalar("read", block.read), scalar("write", block.write)});
}

ModelField throughput_field(const Throughput& throughput) {
  if (throughput.unknown) return open_field("throughput", *throughput.unknown);
  return {"throughput", throughput.absent() ? Json() : units_json(throughput)};
}

ModelField limits_field(std::string key, const UnitLimits& limits) {
  return {std::move(key), limits.absent() ? Json() : units_json(limits)};
}

Json attribute_json(const AttributeDefinition& attribute) {
  return object_of({scalar("name", attribute.name), scalar("type", attribute.type)});
}

Json index_json(const Index& index) {
  return object_of(
      {scalar("name", index.name), key_field("partition_key", index.key.partition, index.key),
       key_field("sort_key", index.key.sort, index.key),
       scalar("projection", index.projection.type),
       text_list("non_key_attributes", index.projection.non_key_attributes),
       throughput_field(index.throughput), limits_field("on_demand_limits", index.on_demand),
       limits_field("warm_throughput", index.warm),
       scalar("contributor_insights", index.contributor_insights)});
}

Json search_json(const SearchElement& element) {
  return object_of({scalar("name", element.name), scalar("role", element.role)});
}

Json vector_index_json(const VectorIndex& index) {
  return object_of({scalar("name", index.name), scalar("vector_attribute", index.vector_attribute),
                    list("search_schema", index.search_schema, search_json),
                    scalar("dimensions", index.dimensions),
                    scalar("distance_function", index.distance_function),
                    scalar("projection", index.projection.type),
                    text_list("non_key_attributes", index.projection.non_key_attributes)});
}

Json replica_json(const Replica& replica) {
  return object_of({scalar("region", replica.region),
                    scalar("point_in_time_recovery", replica.point_in_time_recovery),
                    scalar("deletion_protection", replica.deletion_protection),
                    scalar("contributor_insights", replica.contributor_insights)});
}

/// Conditions and what a field is under them.
struct Alternative {
  Assignment when;
  const ModelField* field = nullptr;
};

bool same(const ModelField& a, const ModelField& b) {
  return a.value == b.value && a.beside == b.beside;
}

/// The alternatives without the repeated ones; nothing when the conditions that are left do not
/// decide the field.
std::vector<Alternative> distinct(const std::vector<Alternative>& alternatives) {
  std::vector<Alternative> result;
  std::map<Assignment, const ModelField*> seen;
  for (const Alternative& alternative : alternatives) {
    const auto [known, added] = seen.try_emplace(alternative.when, alternative.field);
    if (added) result.push_back(alternative);
    if (!same(*known->second, *alternative.field)) return {};
  }
  return result;
}

/// Leaves out the conditions that a field does not depend on.
std::vector<Alternative> reduced(std::vector<Alternative> alternatives) {
  const Assignment conditions = alternatives.front().when;
  for (const auto& [condition, truth] : conditions) {
    std::vector<Alternative> fewer = alternatives;
    for (Alternative& alternative : fewer) alternative.when.erase(condition);
    fewer = distinct(fewer);
    if (!fewer.empty()) alternatives = std::move(fewer);
  }
  return alternatives;
}

Json alternatives_json(const std::vector<Alternative>& alternatives) {
  Json result = Json::array();
  for (const Alternative& alternative : alternatives) {
    Json entry = {{"when", alternative.when}};
    put(entry, {"value", alternative.field->value, alternative.field->beside});
    result.push_back(std::move(entry));
  }
  return result;
}

}  // namespace

std::vector<ModelField> table_fields(const SourceSet& sources, const Table& table) {
  return {{"id", table.id},
          scalar("name", table.name),
          {"dialect", to_string(table.dialect)},
          {"location", location_json(sources, table.id_span)},
          scalar("billing_mode", table.billing_mode),
          key_field("partition_key", table.key.partition, table.key),
          key_field("sort_key", table.key.sort, table.key),
          list("global_indexes", table.global_indexes, index_json),
          list("local_indexes", table.local_indexes, index_json),
          scalar("point_in_time_recovery", table.point_in_time_recovery),
          scalar("encryption", table.encryption),
          scalar("deletion_protection", table.deletion_protection),
          scalar("ttl_attribute", table.ttl_attribute),
          scalar("stream_view", table.stream_view),
          {"resource_type", text_or_null(table.resource_type)},
          scalar("origin", table.origin),
          list("attributes", table.attributes, attribute_json),
          list("vector_indexes", table.vector_indexes, vector_index_json),
          throughput_field(table.throughput),
          limits_field("on_demand_limits", table.on_demand),
          limits_field("warm_throughput", table.warm),
          scalar("encryption_type", table.encryption_type),
          scalar("encryption_key", table.encryption_key),
          scalar("ttl_enabled", table.ttl_enabled),
          scalar("stream_enabled", table.stream_enabled),
          scalar("table_class", table.table_class),
          scalar("contributor_insights", table.contributor_insights),
          scalar("deletion_policy", table.deletion_policy),
          scalar("update_replace_policy", table.update_replace_policy),
          list("replicas", table.replicas, replica_json),
          scalar("item_count", table.item_count),
          scalar("size_bytes", table.size_bytes)};
}

Json definition_json(const SourceSet& sources, const TableDefinition& definition) {
  std::vector<Fields> variants;
  variants.reserve(definition.variants.size());
  for (const TableVariant& variant : definition.variants) {
    variants.push_back(table_fields(sources, variant.table));
  }
  Json table = Json::object();
  for (std::size_t i = 0; i < variants.front().size(); ++i) {
    std::vector<Alternative> alternatives;
    alternatives.reserve(variants.size());
    for (std::size_t v = 0; v < variants.size(); ++v) {
      alternatives.push_back({definition.variants[v].when, &variants[v][i]});
    }
    alternatives = reduced(std::move(alternatives));
    const ModelField& first = *alternatives.front().field;
    if (alternatives.size() == 1) {
      put(table, first);
    } else {
      put(table, {first.key, nullptr, {{"alternatives", alternatives_json(alternatives)}}});
    }
  }
  return table;
}

}  // namespace ddblint
