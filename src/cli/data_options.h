#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "cli/options.h"

// Reads the values of options about data. Errors are the end of a sentence that begins with the
// option's name: `takes ..., not "..."`.

namespace ddblint {

/// `512MB`, `1.5 GiB`, `4096`: bytes; K, M, G and T are powers of 1,024.
std::expected<std::uint64_t, std::string> parse_size(std::string_view text);

/// `100` or `0.1%`.
std::expected<BadItemsLimit, std::string> parse_bad_items(std::string_view text);

/// `random`, `scan-head` or `file-head`.
std::expected<Drawn, std::string> parse_drawn(std::string_view text);

/// One of , ; : | and tab, space.
std::expected<char, std::string> parse_delimiter(std::string_view text);

/// A count of items, which may have digits in groups of commas.
std::expected<std::uint64_t, std::string> parse_count(std::string_view text);

}  // namespace ddblint
