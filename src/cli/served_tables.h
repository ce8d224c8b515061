#pragma once

#include <deque>
#include <string>
#include <vector>

#include "workload/workload.h"

#include "cli/inputs.h"
#include "cli/options.h"
#include "report/serving_report.h"

namespace ddblint {

/// The patterns of `--patterns` against the tables of a run.
struct ServedTables {
  /// Behind what `tables` points into.
  std::deque<Workload> workloads = {};
  std::vector<ServedTable> tables = {};
  /// What is wrong in the pattern files, with places.
  Diagnostics diagnostics = {};
  /// Whole messages: a file that cannot be read, or that is for no table.
  std::vector<std::string> errors = {};
};

/// Reads the pattern files that the options name, whose texts join the sources of the inputs, and
/// serves them. Inputs must be read. A table under several conditions is taken in its first.
ServedTables serve_tables(Inputs& inputs, const Options& options);

}  // namespace ddblint
