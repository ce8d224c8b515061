#pragma once

#include "schema/fields.h"
#include "schema/reader.h"

namespace ddblint {

/// Adds a scaling target of DynamoDB, or an alarm on one of its metrics, when the arguments of a
/// resource (`resourceId` and `scalableDimension`, `namespace` and `metricName`) state one.
void read_sibling(Fields& fields, const Resolved& arguments, Siblings& out);

}  // namespace ddblint
