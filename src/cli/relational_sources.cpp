#include "cli/relational_sources.h"

#include <algorithm>
#include <iterator>

#include "relational/ddl_reader.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/bindings.h"
#include "cli/inputs.h"

namespace ddblint {
namespace {

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
  RelationalSources out;
  for (const Binding& one : bindings_of(words)) {
    SchemaBuilder builder;
    const std::size_t errors = out.errors.size();
    for (const std::string& path : one.paths) read_one(path, builder, sources, out);
    out.schemas.emplace_back(one.tables, builder.finish());
    if (out.errors.size() == errors && out.schemas.back().schema().tables.empty()) {
      out.errors.push_back(fmt::format("--source-ddl: nothing in `{}` defines a table",
                                       fmt::join(one.paths, "`, `")));
    }
  }
  return out;
}

}  // namespace ddblint
