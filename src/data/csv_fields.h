#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "data/item.h"

namespace ddblint {

/// One field of a CSV record, as it stands there.
struct CsvField {
  /// Without the quotes around it.
  std::string_view text;
  /// What follows the closing quote up to the delimiter; it belongs to the field as it stands.
  std::string_view behind;
  /// True when `text` has doubled quotes, which mean one each.
  bool doubled = false;

  [[nodiscard]] bool empty() const { return text.empty() && behind.empty(); }
};

/// Cuts a record into its fields. A quote opens a quoted field only as its first byte; elsewhere it
/// is a byte like others.
class CsvFields {
 public:
  CsvFields(std::string_view record, char delimiter) : rest_(record), delimiter_(delimiter) {}

  /// The next field; nothing after the last. Every record has at least one.
  std::optional<CsvField> next();

 private:
  CsvField quoted();
  std::string_view to_delimiter();

  std::string_view rest_;
  char delimiter_;
  bool ended_ = false;
};

/// The field's value: a view of the record, or of `arena` where it had to be put together.
std::string_view decode(const CsvField& field, TextArena& arena);

}  // namespace ddblint
