#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "data/item.h"
#include "workload/trace.h"

// What readers of all formats make of a record: requests for one key of one key schema, with their
// cost. A record is a call; it may hold many requests, or none.

namespace ddblint {

/// Units are counted in thousandths: every cost of the service is a multiple of 1/2, and sums of
/// integers do not depend on their order.
using MilliUnits = std::uint64_t;
inline constexpr MilliUnits kOneUnit = 1000;
inline constexpr MilliUnits kHalfUnit = 500;
/// Units of the operations of transactions, which prepare and commit.
inline constexpr MilliUnits kTransactionUnits = 2000;
/// More in one request is no cost but an error of the trace: a request moves at most 16 MB.
inline constexpr double kMostUnits = 1e6;

/// Microseconds since 1970.
using TraceTime = std::int64_t;
inline constexpr TraceTime kNoTime = std::numeric_limits<TraceTime>::min();
inline constexpr TraceTime kMicroseconds = 1'000'000;
/// Times are from 1970 to 2106, so that their seconds have 32 bits.
inline constexpr TraceTime kLatestTime =
    TraceTime{std::numeric_limits<std::uint32_t>::max()} * kMicroseconds;

enum class TraceEventKind : std::uint8_t {
  get,
  query,
  scan,
  write,
  derived_write,  ///< of an index, from a write of the table
  expired,        ///< a deletion by time to live
  unplanned,      ///< of a table without a plan; `text` is its name
  unknown_index,  ///< of a planned table, by an index that the plan has not; `text` is its name
};

/// One request for one key.
struct TraceEvent {
  TraceEventKind kind = TraceEventKind::get;
  bool throttled = false;
  /// The cost may be more than `high`.
  bool lower_bound = false;
  /// Place among the plans, and among the keys of the plan.
  std::uint32_t plan = 0;
  std::uint32_t schema = 0;
  TraceTime time = kNoTime;
  MilliUnits low = 0;
  MilliUnits high = 0;
  /// Hash of plan, schema and partition key; 0 when the trace does not tell the key.
  std::uint64_t key = 0;
  /// The key as people know it, or a name. Lives as long as the ParsedTrace.
  std::string_view text = {};
  /// Sort key that is written; empty when unknown.
  std::string_view sort = {};
};

/// One record of a file: a range of ParsedTrace::events.
struct TraceRecord {
  /// Hash of its id, where it has one; 0 otherwise.
  std::uint64_t id = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// What is left out, and why; for notes.
enum class LeftOut : std::uint8_t {
  management,    ///< calls that are no data events: DeleteTable, digests
  other_source,  ///< events of other services
  other_call,    ///< data events that ask no table: GetRecords
  failed,        ///< calls that were refused before they cost anything
  redacted,      ///< statements whose key is not told
  no_images,     ///< stream records without the images that index writes are derived from
};
inline constexpr std::size_t kLeftOut = 6;

/// What the records of a file turned out to be.
enum class TraceFormat : std::uint8_t { cloudtrail, streams, kinesis, plain_json, csv, insights };
inline constexpr std::size_t kTraceFormats = 6;

enum class TraceProblemKind : std::uint8_t {
  not_json,
  not_utf8,
  too_long,
  unknown_record,
  bad_record,
  bad_time,
  bad_units,
  bad_operation,
  no_table,
  unknown_rule,
};

struct BadTraceRecord {
  TraceProblemKind kind = TraceProblemKind::not_json;
  std::uint64_t line = 0;
  std::string message = {};
};

/// The records of one batch; reused.
struct ParsedTrace {
  std::vector<TraceRecord> records = {};
  std::vector<TraceEvent> events = {};
  std::vector<BadTraceRecord> bad = {};
  std::vector<InsightReport> insights = {};
  std::uint64_t left_out[kLeftOut] = {};
  bool formats[kTraceFormats] = {};
  TextArena texts = {};

  void clear() {
    records.clear();
    events.clear();
    bad.clear();
    insights.clear();
    std::fill(std::begin(left_out), std::end(left_out), 0);
    std::fill(std::begin(formats), std::end(formats), false);
    texts.clear();
  }
};

}  // namespace ddblint
