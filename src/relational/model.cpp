#include "relational/model.h"

#include <algorithm>

namespace ddblint {

std::string_view to_string(GeneratorKind kind) {
  switch (kind) {
    case GeneratorKind::sequence:
      return "sequence";
    case GeneratorKind::identity:
      return "identity";
    case GeneratorKind::auto_increment:
      return "auto_increment";
    case GeneratorKind::serial:
      return "serial";
    case GeneratorKind::trigger:
      return "trigger";
  }
  return "";
}

bool same_identifier(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return a.size() == b.size() && std::ranges::equal(a, b, {}, lower, lower);
}

const RelationalColumn* RelationalTable::column(std::string_view wanted) const {
  const auto found = std::ranges::find_if(columns, [&](const RelationalColumn& column) {
    return same_identifier(column.name, wanted);
  });
  return found == columns.end() ? nullptr : &*found;
}

}  // namespace ddblint
