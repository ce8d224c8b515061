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

std::string grouped(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  const std::size_t first_digit = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first_digit + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
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
