#pragma once

#include <optional>

#include "design/serving.h"

// Load of the busiest value of a key: requests per second x units of a request x share of the
// requests that go there.

namespace ddblint {

/// Units per second of a pattern, all keys together: requests x units. A size that is not known
/// counts as the least.
struct PatternLoad {
  Bounded reads = {};
  Bounded writes = {};
};
/// Nothing where no rate is stated.
std::optional<PatternLoad> load_of(const AccessPattern& pattern, const Service& service);

/// What a pattern does to the partitions of the table (null) or of a global index: its best service
/// where that is there, and what its writes change there. A local index lies in the partitions of
/// its table. Nothing where it does neither.
std::optional<Service> service_on(const ServedPattern& served, const Index* index);

/// The peak of such a service; nothing where no rate or no spread is known.
std::optional<PeakPerKey> peak_on(const Subject& subject, const AccessPattern& pattern,
                                  const Service& service);

/// The peak where a pattern is served best.
std::optional<PeakPerKey> peak_of(const Subject& subject, const ServedPattern& served);

}  // namespace ddblint
