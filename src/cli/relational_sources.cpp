#include "cli/relational_sources.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "relational/ddl_reader.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/inputs.h"

namespace ddblint {
namespace {

/// The files of one binding; several make one schema.
struct Group {
  std::string tables;
  std::vector<std::string> files;
};

// A file may have an equals sign in its name.
void group(std::vector<Group>& groups, const std::string& word) {
  std::error_code failed;
  const auto equals = word.find('=');
  const bool binds = equals != std::string::npos && !std::filesystem::exists(word, failed);
  const std::string tables = binds ? word.substr(0, equals) : std::string();
  auto known = std::ranges::find(groups, tables, &Group::tables);
  if (known == groups.end()) known = groups.insert(groups.end(), {.tables = tables, .files = {}});
  known->files.push_back(binds ? word.substr(equals + 1) : word);
}

void read_one(const std::string& path, SchemaBuilder& builder, SourceSet& sources,
              RelationalSources& out) {
  const FileId file = sources.add(shown_path(path));
  DdlReader reader(file, builder);
  bool first = true;
  std::string_view why_not;
  const auto read = read_pieces(path, [&](std::string_view bytes) {
    if (first) why_not = why_not_sql(bytes);
    first = false;
    if (why_not.empty()) reader.feed(bytes);
  });
  if (!read || !why_not.empty()) {
    out.errors.push_back(
        fmt::format("--source-ddl: `{}` {}", path,
                    read ? std::string(why_not) : fmt::format("cannot be read: {}", read.error())));
    return;
  }
  DdlFile done = reader.finish();
  sources.file(file).set_excerpts(done.excerpts);
  std::ranges::move(done.diagnostics, std::back_inserter(out.diagnostics));
}

}  // namespace

RelationalSources read_relational_sources(const std::vector<std::string>& words,
                                          SourceSet& sources) {
  std::vector<Group> groups;
  for (const std::string& word : words) group(groups, word);
  RelationalSources out;
  for (const Group& one : groups) {
    SchemaBuilder builder;
    const std::size_t errors = out.errors.size();
    for (const std::string& path : one.files) read_one(path, builder, sources, out);
    out.schemas.emplace_back(one.tables, builder.finish());
    if (out.errors.size() == errors && out.schemas.back().schema().tables.empty()) {
      out.errors.push_back(fmt::format("--source-ddl: nothing in `{}` defines a table",
                                       fmt::join(one.files, "`, `")));
    }
  }
  return out;
}

}  // namespace ddblint
