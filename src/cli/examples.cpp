#include "cli/examples.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/chosen_table.h"
#include "cli/data_findings.h"
#include "cli/key_plans.h"
#include "report/profile_report.h"
#include "report/quantities.h"
#include "schema/terraform/module.h"
#include "source/source_file.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// A larger file is taken for items: templates are at most 1 MB, and models not many.
constexpr std::uint64_t kLargestDefinition = std::uint64_t{16} << 20U;
constexpr std::array<std::string_view, 7> kDefinitionEndings = {
    ".json", ".yaml", ".yml", ".template", ".tf", ".tofu", ".tfstate"};

bool named_definition(std::string_view path) {
  const std::string name = to_lower(path);
  return std::ranges::any_of(kDefinitionEndings,
                             [&name](std::string_view ending) { return name.ends_with(ending); });
}

Inputs read_alone(const std::string& path, const Options& options) {
  Options reading = options;
  reading.paths = {path};
  reading.no_config = true;
  Inputs inputs = find_inputs(reading);
  read_inputs(inputs, reading, [](Unit) {});
  return inputs;
}

/// A definition among the data.
struct Definition {
  std::vector<std::string> tables;
  /// By the ids of their tables.
  std::vector<std::pair<const TableDefinition*, DataFile>> examples;
  Inputs inputs;
};

/// Reads a file as a definition if it can be one; nothing when it defines no table.
std::optional<Definition> definition_in(const std::string& path, const Options& options) {
  if (!named_definition(path)) return std::nullopt;
  const auto bytes = read_file(path, kLargestDefinition);
  if (!bytes || !(could_define_table(*bytes) || could_make_table(*bytes))) return std::nullopt;
  Definition found{.tables = {}, .examples = {}, .inputs = read_alone(path, options)};
  for (const Input& input : found.inputs.files) {
    if (input.context || !input.tree.complete) continue;
    for (const TableDefinition& table : input.definitions.tables) {
      found.tables.push_back(table.first().id);
      auto examples = examples_of(found.inputs, input, table);
      if (examples) found.examples.emplace_back(&table, std::move(*examples));
    }
  }
  if (found.tables.empty()) return std::nullopt;
  return found;
}

/// The examples that stand for a model among the data, or why there are none.
std::expected<DataFile, std::string> chosen_examples(Definition& definition,
                                                     const std::string& table, bool bound) {
  auto& examples = definition.examples;
  const auto wanted = std::ranges::find_if(examples, [&table](const auto& each) {
    return each.first->first().id == table || each.first->first().name.is(table);
  });
  if (wanted != examples.end()) return std::move(wanted->second);
  if (examples.size() == 1 && (table.empty() || definition.tables.size() == 1)) {
    return std::move(examples.front().second);
  }
  const std::string tables = fmt::format("{}", fmt::join(definition.tables, ", "));
  if (examples.empty()) {
    return std::unexpected(fmt::format(
        "defines {} {} and holds no items; {}", definition.tables.size() == 1 ? "table" : "tables",
        tables, bound ? "--data takes items" : "a definition is given with --table"));
  }
  return std::unexpected(
      table.empty()
          ? fmt::format("keeps examples of {} tables, choose one with --table FILE#ID: {}",
                        examples.size(), tables)
          : fmt::format("keeps no examples of table {} (tables: {})", table, tables));
}

}  // namespace

std::optional<DataFile> examples_of(const Inputs& inputs, const Input& input,
                                    const TableDefinition& table) {
  for (const SampleItems& sample : input.definitions.samples) {
    if (sample.table_id != table.first().id || !sample.items->is_sequence() ||
        sample.items->items.empty()) {
      continue;
    }
    const std::string_view text = inputs.sources.text(sample.items->span);
    // In YAML they need not be JSON, and no design tool writes that.
    if (!text.starts_with('[')) continue;
    DataFile file;
    file.path = inputs.sources.file(input.file).path();
    file.bytes = text.size();
    file.within = {.text = std::string(text),
                   .line = inputs.sources.begin_of(sample.items->span).line};
    return file;
  }
  return std::nullopt;
}

MeasuredExamples measure_examples(const Inputs& inputs, const Input& input,
                                  std::span<const TableProfile> bound, bool no_values) {
  MeasuredExamples out;
  for (const TableDefinition& table : input.definitions.tables) {
    const auto other = std::ranges::find(bound, table.first().id,
                                         [](const TableProfile& each) { return each.plan.table; });
    auto examples = examples_of(inputs, input, table);
    if (other != bound.end() || !examples) continue;
    DataSet data;
    data.files.push_back(std::move(*examples));
    MeasureOptions measuring;
    measuring.threads = 1;
    const Measurements measured = measure(data, keys_of(table).plan, measuring);
    TableProfile profile = summarise(measured);
    if (no_values) profile = without_values(std::move(profile));
    out.profiles.push_back(std::move(profile));
    for (const BadRecords& bad : measured.bad_records()) {
      Finding finding = bad_records_finding(bad, no_values);
      finding.span = table.first().id_span;
      out.findings.push_back(std::move(finding));
    }
  }
  return out;
}

void name_data(std::span<const TableProfile> profiles, Finding& finding) {
  if (finding.evidence < Evidence::measured) return;
  for (const TableProfile& profile : profiles) {
    if (!profile.source.examples || profile.plan.table != finding.table) continue;
    finding.notes.push_back(fmt::format("measured in the examples beside the definition: {}",
                                        counted(profile.source.items, "item")));
  }
}

bool keeps_examples(const std::string& word, const Options& options) {
  const auto definition = definition_in(split_table_word(word).first, options);
  return definition && !definition->examples.empty();
}

void tell_definitions(DataSet& data, const std::string& table, const Options& options) {
  std::vector<DataFile> files;
  files.reserve(data.files.size());
  for (DataFile& file : data.files) {
    auto definition = file.exported ? std::nullopt : definition_in(file.path, options);
    if (!definition) {
      files.push_back(std::move(file));
      continue;
    }
    auto examples = chosen_examples(*definition, table, !options.data.bindings.empty());
    if (examples) {
      files.push_back(std::move(*examples));
    } else {
      data.problems.push_back({DataProblem::Kind::unreadable, file.path, examples.error()});
    }
  }
  data.files = std::move(files);
}

}  // namespace ddblint
