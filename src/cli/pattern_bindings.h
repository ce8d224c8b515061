#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
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

/// The suppressions that are written in a pattern file.
struct PatternComments {
  FileId file = kNoFile;
  std::vector<Suppression> suppressions;
  /// Position of the config that governs its tables.
  std::size_t config = 0;
  /// All of it was read and bound, so that a suppression that silences nothing is too many.
  bool whole = false;
};

struct PatternBindings {
  /// By the position of the table among those of the run.
  std::map<std::size_t, BoundPatterns> tables;
  /// One a file.
  std::vector<PatternComments> comments;
};

/// Gives each pattern to its tables: those it names itself, those it was given for on the command
/// line or in the config, those that its file names, or the only one.
PatternBindings bind_patterns(const BindingPlan& plan, std::span<const RunTable> tables,
                              PatternFiles& files, BindingProblems& problems);

}  // namespace ddblint
