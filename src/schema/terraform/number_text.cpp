#include "schema/terraform/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

namespace ddblint {
namespace {

/// Reads `-d.ddde±xx`.
Decimal decimal_of(std::string_view text) {
  Decimal out;
  out.negative = text.starts_with('-');
  if (out.negative) text.remove_prefix(1);
  const auto e = text.find('e');
  for (const char c : text.substr(0, e)) {
    if (c != '.') out.digits += c;
  }
  std::string_view exponent = text.substr(e + 1);
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), out.point);
  ++out.point;
  out.digits.erase(out.digits.find_last_not_of('0') + 1);
  if (out.digits.empty()) out.point = 0;
  return out;
}

}  // namespace

Decimal shortest_decimal(double number) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 std::chars_format::scientific);
  return decimal_of({buffer.data(), end.ptr});
}

Decimal rounded_decimal(double number, int digits) {
  return decimal_of(fmt::format("{:.{}e}", number, std::max(digits, 1) - 1));
}

std::string fixed_text(const Decimal& decimal) {
  if (decimal.digits.empty()) return decimal.negative ? "-0" : "0";
  std::string digits = decimal.digits;
  const auto zeros = [](int count) { return static_cast<std::size_t>(std::max(count, 0)); };
  if (decimal.point <= 0) {
    digits.insert(0, zeros(-decimal.point), '0').insert(0, "0.");
  } else if (const auto point = zeros(decimal.point); point < digits.size()) {
    digits.insert(point, 1, '.');
  } else {
    digits.append(point - digits.size(), '0');
  }
  if (decimal.negative) digits.insert(0, 1, '-');
  return digits;
}

std::string scientific_text(const Decimal& decimal) {
  std::string digits = decimal.digits.empty() ? "0" : decimal.digits;
  if (digits.size() > 1) digits.insert(1, 1, '.');
  const int exponent = decimal.digits.empty() ? 0 : decimal.point - 1;
  return fmt::format("{}{}e{}{:02}", decimal.negative ? "-" : "", digits, exponent < 0 ? '-' : '+',
                     std::abs(exponent));
}

}  // namespace ddblint
