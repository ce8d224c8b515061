#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "data/item.h"
#include "data/records.h"
#include "sketch/hash.h"

namespace ddblint {

/// Hash of a scalar value by type and meaning: 1, 1.0 and 1E0 agree, "1" and 1 do not. Nothing for
/// lists, maps, sets and null. Inline, for it is asked of every value.
inline std::optional<std::uint64_t> hash_value(const Attribute& attribute, std::string& buffer) {
  const std::uint64_t seed = static_cast<std::uint64_t>(attribute.type) + 1;
  switch (attribute.type) {
    case ValueType::string:
    case ValueType::binary:
    case ValueType::boolean:
      return hash_bytes(attribute.value, seed);
    case ValueType::number:
      return hash_bytes(canonical_number(attribute.value, buffer), seed);
    default:
      return std::nullopt;
  }
}

}  // namespace ddblint
