#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// The functions that people hash their keys with, and how a digest is read as an integer.

namespace ddblint {

/// The bytes of a digest, big-endian for those that are integers; none when a function is not
/// available (a library without MD5).
struct Digest {
  std::array<unsigned char, 64> bytes{};
  std::size_t size = 0;

  [[nodiscard]] std::span<const unsigned char> view() const { return {bytes.data(), size}; }
};

struct DigestFunction {
  /// As in DigestFact.
  std::string_view name;
  /// What tells variants of one name apart: "seed 42", "namespace DNS"; mostly empty.
  std::string_view variant;
  Digest (*compute)(std::string_view);
  std::size_t size = 0;
  /// Makes UUIDs: only UUIDs are compared with it.
  bool makes_uuid = false;
  /// Common enough to be tried on pairs of attributes, too.
  bool tried_on_pairs = false;
};

/// All functions, the usual ones first.
std::span<const DigestFunction> digest_functions();

/// The function of that name without a variant; nothing for an unknown name.
const DigestFunction* digest_function(std::string_view name);

/// Lower-case hexadecimal digits.
std::string to_hex(const Digest& digest);

/// Ways to read a digest as an integer.
inline constexpr unsigned kIntegerViews = 9;
/// "first 8 bytes", "absolute value"; empty for the whole digest, unsigned.
std::string_view integer_view_name(unsigned view);

/// A signed number of up to 64 bits.
struct DigestInteger {
  std::uint64_t magnitude = 0;
  bool negative = false;
  friend bool operator==(const DigestInteger&, const DigestInteger&) = default;
};
/// The digest as an integer; nothing when the view does not fit its size.
std::optional<DigestInteger> integer_of(const Digest& digest, unsigned view);
/// The integer modulo a number, never negative; the whole of a long digest is taken as it is.
std::optional<std::uint64_t> residue_of(const Digest& digest, unsigned view, std::uint64_t modulus);

/// Sums and products of code points, and numbers as they are: what is no digest, but is used to
/// calculate a shard.
struct ShardFormula {
  std::string_view name;
  std::string_view variant;
  std::optional<std::uint64_t> (*compute)(std::string_view text, std::uint64_t modulus);
};
std::span<const ShardFormula> shard_formulas();

}  // namespace ddblint
