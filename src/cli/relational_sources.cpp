#include "cli/relational_sources.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "relational/ddl_reader.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/inputs.h"

namespace ddblint {
namespace {

/// Files of bindings, each binding read once.
class Reader {
 public:
  Reader(SourceSet& sources, BindingProblems& problems) : sources_(sources), problems_(problems) {}

  /// What could not be read is left out; the problems say why.
  std::vector<SourceSchema> read(const std::vector<const Binding*>& bindings, std::size_t config) {
    std::vector<SourceSchema> schemas;
    for (const Binding* binding : bindings) {
      const auto [known, fresh] = read_.try_emplace(binding);
      if (fresh) known->second = read_schema(*binding, config);
      schemas.emplace_back(binding->tables, known->second);
    }
    return schemas;
  }

 private:
  RelationalSchema read_schema(const Binding& binding, std::size_t config) {
    SchemaBuilder builder;
    bool whole = true;
    for (const BoundPath& path : binding.paths) {
      whole = read_file(binding, path.path, builder, config) && whole;
    }
    RelationalSchema schema = builder.finish();
    if (whole && schema.tables.empty()) {
      std::vector<std::string_view> paths;
      paths.reserve(binding.paths.size());
      for (const BoundPath& path : binding.paths) paths.emplace_back(path.path);
      problems_.fail(BoundKind::source_ddl, binding, paths.front(),
                     fmt::format("nothing in `{}` defines a table", fmt::join(paths, "`, `")));
    }
    return schema;
  }

  bool read_file(const Binding& binding, const std::string& path, SchemaBuilder& builder,
                 std::size_t config) {
    const FileId file = sources_.add(shown_path(path));
    DdlReader reader(file, builder);
    bool first = true;
    std::string_view why_not;
    const auto read = read_pieces(path, [&](std::string_view bytes) {
      if (first) why_not = why_not_sql(bytes);
      first = false;
      if (why_not.empty()) reader.feed(bytes);
    });
    if (!read || !why_not.empty()) {
      problems_.fail(BoundKind::source_ddl, binding, path,
                     fmt::format("`{}` {}", path,
                                 read ? std::string(why_not)
                                      : fmt::format("cannot be read: {}", read.error())));
      return false;
    }
    DdlFile done = reader.finish();
    sources_.file(file).set_excerpts(done.excerpts);
    // A dump is evidence beside the definitions: what of it cannot be read weakens findings, no
    // more.
    problems_.raise(done.diagnostics, config, Severity::warning);
    return true;
  }

  SourceSet& sources_;
  BindingProblems& problems_;
  std::map<const Binding*, RelationalSchema> read_;
};

}  // namespace

RelationalSources RelationalSources::read(const BindingPlan& plan, std::span<const RunTable> tables,
                                          SourceSet& sources, BindingProblems& problems) {
  std::map<std::size_t, std::vector<const Binding*>> wanted;
  for (const RunTable& table : tables) {
    auto& bindings = wanted[table.input];
    for (const Binding* binding : plan.of(BoundKind::source_ddl, table)) {
      if (std::ranges::find(bindings, binding) == bindings.end()) bindings.push_back(binding);
    }
  }
  Reader reader(sources, problems);
  RelationalSources out;
  std::map<std::vector<const Binding*>, std::size_t> lists;
  for (const RunTable& table : tables) {
    const auto& bindings = wanted[table.input];
    const auto [list, fresh] = lists.try_emplace(bindings, out.lists_.size());
    if (fresh) out.lists_.push_back(reader.read(bindings, table.config));
    out.by_input_[table.input] = list->second;
  }
  return out;
}

std::span<const SourceSchema> RelationalSources::schemas(std::size_t input) const {
  const auto found = by_input_.find(input);
  if (found == by_input_.end()) return {};
  return lists_[found->second];
}

}  // namespace ddblint
