#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "schema/terraform/value.h"

namespace ddblint {

/// Calls one of Terraform's pure functions. The error is why it cannot be done: unknown name, wrong
/// number or kind of arguments. An argument that is unknown, or holds what is unknown, gives an
/// unknown result wherever the result depends on it; functions that cannot be evaluated without
/// the deployment (timestamp, uuid, file ...) give unknown with the reason. `try`, `can` and the
/// operators are the evaluator's.
std::expected<Value, std::string> call_function(std::string_view name,
                                                std::span<const Value> arguments);

/// True when there is a function of this name.
bool is_function(std::string_view name);

}  // namespace ddblint
