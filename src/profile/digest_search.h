#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profile/column.h"
#include "profile/digest_functions.h"

// Looks for the function and the inputs that values were calculated from.

namespace ddblint {

/// How the values of a target are written.
enum class DigestEncoding {
  hex,
  base64,
  base64url,
  base32,            ///< RFC 4648
  base32hex,         ///< RFC 4648, section 7
  base32_crockford,  ///< without I, L, O and U
  decimal,
  residue
};
std::string_view to_string(DigestEncoding encoding);

/// One value that may be a digest.
struct TargetValue {
  /// All but numbers: the digits of its bytes, in lower-case hexadecimal.
  std::string digits{};
  /// decimal, residue
  DigestInteger number{};
};

/// A column, or a part of its values, that may have been calculated from other attributes.
struct DigestTarget {
  /// Index of its column.
  std::size_t column = 0;
  DigestEncoding encoding = DigestEncoding::hex;
  /// One a row.
  std::vector<std::optional<TargetValue>> values{};
  /// What stands beside the part in the value; empty when the target is whole values.
  std::vector<std::optional<std::string_view>> rest{};
  /// residue: the least and the greatest of its numbers.
  std::uint64_t least = 0;
  std::uint64_t greatest = 0;
  /// The values have the form of UUIDs of version 3 or 5.
  bool uuid = false;
};

/// A proof that a target was calculated.
struct DigestProof {
  /// Index of the target.
  std::size_t target = 0;
  /// Indices of the input columns; empty when the input is the rest of the same value.
  std::vector<std::size_t> of{};
  std::string separator{};
  std::string function{};
  std::string cut{};
  /// residue: what is divided by, and what is added.
  std::uint64_t modulus = 0;
  std::uint64_t lowest = 0;
  /// Rows with pairwise different inputs.
  std::uint64_t matched = 0;
  std::uint64_t tested = 0;
  double false_positive = 1;
};

/// What a proof must have.
inline constexpr std::uint64_t kFewestMatches = 8;
inline constexpr double kMatchingShare = 0.999;
inline constexpr double kFalsePositiveBudget = 1e-9;

/// At most one proof a target: that of the fewest inputs.
std::vector<DigestProof> search_digests(std::span<const DigestTarget> targets,
                                        const SampledRows& rows);

}  // namespace ddblint
