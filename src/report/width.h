#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ddblint {

/// Columns that a tab takes in reports.
inline constexpr std::size_t kTabColumns = 4;

/// Columns that a terminal gives a printable code point: 0, 1 or 2 (Unicode 14).
std::size_t code_point_columns(char32_t point);

/// A code point of a text and the bytes that it takes there.
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;
};

/// The first code point of a text that is not empty; a byte that begins none is U+FFFD.
CodePoint first_code_point(std::string_view text);

/// One code point of a text as it is shown.
struct Glyph {
  std::string text;
  std::size_t columns = 0;
  /// Bytes that it takes in the text.
  std::size_t bytes = 0;
};

/// The first code point of a text that is not empty. Tabs become blanks, control characters and
/// everything that could steer the terminal or turn the writing direction become pictures.
Glyph first_glyph(std::string_view text);

/// A text as it may be written to a terminal: one line, nothing in it steers the terminal.
std::string shown(std::string_view text);

/// Columns that `shown(text)` takes.
std::size_t shown_columns(std::string_view text);

}  // namespace ddblint
