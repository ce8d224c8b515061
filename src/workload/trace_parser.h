#pragma once

#include <memory>
#include <string>

#include "data/records.h"
#include "workload/trace_writer.h"

namespace ddblint {

/// Turns batches of any trace into events. What a record is, is told from itself: CloudTrail
/// events, changes of Streams and Kinesis, requests of a plain trace, reports of Contributor
/// Insights; and these inside what delivers them: Records arrays, LookupEvents answers, EventBridge
/// events, log messages, base64. One a thread; keeps its buffers.
class TraceParser {
 public:
  explicit TraceParser(const TracePlans& plans);
  ~TraceParser();
  TraceParser(const TraceParser&) = delete;
  TraceParser& operator=(const TraceParser&) = delete;
  TraceParser(TraceParser&&) = delete;
  TraceParser& operator=(TraceParser&&) = delete;

  /// Clears `parsed` and fills it; `path` is the file's, whose name may tell a rule.
  void parse(const Batch& batch, const std::string& path, ParsedTrace& parsed);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace ddblint
