#pragma once

#include "workload/pattern.h"
#include "workload/pattern_fields.h"

#include "syntax/node.h"

namespace ddblint {

/// Reports what no table could do: an operation with parts that the service does not have for it.
/// `mapping` is what the pattern was read from; parts that cannot be are taken out of the pattern.
void check_operation(PatternFields& fields, const Node& mapping, AccessPattern& pattern);

}  // namespace ddblint
