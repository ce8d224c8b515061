#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profile/table_profile.h"
#include "workload/workload.h"

#include "cli/binding_problems.h"
#include "cli/data_bindings.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/pattern_bindings.h"
#include "cli/relational_sources.h"
#include "report/report.h"
#include "rules/engine.h"

// All that is bound to the tables of a run, from the command line, the configs and the definitions
// themselves: relational sources, data, access patterns, traces.

namespace ddblint {

/// What is known of the tables of one input beside their definitions.
struct InputEvidence {
  std::span<const SourceSchema> sources = {};
  /// What bound data say, and the examples that the input keeps beside tables without other data.
  std::vector<TableProfile> profiles = {};
  std::vector<Workload> workloads = {};
  /// What is wrong in the patterns that the input itself carries.
  Diagnostics diagnostics = {};
  /// What is wrong in its examples, without severities.
  Findings findings = {};

  [[nodiscard]] Known known() const {
    return {.sources = sources, .profiles = profiles, .workloads = workloads};
  }
};

class BoundEvidence {
 public:
  /// True when something is bound to tables, so that all of them must be known before any is
  /// judged.
  static bool needs_all_tables(const Inputs& inputs, const Options& options);
  /// Reads all that is bound to the tables of the inputs, which must be read by then, and adds its
  /// texts to their sources.
  static BoundEvidence read(Inputs& inputs, const Options& options);
  /// The same for what serves access patterns: no relational sources, and neither data nor traces
  /// where no table has patterns.
  static BoundEvidence read_for_patterns(Inputs& inputs, const Options& options);

  /// Of the tables that an input defines. For any thread.
  [[nodiscard]] InputEvidence of(const Inputs& inputs, std::size_t input) const;
  /// In what a finding of an input was measured, as a note for people; empty where nothing was.
  [[nodiscard]] std::string measured_in(std::size_t input, const Finding& finding) const;

  /// The suppressions that are written in pattern files.
  [[nodiscard]] std::span<const PatternComments> comments() const { return comments_; }
  /// What was bound to which table.
  [[nodiscard]] const std::vector<BoundFiles>& files() const { return files_; }
  [[nodiscard]] const BindingProblems& problems() const { return problems_; }

 private:
  class Collector;

  /// The same without examples.
  [[nodiscard]] InputEvidence stated(const Inputs& inputs, std::size_t input) const;

  bool no_values_ = false;
  RelationalSources relational_;
  DataBindings data_;
  /// By the position of the input.
  std::map<std::size_t, std::vector<Workload>> workloads_;
  std::vector<PatternComments> comments_;
  std::vector<BoundFiles> files_;
  BindingProblems problems_;
};

}  // namespace ddblint
