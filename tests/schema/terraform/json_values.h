#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "schema/terraform/functions.h"

// Values written as JSON, in which "$unknown" stands for an unknown value.

namespace ddblint {

/// A value with its "$unknown" strings made unknown; `why` is their own text.
inline Value with_unknowns(const Value& value) {
  if (value.is(Value::Kind::string) && value.text().starts_with("$unknown")) {
    return Value::unknown({.expression = {}, .why = value.text()});
  }
  if (value.is(Value::Kind::list)) {
    ValueList items;
    for (const Value& item : value.items()) items.push_back(with_unknowns(item));
    return Value::list(std::move(items));
  }
  if (value.is(Value::Kind::map)) {
    ValueMap members;
    for (const auto& [key, item] : value.members()) members.emplace_back(key, with_unknowns(item));
    return Value::map(std::move(members));
  }
  return value;
}

/// A value read from JSON.
inline Value json_value(std::string_view json) {
  return with_unknowns(
      call_function("jsondecode", std::vector{Value::string(std::string(json))}).value());
}

/// A value as JSON.
inline std::string json(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::unknown:
      return "\"$unknown\"";
    case Value::Kind::null:
      return "null";
    case Value::Kind::list: {
      std::string out = "[";
      for (const Value& item : value.items()) {
        if (out.size() > 1) out += ",";
        out += json(item);
      }
      return out + "]";
    }
    case Value::Kind::map: {
      std::string out = "{";
      for (const auto& [key, item] : value.members()) {
        if (out.size() > 1) out += ",";
        out += fmt::format("{}:{}", json(Value::string(key)), json(item));
      }
      return out + "}";
    }
    case Value::Kind::boolean:
    case Value::Kind::number:
    case Value::Kind::string:
      break;
  }
  return call_function("jsonencode", std::vector{value}).value().text();
}

/// The result of a call as JSON, or `error`; the arguments are a JSON list.
inline std::string called(std::string_view function, std::string_view arguments) {
  const auto result = call_function(function, json_value(arguments).items());
  return result ? json(*result) : "error";
}

}  // namespace ddblint
