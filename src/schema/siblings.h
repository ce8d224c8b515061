#pragma once

#include <string_view>

#include "schema/fields.h"
#include "schema/reader.h"

namespace ddblint {

/// Takes `table/orders/index/by-status` apart into a target's table and index. Of a table that is
/// an expression, `${orders}` or `${orders.name}`, `orders` is the id.
void split_resource_id(std::string_view text, ScalingTarget& target);

/// Adds a scaling target of DynamoDB, or an alarm on one of its metrics, when the arguments of a
/// resource (`resourceId` and `scalableDimension`, `namespace` and `metricName`) state one.
void read_sibling(Fields& fields, const Resolved& arguments, Siblings& out);

}  // namespace ddblint
