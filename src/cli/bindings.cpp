#include "cli/bindings.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "source/discover.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

/// The paths of a config, which are relative to it.
std::vector<BoundPath> resolved(const Config& config, const std::vector<ConfiguredPath>& files) {
  std::vector<BoundPath> paths;
  paths.reserve(files.size());
  for (const ConfiguredPath& file : files) {
    const fs::path whole = fs::path(config.directory) / file.path;
    paths.push_back({.path = shown_path(whole.generic_string()), .span = file.span});
  }
  return paths;
}

bool spells_out(const Binding& binding, const RunTable& table) {
  return is_called(table, binding.tables);
}

/// The entries that hold where several of a config fit: those without a glob, if there are any.
template <class T, class BindingOf>
void keep_nearest(std::vector<T>& fitting, const RunTable& table, BindingOf binding_of) {
  const auto spelled = [&](const T& each) { return spells_out(binding_of(each), table); };
  if (std::ranges::any_of(fitting, spelled)) std::erase_if(fitting, std::not_fn(spelled));
}

fs::path absolute(const fs::path& path) {
  std::error_code failed;
  return (fs::current_path(failed) / path).lexically_normal();
}

/// True when `path` is a directory or lies below it; both absolute.
bool lies_in(const fs::path& path, const fs::path& directory) {
  const fs::path relative = path.lexically_relative(directory);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

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
    const bool binds = equals != std::string::npos && !fs::exists(word, failed);
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
  // An address may hold brackets, which mean something else in a glob.
  if (binding.tables.empty() || spells_out(binding, table)) return true;
  return std::ranges::any_of(names_of(*table.definition), [&binding](std::string_view name) {
    return matches_name(name, binding.tables);
  });
}

std::vector<std::string_view> names_of(std::span<const RunTable> tables) {
  std::vector<std::string_view> names;
  for (const RunTable& table : tables) {
    for (const std::string_view name : names_of(*table.definition)) names.push_back(name);
  }
  return names;
}

BindingPlan::BindingPlan(const Inputs& inputs, const Options& options)
    : bindings_{bindings_of(options.data.bindings), bindings_of(options.patterns),
                bindings_of(options.traces), bindings_of(options.source_ddl)} {
  for (std::size_t i = 0; i < inputs.configs.size(); ++i) {
    const Config& config = inputs.configs[i]->config;
    for (const ConfiguredTable& entry : config.tables) {
      const Binding name{.tables = entry.tables, .span = entry.span, .config = i};
      entries_.push_back(name);
      growth_.push_back(entry.growth);
      const std::array<const std::vector<ConfiguredPath>*, kBoundKinds> kinds = {
          &entry.data, &entry.patterns, &entry.trace, &entry.source_ddl};
      for (std::size_t k = 0; k < kBoundKinds; ++k) {
        if (kinds[k]->empty()) continue;
        bindings_[k].push_back(name);
        bindings_[k].back().paths = resolved(config, *kinds[k]);
      }
    }
  }
}

bool BindingPlan::empty() const {
  return entries_.empty() &&
         std::ranges::all_of(bindings_, [](const auto& kind) { return kind.empty(); });
}

const std::vector<Binding>& BindingPlan::all(BoundKind kind) const {
  return bindings_[static_cast<std::size_t>(kind)];
}

std::vector<const Binding*> BindingPlan::of(BoundKind kind, const RunTable& table) const {
  std::vector<const Binding*> given;
  for (const Binding& binding : all(kind)) {
    if (!binding.config && fits(binding, table)) given.push_back(&binding);
  }
  return given.empty() ? configured(kind, table) : given;
}

std::vector<const Binding*> BindingPlan::configured(BoundKind kind, const RunTable& table) const {
  std::vector<const Binding*> found;
  for (const Binding& binding : all(kind)) {
    if (binding.config && fits(binding, table)) found.push_back(&binding);
  }
  keep_nearest(found, table, [](const Binding* each) -> const Binding& { return *each; });
  return found;
}

std::optional<double> BindingPlan::growth(const RunTable& table) const {
  std::vector<std::size_t> stated;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (growth_[i] && fits(entries_[i], table)) stated.push_back(i);
  }
  keep_nearest(stated, table, [this](std::size_t i) -> const Binding& { return entries_[i]; });
  return stated.empty() ? std::nullopt : growth_[stated.front()];
}

bool saw_all_of(std::size_t config, const Inputs& inputs, const Options& options) {
  const bool unread = std::ranges::any_of(inputs.files, [config](const Input& input) {
    return input.config == config && (input.unreadable || (input.parsed && !input.tree.complete));
  });
  if (unread || !inputs.errors.empty()) return false;
  const fs::path home = absolute(inputs.configs[config]->config.directory);
  return std::ranges::any_of(inputs.arguments, [&](const std::string& argument) {
    std::error_code failed;
    if (!fs::is_directory(argument, failed)) return false;
    // A config that is named may lie anywhere; it is meant for where the program was started.
    return lies_in(home, absolute(argument)) || (options.config && argument == ".");
  });
}

}  // namespace ddblint
