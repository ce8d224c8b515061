#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "sketch/distinct_sample.h"
#include "workload/trace_event.h"
#include "workload/trace_keys.h"
#include "workload/trace_seconds.h"

namespace ddblint {

/// Everything that is counted in one pass. The events come in the order of the files, so that the
/// figures depend on nothing else. Memory: half for seconds (trace_seconds.h), three eighths for
/// keys (trace_keys.h), a sixteenth for ids, a sixteenth for samples of distinct keys.
class TraceCounts {
 public:
  TraceCounts(std::span<const TracePlan> plans, std::uint64_t memory);

  /// Adds what one batch has.
  void add(const ParsedTrace& parsed);
  /// One summary for each plan; `hottest` keys told of each schema. What is known of the files as a
  /// whole (files, bad records) is left to the caller.
  [[nodiscard]] std::vector<TraceSummary> summarise(std::size_t hottest) const;
  /// Names of tables without a plan, sorted; the first 64 that came.
  [[nodiscard]] std::vector<std::string> unplanned() const;
  [[nodiscard]] std::uint64_t records() const { return records_; }

 private:
  struct Schema {
    explicit Schema(std::size_t capacity) : distinct(capacity) {}

    std::uint64_t gets = 0;
    std::uint64_t queries = 0;
    std::uint64_t scans = 0;
    std::uint64_t writes = 0;
    std::uint64_t derived = 0;
    std::uint64_t throttled = 0;
    std::uint64_t without_key = 0;
    UnitBounds read_units = {};
    UnitBounds write_units = {};
    HighestSecond highest_read = {};
    HighestSecond highest_write = {};
    DistinctSample distinct;
  };
  struct Table {
    std::size_t first_schema = 0;
    std::uint64_t events = 0;
    std::uint64_t expired = 0;
    TraceTime begin = kNoTime;
    TraceTime end = kNoTime;
    bool lower_bounds = false;
    std::uint64_t unknown_indexes = 0;
    std::set<std::string, std::less<>> index_names = {};
  };

  void add(const TraceEvent& event);
  void prefetch(const TraceEvent& event) const;
  void count(const TraceEvent& event, Schema& schema);
  void count_key(const TraceEvent& event, Schema& schema, std::uint32_t number);
  [[nodiscard]] TracedKeyUse use_of(std::size_t number, const TracedKeyPlan& plan,
                                    std::size_t hottest) const;
  [[nodiscard]] std::vector<const CountedKey*> hottest_of(std::size_t schema,
                                                          std::size_t count) const;
  [[nodiscard]] std::vector<std::string> notes_of(const Table& table) const;

  std::span<const TracePlan> plans_;
  std::uint64_t memory_;
  std::vector<Table> tables_;
  std::vector<Schema> schemas_;
  TraceSeconds seconds_;
  TraceKeys keys_;
  RecentIds ids_;
  std::uint64_t ids_seen_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t repeated_ = 0;
  std::uint64_t unplanned_events_ = 0;
  std::set<std::string, std::less<>> unplanned_;
  std::array<std::uint64_t, kLeftOut> left_out_{};
  std::array<bool, kTraceFormats> formats_{};
};

}  // namespace ddblint
