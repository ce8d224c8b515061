#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/serving_report.h"

// Served patterns as JSON. Only for the .cpp files of this room.

namespace ddblint {

/// The entries of `patterns` and of `loads`.
nlohmann::ordered_json patterns_json(const SourceSet& sources, const ServedTable& served);
nlohmann::ordered_json loads_json(const ServedTable& served);

}  // namespace ddblint
