#pragma once

#include <string_view>
#include <vector>

#include "workload/pattern.h"

#include "source/diagnostic.h"
#include "syntax/node.h"

namespace ddblint {

/// Requests of the API as patterns; places are those of the nodes.
struct ReadRequest {
  std::vector<AccessPattern> patterns = {};
  Diagnostics diagnostics = {};
};

/// A request of an operation (`Query`, `ExecuteStatement`) with its parameters in the API's
/// spelling. A request to several tables becomes one pattern for each. An expression node is a
/// value that is not known. Values are those of an example: they are never taken for constants.
ReadRequest read_request(std::string_view operation, const Node& parameters);

/// True for operations that `read_request` knows, in any case.
bool is_request(std::string_view operation);

}  // namespace ddblint
