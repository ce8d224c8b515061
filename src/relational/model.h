#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.h"

// What the DDL of a relational database says of its tables, as far as it bears on keys. Names keep
// their spelling; they compare without regard to case, since engines fold them in different ways.

namespace ddblint {

/// A table has at most so many columns (MySQL's limit, the largest of the four engines) and unique
/// keys; more are not kept, so that work stays linear.
inline constexpr std::size_t kMaxColumns = 4096;
inline constexpr std::size_t kMaxUniqueKeys = 256;

/// What a column's type holds.
enum class TypeFamily { integer, number, text, uuid, other };

/// How the engine hands out a column's values.
enum class GeneratorKind {
  sequence,        ///< a default that calls a sequence
  identity,        ///< GENERATED ... AS IDENTITY, IDENTITY(1,1)
  auto_increment,  ///< MySQL
  serial,          ///< serial and bigserial as written by people; pg_dump writes a sequence
  trigger,         ///< a trigger that calls a sequence
};

/// The kind as messages name it: "identity", "auto_increment".
std::string_view to_string(GeneratorKind kind);

/// What fills a column.
struct Generator {
  GeneratorKind kind = GeneratorKind::sequence;
  /// The sequence's name without its schema; empty where it has none.
  std::string sequence = {};
  /// The sequence's definition where it is known, else the clause that calls it.
  Span place = {};
};

/// A column of a table.
struct RelationalColumn {
  std::string name = {};
  /// As written, without quotes and needless blanks: `numeric(10,2)`.
  std::string type = {};
  TypeFamily family = TypeFamily::other;
  Span place = {};
  std::optional<Generator> generator = {};
};

/// A primary key, or columns that are unique together.
struct RelationalKey {
  std::vector<std::string> columns = {};
  Span place = {};
};

/// A table.
struct RelationalTable {
  /// Empty where the DDL does not qualify the name.
  std::string schema = {};
  std::string name = {};
  Span place = {};
  std::vector<RelationalColumn> columns = {};
  std::optional<RelationalKey> primary_key = {};
  /// Unique constraints and indexes over plain columns, the primary key's own left out.
  std::vector<RelationalKey> unique_keys = {};

  /// The column of a name; null when there is none.
  [[nodiscard]] const RelationalColumn* column(std::string_view wanted) const;
};

/// A sequence.
struct RelationalSequence {
  std::string schema;
  std::string name;
  Span place;
};

/// All that was read, in the order of definition.
struct RelationalSchema {
  std::vector<RelationalTable> tables;
  std::vector<RelationalSequence> sequences;
};

/// True when two identifiers are the same but for the case of ASCII letters.
bool same_identifier(std::string_view a, std::string_view b);

}  // namespace ddblint
