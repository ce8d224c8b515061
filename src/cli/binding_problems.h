#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/bindings.h"
#include "rules/finding.h"
#include "source/diagnostic.h"

namespace ddblint {

/// What is wrong with files that are bound to tables, for the report of a run.
struct BindingProblems {
  /// A finding whose severity the settings of a config decide.
  struct Raised {
    Finding finding;
    std::size_t config = 0;
    /// No worse than this, whatever the settings say.
    Severity most = Severity::error;
  };

  std::vector<Raised> raised;
  /// Findings with the severity that they have.
  Findings findings;
  /// Whole messages about the command line, for standard error.
  std::vector<std::string> errors;
  /// What is worth to know and no fault, for standard error.
  std::vector<std::string> notes;
  /// What readers of text found.
  Diagnostics diagnostics;
  /// The run cannot do what it was asked for.
  bool failed = false;

  /// What a binding names cannot be had. `path`: the one that it is about, if any.
  void fail(BoundKind kind, const Binding& binding, std::string_view path,
            const std::string& message);
  /// No table is called what is written at a place: nobody gets what was meant for it.
  void no_table(Span place, std::string message);
  /// The same, where the rest is of use without it.
  void no_table_for_this(Span place, std::string message);
  /// Takes a finding without a severity.
  void raise(Finding finding, std::size_t config);
  /// Takes what a reader of text found.
  void raise(const Diagnostics& found, std::size_t config, Severity most = Severity::error);
};

/// A finding about a file that is not held, without severity.
Finding input_finding(std::string_view code, std::string path, std::string message);

}  // namespace ddblint
