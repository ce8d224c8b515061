#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Bytes of memory as numbers, for readers that look at several of them at once.

namespace ddblint {

/// Eight bytes of memory as a number, the first one lowest.
inline std::uint64_t load_word(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = std::byteswap(word);
  return word;
}

/// Four bytes of memory, the first one lowest.
inline std::uint32_t load_half(const char* at) {
  std::uint32_t half = 0;
  std::memcpy(&half, at, sizeof half);
  if constexpr (std::endian::native == std::endian::big) half = std::byteswap(half);
  return half;
}

/// The first `count` bytes of a word, at most eight; zeros behind them.
inline std::uint64_t low_bytes(std::uint64_t word, std::size_t count) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  // A table, since a shift by a variable or a branch takes longer.
  static constexpr std::array<std::uint64_t, sizeof word + 1> kMasks = {
      0, kAll >> 56, kAll >> 48, kAll >> 40, kAll >> 32, kAll >> 24, kAll >> 16, kAll >> 8, kAll};
  return word & kMasks[count];
}

}  // namespace ddblint
