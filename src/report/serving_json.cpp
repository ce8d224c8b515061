#include <nlohmann/json.hpp>

#include "report/json_places.h"
#include "report/serving_model.h"

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;

/// `key`, and its bounds beside it: a high bound of null is none.
void put(Json& object, const std::string& key, const std::optional<Bounded>& figure) {
  object[key] = figure ? json_number(figure->value) : Json();
  object[key + "_low"] = figure ? json_number(figure->low) : Json();
  object[key + "_high"] = figure ? json_number(figure->high) : Json();
}

Json number_or_null(const std::optional<double>& number) {
  return number ? json_number(*number) : Json();
}

/// The index's name: null for the table. A name that is open stands beside it.
void put_index(Json& object, const Index* index) {
  object["index"] = index != nullptr && index->name.known() ? Json(index->name.value()) : Json();
  if (index == nullptr || index->name.known()) return;
  object["index_expression"] =
      index->name.unknown() ? index->name.why_unknown().expression : std::string("?");
}

Json service_json(const Table& table, const Service& service) {
  Json object = {{"table", table.id}};
  put_index(object, service.index);
  object["local"] = service.local;
  object["how"] = to_string(service.how);
  object["asked"] = service.asked;
  put(object, "read_units", service.read_units);
  put(object, "write_units", service.write_units);
  object["pages"] = number_or_null(service.pages);
  object["fan_out"] = json_number(service.fan_out);
  put(object, "items_read", service.items_read);
  put(object, "fetch_units", service.fetch_units);
  object["missing"] = service.missing;
  object["filtered"] = service.filtered;
  object["unprojected"] = service.unprojected;
  object["partial"] = service.partial;
  object["why"] = text_or_null(service.why);
  return object;
}

Json peak_json(const PeakPerKey& peak) {
  Json object = Json::object();
  put(object, "reads", peak.reads);
  put(object, "writes", peak.writes);
  object["of"] = peak.of;
  put(object, "share", peak.of == "trace" ? std::optional<Bounded>() : peak.share);
  object["key"] = text_or_null(peak.key);
  return object;
}

Json best_json(const ServedPattern& served) {
  const Service* best = served.best();
  if (best == nullptr) return {};
  Json object = Json::object();
  put_index(object, best->index);
  object["how"] = to_string(best->how);
  return object;
}

}  // namespace

nlohmann::ordered_json patterns_json(const SourceSet& sources, const ServedTable& served) {
  Json patterns = Json::array();
  for (const ServedPattern& one : served.patterns) {
    Json services = Json::array();
    for (const Service& service : one.services) {
      services.push_back(service_json(*served.table, service));
    }
    patterns.push_back({{"name", one.pattern->name.text},
                        {"table", served.table->id},
                        {"operation", to_string(one.pattern->operation)},
                        {"location", location_json(sources, one.pattern->span)},
                        {"served_by", std::move(services)},
                        {"best", best_json(one)},
                        {"whole", one.whole},
                        {"peak_per_key", one.peak ? peak_json(*one.peak) : Json()}});
  }
  return patterns;
}

nlohmann::ordered_json loads_json(const ServedTable& served) {
  Json loads = Json::array();
  for (const KeyLoad& load : served.loads) {
    Json object = {{"table", served.table->id}};
    put_index(object, load.index);
    put(object, "peak_reads", load.peak_reads);
    put(object, "peak_writes", load.peak_writes);
    put(object, "total_reads", load.total_reads);
    put(object, "total_writes", load.total_writes);
    object["break_even_reads"] = number_or_null(load.break_even_reads);
    object["break_even_writes"] = number_or_null(load.break_even_writes);
    object["of"] = text_or_null(load.of);
    object["key"] = text_or_null(load.key);
    object["patterns"] = Json::array();
    for (const LoadPart& part : load.parts) {
      object["patterns"].push_back(part.served->pattern->name.text);
    }
    object["left_out"] = Json::array();
    for (const LeftOutPart& part : load.left_out) {
      object["left_out"].push_back({{"name", part.served->pattern->name.text}, {"why", part.why}});
    }
    loads.push_back(std::move(object));
  }
  return loads;
}

}  // namespace ddblint
