#pragma once

#include "design/key_match.h"
#include "design/serving.h"

// What one request that reads costs on one key schema.

namespace ddblint {

/// Fills `items_read`, `pages`, `read_units` and `fetch_units` of a read that is possible; `how`,
/// `fan_out` and what is unprojected must be set.
Service with_read_cost(Service service, const Subject& subject, const AccessPattern& pattern,
                       const KeyMatch& match);

/// Units of getting `items` items by key.
Bounded units_of_gets(const Bounded& items, const Bounded& steps, Consistency consistency);

/// Items that one request of a batch operation names: stated, else between one and the limit; one
/// for the others.
Bounded items_named(const AccessPattern& pattern);

}  // namespace ddblint
