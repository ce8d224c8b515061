#include "workload/trace_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include "data/json_text.h"
#include "data/records.h"
#include "workload/trace_time.h"
#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

std::string_view kept(std::string_view text, TextArena& arena) {
  char* const place = arena.take(text.size());
  std::ranges::copy(text, place);
  return {place, text.size()};
}

/// The value inside `{"S": "x"}`, `{"N": "1"}`, `{"B": "..."}`; the letters in any case.
std::optional<std::string_view> typed_value(JsonObject object, TextArena& arena) {
  const auto first = object.begin();
  if (object.size() != 1) return std::nullopt;
  const std::string_view type = first.key();
  const std::optional<std::string_view> text = as_string(first.value());
  if (!text) return std::nullopt;
  if (type == "S" || type == "s" || type == "B" || type == "b") return text;
  if (type != "N" && type != "n") return std::nullopt;
  std::string buffer;
  const std::string_view number = canonical_number(*text, buffer);
  return number.empty() ? *text : kept(number, arena);
}

}  // namespace

std::optional<JsonElement> member(JsonObject object, std::string_view name) {
  JsonElement found;
  if (object.at_key_case_insensitive(name).get(found) != simdjson::SUCCESS) return std::nullopt;
  if (found.is_null()) return std::nullopt;
  return found;
}

std::optional<JsonObject> as_object(const JsonElement& element) {
  JsonObject found;
  if (element.get(found) != simdjson::SUCCESS) return std::nullopt;
  return found;
}

std::optional<JsonArray> as_array(const JsonElement& element) {
  JsonArray found;
  if (element.get(found) != simdjson::SUCCESS) return std::nullopt;
  return found;
}

std::optional<std::string_view> as_string(const JsonElement& element) {
  std::string_view found;
  if (element.get(found) != simdjson::SUCCESS) return std::nullopt;
  return found;
}

std::optional<JsonObject> object_member(JsonObject object, std::string_view name) {
  const auto found = member(object, name);
  return found ? as_object(*found) : std::nullopt;
}

std::optional<JsonArray> array_member(JsonObject object, std::string_view name) {
  const auto found = member(object, name);
  return found ? as_array(*found) : std::nullopt;
}

std::string_view string_member(JsonObject object, std::string_view name) {
  const auto found = member(object, name);
  return found ? as_string(*found).value_or("") : "";
}

std::optional<double> as_number(const JsonElement& element) {
  double number = 0;
  if (element.get(number) == simdjson::SUCCESS) return number;
  const std::optional<std::string_view> text = as_string(element);
  if (!text) return std::nullopt;
  const std::string_view digits = trim(*text);
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || rest != digits.data() + digits.size()) return std::nullopt;
  return number;
}

bool as_flag(const JsonElement& element) {
  bool flag = false;
  if (element.get(flag) == simdjson::SUCCESS) return flag;
  if (const std::optional<std::string_view> text = as_string(element)) {
    const std::string word = to_lower(trim(*text));
    return word == "true" || word == "yes" || word == "1";
  }
  return as_number(element).value_or(0) != 0;
}

std::optional<TraceTime> as_time(const JsonElement& element) {
  if (const std::optional<std::string_view> text = as_string(element))
    return read_trace_time(*text);
  std::int64_t whole = 0;
  if (element.get(whole) == simdjson::SUCCESS) return trace_time_of(whole);
  double number = 0;
  if (element.get(number) == simdjson::SUCCESS) return trace_time_of(number);
  return std::nullopt;
}

std::optional<std::string_view> key_value(const JsonElement& element, TextArena& arena) {
  switch (element.type()) {
    case simdjson::dom::element_type::STRING:
      return as_string(element);
    case simdjson::dom::element_type::OBJECT:
      return typed_value(*as_object(element), arena);
    case simdjson::dom::element_type::INT64: {
      std::array<char, 24> digits{};
      const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                     element.get_int64().value_unsafe());
      return kept({digits.data(), end.ptr}, arena);
    }
    case simdjson::dom::element_type::UINT64:
    case simdjson::dom::element_type::DOUBLE:
      return kept(simdjson::minify(element), arena);
    default:
      return std::nullopt;
  }
}

void add_key_values(JsonObject object, TextArena& arena, KeyValues& values) {
  for (const auto [name, element] : object) {
    if (const auto value = key_value(element, arena)) values.push_back({name, *value});
  }
}

std::string shown_json(const JsonElement& element) { return shown_text(simdjson::minify(element)); }

}  // namespace ddblint
