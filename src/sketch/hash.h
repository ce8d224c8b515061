#pragma once

#include <cstdint>
#include <string_view>

namespace ddblint {

/// 64-bit hash of bytes, fixed for ever: profiles that were made apart must agree on it.
/// XXH3 with the seed, finalised once more so that no input has structure left.
std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0);

/// One well-mixed word of a word (the finaliser of SplitMix64).
constexpr std::uint64_t mix(std::uint64_t word) {
  word += 0x9e3779b97f4a7c15ULL;
  word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  word = (word ^ (word >> 27U)) * 0x94d049bb133111ebULL;
  return word ^ (word >> 31U);
}

/// The hash of an ordered pair, from the hashes of its parts: no joined text, so that ("a", "bc")
/// and
/// ("ab", "c") differ.
constexpr std::uint64_t combine(std::uint64_t first, std::uint64_t second) {
  return mix(mix(first) + 0x632be59bd9b4e019ULL * ((second << 23U) | (second >> 41U)));
}

}  // namespace ddblint
