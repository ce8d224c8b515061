#pragma once

#include <string>

#include "relational/model.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "source/source_file.h"

namespace ddblint::test {

/// `line:column` of a place.
inline std::string place_text(const SourceSet& sources, Span span) {
  if (!span.valid()) return "-";
  const LineColumn at = sources.begin_of(span);
  return fmt::format("{}:{}", at.line, at.column);
}

inline std::string_view family_text(TypeFamily family) {
  switch (family) {
    case TypeFamily::integer:
      return "integer";
    case TypeFamily::number:
      return "number";
    case TypeFamily::text:
      return "text";
    case TypeFamily::uuid:
      return "uuid";
    case TypeFamily::other:
      return "other";
  }
  return "";
}

inline std::string column_text(const SourceSet& sources, const RelationalColumn& column) {
  std::string text = fmt::format("  column {} [{}] {} @{}", column.name, column.type,
                                 family_text(column.family), place_text(sources, column.place));
  if (column.generator) {
    text += fmt::format(" <- {} {}@{}", to_string(column.generator->kind),
                        column.generator->sequence.empty() ? "" : column.generator->sequence + " ",
                        place_text(sources, column.generator->place));
  }
  return text + "\n";
}

/// A whole schema as lines of text, places and all.
inline std::string schema_text(const SourceSet& sources, const RelationalSchema& schema) {
  std::string text;
  for (const auto& table : schema.tables) {
    text += fmt::format("table {}{}{} @{}\n", table.schema, table.schema.empty() ? "" : ".",
                        table.name, place_text(sources, table.place));
    for (const auto& column : table.columns) text += column_text(sources, column);
    if (table.primary_key) {
      text += fmt::format("  primary ({}) @{}\n", fmt::join(table.primary_key->columns, ", "),
                          place_text(sources, table.primary_key->place));
    }
    for (const auto& key : table.unique_keys) {
      text += fmt::format("  unique ({}) @{}\n", fmt::join(key.columns, ", "),
                          place_text(sources, key.place));
    }
  }
  for (const auto& sequence : schema.sequences) {
    text +=
        fmt::format("sequence {}{}{} @{}\n", sequence.schema, sequence.schema.empty() ? "" : ".",
                    sequence.name, place_text(sources, sequence.place));
  }
  return text;
}

}  // namespace ddblint::test
