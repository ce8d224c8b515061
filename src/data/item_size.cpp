#include "data/item_size.h"

#include "data/number_size.h"

namespace ddblint {

std::optional<std::uint32_t> scalar_size(ValueType type, std::string_view text) {
  switch (type) {
    case ValueType::string:
      return static_cast<std::uint32_t>(text.size());
    case ValueType::number:
      return checked_number_size(text);
    case ValueType::binary:
      return base64_size(text);
    case ValueType::boolean:
    case ValueType::null:
      return kBooleanSize;
    default:
      return std::nullopt;
  }
}

}  // namespace ddblint
