#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profile/table_profile.h"

#include "cli/binding_problems.h"
#include "cli/bindings.h"
#include "cli/options.h"

namespace ddblint {

/// What the data that are bound to tables say.
class DataBindings {
 public:
  /// Measures the data of every table of the run that some are bound to.
  static DataBindings measure(const BindingPlan& plan, std::span<const RunTable> tables,
                              const Options& options, BindingProblems& problems);

  /// The profiles of the tables that a file defines; ids of tables are those of their plans.
  [[nodiscard]] std::span<const TableProfile> profiles(std::size_t input) const;
  /// In which data a finding about a table was measured: `items.jsonl`: 300 items. Empty without
  /// any.
  [[nodiscard]] std::string measured_in(std::size_t input, std::string_view table) const;

 private:
  class Binder;

  /// By the position of the input that defines the tables.
  std::map<std::size_t, std::vector<TableProfile>> profiles_;
  /// The words that name the data of each of them.
  std::map<std::size_t, std::vector<std::string>> words_;
};

}  // namespace ddblint
