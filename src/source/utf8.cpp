#include "source/utf8.h"

#include <cstdint>
#include <cstring>

namespace ddblint {
namespace {

/// Length of the well-formed sequence that begins a text with a non-ASCII byte, or 0.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&text](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto continues = [&byte](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const std::uint32_t lead = byte(0);
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && byte(1) < 0x90;
    const bool too_large = lead == 0xF4 && byte(1) >= 0x90;
    return continues(1) && continues(2) && continues(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

}  // namespace

void append_utf8(std::string& out, char32_t point) {
  if (point >= 0xD800 && point < 0xE000) point = 0xFFFD;
  const auto byte = [&out](char32_t value) { out += static_cast<char>(value); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xC0U | (point >> 6U));
    byte(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    byte(0xE0U | (point >> 12U));
    byte(0x80U | ((point >> 6U) & 0x3FU));
    byte(0x80U | (point & 0x3FU));
  } else {
    byte(0xF0U | (point >> 18U));
    byte(0x80U | ((point >> 12U) & 0x3FU));
    byte(0x80U | ((point >> 6U) & 0x3FU));
    byte(0x80U | (point & 0x3FU));
  }
}

std::string utf8_from_utf16(std::string_view bytes, bool big_endian) {
  std::string out;
  out.reserve(bytes.size() / 2);
  const auto unit = [&](std::size_t i) -> char32_t {
    const char32_t first = static_cast<unsigned char>(bytes[i]);
    const char32_t second = static_cast<unsigned char>(bytes[i + 1]);
    return big_endian ? (first << 8U | second) : (second << 8U | first);
  };
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const char32_t high = unit(i);
    const bool pair = high >= 0xD800 && high < 0xDC00 && i + 3 < bytes.size() &&
                      unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000;
    if (pair) {
      append_utf8(out, 0x10000U + ((high - 0xD800U) << 10U) + (unit(i + 2) - 0xDC00U));
      i += 2;
    } else {
      append_utf8(out, high);
    }
  }
  return out;
}

// Eight bytes at a time: dumps have lines of many megabytes.
std::size_t code_points(std::string_view text) {
  constexpr std::uint64_t kLowBits = 0x0101010101010101U;
  std::size_t continuing = 0;
  std::size_t i = 0;
  for (; i + sizeof(std::uint64_t) <= text.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, sizeof word);
    // One bit a byte; the product's highest byte is their sum.
    continuing += (((word >> 7U) & ~(word >> 6U) & kLowBits) * kLowBits) >> 56U;
  }
  for (; i < text.size(); ++i) {
    continuing += (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U ? 1U : 0U;
  }
  return text.size() - continuing;
}

std::optional<std::size_t> invalid_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    // Eight ASCII bytes at a time: nearly every file is nothing else.
    std::uint64_t block = 0;
    if (i + sizeof block <= text.size()) {
      std::memcpy(&block, text.data() + i, sizeof block);
      if ((block & 0x8080808080808080U) == 0) {
        i += sizeof block;
        continue;
      }
    }
    if (static_cast<unsigned char>(text[i]) < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = sequence_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

}  // namespace ddblint
