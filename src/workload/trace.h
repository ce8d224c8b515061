#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.h"

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

/// A figure with its bounds: what the trace says lies between low and high, and value is what was
/// surely counted. Where TraceSummary::lower_bounds is set, the table may have been asked for more
/// than `high`: the trace does not tell all costs.
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

/// Steps between sort keys that tell a direction: of so few, half go each way by chance nearly
/// always.
inline constexpr std::uint64_t kFewestSteps = 10;

/// One partition key value with what was asked of it.
struct TracedKey {
  /// The value; of several attributes with their names: `tenant=a, user=42`.
  std::string key = {};
  Bounded read_units = {};
  Bounded write_units = {};
  /// Requests; at least so many where the bounds of the units are apart. Those of an index include
  /// writes that were derived from the table's.
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t throttled = 0;
  Peak peak_reads = {};
  Peak peak_writes = {};
  /// Share of the units of the whole key schema, reads and writes apart, 0 to 1.
  Bounded read_share = {};
  Bounded write_share = {};
  /// Sort keys that were written, in the order of time: share of the steps that go the main way
  /// (1 = they only grew, or only fell), and how many steps there were. Of several writes at the
  /// same time the first counts. Nothing when there are fewer than kFewestSteps.
  std::optional<double> sort_key_monotonicity = {};
  std::uint64_t sort_key_steps = 0;
};

/// What was asked of the table by its own key, or of an index.
struct TracedKeyUse {
  TracedKeyPlan key = {};
  /// Requests by operation, each item of a batch or transaction counted; only those sent to this
  /// key schema. Writes of an index are derived from the writes of the table where the trace has
  /// the attributes; `derived_writes` counts those that were surely done.
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
  /// Events are requests for one item, or queries and scans: those of the plan's table, of other
  /// tables, and records that came twice.
  std::uint64_t events = 0;
  std::uint64_t other_tables = 0;
  std::uint64_t repeated = 0;
  /// Deletions by time to live: no requests of anybody, and free, so they are in no other figure.
  std::uint64_t expired = 0;
  /// Seconds since 1970 of the first and the last event; nothing when no event has a time.
  std::optional<std::int64_t> begin = {};
  std::optional<std::int64_t> end = {};
  /// The cost of some events is known only from below (CloudTrail has no sizes), so that units and
  /// rates are lower bounds.
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

/// One contributor of a report: its key and its highest datapoint.
struct InsightContributor {
  /// Partition key value; the sort key value follows after `, `.
  std::string key = {};
  /// Value of the highest datapoint: 3 x write units + read units, or throttled requests.
  double highest = 0;
  /// Seconds since 1970; 0 when there are no datapoints, and `highest` is then the total.
  std::int64_t at = 0;
  double total = 0;
};

/// A `get-insight-rule-report` answer.
struct InsightReport {
  InsightKind kind = InsightKind::accessed_pk;
  /// False when neither the file nor its name tells accessed from throttled: `kind` then says
  /// accessed, and no verdict should hang on it.
  bool kind_known = true;
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

/// What the accessed units of one key in one minute say of its limits, seconds of it being alike.
enum class InsightVerdict : std::uint8_t {
  below,    ///< no limit is reached, however reads and writes share the units
  depends,  ///< only the split of reads and writes can tell
  over,     ///< one limit surely is passed
};
/// Judges the units of one minute, 3 x write units + read units.
InsightVerdict judge_insight_minute(double units);
/// The units of a minute from a datapoint of `period` seconds: their mean, where it is longer.
double insight_minute(double value, std::int64_t period);

}  // namespace ddblint
