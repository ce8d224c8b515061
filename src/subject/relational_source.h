#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "relational/model.h"

#include "schema/model.h"

// Which relational table a DynamoDB table was made from. Nobody writes that down, so names decide,
// and where they leave a doubt there is no answer.

namespace ddblint {

/// A relational schema, for all tables or for some.
class SourceSchema {
 public:
  /// `tables`: logical id or name of the tables that the schema is for, a glob; empty = all.
  SourceSchema(std::string tables, RelationalSchema schema);

  [[nodiscard]] const std::string& tables() const { return tables_; }
  [[nodiscard]] const RelationalSchema& schema() const { return schema_; }
  /// True when the schema was given for this table by its name.
  [[nodiscard]] bool names(const Table& table) const;
  /// The tables of a core_name.
  [[nodiscard]] std::vector<const RelationalTable*> named(std::string_view core) const;
  /// The tables whose primary key is one column, of this name but for case and separators.
  [[nodiscard]] std::vector<const RelationalTable*> keyed(std::string_view column) const;

 private:
  using Positions = std::multimap<std::string, std::size_t, std::less<>>;

  [[nodiscard]] std::vector<const RelationalTable*> at(const Positions& positions,
                                                       std::string_view name) const;

  std::string tables_;
  RelationalSchema schema_;
  Positions by_core_name_;
  Positions by_key_;
};

/// The table that a DynamoDB table was made from, and its schema.
struct RelationalSource {
  const RelationalSchema* schema = nullptr;
  const RelationalTable* table = nullptr;

  /// The column behind a key attribute: same name but for case and separators. Null when there is
  /// none.
  [[nodiscard]] const RelationalColumn* column(const KeyElement& key) const;
  /// The columns behind some keys, one each; empty when one of them has none.
  [[nodiscard]] std::vector<const RelationalColumn*> columns(
      std::span<const KeyElement> keys) const;
  /// The first unique key that no engine generates: what people know a row by. Null when there is
  /// none.
  [[nodiscard]] const RelationalKey* business_identifier() const;
  /// A sequence that is named after the table or its key and fills no column; null when there is
  /// none. Old Oracle schemas call it in their INSERT statements alone.
  [[nodiscard]] const RelationalSequence* own_sequence() const;
  /// The table's name with its schema, as messages show it.
  [[nodiscard]] std::string table_name() const;
  /// `table.column` as messages show it.
  [[nodiscard]] std::string column_name(const RelationalColumn& column) const;
};

/// Finds the source of a table. `alone`: no other table is defined beside it, so that a telling key
/// name is enough.
std::optional<RelationalSource> find_source(const Table& table,
                                            std::span<const SourceSchema> schemas, bool alone);

/// A table's name without what stages, prefixes and plurals add to it, in one lower-case word:
/// `prod-OrderItems-table`, `ORDER_ITEM` and `tbl_order_items` all give `orderitem`.
std::string core_name(std::string_view name);

}  // namespace ddblint
