#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/column.h"
#include "profile/facts.h"

// Identifiers that programs make: their form, and the time that some of them carry.

namespace ddblint {

enum class IdentifierKind { uuid, uuid_compact, ulid, ksuid, object_id };

/// One text of the form of an identifier.
struct Identifier {
  IdentifierKind kind = IdentifierKind::uuid;
  /// Of a UUID, 0 to 15; 0 for the others.
  unsigned version = 0;
  /// Seconds since 1970, where the form carries a time (UUID 1, 6, 7, ULID, KSUID, ObjectId).
  std::optional<std::int64_t> seconds{};
};

/// Reads a text as an identifier by its form alone: a text of 26 or 27 letters may be something
/// else, so a column must agree (find_identifiers).
std::optional<Identifier> read_identifier(std::string_view text);

/// Identifiers of a column: the shape with its evidence. `strip` characters are skipped at the
/// beginning of each text. Nothing unless nearly all values are of one form and their times, where
/// the form carries one, are plausible.
std::optional<ShapeFact> find_identifiers(const Column& column, std::size_t strip = 0);

/// A way to put a time, a machine and a counter into 64 bits.
struct SnowflakeLayout {
  std::string_view name{};
  unsigned time_shift = 22;
  std::int64_t unit_milliseconds = 1;
  /// Milliseconds since 1970 of time zero.
  std::int64_t epoch = 0;
  unsigned machine_shift = 12;
  unsigned machine_bits = 10;
};

/// The layout of 64-bit identifiers that carry a time. Random integers of 60 bits decode to
/// plausible times too, so the bits of the machine must show it, or `times` (milliseconds since
/// 1970 of the same rows, may be empty) must agree.
std::optional<SnowflakeLayout> find_snowflake(
    const std::vector<std::optional<std::int64_t>>& values,
    const std::vector<std::optional<std::int64_t>>& times);

}  // namespace ddblint
