#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "workload/trace_writer.h"
#include <simdjson.h>

// Small questions to JSON that strangers wrote: names in any case, values of any type.

namespace ddblint {

using JsonElement = simdjson::dom::element;
using JsonObject = simdjson::dom::object;
using JsonArray = simdjson::dom::array;

/// A member by its name in any case; nothing when there is none or it is null.
std::optional<JsonElement> member(JsonObject object, std::string_view name);
std::optional<JsonObject> object_member(JsonObject object, std::string_view name);
std::optional<JsonArray> array_member(JsonObject object, std::string_view name);
/// A string member; empty when there is none.
std::string_view string_member(JsonObject object, std::string_view name);
std::optional<JsonObject> as_object(const JsonElement& element);
std::optional<JsonArray> as_array(const JsonElement& element);
std::optional<std::string_view> as_string(const JsonElement& element);
/// A number, or a text that is one.
std::optional<double> as_number(const JsonElement& element);
/// true, or a text or number that says so.
bool as_flag(const JsonElement& element);
/// A time as read_trace_time() takes it.
std::optional<TraceTime> as_time(const JsonElement& element);

/// The text of a key value: a string, a number, or one of these as DynamoDB's typed values.
/// Numbers become texts in `arena`. Nothing for what can be no key.
std::optional<std::string_view> key_value(const JsonElement& element, TextArena& arena);
/// The members of an object that can be keys.
void add_key_values(JsonObject object, TextArena& arena, KeyValues& values);

/// An element as messages show it, short.
std::string shown_json(const JsonElement& element);

}  // namespace ddblint
