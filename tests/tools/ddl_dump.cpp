// Prints what --source-ddl reads of a file: tables, columns, keys, generators and sequences.
// usage: ddl_dump FILE...

#include <cstdio>

#include "relational/ddl_reader.h"
#include "relational/ddl_text.h"
#include <fmt/format.h>

int main(int argc, char** argv) {
  using namespace ddblint;
  for (int i = 1; i < argc; ++i) {
    SourceSet sources;
    const FileId file = sources.add(argv[i]);
    SchemaBuilder builder;
    DdlReader reader(file, builder);
    const auto read = read_pieces(argv[i], [&](std::string_view bytes) { reader.feed(bytes); });
    if (!read) {
      fmt::print(stderr, "{}: {}\n", argv[i], read.error());
      return 2;
    }
    const DdlFile done = reader.finish();
    sources.file(file).set_excerpts(done.excerpts);
    fmt::print("file {}\n{}", argv[i], test::schema_text(sources, builder.finish()));
    for (const auto& diagnostic : done.diagnostics) {
      fmt::print("diagnostic @{} {}\n", test::place_text(sources, diagnostic.span),
                 diagnostic.message);
    }
  }
  return 0;
}
