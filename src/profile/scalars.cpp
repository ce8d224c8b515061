#include "profile/scalars.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "source/text.h"

namespace ddblint {

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool all_hex(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_hex);
}

std::optional<std::int64_t> read_integer(std::string_view text) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

namespace {

/// A number without an exponent, of so few digits that they and the power of ten that divides them
/// are exact: then one division rounds as it must be.
std::optional<long double> read_short_number(std::string_view text) {
  static_assert(std::numeric_limits<std::uint64_t>::digits10 == 19);
  constexpr std::size_t kMostDigits = 19;
  constexpr bool kExact = std::numeric_limits<long double>::digits >= 64;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (!kExact || text.size() > kMostDigits) return std::nullopt;
  std::uint64_t digits = 0;
  std::uint64_t power = 0;
  bool any = false;
  for (const char c : text) {
    if (is_digit(c)) {
      digits = digits * 10 + static_cast<std::uint64_t>(c - '0');
      power *= 10;
      any = true;
    } else if (c == '.' && power == 0) {
      power = 1;
    } else {
      return std::nullopt;
    }
  }
  if (!any) return std::nullopt;
  const long double number = static_cast<long double>(digits) /
                             static_cast<long double>(std::max<std::uint64_t>(power, 1));
  return negative ? -number : number;
}

}  // namespace

std::optional<long double> read_number(std::string_view text) {
  if (const auto number = read_short_number(text)) return number;
  // inf and nan are names, not numbers.
  if (text.empty() || (!is_digit(text.back()) && text.back() != '.')) return std::nullopt;
  long double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

bool name_has_word(std::string_view name, const std::vector<std::string_view>& words) {
  const std::string normal = normalise_name(name);
  std::string_view rest = normal;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('_'), rest.size());
    const std::string_view word = rest.substr(0, end);
    if (std::find(words.begin(), words.end(), word) != words.end()) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

std::vector<std::string_view> present_texts(const Column& column) {
  std::vector<std::string_view> texts;
  texts.reserve(column.values.size());
  for (const auto& value : column.values) {
    if (value && is_scalar(value->type) && !value->text.empty()) texts.push_back(value->text);
  }
  return texts;
}

std::string_view common_prefix(const std::vector<std::string_view>& texts) {
  if (texts.empty()) return {};
  std::string_view prefix = texts.front();
  for (const std::string_view text : texts) {
    const auto differs =
        std::mismatch(prefix.begin(), prefix.end(), text.begin(), text.end()).first;
    prefix = prefix.substr(0, static_cast<std::size_t>(differs - prefix.begin()));
  }
  return prefix;
}

}  // namespace ddblint
