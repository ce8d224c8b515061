#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace ddblint::test {

/// `{n}` in a row: the number of the row; `{n%20+10}`, `{n/100}` reckoned from left to right;
/// `{n:6}` padded with zeros. `{x*5000}`: so many letters.
inline std::string fill_in(std::string_view row, std::uint64_t number) {
  std::string text;
  for (std::size_t at = row.find("{n"); at != std::string_view::npos; at = row.find("{n")) {
    const std::size_t end = row.find('}', at);
    if (end == std::string_view::npos) break;
    text += row.substr(0, at);
    std::string_view rest = row.substr(at + 2, end - at - 2);
    row.remove_prefix(end + 1);
    std::uint64_t value = number;
    std::size_t width = 0;
    while (!rest.empty()) {
      const char sign = rest.front();
      std::uint64_t operand = 0;
      const auto parsed = std::from_chars(rest.data() + 1, rest.data() + rest.size(), operand);
      rest.remove_prefix(static_cast<std::size_t>(parsed.ptr - rest.data()));
      if (sign == '%') value %= operand;
      if (sign == '/') value /= operand;
      if (sign == '+') value += operand;
      if (sign == ':') width = operand;
      if (parsed.ec != std::errc()) break;
    }
    text += fmt::format("{:0{}}", value, width);
  }
  text += row;
  if (const std::size_t at = text.find("{x*"); at != std::string::npos) {
    const std::size_t end = text.find('}', at);
    text.replace(at, end - at + 1, std::string(std::stoul(text.substr(at + 3)), 'x'));
  }
  return text;
}

/// Rows as pages and fixtures write them: `120 x ROW` stands for so many rows.
inline std::string expand_rows(std::string_view text) {
  std::string rows;
  std::uint64_t number = 0;
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty()) continue;
    std::uint64_t times = 1;
    const auto parsed = std::from_chars(line.data(), line.data() + line.size(), times);
    const std::string_view rest = line.substr(static_cast<std::size_t>(parsed.ptr - line.data()));
    const bool counted = parsed.ec == std::errc() && rest.starts_with(" x ");
    if (counted) line = rest.substr(3);
    for (std::uint64_t i = 0; i < (counted ? times : 1); ++i) {
      rows += fill_in(line, ++number) + "\n";
    }
  }
  return rows;
}

}  // namespace ddblint::test
