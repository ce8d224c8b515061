#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/json_places.h"
#include "report/phrases.h"
#include "report/report.h"
#include "report/width.h"
#include "schema/defaults.h"

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;

/// A name that the service accepts, made of a logical id.
std::string name_from(std::string id) {
  constexpr std::size_t kMinLength = 3;
  constexpr std::size_t kMaxLength = 255;
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
  const auto refused = [&](char c) { return kAllowed.find(c) == std::string_view::npos; };
  std::ranges::replace_if(id, refused, '-');
  id.resize(std::clamp(id.size(), kMinLength, kMaxLength), '-');
  return id;
}

/// Writes one table as CreateTable's input. What CreateTable has no member for is left out; the
/// first value that is unknown is kept as the reason why the table cannot be created.
class Writer {
 public:
  Json write(const Table& stated);
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void unknown(std::string_view member, const Unknown& why);
  template <class T>
  void put(Json& object, const char* member, const Setting<T>& setting);
  template <class Item, class Write>
  void put_list(Json& object, const char* member, const Listed<Item>& list, Write write);
  void put_key(Json& object, const KeySchema& key);
  void put_projection(Json& object, const Projection& projection);
  void put_throughput(Json& object, const Throughput& throughput);
  void put_limits(Json& object, const UnitLimits& on_demand, const UnitLimits& warm);
  void put_settings(Json& object, const Table& table);
  Json index(const Index& index, bool global);
  Json vector_index(const VectorIndex& index);

  std::string problem_;
};

void Writer::unknown(std::string_view member, const Unknown& why) {
  if (!problem_.empty()) return;
  const std::string expression = why.expression.empty() ? "" : shown(why.expression) + ", ";
  problem_ = fmt::format("{} is not known: {}{}", member, expression, shown(why.why));
}

template <class T>
void Writer::put(Json& object, const char* member, const Setting<T>& setting) {
  if (setting.unknown()) unknown(member, setting.why_unknown());
  if (setting.known()) object[member] = setting.value();
}

template <class Item, class Write>
void Writer::put_list(Json& object, const char* member, const Listed<Item>& list, Write write) {
  if (list.unknown) unknown(member, *list.unknown);
  if (list.unknown_element) unknown(member, *list.unknown_element);
  if (list.items.empty()) return;
  Json& array = object[member] = Json::array();
  for (const Item& item : list.items) array.push_back(write(item));
}

void Writer::put_key(Json& object, const KeySchema& key) {
  std::size_t position = 0;
  put_list(object, "KeySchema", key.elements, [&](const KeyElement& element) {
    Json entry = Json::object();
    put(entry, "AttributeName", element.name);
    put(entry, "KeyType", element.role);
    // Dialects that imply the role give the partition attributes first.
    const bool partition = position++ < key.partition.size();
    if (element.role.absent()) entry["KeyType"] = partition ? "HASH" : "RANGE";
    return entry;
  });
}

void Writer::put_projection(Json& object, const Projection& projection) {
  Json block = Json::object();
  put(block, "ProjectionType", projection.type);
  put_list(block, "NonKeyAttributes", projection.non_key_attributes,
           [&](const Setting<std::string>& name) {
             if (name.unknown()) unknown("NonKeyAttributes", name.why_unknown());
             return name.value_or("");
           });
  if (!block.empty()) object["Projection"] = std::move(block);
}

void Writer::put_throughput(Json& object, const Throughput& throughput) {
  if (throughput.unknown) unknown("ProvisionedThroughput", *throughput.unknown);
  if (throughput.scales_read || throughput.scales_write) {
    unknown("ProvisionedThroughput", {.expression = "", .why = "auto scaling sets it"});
  }
  if (throughput.absent()) return;
  Json block = Json::object();
  put(block, "ReadCapacityUnits", throughput.read);
  put(block, "WriteCapacityUnits", throughput.write);
  object["ProvisionedThroughput"] = std::move(block);
}

void Writer::put_limits(Json& object, const UnitLimits& on_demand, const UnitLimits& warm) {
  Json limits = Json::object();
  put(limits, "MaxReadRequestUnits", on_demand.read);
  put(limits, "MaxWriteRequestUnits", on_demand.write);
  if (!limits.empty()) object["OnDemandThroughput"] = std::move(limits);
  Json units = Json::object();
  put(units, "ReadUnitsPerSecond", warm.read);
  put(units, "WriteUnitsPerSecond", warm.write);
  if (!units.empty()) object["WarmThroughput"] = std::move(units);
}

Json Writer::index(const Index& index, bool global) {
  Json entry = Json::object();
  put(entry, "IndexName", index.name);
  put_key(entry, index.key);
  put_projection(entry, index.projection);
  if (global) {
    put_throughput(entry, index.throughput);
    put_limits(entry, index.on_demand, index.warm);
  }
  return entry;
}

Json Writer::vector_index(const VectorIndex& index) {
  Json entry = Json::object();
  put(entry, "IndexName", index.name);
  Json attribute = Json::object();
  put(attribute, "AttributeName", index.vector_attribute);
  entry["VectorAttribute"] = std::move(attribute);
  put_list(entry, "SearchSchema", index.search_schema, [&](const SearchElement& element) {
    Json one = Json::object();
    put(one, "AttributeName", element.name);
    put(one, "SearchSchemaElementType", element.role);
    return one;
  });
  put_projection(entry, index.projection);
  put(entry, "Dimensions", index.dimensions);
  put(entry, "DistanceFunction", index.distance_function);
  return entry;
}

// Off is what the service does anyway; only what is on, or not known, is said.
void Writer::put_settings(Json& object, const Table& table) {
  if (!table.stream_enabled.is(false)) {
    Json stream = Json::object();
    put(stream, "StreamEnabled", table.stream_enabled);
    put(stream, "StreamViewType", table.stream_view);
    object["StreamSpecification"] = std::move(stream);
  }
  if (!table.encryption.is(false)) {
    Json encryption = Json::object();
    put(encryption, "Enabled", table.encryption);
    put(encryption, "SSEType", table.encryption_type);
    put(encryption, "KMSMasterKeyId", table.encryption_key);
    object["SSESpecification"] = std::move(encryption);
  }
  if (!table.table_class.is("STANDARD")) put(object, "TableClass", table.table_class);
  if (!table.deletion_protection.is(false)) {
    put(object, "DeletionProtectionEnabled", table.deletion_protection);
  }
}

Json Writer::write(const Table& stated) {
  const Table table = with_service_defaults(stated);
  Json object = Json::object();
  if (table.name.absent() && !table.id.empty()) {
    object["TableName"] = name_from(table.id);
  } else {
    put(object, "TableName", table.name);
  }
  put_list(object, "AttributeDefinitions", table.attributes,
           [&](const AttributeDefinition& attribute) {
             Json entry = Json::object();
             put(entry, "AttributeName", attribute.name);
             put(entry, "AttributeType", attribute.type);
             return entry;
           });
  put_key(object, table.key);
  put_list(object, "LocalSecondaryIndexes", table.local_indexes,
           [&](const Index& one) { return index(one, false); });
  put_list(object, "GlobalSecondaryIndexes", table.global_indexes,
           [&](const Index& one) { return index(one, true); });
  put_list(object, "VectorIndexes", table.vector_indexes,
           [&](const VectorIndex& one) { return vector_index(one); });
  put(object, "BillingMode", table.billing_mode);
  put_throughput(object, table.throughput);
  put_limits(object, table.on_demand, table.warm);
  put_settings(object, table);
  if (problem_.empty() && !object.contains("TableName")) problem_ = "it has no name";
  // A replica of another account's table takes the key from there.
  if (problem_.empty() && !object.contains("KeySchema")) problem_ = "it states no key";
  // The mode is left to whoever deploys the model.
  if (problem_.empty() && !object.contains("BillingMode")) problem_ = "it states no billing mode";
  return object;
}

}  // namespace

CreateTableInputs render_create_table(const SourceSet& sources,
                                      std::span<const InspectedFile> files) {
  CreateTableInputs result;
  Json tables = Json::array();
  for (const InspectedFile& file : files) {
    if (file.definitions == nullptr) continue;
    for (const TableDefinition& definition : file.definitions->tables) {
      const Table& table = definition.first();
      Writer writer;
      Json input = writer.write(table);
      if (writer.problem().empty()) {
        tables.push_back(std::move(input));
      } else {
        const std::string id = table.id.empty() ? "a table" : shown(table.id);
        result.left_out.push_back(fmt::format(
            "{}: {} is left out: {}", place_phrase(sources, table.id_span), id, writer.problem()));
      }
    }
  }
  if (tables.size() == 1) {
    result.text = json_text(tables.front());
  } else if (!tables.empty()) {
    result.text = json_text(tables);
  }
  return result;
}

}  // namespace ddblint
