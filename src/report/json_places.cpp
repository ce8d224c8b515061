#include "report/json_places.h"

#include <cmath>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;

Json point_json(LineColumn at, std::uint64_t offset) {
  return {{"line", at.line}, {"column", at.column}, {"offset", offset}};
}

}  // namespace

std::string json_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

Json json_number(double number) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: every integer below is a double
  const bool whole = std::abs(number) < kExact && std::trunc(number) == number;
  return whole ? Json(static_cast<std::int64_t>(number)) : Json(number);
}

Json location_json(const SourceSet& sources, Span span) {
  if (!span.valid()) return {};
  return {{"path", sources.file(span.file).path()},
          {"start", point_json(sources.begin_of(span), sources.begin_offset(span))},
          {"end", point_json(sources.end_of(span), sources.end_offset(span))}};
}

Json diagnostic_json(const SourceSet& sources, const Diagnostic& diagnostic) {
  Json entry = {{"path", nullptr}, {"line", nullptr}, {"column", nullptr}};
  if (diagnostic.span.valid()) {
    const LineColumn at = sources.begin_of(diagnostic.span);
    entry["path"] = sources.file(diagnostic.span.file).path();
    entry["line"] = at.line;
    entry["column"] = at.column;
  }
  entry["message"] = diagnostic.message;
  return entry;
}

Json open_value_json(const SourceSet& sources, const OpenValue& value) {
  Json entry = {{"path", nullptr}, {"line", nullptr}};
  if (value.span.valid()) {
    entry["path"] = sources.file(value.span.file).path();
    entry["line"] = sources.begin_of(value.span).line;
  }
  entry["what"] = value.what;
  entry["why"] = value.why;
  return entry;
}

}  // namespace ddblint
