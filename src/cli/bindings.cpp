#include "cli/bindings.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "source/discover.h"

namespace ddblint {

std::string_view to_string(BoundKind kind) {
  switch (kind) {
    case BoundKind::data:
      return "data";
    case BoundKind::patterns:
      return "patterns";
    case BoundKind::trace:
      return "trace";
    case BoundKind::source_ddl:
      return "source-ddl";
  }
  return {};
}

Span Binding::place_of(std::string_view path) const {
  const auto found = std::ranges::find(paths, path, &BoundPath::path);
  return found == paths.end() ? span : found->span;
}

// A file may have an equals sign in its name.
std::vector<Binding> bindings_of(const std::vector<std::string>& words) {
  std::vector<Binding> bindings;
  for (const std::string& word : words) {
    std::error_code failed;
    const auto equals = word.find('=');
    const bool binds = equals != std::string::npos && !std::filesystem::exists(word, failed);
    const std::string tables = binds ? word.substr(0, equals) : std::string();
    auto known = std::ranges::find(bindings, tables, &Binding::tables);
    if (known == bindings.end()) known = bindings.insert(bindings.end(), {.tables = tables});
    known->paths.push_back({.path = binds ? word.substr(equals + 1) : word});
  }
  return bindings;
}

std::vector<RunTable> tables_of(const Inputs& inputs) {
  std::vector<RunTable> tables;
  for (std::size_t i = 0; i < inputs.files.size(); ++i) {
    const Input& input = inputs.files[i];
    if (input.context) continue;
    for (const TableDefinition& table : input.definitions.tables) {
      tables.push_back({.input = i, .config = input.config, .definition = &table});
    }
  }
  return tables;
}

std::vector<std::string_view> names_of(const TableDefinition& definition) {
  std::vector<std::string_view> names;
  for (const TableVariant& variant : definition.variants) {
    names.emplace_back(variant.table.id);
    if (variant.table.name.known()) names.emplace_back(variant.table.name.value());
  }
  return names;
}

bool is_called(const RunTable& table, std::string_view name) {
  const auto names = names_of(*table.definition);
  return std::ranges::find(names, name) != names.end();
}

bool fits(const Binding& binding, const RunTable& table) {
  if (binding.config && *binding.config != table.config) return false;
  if (binding.tables.empty()) return true;
  return std::ranges::any_of(names_of(*table.definition), [&binding](std::string_view name) {
    return matches_name(name, binding.tables);
  });
}

BindingPlan::BindingPlan(const Inputs& /*inputs*/, const Options& options)
    : bindings_{bindings_of(options.data.bindings), bindings_of(options.patterns),
                bindings_of(options.traces), bindings_of(options.source_ddl)} {}

bool BindingPlan::empty() const {
  return std::ranges::all_of(bindings_, [](const auto& kind) { return kind.empty(); });
}

const std::vector<Binding>& BindingPlan::all(BoundKind kind) const {
  return bindings_[static_cast<std::size_t>(kind)];
}

std::vector<const Binding*> BindingPlan::of(BoundKind kind, const RunTable& table) const {
  std::vector<const Binding*> given;
  std::vector<const Binding*> configured;
  for (const Binding& binding : all(kind)) {
    if (fits(binding, table)) (binding.config ? configured : given).push_back(&binding);
  }
  return given.empty() ? configured : given;
}

}  // namespace ddblint
