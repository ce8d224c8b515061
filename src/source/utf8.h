#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ddblint {

/// Appends a code point as UTF-8; a lone surrogate becomes U+FFFD.
void append_utf8(std::string& out, char32_t point);

/// UTF-16 as UTF-8; an odd last byte is dropped. PowerShell redirects command output to UTF-16, and
/// SQL Server Management Studio saves scripts in it.
std::string utf8_from_utf16(std::string_view bytes, bool big_endian);

/// Code points of a text: its bytes that continue none.
std::size_t code_points(std::string_view text);

/// Offset of the first byte that is not well-formed UTF-8 (RFC 3629), or nothing.
std::optional<std::size_t> invalid_utf8(std::string_view text);

}  // namespace ddblint
