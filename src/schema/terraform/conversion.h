#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "schema/terraform/value.h"

// Terraform's conversions between types of values. Null stays null and unknown stays unknown;
// places stay. An error says what was needed and what was there.

namespace ddblint {

using Conversion = std::expected<Value, std::string>;

/// What a value is, for people: `a string`, `null` ...
std::string_view kind_phrase(const Value& value);
/// The same, but a short string as it is: `"a"`.
std::string value_phrase(const Value& value);

Conversion to_string_value(const Value& value);
Conversion to_number_value(const Value& value);
Conversion to_boolean_value(const Value& value);

/// Values brought to one type: numbers and truth values become strings where there are strings
/// among them, and so do the elements of lists and maps that stand side by side.
std::expected<ValueList, std::string> to_one_type(ValueList values);

/// A list, set or map whose elements have one type; sets become lists where a list is wanted. A set
/// with unknown elements is an unknown list: some of them may be equal.
Conversion to_list_value(const Value& value);
Conversion to_set_value(const Value& value);
Conversion to_map_value(const Value& value);

/// The reason of the first unknown in a value, or null when all is known.
const Unknown* first_unknown(const Value& value);

}  // namespace ddblint
