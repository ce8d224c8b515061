#pragma once

#include <optional>
#include <vector>

#include "workload/pattern.h"
#include "workload/pattern_fields.h"

#include "syntax/node.h"

// The parts of a pattern that have a shape of their own. Each function reads one field of a
// mapping; what is wrong is reported and left out.

namespace ddblint {

/// `equals`: names, mappings from a name to its value, or both in a list; nothing when it is
/// absent.
std::optional<std::vector<EqualCondition>> read_equals(PatternFields& fields, const Node& mapping);

/// `range`: a name, or a mapping with `attribute` and `condition`.
std::optional<RangeCondition> read_range(PatternFields& fields, const Node& mapping);

/// Requests that read and requests that write.
struct Rates {
  Rate reads = {};
  Rate writes = {};
};

/// `rate` of an operation that is a write or not: a rate, `average` and `peak`, or `reads` and
/// `writes`.
Rates read_rates(PatternFields& fields, const Node& mapping, bool write);

/// `keys`: a distribution by its name, or a mapping.
std::optional<KeyDistribution> read_keys(PatternFields& fields, const Node& mapping);

/// `consistency`.
std::optional<Consistency> read_consistency(PatternFields& fields, const Node& mapping);

/// `sharding`: a list of suffixes that keys carry.
std::vector<StatedSharding> read_sharding(PatternFields& fields, const Node& mapping);

}  // namespace ddblint
