#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/number_size.h"
#include "data/records.h"

namespace ddblint {
namespace {

constexpr int kDigits = 38;
constexpr std::int64_t kSmallest = -130;  // of the exponent of the first digit
constexpr std::int64_t kLargest = 125;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A decimal number taken apart: its significant digits stand in `text` from `first` to `last`
/// (with at most a point between them), the first of them worth 10^exponent.
struct Decimal {
  bool valid = false;
  bool negative = false;
  /// 0 for the number zero.
  std::size_t digits = 0;
  std::size_t first = 0;
  std::size_t last = 0;
  std::int64_t exponent = 0;
};

/// The exponent after `E`; nothing when it is none. Stops growing where it is out of range anyhow.
std::optional<std::int64_t> read_exponent(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (text.empty()) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    value = std::min<std::int64_t>(value * 10 + (c - '0'), std::int64_t{1} << 40U);
  }
  return negative ? -value : value;
}

constexpr std::size_t kNone = std::string_view::npos;

/// The digits of a number, with a point among them or not.
struct Mantissa {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t point = kNone;
  /// The first and the last digit that is not zero.
  std::size_t first = kNone;
  std::size_t last = 0;

  [[nodiscard]] bool has_digit() const { return end - begin > (point == kNone ? 0U : 1U); }
  /// Where the digits end that are worth 1 or more.
  [[nodiscard]] std::size_t units() const { return point == kNone ? end : point; }
};

Mantissa read_mantissa(std::string_view text, std::size_t begin) {
  Mantissa mantissa{.begin = begin, .end = begin};
  for (std::size_t& i = mantissa.end; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.' && mantissa.point == kNone) {
      mantissa.point = i;
    } else if (!is_digit(c)) {
      break;
    } else if (c != '0') {
      if (mantissa.first == kNone) mantissa.first = i;
      mantissa.last = i;
    }
  }
  return mantissa;
}

Decimal read_decimal(std::string_view text) {
  Decimal number;
  const bool sign = !text.empty() && (text[0] == '-' || text[0] == '+');
  number.negative = sign && text[0] == '-';
  const Mantissa mantissa = read_mantissa(text, sign ? 1 : 0);
  if (!mantissa.has_digit()) return number;
  std::int64_t exponent = 0;
  if (mantissa.end < text.size()) {
    if (text[mantissa.end] != 'e' && text[mantissa.end] != 'E') return number;
    const std::optional<std::int64_t> written = read_exponent(text.substr(mantissa.end + 1));
    if (!written) return number;
    exponent = *written;
  }
  const std::size_t point = mantissa.point;
  const std::size_t first = mantissa.first;
  const std::size_t last = mantissa.last;
  if (first == kNone) {
    number.valid = true;
    number.negative = false;
    return number;
  }
  const std::size_t units = mantissa.units();
  number.exponent = exponent + (first < units ? static_cast<std::int64_t>(units - first) - 1
                                              : -static_cast<std::int64_t>(first - units));
  number.first = first;
  number.last = last;
  number.digits = last - first + 1 - (point != kNone && first < point && point < last ? 1 : 0);
  number.valid =
      number.digits <= kDigits && number.exponent >= kSmallest && number.exponent <= kLargest;
  return number;
}

std::uint32_t size_of(const Decimal& number) {
  return static_cast<std::uint32_t>((number.digits + 1) / 2) + 1U + (number.negative ? 1U : 0U);
}

/// The canonical form where the text begins with it: an integer part without needless zeros, and
/// maybe a fraction, whose last zeros are not part of it. Empty where it must be written anew.
std::string_view canonical_beginning(std::string_view text) {
  constexpr std::size_t kMostZeros = 6;
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  if (text.size() == sign || text.size() > kDigits) return {};
  std::size_t point = sign;
  while (point < text.size() && is_digit(text[point])) ++point;
  const bool zero = text[sign] == '0';
  if (point == sign || (zero && (sign == 1 || point > 1))) return {};
  if (point == text.size()) return text;
  if (text[point] != '.') return {};
  std::size_t first = kNone;
  std::size_t end = point;
  for (std::size_t i = point + 1; i < text.size(); ++i) {
    if (!is_digit(text[i])) return {};
    if (text[i] == '0') continue;
    first = std::min(first, i);
    end = i + 1;
  }
  // Small fractions have an exponent.
  if (zero && first != kNone && first - point - 1 > kMostZeros) return {};
  return text.substr(0, end);
}

/// Digits with a point after the first `whole` of them, zeros filled in on either side.
void append_fixed(std::string& out, std::string_view digits, std::int64_t whole) {
  if (whole <= 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-whole), '0');
    out += digits;
    return;
  }
  const auto before = static_cast<std::size_t>(whole);
  out += digits.substr(0, before);
  if (digits.size() <= before) {
    out.append(before - digits.size(), '0');
  } else {
    out += '.';
    out += digits.substr(before);
  }
}

}  // namespace

std::optional<std::uint32_t> checked_number_size(std::string_view text) {
  const Decimal number = read_decimal(text);
  if (!number.valid) return std::nullopt;
  return size_of(number);
}

std::uint32_t number_size(std::string_view text) {
  constexpr std::uint32_t kMost = 21;
  return std::min(size_of(read_decimal(text)), kMost);
}

std::string_view canonical_number(std::string_view text, std::string& buffer) {
  const std::string_view beginning = canonical_beginning(text);
  if (!beginning.empty()) return beginning;
  const Decimal number = read_decimal(text);
  if (!number.valid) return {};
  buffer.clear();
  if (number.digits == 0) return buffer = "0";
  std::string digits(text.substr(number.first, number.last - number.first + 1));
  std::erase(digits, '.');
  if (number.negative) buffer += '-';
  constexpr std::int64_t kSmallestFixed = -7;
  if (number.exponent >= kSmallestFixed && number.exponent < kDigits) {
    append_fixed(buffer, digits, number.exponent + 1);
  } else {
    append_fixed(buffer, digits, 1);
    buffer += 'E';
    buffer += std::to_string(number.exponent);
  }
  return buffer;
}

}  // namespace ddblint
