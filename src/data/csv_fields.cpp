#include "data/csv_fields.h"

#include <algorithm>

namespace ddblint {

std::optional<CsvField> CsvFields::next() {
  if (ended_) return std::nullopt;
  CsvField field;
  if (rest_.starts_with('"')) {
    field = quoted();
  } else {
    field.text = to_delimiter();
  }
  if (rest_.empty()) {
    ended_ = true;
  } else {
    rest_.remove_prefix(1);
  }
  return field;
}

CsvField CsvFields::quoted() {
  CsvField field;
  std::size_t close = rest_.find('"', 1);
  while (close != std::string_view::npos && close + 1 < rest_.size() && rest_[close + 1] == '"') {
    field.doubled = true;
    close = rest_.find('"', close + 2);
  }
  field.text = rest_.substr(1, close == std::string_view::npos ? close : close - 1);
  rest_.remove_prefix(std::min(rest_.size(), field.text.size() + 2));
  field.behind = to_delimiter();
  return field;
}

std::string_view CsvFields::to_delimiter() {
  const std::size_t size = std::min(rest_.find(delimiter_), rest_.size());
  const std::string_view text = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return text;
}

std::string_view decode(const CsvField& field, TextArena& arena) {
  if (!field.doubled && field.behind.empty()) return field.text;
  char* const begin = arena.take(field.text.size() + field.behind.size());
  char* end = begin;
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    *end++ = field.text[i];
    if (field.doubled && field.text[i] == '"') ++i;
  }
  end = std::ranges::copy(field.behind, end).out;
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace ddblint
