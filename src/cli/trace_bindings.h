#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "workload/trace.h"

#include "cli/binding_problems.h"
#include "cli/bindings.h"
#include "cli/options.h"

namespace ddblint {

/// What traces say of one table.
struct BoundTrace {
  TraceSummary summary;
  std::vector<InsightReport> insights;
  /// The words that name the files.
  std::vector<std::string> words;
};

/// By the position of the table among those of the run; tables that a trace says nothing of have
/// none.
using TracesByTable = std::map<std::size_t, BoundTrace>;

/// Reads the traces of all tables, those of one list of words in one pass.
TracesByTable bind_traces(const BindingPlan& plan, std::span<const RunTable> tables,
                          const Options& options, BindingProblems& problems);

/// What is looked for in a trace: the keys of a table and its indexes as far as they are known,
/// under its physical names. `named`: the trace was given for this table alone, so that every
/// request is for it where its name is not known.
TracePlan trace_plan(const TableDefinition& definition, bool named);

}  // namespace ddblint
