#pragma once

#include <span>
#include <string>
#include <vector>

#include "design/key_load.h"
#include "design/serving.h"

#include "report/report.h"

namespace ddblint {

/// One table's patterns against its key schemas.
struct ServedTable {
  const Table* table = nullptr;
  std::vector<ServedPattern> patterns = {};
  /// Points into `patterns`.
  std::vector<KeyLoad> loads = {};
};

/// The `inspect` object of json.md with `patterns` and `loads`.
std::string render_inspect_json(const SourceSet& sources, std::span<const InspectedFile> files,
                                std::span<const ServedTable> served);

/// The matrix of patterns and key schemas for people, then what each pattern costs, what keeps keys
/// from serving it, and the load of the busiest keys.
std::string render_serving_text(std::span<const ServedTable> served, const TextStyle& style);

}  // namespace ddblint
