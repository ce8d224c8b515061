#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "report/report.h"

// What the JSON reports share. Only for the .cpp files of this room.

namespace ddblint {

/// A JSON document as text, ending in a line feed. Bytes that are no UTF-8 become U+FFFD.
std::string json_text(const nlohmann::ordered_json& document);

/// A text, or null for an empty one.
nlohmann::ordered_json text_or_null(std::string_view text);

/// A number without a fraction where it has none; null where it is not finite.
nlohmann::ordered_json json_number(double number);

/// `{"path", "start", "end"}` of a span, or null for an invalid one.
nlohmann::ordered_json location_json(const SourceSet& sources, Span span);

/// The `diagnostics` entry of one diagnostic.
nlohmann::ordered_json diagnostic_json(const SourceSet& sources, const Diagnostic& diagnostic);

/// The `unknown` entry of a value that stayed open.
nlohmann::ordered_json open_value_json(const SourceSet& sources, const OpenValue& value);

}  // namespace ddblint
