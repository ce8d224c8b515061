#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workload/pattern.h"
#include "workload/trace.h"

#include "subject/subject.h"

// Which key schema serves which pattern, and at what cost: equality on all partition attributes,
// equality on sort attributes from left to right, at most one range, and that last.

namespace ddblint {

/// How a key schema answers a pattern.
enum class How : std::uint8_t {
  get,         ///< one item by its whole key
  query,       ///< one item collection, or a part of it
  scan,        ///< everything is read
  write,       ///< the table's own key, which a write gives
  impossible,  ///< the service refuses it; `why` tells
};
std::string_view to_string(How how);

/// One key schema against one pattern.
struct Service {
  /// The key schema: null = the table's own key.
  const Index* index = nullptr;
  bool local = false;
  How how = How::scan;
  /// The pattern asks this key schema: it names it.
  bool asked = false;
  /// Partition attributes without equality; sort attribute that the range cannot use.
  std::vector<std::string> missing = {};
  /// Equalities and a range that the key does not serve, so that they filter after reading.
  std::vector<std::string> filtered = {};
  /// Needed attributes that the index does not have: a local index fetches them, a global one
  /// cannot (one more read of the table for each item).
  std::vector<std::string> unprojected = {};
  /// A sentence where `how` is impossible.
  std::string why = {};
  /// Units of one request, all pages and shards together; nothing where sizes are unknown.
  std::optional<Bounded> read_units = {};
  std::optional<Bounded> write_units = {};
  /// Pages of one request.
  std::optional<double> pages = {};
  /// Requests that one logical request makes: shards of the key.
  double fan_out = 1;
};

/// Rate of the busiest value of the partition key, in units per second.
struct PeakPerKey {
  Bounded reads = {};
  Bounded writes = {};
  /// Where the spread over keys comes from: "stated", "data" or "trace".
  std::string of = {};
  /// Value of the key where it is known: a fixed one, or the hottest of the data or trace.
  std::string key = {};
};

/// A pattern against all key schemas of its table.
struct ServedPattern {
  const AccessPattern* pattern = nullptr;
  /// The table first, then the global and the local indexes.
  std::vector<Service> services = {};
  /// The one that the pattern asks, else the cheapest; null when none can.
  const Service* best = nullptr;
  /// Per second on the busiest key value of `best`; nothing where no rate or no spread is known.
  std::optional<PeakPerKey> peak = {};
};

/// The patterns of a subject's workload against its key schemas. Empty without a workload.
std::vector<ServedPattern> serve(const Subject& subject);

}  // namespace ddblint
