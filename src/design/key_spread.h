#pragma once

#include <optional>
#include <string>

#include "design/serving.h"
#include "workload/pattern.h"

#include "subject/subject.h"

// How much of a pattern's requests the busiest value of a partition key takes.

namespace ddblint {

/// Share of the requests on the busiest key value.
struct KeySpread {
  Bounded share = {};
  /// "stated" or "data".
  std::string of = {};
  /// The busiest value where it is known.
  std::string key = {};
};

/// The spread of a pattern's requests over the values of a key schema's partition key, its shards
/// counted apart; nothing where neither the pattern nor data tell it. `service` is the one that the
/// requests go to, or an index that writes change.
std::optional<KeySpread> key_spread(const Subject& subject, const AccessPattern& pattern,
                                    const Service& service);

/// The stated shards of a service's key; null when there are none.
const StatedSharding* sharding_of(const Subject& subject, const Service& service);

/// Share of the busiest of `values` keys whose popularity falls as 1 / rank^exponent:
/// 1 / H(values, exponent).
double zipf_share(double values, double exponent);
/// The same of infinitely many keys, 1 / zeta(exponent); 0 for an exponent of at most 1.
double zipf_share_at_least(double exponent);

}  // namespace ddblint
