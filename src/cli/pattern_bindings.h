#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "workload/pattern.h"

#include "cli/binding_problems.h"
#include "cli/bindings.h"
#include "cli/pattern_files.h"

namespace ddblint {

/// The access patterns of one table.
struct BoundPatterns {
  std::vector<AccessPattern> patterns;
  std::vector<StatedSharding> sharding;
  /// They are the table's whole use; see Workload.
  bool complete = true;
  /// Paths of the files, as shown.
  std::vector<std::string> files;
};

/// By the position of the table among those of the run.
using PatternsByTable = std::map<std::size_t, BoundPatterns>;

/// Gives each pattern to its tables: those it names itself, those it was given for on the command
/// line or in the config, those that its file names, or the only one.
PatternsByTable bind_patterns(const BindingPlan& plan, std::span<const RunTable> tables,
                              PatternFiles& files, BindingProblems& problems);

}  // namespace ddblint
