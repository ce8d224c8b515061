#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "data/item.h"

namespace ddblint {

/// The text of a JSON string that has escapes, in memory of the arena (with 8 bytes after it, for
/// readers that take words). The error is a sentence: a broken escape, or half a surrogate pair.
std::expected<std::string_view, std::string> unescape(std::string_view written, TextArena& arena);

/// True for a number as JSON writes it.
bool is_json_number(std::string_view text);

/// A piece of a text as messages show it: printable, on one line, at most about 40 bytes.
std::string shown_text(std::string_view text);

}  // namespace ddblint
