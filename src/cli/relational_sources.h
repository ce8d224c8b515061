#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "cli/binding_problems.h"
#include "cli/bindings.h"
#include "source/source_file.h"
#include "subject/relational_source.h"

namespace ddblint {

/// The relational schemas that tables may have been made from.
class RelationalSources {
 public:
  /// Reads the files that are bound to tables of the run, and adds them to the sources. Statements
  /// of interest that could not be read are problems, and files in which nothing defines a table.
  static RelationalSources read(const BindingPlan& plan, std::span<const RunTable> tables,
                                SourceSet& sources, BindingProblems& problems);

  /// For the tables of an input: one for all tables, and one for each TABLE of a binding.
  [[nodiscard]] std::span<const SourceSchema> schemas(std::size_t input) const;

 private:
  /// Files whose tables have the same bindings share one.
  std::vector<std::vector<SourceSchema>> lists_;
  /// By the position of the input.
  std::map<std::size_t, std::size_t> by_input_;
};

}  // namespace ddblint
