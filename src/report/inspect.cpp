#include <nlohmann/json.hpp>

#include "report/inspect_model.h"
#include "report/json_places.h"
#include "report/report.h"
#include "report/serving_model.h"

namespace ddblint {

namespace {

using Json = nlohmann::ordered_json;

Json inspect_json(const SourceSet& sources, std::span<const InspectedFile> files) {
  Json tables = Json::array();
  Json unknown = Json::array();
  Json diagnostics = Json::array();
  for (const InspectedFile& file : files) {
    if (file.diagnostics != nullptr) {
      for (const Diagnostic& one : *file.diagnostics) {
        diagnostics.push_back(diagnostic_json(sources, one));
      }
    }
    if (file.definitions == nullptr) continue;
    for (const TableDefinition& table : file.definitions->tables) {
      tables.push_back(definition_json(sources, table));
    }
    for (const OpenValue& value : file.definitions->open) {
      unknown.push_back(open_value_json(sources, value));
    }
    for (const Diagnostic& one : file.definitions->diagnostics) {
      diagnostics.push_back(diagnostic_json(sources, one));
    }
  }
  return {{"schema_version", "1.0"},
          {"tables", std::move(tables)},
          {"unknown", std::move(unknown)},
          {"diagnostics", std::move(diagnostics)}};
}

}  // namespace

std::string render_inspect_json(const SourceSet& sources, std::span<const InspectedFile> files) {
  return json_text(inspect_json(sources, files));
}

std::string render_inspect_json(const SourceSet& sources, std::span<const InspectedFile> files,
                                std::span<const ServedTable> served) {
  Json document = inspect_json(sources, files);
  Json patterns = Json::array();
  Json loads = Json::array();
  const auto append = [](Json& list, Json more) {
    for (Json& one : more) list.push_back(std::move(one));
  };
  for (const ServedTable& table : served) {
    append(patterns, patterns_json(sources, table));
    append(loads, loads_json(table));
  }
  document["patterns"] = std::move(patterns);
  document["loads"] = std::move(loads);
  return json_text(document);
}

}  // namespace ddblint
