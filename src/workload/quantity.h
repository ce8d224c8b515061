#pragma once

#include <expected>
#include <string>
#include <string_view>

// Quantities as people write them: `5000/s`, `3 million/day`, `1.2 KB`, `80%`. Every function gives
// the quantity in the unit that the model has, or a sentence that says what is wrong and what would
// be right.

namespace ddblint {

/// An item holds at most this many bytes, its attribute names included.
/// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
inline constexpr double kMaxItemBytes = 400.0 * 1024;
/// Requests per second that all of Amazon's own tables together had at their peak (Prime Day 2025):
/// one table does not have more.
inline constexpr double kHighestRate = 151e6;

/// A number: sign, digits with `,` or `_` between thousands, point, exponent, and a magnitude (k,
/// thousand, M, million, billion).
std::expected<double, std::string> read_number(std::string_view text);

/// Requests per second, from 0 to kHighestRate: a number, words as `requests`, and a unit of time
/// behind `/` or `per`; or `rps`.
std::expected<double, std::string> read_rate(std::string_view text);

/// Bytes of an item, over 0 and at most kMaxItemBytes. 1 KB = 1 KiB = 1,024 bytes, as the service
/// counts.
std::expected<double, std::string> read_item_size(std::string_view text);

/// A share of the whole, over 0 and at most 1: `0.8` or `80%`.
std::expected<double, std::string> read_share(std::string_view text);

}  // namespace ddblint
