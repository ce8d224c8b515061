#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "profile/table_profile.h"

#include "cli/inputs.h"
#include "cli/options.h"
#include "rules/finding.h"

namespace ddblint {

/// What the data that `--data` binds say.
class DataBindings {
 public:
  /// Measures the data of every table among the inputs that some are bound to. Inputs must be read.
  static DataBindings measure(const Inputs& inputs, const Options& options);

  /// The profiles of the tables that a file defines; ids of tables are those of their plans.
  [[nodiscard]] std::span<const TableProfile> profiles(std::size_t input) const;
  /// Tells in which data a finding was measured.
  void name_data(std::size_t input, Finding& finding) const;

  /// What is wrong with the data, without severities: records that are no items, files of an export
  /// that are missing or cannot be read.
  [[nodiscard]] const Findings& findings() const { return findings_; }
  /// What makes the run fail; whole messages.
  [[nodiscard]] const std::vector<std::string>& errors() const { return errors_; }

 private:
  class Binder;

  /// By the position of the input that defines the tables.
  std::map<std::size_t, std::vector<TableProfile>> profiles_;
  /// The words that name the data of each of them.
  std::map<std::size_t, std::vector<std::string>> words_;
  Findings findings_;
  std::vector<std::string> errors_;
};

}  // namespace ddblint
