#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workload/pattern.h"

// What a table was really asked: traces reduced to key x time x cost, in bounded memory. A trace
// tells less than everything (CloudTrail has no sizes, Streams no reads), so every figure says
// whether it is exact or a lower bound.

namespace ddblint {

/// One key schema as a trace sees it.
struct TracedKeyPlan {
  /// Name of the index; empty for the table's own key.
  std::string index = {};
  std::vector<std::string> partition = {};
  std::vector<std::string> sort = {};
};

/// The table whose requests are looked for, filled by the caller: traces know nothing of
/// definitions.
struct TracePlan {
  /// Id of the table, as findings know it.
  std::string table = {};
  /// Physical names that requests may use; empty = every table of the trace is this one.
  std::vector<std::string> names = {};
  /// The table's own key first.
  std::vector<TracedKeyPlan> keys = {};
};

/// A figure with its bounds: the truth lies between low and high.
struct Bounded {
  double value = 0;
  double low = 0;
  double high = 0;

  [[nodiscard]] bool exact() const { return low == high; }
};

/// The highest second of one key: units of that second (for a source that counts by the minute,
/// the mean of the highest minute).
struct Peak {
  Bounded units = {};
  /// Seconds since 1970, of its begin.
  std::int64_t at = 0;
  /// Length of the window that was measured, in seconds: 1, or 60 where the source counts minutes.
  std::int64_t window = 1;
};

/// One partition key value with what was asked of it.
struct TracedKey {
  /// As people know it: `customer_id=42`; several attributes joined by `, `.
  std::string key = {};
  Bounded read_units = {};
  Bounded write_units = {};
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t throttled = 0;
  Peak peak_reads = {};
  Peak peak_writes = {};
  /// Share of the units of the whole key schema, reads and writes apart, 0 to 1.
  Bounded read_share = {};
  Bounded write_share = {};
  /// Sort keys that were written, in the order of time, only grew (or only fell): share of the
  /// steps that go the main way, and how many there were. Nothing when too few are known.
  std::optional<double> sort_key_monotonicity = {};
  std::uint64_t sort_key_steps = 0;
};

/// What was asked of the table by its own key, or of an index.
struct TracedKeyUse {
  TracedKeyPlan key = {};
  /// Requests by operation; only those sent to this key schema. Writes of an index are derived from
  /// the writes of the table where the trace has the attributes, and counted in `derived_writes`.
  std::uint64_t gets = 0;
  std::uint64_t queries = 0;
  std::uint64_t scans = 0;
  std::uint64_t writes = 0;
  std::uint64_t derived_writes = 0;
  std::uint64_t throttled = 0;
  Bounded read_units = {};
  Bounded write_units = {};
  /// Requests whose partition key the trace does not tell (scans, queries without values).
  std::uint64_t without_key = 0;
  Peak peak_reads = {};
  Peak peak_writes = {};
  /// Those with the highest peaks and those with the most units, hottest peak first.
  std::vector<TracedKey> hottest = {};
  /// Distinct partition key values, estimated.
  Bounded distinct = {};
};

/// What a trace says of one table.
struct TraceSummary {
  TracePlan plan = {};
  /// What the files are: "CloudTrail data events", "CSV trace" ...
  std::vector<std::string> formats = {};
  std::size_t files = 0;
  std::uint64_t records = 0;
  std::uint64_t bad_records = 0;
  /// Events of the plan's table, of other tables, and those that came twice.
  std::uint64_t events = 0;
  std::uint64_t other_tables = 0;
  std::uint64_t repeated = 0;
  /// Seconds since 1970 of the first and the last event; nothing when no event has a time.
  std::optional<std::int64_t> begin = {};
  std::optional<std::int64_t> end = {};
  /// Sizes are unknown, so that units and rates are lower bounds (CloudTrail).
  bool lower_bounds = false;
  /// The source has no reads (Streams, Kinesis), so that none being there says nothing.
  bool writes_only = false;
  std::vector<TracedKeyUse> keys = {};
  /// What a sketch took over, and what was left out, for people.
  std::vector<std::string> notes = {};

  /// Of the table's own key (empty name) or of an index; null when the plan has none.
  [[nodiscard]] const TracedKeyUse* key(std::string_view index) const;
};

/// The four rules of Contributor Insights: accessed or throttled, by partition key or by partition
/// and sort key.
enum class InsightKind : std::uint8_t {
  accessed_pk,
  accessed_pk_sk,
  throttled_pk,
  throttled_pk_sk
};

/// One contributor of a report: its key and its highest minute.
struct InsightContributor {
  std::string key = {};
  /// Value of the highest minute: 3 x write units + read units, or throttled requests.
  double highest = 0;
  std::int64_t at = 0;
  double total = 0;
};

/// A `get-insight-rule-report` answer.
struct InsightReport {
  InsightKind kind = InsightKind::accessed_pk;
  /// Length of its datapoints in seconds, where they tell; 60 is what the service's rules have.
  std::int64_t period = 60;
  /// Table or `table/index`, from the rule's name where the file tells it; empty otherwise.
  std::string resource = {};
  std::vector<InsightContributor> contributors = {};
  /// Unique contributors, as the service estimates them.
  std::optional<std::uint64_t> unique = {};
  Span span = {};
};

/// Units of one minute (3 x writes + reads) below which no limit of a key is reached:
/// 60 x 1,000 writes, or 60 x 3,000 reads, taken alone.
inline constexpr double kInsightSafeMinute = 180'000;
/// Above it a limit surely is: both limits at once.
inline constexpr double kInsightOverMinute = 360'000;

}  // namespace ddblint
