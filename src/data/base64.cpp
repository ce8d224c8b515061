#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "data/item_size.h"
#include "data/records.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

constexpr std::uint8_t kNoLetter = 0x80;

constexpr std::array<std::uint8_t, 256> kValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoLetter);
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    values[static_cast<unsigned char>(kLetters[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}();

std::uint32_t value_of(char c) { return kValues[static_cast<unsigned char>(c)]; }

std::size_t padding_of(std::string_view text) {
  if (text.ends_with("==")) return 2;
  return text.ends_with('=') ? 1 : 0;
}

}  // namespace

std::optional<std::uint32_t> base64_size(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = padding_of(text);
  std::uint32_t seen = 0;
  for (const char c : text.substr(0, text.size() - padding)) seen |= value_of(c);
  if ((seen & kNoLetter) != 0) return std::nullopt;
  return static_cast<std::uint32_t>(text.size() / 4 * 3 - padding);
}

std::expected<std::string, std::string> decode_base64(std::string_view text) {
  const std::optional<std::uint32_t> size = base64_size(text);
  if (!size) {
    if (text.size() % 4 != 0) {
      return std::unexpected(
          fmt::format("{} characters are no base64, which comes in fours", text.size()));
    }
    return std::unexpected("a character that is not of the base64 alphabet");
  }
  std::string bytes;
  bytes.reserve(*size + 2);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    for (const char c : text.substr(i, 4)) group = (group << 6U) | (c == '=' ? 0U : value_of(c));
    bytes += static_cast<char>((group >> 16U) & 0xFFU);
    bytes += static_cast<char>((group >> 8U) & 0xFFU);
    bytes += static_cast<char>(group & 0xFFU);
  }
  bytes.resize(*size);
  return bytes;
}

}  // namespace ddblint
