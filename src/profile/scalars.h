#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/column.h"

// Small readings of texts that several analyses share. ASCII only, no locale.

namespace ddblint {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
/// The value of a hexadecimal digit.
constexpr unsigned hex_value(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((is_upper(c) ? c - 'A' : c - 'a') + 10);
}
/// What people put between the parts of a key.
constexpr bool is_separator(char c) {
  return std::string_view(".#-_:|/").find(c) != std::string_view::npos;
}

/// True for one digit or more and nothing else.
bool all_digits(std::string_view text);
/// True for one hexadecimal digit or more and nothing else.
bool all_hex(std::string_view text);

/// A whole number as people write it: digits with an optional minus; nothing beyond 64 bits.
std::optional<std::int64_t> read_integer(std::string_view text);
/// A decimal number, with fraction and exponent, as DynamoDB takes it.
std::optional<long double> read_number(std::string_view text);

/// True when one of the words of an attribute's name (split at case and separators) is in the list.
bool name_has_word(std::string_view name, const std::vector<std::string_view>& words);

/// The scalar values of a column that are not empty, in the order of the rows.
std::vector<std::string_view> present_texts(const Column& column);

/// What all texts begin with.
std::string_view common_prefix(const std::vector<std::string_view>& texts);

/// True for types whose text says all: strings, numbers, binary values and booleans.
constexpr bool is_scalar(ValueType type) {
  return type == ValueType::string || type == ValueType::number || type == ValueType::binary ||
         type == ValueType::boolean;
}

}  // namespace ddblint
