#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relational/ddl_statements.h"
#include "relational/model.h"

#include "source/source_file.h"

namespace ddblint {

/// What reading one DDL file leaves behind besides the schema.
struct DdlFile {
  /// The lines that the schema's places lie in: the file's text from now on (set_excerpts).
  std::vector<Excerpt> excerpts;
  /// Statements of interest that could not be read.
  Diagnostics diagnostics;
};

/// Collects the schema that one or several files define together; statements may stand in any
/// order.
class SchemaBuilder {
 public:
  void add(StatementFacts&& facts);
  /// The schema, complete.
  RelationalSchema finish();

 private:
  bool apply(const TableChange& change);
  void define(RelationalTable&& table);
  RelationalTable* find(const SqlName& name);
  void name_sequences();

  RelationalSchema schema_;
  /// Positions in the schema's tables by name and schema, in lower case.
  std::map<std::pair<std::string, std::string>, std::size_t> by_name_;
  std::vector<TableChange> waiting_;
  /// Columns of unique indexes by the index's name and its table's, for primary keys that name one.
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> indexes_;
};

/// Reads one file, fed in pieces of any size, into a builder. UTF-8, or UTF-16 with a byte order
/// mark, as SQL Server Management Studio saves scripts.
class DdlReader {
 public:
  DdlReader(FileId file, SchemaBuilder& builder);

  void feed(std::string_view bytes);
  /// Call once, after the last bytes.
  DdlFile finish();

 private:
  enum class Encoding { unknown, utf8, utf16_little, utf16_big };

  void take(const SqlStatement& statement);
  void decode(std::string_view bytes);
  void keep(const SqlStatement& statement, std::size_t last_place);

  FileId file_;
  SchemaBuilder& builder_;
  SqlScanner scanner_;
  DdlFile result_;
  /// Bytes of the excerpts, as the file's text will have them.
  std::uint64_t kept_ = 0;
  Encoding encoding_ = Encoding::unknown;
  /// Bytes that do not yet make a character.
  std::string pending_;
};

/// Why a file that begins with these bytes is no SQL text: a compressed file, a pg_dump archive.
/// Empty when it may be one.
std::string_view why_not_sql(std::string_view begin);

}  // namespace ddblint
