#include <array>

#include "schema/terraform/conversion.h"
#include "schema/terraform/function_table.h"

namespace ddblint {
namespace {

/// A conversion as a function; null and unknown stay what they are.
template <Conversion (*kConvert)(const Value&)>
FunctionResult convert(FunctionArguments arguments) {
  return kConvert(arguments[0]);
}

FunctionResult same(FunctionArguments arguments) { return arguments[0]; }

constexpr std::array kFunctions = {
    Function{"nonsensitive", "x", same},
    Function{"sensitive", "x", same},
    Function{"tobool", "x", convert<to_boolean_value>},
    Function{"tolist", "x", convert<to_list_value>},
    Function{"tomap", "x", convert<to_map_value>},
    Function{"tonumber", "x", convert<to_number_value>},
    Function{"toset", "x", convert<to_set_value>},
    Function{"tostring", "x", convert<to_string_value>},
};

}  // namespace

std::span<const Function> type_functions() { return kFunctions; }

}  // namespace ddblint
