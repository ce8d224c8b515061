#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ddblint {

/// Edits (insert, delete, replace, swap of neighbours; letters' case ignored) that turn one word
/// into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to a mistyped word: at most a third of its letters differ. Empty when none
/// is that near; the first of equally near ones wins.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// `, did you mean "x"?` for a mistyped word, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

/// Lower-case copy of ASCII letters.
std::string to_lower(std::string_view text);

/// A piece of source as messages show it: on one line, and no longer than they can bear.
std::string shown_expression(std::string_view source);

/// A whole number with its digits in groups of three: 40,000.
std::string grouped(std::int64_t number);

/// A text without blanks at both ends.
std::string_view trim(std::string_view text);

/// A name as lower-case words joined by '_': customerStatus, customer_status, CUSTOMER-STATUS and
/// "customer status" all give customer_status; digits stay with the letters before them.
std::string normalise_name(std::string_view name);

}  // namespace ddblint
