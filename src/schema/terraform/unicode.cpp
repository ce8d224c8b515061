#include "schema/terraform/unicode.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace ddblint {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

bool within(std::span<const Range> ranges, char32_t point) {
  return std::ranges::any_of(
      ranges, [=](Range range) { return range.first <= point && point <= range.last; });
}

/// Every code point here is a character of its own. U+000D is not: a line feed joins it.
constexpr std::array kAlone = {
    Range{0x0, 0xC},       Range{0xE, 0x2FF},     Range{0x370, 0x482},
    Range{0x48A, 0x52F},   Range{0x2010, 0x2027}, Range{0x3041, 0x3096},
    Range{0x309B, 0x30FF}, Range{0x4E00, 0x9FFF}, Range{0xAC00, 0xD7A3},
};

/// Upper-case letters, and how far their lower case is.
struct Case {
  Range upper;
  char32_t distance;
};

constexpr std::array kCases = {
    Case{{'A', 'Z'}, 0x20},     Case{{0xC0, 0xD6}, 0x20},   Case{{0xD8, 0xDE}, 0x20},
    Case{{0x391, 0x3A1}, 0x20}, Case{{0x3A3, 0x3AB}, 0x20}, Case{{0x410, 0x42F}, 0x20},
    Case{{0x400, 0x40F}, 0x50},
};

/// No case, or none that a single code point changes to.
constexpr std::array kCaseless = {
    Range{0x0, '@'},       Range{'[', '`'},       Range{'{', 0xB4},      Range{0xB6, 0xBF},
    Range{0xD7, 0xD7},     Range{0xDF, 0xDF},     Range{0xF7, 0xF7},     Range{0x2010, 0x2027},
    Range{0x3041, 0x3096}, Range{0x309B, 0x30FF}, Range{0x4E00, 0x9FFF}, Range{0xAC00, 0xD7A3},
};

bool is_upper(const Case& letters, char32_t point) {
  return letters.upper.first <= point && point <= letters.upper.last;
}

bool is_lower(const Case& letters, char32_t point) {
  return point >= letters.distance && is_upper(letters, point - letters.distance);
}

}  // namespace

CodePoint code_point_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  const auto size = static_cast<std::size_t>(std::countl_one(lead));
  constexpr CodePoint kMalformed{0xFFFD, 1};
  if (size < 2 || size > 4 || at + size > text.size()) return kMalformed;
  char32_t point = lead & (0xFFU >> (size + 1));
  for (std::size_t i = at + 1; i < at + size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return kMalformed;
    point = point << 6U | (byte(i) & 0x3FU);
  }
  return {point, size};
}

std::optional<std::vector<std::size_t>> character_bounds(std::string_view text) {
  std::vector<std::size_t> bounds = {0};
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint next = code_point_at(text, at);
    if (next.point != '\r' && !within(kAlone, next.point)) return std::nullopt;
    at += text.substr(at).starts_with("\r\n") ? 2 : next.size;
    bounds.push_back(at);
  }
  return bounds;
}

std::optional<char32_t> upper_case(char32_t point) {
  for (const Case& letters : kCases) {
    if (is_upper(letters, point)) return point;
    // The final sigma has a place among the lower-case letters, but no upper case of its own there.
    if (point != 0x3C2 && is_lower(letters, point)) return point - letters.distance;
  }
  if (point == 0x3C2) return 0x3A3;
  if (point == 0xB5) return 0x39C;
  if (point == 0xFF) return 0x178;
  if (within(kCaseless, point)) return point;
  return std::nullopt;
}

std::optional<char32_t> lower_case(char32_t point) {
  for (const Case& letters : kCases) {
    if (is_upper(letters, point)) return point + letters.distance;
    if (is_lower(letters, point)) return point;
  }
  if (point == 0xB5 || point == 0xFF || within(kCaseless, point)) return point;
  return std::nullopt;
}

bool is_space(char32_t point) {
  constexpr std::array kSpaces = {
      Range{'\t', '\r'},     Range{' ', ' '},       Range{0x85, 0x85},     Range{0xA0, 0xA0},
      Range{0x1680, 0x1680}, Range{0x2000, 0x200A}, Range{0x2028, 0x2029}, Range{0x202F, 0x202F},
      Range{0x205F, 0x205F}, Range{0x3000, 0x3000},
  };
  return within(kSpaces, point);
}

}  // namespace ddblint
