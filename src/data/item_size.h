#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "data/item.h"

// What DynamoDB counts as the size of an item: "DynamoDB item sizes and formats", Amazon DynamoDB
// Developer Guide (CapacityUnitCalculations). An item is the sum of its attributes' names (UTF-8
// bytes) and values:
//   string          its UTF-8 bytes
//   number          "approximately" one byte for each two significant digits, leading and trailing
//                   zeros trimmed, and one more; a minus sign takes one more
//   binary          its raw bytes
//   boolean, null   1
//   list, map       3, and for each element 1 and the element itself (in a map with its name)
//   sets            the sum of the elements
// The guide calls the number's size approximate and says nothing of signs and sets; the two follow
// what the service has been observed to bill.

namespace ddblint {

/// Bytes of a boolean or a null.
inline constexpr std::uint32_t kBooleanSize = 1;
/// Bytes of a list or a map beside its elements.
inline constexpr std::uint32_t kContainerSize = 3;
/// Bytes of an element of a list or a map beside its name and value.
inline constexpr std::uint32_t kElementSize = 1;

/// Raw bytes of a base64 text; nothing when it is none (standard alphabet, padded).
std::optional<std::uint32_t> base64_size(std::string_view text);

/// Bytes of a value of type S, N, B, BOOL or NULL, without the attribute's name; nothing when the
/// text is no value of that type.
std::optional<std::uint32_t> scalar_size(ValueType type, std::string_view text);

}  // namespace ddblint
