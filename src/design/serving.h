#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workload/pattern.h"
#include "workload/trace.h"

#include "subject/subject.h"

// Which key schema serves which pattern, and at what cost: equality on all partition attributes,
// equality on sort attributes from left to right, at most one range, and that last. docs/serving.md
// has the rules and their sources.

namespace ddblint {

/// How a key schema answers a pattern.
enum class How : std::uint8_t {
  get,         ///< one item by its whole key, or several
  query,       ///< one item collection, or a part of it
  scan,        ///< everything is read
  write,       ///< the table's own key, which a write gives
  maintain,    ///< an index that the service changes along with the table's item
  impossible,  ///< the service refuses it; `why` tells
  unknown,     ///< the definition leaves the key open: nothing is said
};
std::string_view to_string(How how);

/// One key schema against one pattern.
struct Service {
  /// The key schema: null = the table's own key.
  const Index* index = nullptr;
  bool local = false;
  How how = How::unknown;
  /// The pattern asks this key schema: it names the index, or no index and this is the table.
  bool asked = false;
  /// Partition attributes without equality; sort attributes without it that keep a condition on a
  /// later one from being used. Empty for writes.
  std::vector<std::string> missing = {};
  /// Attributes of equalities and of the range that the key does not serve, so that they filter
  /// after reading; the pattern's own `filter` is not among them.
  std::vector<std::string> filtered = {};
  /// Needed attributes that the index does not have: a local index fetches them, a global one
  /// cannot (one more read of the table for each item).
  std::vector<std::string> unprojected = {};
  /// The request names no attributes, so that it needs all of the item, and the index has a part.
  bool partial = false;
  /// A sentence where `how` is impossible, without a final period.
  std::string why = {};
  /// Units of one request, all pages and shards together; nothing where sizes are unknown. A read
  /// writes nothing and a write reads nothing, unless the pattern states rates of both.
  std::optional<Bounded> read_units = {};
  std::optional<Bounded> write_units = {};
  /// Units of the table that getting the unprojected attributes takes: of a local index, part of
  /// `read_units`; of a global one, beside them. Nothing where there are none or sizes are unknown.
  std::optional<Bounded> fetch_units = {};
  /// Items that one request reads, those that a filter discards among them; high is infinite where
  /// only a low bound is known.
  std::optional<Bounded> items_read = {};
  /// Pages of one request, of one shard.
  std::optional<double> pages = {};
  /// Requests that one logical request makes: shards of the key.
  double fan_out = 1;

  /// It answers the pattern without reading everything.
  [[nodiscard]] bool by_key() const { return how == How::get || how == How::query; }
};

/// The key of a service's key schema.
const KeySchema& schema_of(const Table& table, const Service& service);

/// Rate of the busiest value of the partition key, in units per second.
struct PeakPerKey {
  /// High is infinite where only an average rate or no item size is stated.
  Bounded reads = {};
  Bounded writes = {};
  /// Share of the requests that the busiest value takes, 0 to 1; 0 to 0 for `trace`.
  Bounded share = {};
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
  /// Position of the one that the pattern asks if it answers by key (a scan: if it can), else of
  /// the cheapest that can; nothing when none can, or when it cannot be told.
  std::optional<std::size_t> chosen = {};
  /// All key schemas are known, so that none serving it means that none does.
  bool whole = true;
  /// Per second on the busiest key value of the chosen; nothing where no rate or spread is known.
  std::optional<PeakPerKey> peak = {};

  [[nodiscard]] const Service* best() const { return chosen ? &services[*chosen] : nullptr; }
  /// The key schema that the pattern asks; null when it names an index that is not defined.
  [[nodiscard]] const Service* asked() const;
};

/// The patterns of a subject's workload against its key schemas. Empty without a workload.
std::vector<ServedPattern> serve(const Subject& subject);

}  // namespace ddblint
