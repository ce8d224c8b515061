#include "profile/facts.h"

namespace ddblint {

std::string_view to_string(Shape shape) {
  switch (shape) {
    case Shape::enumeration:
      return "enumeration";
    case Shape::boolean:
      return "boolean";
    case Shape::date:
      return "date";
    case Shape::time_bucket:
      return "time-bucket";
    case Shape::timestamp:
      return "timestamp";
    case Shape::sequence:
      return "sequence";
    case Shape::prefixed_sequence:
      return "prefixed-sequence";
    case Shape::snowflake:
      return "snowflake";
    case Shape::uuid1:
      return "uuid1";
    case Shape::uuid4:
      return "uuid4";
    case Shape::uuid6:
      return "uuid6";
    case Shape::uuid7:
      return "uuid7";
    case Shape::ulid:
      return "ulid";
    case Shape::ksuid:
      return "ksuid";
    case Shape::digest:
      return "digest";
    case Shape::email:
      return "email";
    case Shape::integer:
      return "integer";
    case Shape::number:
      return "number";
    case Shape::text:
      return "text";
    case Shape::binary:
      return "binary";
    case Shape::mixed:
      return "mixed";
  }
  return "mixed";
}

}  // namespace ddblint
