#include "rules/wording.h"

#include <utility>

#include <fmt/format.h>

namespace ddblint {

std::string name_of(const Index& index) {
  return index.name.unknown() ? index.name.why_unknown().expression : index.name.value_or("");
}

Span place_of(const Index& index) { return index.name.absent() ? index.span : index.name.span(); }

std::string quoted_list(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += &name == &names.back() ? " and " : ", ";
    text += fmt::format("`{}`", name);
  }
  return text;
}

Measurement exact(std::string name, std::int64_t number, std::string unit) {
  const auto value = static_cast<double>(number);
  return {.name = std::move(name),
          .value = value,
          .low = value,
          .high = value,
          .unit = std::move(unit)};
}

}  // namespace ddblint
