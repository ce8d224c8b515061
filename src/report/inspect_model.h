#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "report/report.h"

// A table model as JSON. Only for the .cpp files of this room.

namespace ddblint {

/// One member of the `inspect` object, with what stands beside it: `<key>_expression` for a value
/// that is an expression, `<key>_open` for a list with elements that are.
struct ModelField {
  std::string key;
  nlohmann::ordered_json value;
  /// Suffix of the key to what it says; empty for a value that is known.
  nlohmann::ordered_json beside = nlohmann::ordered_json::object();
};

/// Every field of a table, in the order of showing: the same keys for every table.
std::vector<ModelField> table_fields(const SourceSet& sources, const Table& table);

/// A table with all its variants: a field that is the same in all of them stands as it is, another
/// is null with `<key>_alternatives` beside it.
nlohmann::ordered_json definition_json(const SourceSet& sources, const TableDefinition& definition);

}  // namespace ddblint
