#include <nlohmann/json.hpp>

#include "report/inspect_model.h"
#include "report/json_places.h"
#include "report/report.h"

namespace ddblint {

std::string render_inspect_json(const SourceSet& sources, std::span<const InspectedFile> files) {
  using Json = nlohmann::ordered_json;
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
  return json_text({{"schema_version", "1.0"},
                    {"tables", std::move(tables)},
                    {"unknown", std::move(unknown)},
                    {"diagnostics", std::move(diagnostics)}});
}

}  // namespace ddblint
