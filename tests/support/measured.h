#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "data/data_files.h"
#include "profile/measurements.h"

#include "cli/key_plans.h"
#include "schema/reader.h"
#include "support/run_rule.h"
#include "support/scratch.h"

namespace ddblint::test {

/// Rows in a file of their own, as a test gives them to the profile pass.
struct DataRows {
  /// The file's name; its ending and its bytes tell what it is. Empty = no data.
  std::string file = {};
  std::string text = {};
  SummaryOptions summary = {};
};

/// How rows are to be taken whose description ends in `sampled=5000` or `sample-5000`: as a random
/// sample of so many.
inline SummaryOptions sample_of(const std::string& described, const std::string& equals) {
  SummaryOptions options;
  const auto at = described.find(equals == "=" ? "sampled=" : "sample-");
  if (at == std::string::npos) return options;
  options.sampled = true;
  options.drawn = Drawn::random;
  options.population = std::stoull(described.substr(described.find(equals, at) + 1));
  return options;
}

/// What the rows say of a table.
inline TableProfile profile_rows(const TableDefinition& definition, const DataRows& rows) {
  const Scratch scratch;
  scratch.write(rows.file, rows.text);
  KeyPlan plan = keys_of(definition).plan;
  MeasureOptions options;
  options.threads = 1;
  options.spill_folder = scratch.path().string();
  for (const PlannedKey& key : plan.keys) {
    for (const auto* part : {&key.partition, &key.sort}) {
      for (const PlannedAttribute& attribute : *part) {
        options.records.csv.key_types.emplace_back(attribute.name, attribute.type);
      }
    }
  }
  const DataSet data = find_data({(scratch.path() / rows.file).string()}, false);
  TableProfile profile = summarise(measure(data, std::move(plan), options), rows.summary);
  // The folder has another name in each run.
  for (KeyProfile& key : profile.keys) {
    for (LoadOrder& order : key.load_order) order.path = rows.file;
  }
  return profile;
}

/// The rows as what every table of a definition holds, for RuleRun.
inline ProfilesOf profiles_of(DataRows rows) {
  return [rows = std::move(rows)](const Definitions& definitions) {
    std::vector<TableProfile> profiles;
    for (const TableDefinition& definition : definitions.tables) {
      if (!rows.file.empty()) profiles.push_back(profile_rows(definition, rows));
    }
    return profiles;
  };
}

}  // namespace ddblint::test
