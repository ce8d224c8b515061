#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// As much of Unicode as names in a definition need: Terraform counts characters as people see them
// and converts the case of all scripts. What lies beyond these functions is not guessed.

namespace ddblint {

/// A code point and the bytes it takes.
struct CodePoint {
  char32_t point = 0;
  std::size_t size = 1;
};

/// The code point at an offset of a text; a malformed byte is U+FFFD of one byte.
CodePoint code_point_at(std::string_view text, std::size_t at);

/// Where the characters of a text begin, and where the last one ends. Nothing when the text holds
/// code points that may join with others (accents, emoji and scripts not known here).
std::optional<std::vector<std::size_t>> character_bounds(std::string_view text);

/// The upper or lower case of a code point: Latin, Greek and Cyrillic without their rarer letters,
/// and what has no case. Nothing for others.
std::optional<char32_t> upper_case(char32_t point);
std::optional<char32_t> lower_case(char32_t point);

/// True for Unicode's white space.
bool is_space(char32_t point);

}  // namespace ddblint
