#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workload/pattern.h"
#include "workload/trace.h"

namespace ddblint {

/// How one table is asked: what was stated and what was measured.
struct Workload {
  /// Id of the table.
  std::string table = {};
  std::vector<AccessPattern> patterns = {};
  std::vector<StatedSharding> sharding = {};
  std::optional<TraceSummary> trace = {};
  std::vector<InsightReport> insights = {};
  /// Factor of growth that shard plans keep free: 1 = none stated.
  double growth = 1;

  /// The patterns are the table's whole use: a pattern file was given for it, not only a design
  /// tool's examples. Only then does "no pattern uses it" mean something.
  bool complete = false;
};

}  // namespace ddblint
