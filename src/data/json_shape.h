#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ddblint {

/// What an object at the top of a document is.
enum class JsonShape : std::uint8_t {
  record,     ///< an item, a request, a stream record: one record
  container,  ///< an object around records
  unsure,     ///< more bytes are needed
};

/// Tells a container from a record. An item may well have an attribute `Items` or `Records` that
/// holds a list, so a name alone decides nothing. A container is an object with
///  - `Items` or `Records` whose first element is a typed item or an event, or
///  - `Items` of untyped objects, or empty, with nothing beside it but what DynamoDB's answers
///    have (Count, ScannedCount, LastEvaluatedKey, ConsumedCapacity, ...), or
///  - `Responses`, `RequestItems` (by table) or `TransactItems`, or
///  - a list of PutRequests and DeleteRequests under any name.
/// `text` begins with the brace; only its first `kShapeBytes` count, so that the answer does not
/// depend on how a file was cut. `last`: no more bytes follow.
JsonShape json_shape(std::string_view text, bool last);

/// Bytes that json_shape() wants to see at most.
inline constexpr std::size_t kShapeBytes = std::size_t{64} << 10U;

/// What a member of a container holds.
enum class MemberRole : std::uint8_t {
  records,  ///< an array of records
  tables,   ///< an object from tables to arrays of records
  other,    ///< no records
};

/// What the member `name` of a container holds; its value begins with `first`.
MemberRole member_role(std::string_view name, char first);

}  // namespace ddblint
