#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/data_files.h"
#include "profile/table_profile.h"

#include "cli/inputs.h"
#include "cli/options.h"
#include "rules/finding.h"

// Design tools keep items beside a table: NoSQL Workbench its sample data, AWS's modelling
// assistant the items of a data model. They are read as data of the table, as examples.

namespace ddblint {

/// The examples that a file keeps beside one of its tables; nothing when there are none.
std::optional<DataFile> examples_of(const Inputs& inputs, const Input& input,
                                    const TableDefinition& table);

/// What the examples of a file say.
struct MeasuredExamples {
  std::vector<TableProfile> profiles;
  /// What is wrong with them, without severities.
  Findings findings;
};

/// Measures the examples of the tables that no other data are bound to; those have `bound`.
MeasuredExamples measure_examples(const Inputs& inputs, const Input& input,
                                  std::span<const TableProfile> bound, bool no_values);

/// Tells that a finding was measured in examples, if it was.
void name_data(std::span<const TableProfile> profiles, Finding& finding);

/// True for `FILE[#ID]` where the file keeps examples of its tables.
bool keeps_examples(const std::string& word, const Options& options);

/// Takes definitions out of the data: a model stands for its examples, of the plan's table or of
/// the only one; anything else that defines a table is a problem, for its text read as items would
/// be silently wrong.
void tell_definitions(DataSet& data, const std::string& table, const Options& options);

}  // namespace ddblint
