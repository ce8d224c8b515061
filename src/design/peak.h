#pragma once

#include <optional>

#include "design/serving.h"

// Load of the busiest value of a key: requests per second x units of a request x share of the
// requests that go there.

namespace ddblint {

/// The peak of the key schema that serves a pattern; a local index's is the table's, with which it
/// shares its partitions. Nothing where no rate or no spread is known.
std::optional<PeakPerKey> peak_of(const Subject& subject, const ServedPattern& served);

/// Units per second of a pattern on one of its services, all keys together: requests x units. A
/// size that is not known counts as the least.
struct PatternLoad {
  Bounded reads = {};
  Bounded writes = {};
};
/// Nothing where no rate is stated.
std::optional<PatternLoad> load_of(const AccessPattern& pattern, const Service& service);

/// The peak on one service, which need not be the chosen one.
std::optional<PeakPerKey> peak_on(const Subject& subject, const AccessPattern& pattern,
                                  const Service& service);

}  // namespace ddblint
