#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "workload/trace.h"

// One pass over any amount of traces. Formats are told by their bytes: CloudTrail files and folders
// (Records arrays, gzip), Streams and Kinesis records, plain traces as CSV or JSON lines
// (docs/traces.md), Contributor Insights reports.

namespace ddblint {

/// How far a reading is.
struct TraceProgress {
  /// Bytes of the files, as they are packed; 0 in all where that is unknown.
  std::uint64_t bytes = 0;
  std::uint64_t total_bytes = 0;
  std::uint64_t records = 0;
};

struct TraceOptions {
  /// Bytes that counters may take together.
  std::uint64_t memory = std::uint64_t{64} << 20U;
  /// 0 = one for each core. The figures are the same for any number.
  unsigned threads = 1;
  /// Bytes of a batch, the unit of work; the figures do not depend on it.
  std::size_t batch_bytes = std::size_t{1} << 20U;
  /// Keys told for each key schema.
  std::size_t hottest = 20;
  /// Set from outside to stop early with what is known by then.
  const std::atomic<bool>* stop = nullptr;
  /// Told a few times a second, from any thread but one at a time.
  std::function<void(const TraceProgress&)> progress = {};
};

/// The first record of its kind that could not be read, and how many there were.
struct TraceProblem {
  std::string path = {};
  /// From 1; 0 when it is about the whole file.
  std::uint64_t line = 0;
  std::string message = {};
  std::uint64_t count = 1;
};

/// What traces say of some tables.
struct Traces {
  /// One for each plan, in their order.
  std::vector<TraceSummary> tables = {};
  std::vector<InsightReport> insights = {};
  /// Tables that the traces name and no plan does, for messages.
  std::vector<std::string> unplanned = {};
  std::vector<TraceProblem> problems = {};
};

/// Reads files, folders, globs and `-`. An error: nothing could be read at all.
std::expected<Traces, std::string> read_traces(const std::vector<std::string>& words,
                                               std::span<const TracePlan> plans,
                                               const TraceOptions& options);

}  // namespace ddblint
