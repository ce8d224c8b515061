#include "data/json_text.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "source/utf8.h"

namespace ddblint {
namespace {

std::optional<std::uint32_t> hex_digits(std::string_view text) {
  constexpr std::size_t kDigits = 4;
  if (text.size() < kDigits) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : text.substr(0, kDigits)) {
    value <<= 4U;
    if (c >= '0' && c <= '9') {
      value |= static_cast<std::uint32_t>(c - '0');
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      value |= static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

bool is_high(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// A code point and the bytes of its escape.
struct Escaped {
  char32_t point = 0;
  std::size_t length = 0;
};

/// `text` begins after `\u`.
std::expected<Escaped, std::string> read_unicode(std::string_view text) {
  const std::optional<std::uint32_t> first = hex_digits(text);
  if (!first) return std::unexpected("`\\u` without four hexadecimal digits");
  if (!is_high(*first) && !is_low(*first)) return Escaped{*first, 4};
  const std::string_view rest = text.substr(4);
  if (is_high(*first) && rest.starts_with("\\u")) {
    const std::optional<std::uint32_t> second = hex_digits(rest.substr(2));
    if (second && is_low(*second)) {
      return Escaped{0x10000U + ((*first - 0xD800U) << 10U) + (*second - 0xDC00U), 10};
    }
  }
  return std::unexpected(
      fmt::format("`\\u{}` is half of a surrogate pair, which is no character", text.substr(0, 4)));
}

std::optional<char> simple_escape(char c) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const std::size_t place = kLetters.find(c);
  if (place == std::string_view::npos) return std::nullopt;
  return kMeanings[place];
}

}  // namespace

std::expected<std::string_view, std::string> unescape(std::string_view written, TextArena& arena) {
  constexpr std::size_t kWord = 8;
  char* const begin = arena.take(written.size() + kWord);  // an escape is never shorter
  char* out = begin;
  std::string point;
  while (!written.empty()) {
    const std::size_t plain = std::min(written.find('\\'), written.size());
    std::memcpy(out, written.data(), plain);
    out += plain;
    written.remove_prefix(plain);
    if (written.empty()) break;
    if (written.size() < 2) return std::unexpected("a `\\` at the end of a string");
    if (const std::optional<char> meant = simple_escape(written[1])) {
      *out++ = *meant;
      written.remove_prefix(2);
      continue;
    }
    if (written[1] != 'u') {
      return std::unexpected(fmt::format("`{}` is no escape", shown_text(written.substr(0, 2))));
    }
    const std::expected<Escaped, std::string> escaped = read_unicode(written.substr(2));
    if (!escaped) return std::unexpected(escaped.error());
    point.clear();
    append_utf8(point, escaped->point);
    out = std::copy(point.begin(), point.end(), out);
    written.remove_prefix(2 + escaped->length);
  }
  return std::string_view(begin, static_cast<std::size_t>(out - begin));
}

bool is_json_number(std::string_view text) {
  const auto digits = [&text] {
    const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
  };
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool zero = text.starts_with('0');
  const std::size_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  return text.empty();
}

std::string shown_text(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    // Cut between characters, not inside one.
    if (shown.size() >= kMost && (byte & 0xC0U) != 0x80U) return shown + "...";
    if (byte < 0x20 || byte == 0x7F) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  if (invalid_utf8(shown)) {
    for (char& c : shown) {
      if ((static_cast<unsigned char>(c) & 0x80U) != 0) c = '?';
    }
  }
  return shown;
}

}  // namespace ddblint
