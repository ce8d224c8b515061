#include "cli/served_tables.h"

#include <algorithm>
#include <utility>

#include "workload/pattern_reader.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/bindings.h"
#include "source/discover.h"
#include "source/text.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

/// A table of the run, in its first variant.
struct Target {
  const Table* table = nullptr;
  const Siblings* siblings = nullptr;
};

std::vector<Target> targets_of(const Inputs& inputs) {
  std::vector<Target> tables;
  for (const Input& input : inputs.files) {
    if (input.context) continue;
    for (const TableDefinition& table : input.definitions.tables) {
      tables.push_back({.table = &table.first(), .siblings = &input.definitions.siblings});
    }
  }
  return tables;
}

bool goes_by(const Table& table, std::string_view word) {
  return table.id == word || table.name.is(std::string(word));
}

class Server {
 public:
  Server(Inputs& inputs, const Options& options)
      : inputs_(inputs), options_(options), tables_(targets_of(inputs)) {
    for (const Target& table : tables_) {
      out_.workloads.push_back({.table = table.table->id, .complete = true});
    }
  }

  ServedTables serve_all() {
    for (const Binding& binding : bindings_of(options_.patterns)) {
      for (const BoundPath& bound : binding.paths) read(binding.tables, bound.path);
    }
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      const Workload& workload = out_.workloads[i];
      if (workload.patterns.empty()) continue;
      const Subject subject{
          .table = *tables_[i].table, .siblings = *tables_[i].siblings, .workload = &workload};
      ServedTable served{.table = tables_[i].table, .patterns = serve(subject)};
      served.loads = key_loads(subject, served.patterns);
      out_.tables.push_back(std::move(served));
    }
    return std::move(out_);
  }

 private:
  void read(const std::string& tables, const std::string& path) {
    const FileId file = inputs_.sources.add(shown_path(path));
    const auto text = read_file(path);
    if (!text) {
      out_.errors.push_back(fmt::format("`{}` cannot be read: {}", path, text.error()));
      return;
    }
    inputs_.sources.file(file).set_text(*text);
    const Tree tree = parse(file, path, inputs_.sources.file(file).text());
    ReadPatterns found = read_pattern_file(tree);
    std::ranges::copy(tree.diagnostics, std::back_inserter(out_.diagnostics));
    std::ranges::move(found.diagnostics, std::back_inserter(out_.diagnostics));
    bind(tables, path, std::move(found.set));
  }

  /// A pattern is for the table that it names itself, else for the one that the command line names,
  /// else for the file's, else for the only one.
  void bind(const std::string& tables, const std::string& path, PatternSet set) {
    const std::string& general = tables.empty() ? set.table.text : tables;
    for (AccessPattern& pattern : set.patterns) {
      const std::string word = pattern.table.absent() ? general : pattern.table.text;
      if (Workload* workload = workload_for(word, path)) {
        workload->patterns.push_back(std::move(pattern));
      }
    }
    if (set.sharding.empty()) return;
    if (Workload* workload = workload_for(general, path)) {
      std::ranges::move(set.sharding, std::back_inserter(workload->sharding));
    }
  }

  Workload* workload_for(const std::string& word, const std::string& path) {
    if (word.empty() && tables_.size() == 1) return &out_.workloads.front();
    const auto exact = std::ranges::find_if(
        tables_, [&word](const Target& table) { return goes_by(*table.table, word); });
    const auto found = exact != tables_.end()
                           ? exact
                           : std::ranges::find_if(tables_, [&word](const Target& table) {
                               return !word.empty() && matches_name(table.table->id, word);
                             });
    if (found != tables_.end()) {
      return &out_.workloads[static_cast<std::size_t>(found - tables_.begin())];
    }
    tell_unbound(word, path);
    return nullptr;
  }

  void tell_unbound(const std::string& word, const std::string& path) {
    std::vector<std::string_view> names;
    std::vector<std::string_view> ids;
    for (const Target& table : tables_) {
      ids.emplace_back(table.table->id);
      names.emplace_back(table.table->id);
      if (table.table->name.known()) names.emplace_back(table.table->name.value());
    }
    std::string message =
        word.empty()
            ? fmt::format(
                  "`{}` names no table, and there are {}; name it in the file, or as in "
                  "--patterns {}={} (tables: {})",
                  path, ids.size(), ids.empty() ? "TABLE" : ids.front(), path, fmt::join(ids, ", "))
            : fmt::format("`{}` is for table \"{}\", which is not among the tables found{}", path,
                          word, did_you_mean(word, names));
    const bool told = std::ranges::find(out_.errors, message) != out_.errors.end();
    if (!told) out_.errors.push_back(std::move(message));
  }

  Inputs& inputs_;
  const Options& options_;
  std::vector<Target> tables_;
  ServedTables out_;
};

}  // namespace

ServedTables serve_tables(Inputs& inputs, const Options& options) {
  return Server(inputs, options).serve_all();
}

}  // namespace ddblint
