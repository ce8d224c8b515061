#include "cli/chosen_table.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/examples.h"
#include "source/discover.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// A message about what keeps the definition from being read; empty when nothing does.
std::string trouble(const Inputs& inputs) {
  if (!inputs.config_diagnostics.empty()) return inputs.config_diagnostics.front().message;
  if (!inputs.errors.empty()) return inputs.errors.front();
  for (const Input& input : inputs.files) {
    const std::string& path = inputs.sources.file(input.file).path();
    if (input.unreadable) return fmt::format("`{}` cannot be read: {}", path, *input.unreadable);
    if (input.named && !input.tree.complete && !input.tree.diagnostics.empty()) {
      const Diagnostic& first = input.tree.diagnostics.front();
      return fmt::format("{}:{}: {}", path, inputs.sources.begin_of(first.span).line,
                         first.message);
    }
  }
  return {};
}

bool is_called(const TableDefinition& definition, const std::string& word) {
  return definition.first().id == word || definition.first().name.is(word);
}

bool fits(const TableDefinition& definition, const std::string& word) {
  const Table& table = definition.first();
  return matches_name(table.id, word) ||
         (table.name.known() && matches_name(table.name.value(), word));
}

}  // namespace

std::pair<std::string, std::string> split_table_word(const std::string& word) {
  std::error_code failed;
  const auto mark = word.rfind('#');
  if (mark == std::string::npos || std::filesystem::exists(word, failed)) return {word, ""};
  return {word.substr(0, mark), word.substr(mark + 1)};
}

std::optional<std::uint64_t> stated_items(const TableDefinition& definition) {
  const Setting<std::int64_t>& count = definition.first().item_count;
  if (!count.known() || count.value() <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(count.value());
}

std::expected<const TableDefinition*, std::string> pick_table(
    const std::vector<const TableDefinition*>& tables, const std::string& word) {
  std::vector<const TableDefinition*> found;
  for (const auto* table : tables) {
    if (word.empty() || is_called(*table, word)) found.push_back(table);
  }
  for (const auto* table : tables) {
    if (found.empty() && fits(*table, word)) found.push_back(table);
  }
  if (found.size() == 1) return found.front();
  std::vector<std::string_view> ids;
  for (const auto* table : found.empty() ? tables : found) ids.emplace_back(table->first().id);
  const std::string list = fmt::format("{}", fmt::join(ids, ", "));
  if (tables.empty()) return std::unexpected("defines no DynamoDB table");
  if (found.empty()) {
    return std::unexpected(
        fmt::format("defines no table \"{}\"{} (tables: {})", word, did_you_mean(word, ids), list));
  }
  return std::unexpected(
      fmt::format("defines {} tables, choose one with #ID: {}", found.size(), list));
}

std::expected<ChosenTable, std::string> choose_table(const std::string& word,
                                                     const Options& options) {
  const auto [file, id] = split_table_word(word);
  Options reading = options;
  reading.paths = {file};
  reading.no_config = true;
  ChosenTable chosen{.inputs = find_inputs(reading), .keys = {}, .items = {}, .examples = {}};
  read_inputs(chosen.inputs, reading, [](Unit) {});
  if (const std::string message = trouble(chosen.inputs); !message.empty()) {
    return std::unexpected(fmt::format("--table: {}", message));
  }
  std::vector<const TableDefinition*> tables;
  for (const Input& input : chosen.inputs.files) {
    if (input.context) continue;
    for (const TableDefinition& table : input.definitions.tables) tables.push_back(&table);
  }
  const auto table = pick_table(tables, id);
  if (!table) return std::unexpected(fmt::format("--table: `{}` {}", file, table.error()));
  chosen.keys = keys_of(**table);
  chosen.items = stated_items(**table);
  for (const Input& input : chosen.inputs.files) {
    if (auto found = examples_of(chosen.inputs, input, **table)) chosen.examples = std::move(found);
  }
  return chosen;
}

}  // namespace ddblint
