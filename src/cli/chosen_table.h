#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include "data/data_files.h"

#include "cli/inputs.h"
#include "cli/key_plans.h"

namespace ddblint {

/// The table that `--table FILE[#ID]` names, with the files that it was read from.
struct ChosenTable {
  Inputs inputs;
  KeysToMeasure keys;
  /// What the definition says of the table's size.
  std::optional<std::uint64_t> items;
  /// The items that the definition's file keeps beside it.
  std::optional<DataFile> examples;
};

/// Reads the definition. The error is a whole message: no table, several without an id, none of
/// that id, or a file that cannot be read.
std::expected<ChosenTable, std::string> choose_table(const std::string& word,
                                                     const Options& options);

/// `FILE[#ID]` in two; a file may have a # in its name.
std::pair<std::string, std::string> split_table_word(const std::string& word);

/// The items that a definition says the table has, a recent count of the service.
std::optional<std::uint64_t> stated_items(const TableDefinition& definition);

/// The one of some definitions that an id or a name picks, a glob where it picks no other; any one
/// for an empty word. The error says what there is.
std::expected<const TableDefinition*, std::string> pick_table(
    const std::vector<const TableDefinition*>& tables, const std::string& word);

}  // namespace ddblint
