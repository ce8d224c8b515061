#pragma once

#include <functional>

#include "schema/terraform/conversion.h"
#include "schema/terraform/value.h"
#include "syntax/node.h"

namespace ddblint {

/// Gives the value of a default in a type, the second argument of `optional`.
using DefaultValue = std::function<Value(const Node&)>;

/// A value converted to what a variable's `type` says, null being any type: Terraform's
/// conversions, attributes that the type does not name dropped, and optional ones filled in.
/// Unknown stays unknown. The error says where the value does not fit, or what is wrong with the
/// type.
Conversion convert_to_type(const Value& value, const Node* type, const DefaultValue& evaluate);

}  // namespace ddblint
