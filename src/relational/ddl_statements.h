#pragma once

#include <optional>
#include <string>
#include <vector>

#include "relational/model.h"
#include "relational/sql_scanner.h"

#include "source/diagnostic.h"

// What one statement says, before it is known whether the table it speaks of exists.

namespace ddblint {

/// A name with its schema, as written; places are in the statement's text.
struct SqlName {
  std::string schema;
  std::string name;
  Span place;
};

/// Something that is said of a table which is defined elsewhere.
struct TableChange {
  enum class What { add_column, set_generator, set_primary, primary_by_index, add_unique };
  What what = What::add_column;
  SqlName table = {};
  /// For set_generator its name and generator alone.
  RelationalColumn column = {};
  RelationalKey key = {};
  /// Of primary_by_index: the unique index whose columns the key has. Of add_unique: its own name.
  std::string index = {};
  /// A weak statement holds only where nothing else is said: ALTER SEQUENCE ... OWNED BY.
  bool weak = false;
};

/// The facts of one statement. Spans are those of `file`, moved by `base`.
struct StatementFacts {
  std::optional<RelationalTable> table;
  std::optional<RelationalSequence> sequence;
  std::vector<TableChange> changes;
  Diagnostics diagnostics;
  /// End of the last place in the statement's text; 0 when there are no facts.
  std::size_t last_place = 0;
};

/// Reads a statement. Places get `file` and offsets from `base` on.
StatementFacts read_statement(const SqlStatement& statement, FileId file, std::uint32_t base);

}  // namespace ddblint
