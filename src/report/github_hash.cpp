#include <cstddef>
#include <cstdint>
#include <map>

#include <fmt/format.h>

#include "report/report.h"
#include "report/width.h"

// Code scanning tells alerts apart by a hash of the line and of what follows it. The text is taken
// as UTF-16 code units without blanks and tabs, each line end as one line feed, then one unit of
// 0xFFFF for the end and as many zeros as are wanted. The hash of a line is the polynomial in 37,
// modulo 2^64, of the 100 units from the line's first one on: O(100) a line.

namespace ddblint {
namespace {

constexpr std::size_t kHashedUnits = 100;
constexpr std::uint64_t kBase = 37;
constexpr char16_t kEnd = 0xFFFF;

/// A text as code scanning sees it.
struct Units {
  std::vector<char16_t> units;
  /// Where each line begins in `units`.
  std::vector<std::size_t> line_starts = {0};

  void append(char32_t point) {
    if (point >= 0x10000) {
      units.push_back(static_cast<char16_t>(0xD800U + ((point - 0x10000U) >> 10U)));
      point = 0xDC00U + (point & 0x3FFU);
    }
    units.push_back(static_cast<char16_t>(point));
  }
};

Units units_of(std::string_view text) {
  Units result;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = first_code_point(text.substr(i));
    const bool first_of_two = point.value == '\r' && text.substr(i + 1).starts_with('\n');
    i += point.bytes;
    if (point.value == ' ' || point.value == '\t' || first_of_two) continue;
    const bool ends_line = point.value == '\n' || point.value == '\r';
    result.append(ends_line ? U'\n' : point.value);
    if (ends_line) result.line_starts.push_back(result.units.size());
  }
  result.units.push_back(kEnd);
  return result;
}

std::uint64_t hash_from(const std::vector<char16_t>& units, std::size_t start) {
  std::uint64_t hash = 0;
  for (std::size_t i = start; i < start + kHashedUnits; ++i) {
    hash = hash * kBase + (i < units.size() ? units[i] : 0U);
  }
  return hash;
}

}  // namespace

std::vector<std::string> github_line_hashes(std::string_view text) {
  const Units text_units = units_of(text);
  std::map<std::uint64_t, std::size_t> seen;
  std::vector<std::string> hashes;
  hashes.reserve(text_units.line_starts.size());
  for (const std::size_t start : text_units.line_starts) {
    const std::uint64_t hash = hash_from(text_units.units, start);
    hashes.push_back(fmt::format("{:x}:{}", hash, ++seen[hash]));
  }
  return hashes;
}

}  // namespace ddblint
