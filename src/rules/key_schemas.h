#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/model.h"

// Every key schema of a table, for the rules on definitions.

namespace ddblint {

/// A key schema and whose it is.
struct OwnedKey {
  const KeySchema* schema = nullptr;
  /// Null for the table's own key.
  const Index* index = nullptr;
  bool local = false;

  [[nodiscard]] bool global() const { return index != nullptr && !local; }
  /// For messages: "the table", "index `name`", or "an index" without a name.
  [[nodiscard]] std::string owner() const;
  /// The index's name; empty for the table.
  [[nodiscard]] std::string index_name() const;
  /// Where the owner is named.
  [[nodiscard]] Span place(const Table& table) const;
};

/// The key of the table, then those of its global and of its local indexes.
std::vector<OwnedKey> every_key(const Table& table);

/// True when all entries are there, each with a known name and the role HASH or RANGE.
bool settled(const KeySchema& schema);

/// True for a replica of another account's global table: it takes keys and definitions from its
/// source and states neither.
bool taken_from_source(const Table& table);

/// The attributes that take part in a key or in a vector index's search schema; `whole` is false
/// when there may be more than the template tells.
struct KeyNames {
  std::vector<std::string_view> names;
  bool whole = true;
};
KeyNames names_in_keys(const Table& table);

}  // namespace ddblint
