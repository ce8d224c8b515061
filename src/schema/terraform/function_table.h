#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "schema/terraform/value.h"

// Terraform's functions stand in one table a family, each in its own file. A row says how a
// function is called: `call_function` counts and converts the arguments by it, so that a function's
// own code sees only what it can work with.

namespace ddblint {

/// What a function gives, or why it cannot.
using FunctionResult = std::expected<Value, std::string>;
using FunctionArguments = std::span<const Value>;

/// One function.
struct Function {
  std::string_view name;
  /// A letter for each parameter: `s` string, `n` number, `i` whole number, `q` list, `Q` list or
  /// set, `m` map, `L` list of strings, `B` list of truth values, `l` list and `S` set whose
  /// elements become one type, `v` any value, `u` any value or unknown, `x` any value, unknown or
  /// null. Where an argument is unknown and may not be, so is the result. `!` in front: nothing
  /// inside an argument may be unknown either. Behind the last letter: `*` any number of these, `+`
  /// at least one, `?` one or none.
  std::string_view parameters;
  FunctionResult (*call)(FunctionArguments arguments);
};

/// A function that is not evaluated, and why.
struct OpenFunction {
  std::string_view name;
  std::string_view why;
};

std::span<const Function> string_functions();
std::span<const Function> format_functions();
std::span<const Function> regex_functions();
std::span<const Function> number_functions();
std::span<const Function> collection_functions();
std::span<const Function> set_functions();
std::span<const Function> encoding_functions();
std::span<const Function> type_functions();
std::span<const OpenFunction> open_functions();

/// Most elements of a result.
inline constexpr std::size_t kMaxItems = 100'000;
/// Longest text of a result, in bytes.
inline constexpr std::size_t kMaxText = 1'000'000;

/// An error with a message for people.
template <class... Args>
std::unexpected<std::string> fail(fmt::format_string<Args...> format, Args&&... arguments) {
  return std::unexpected(fmt::format(format, std::forward<Args>(arguments)...));
}

/// An unknown result whose reason lies in the function itself.
inline Value open_result(std::string why) {
  return Value::unknown({.expression = {}, .why = std::move(why)});
}

/// A text, refused when it is too long.
inline FunctionResult bounded_text(std::string text) {
  if (text.size() > kMaxText) return fail("the result is longer than {} bytes", kMaxText);
  return Value::string(std::move(text));
}

/// A wholly known value as JSON on one line, as `jsonencode` writes it.
std::string json_text(const Value& value);

}  // namespace ddblint
