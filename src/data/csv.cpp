#include "data/csv.h"

#include <algorithm>

#include "data/csv_fields.h"
#include "data/item_size.h"
#include <fmt/format.h>
#include <simdjson.h>

#include "source/text.h"

namespace ddblint {
namespace {

std::string_view name_of(ValueType type) {
  return type == ValueType::number ? "number" : "base64 text";
}

/// Appends the attribute of one field; the sentence says why it is none.
std::optional<std::string> add_attribute(std::string_view column, ValueType type,
                                         std::string_view value, const WantedNames& wanted,
                                         Item& item, ParsedItems& items) {
  const auto size = scalar_size(type, value);
  if (!size) {
    return fmt::format("`{}` in column `{}` is no {}", shown_expression(value),
                       shown_expression(column), name_of(type));
  }
  item.size += static_cast<std::uint32_t>(column.size()) + *size;
  const std::uint16_t place = wanted.place(column);
  if (wanted.all() || place != Attribute::kUnasked) {
    items.attributes.push_back(
        {.name = column, .type = type, .value = value, .size = *size, .wanted = place});
  }
  return std::nullopt;
}

}  // namespace

void parse_csv_record(std::string_view record, std::uint64_t line, std::uint32_t number,
                      const RecordContext& context, const WantedNames& wanted, ParsedItems& items) {
  if (!simdjson::validate_utf8(record)) {
    items.bad.push_back({BadRecordKind::invalid_utf8, line, "a record that is not UTF-8"});
    return;
  }
  Item item{.first = static_cast<std::uint32_t>(items.attributes.size()), .record = number};
  const auto refuse = [&](BadRecordKind kind, std::string message) {
    items.attributes.cut(item.first);
    items.bad.push_back({kind, line, std::move(message)});
  };
  CsvFields fields(record, context.delimiter);
  std::size_t column = 0;
  for (; const auto field = fields.next(); ++column) {
    if (column >= context.columns.size() || context.columns[column].empty() || field->empty()) {
      continue;
    }
    const auto wrong = add_attribute(context.columns[column], context.column_types[column],
                                     decode(*field, items.decoded), wanted, item, items);
    if (wrong) return refuse(BadRecordKind::bad_value, *wrong);
  }
  if (column > context.columns.size()) {
    return refuse(BadRecordKind::wrong_columns,
                  fmt::format("{} fields, but {} columns", column, context.columns.size()));
  }
  item.count = static_cast<std::uint32_t>(items.attributes.size()) - item.first;
  items.items.push_back(item);
}

}  // namespace ddblint
