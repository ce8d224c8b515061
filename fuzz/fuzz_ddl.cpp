// The DDL reader on any bytes, in pieces of any size: the first byte chooses the sizes. What is
// read must not depend on them, and every place must lie in the text that was kept for it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>

#include "relational/ddl_reader.h"

namespace {

using namespace ddblint;

void require(bool holds) {
  if (!holds) std::abort();
}

struct Result {
  SourceSet sources;
  RelationalSchema schema;
  Diagnostics diagnostics;

  void check(Span span) const {
    if (!span.valid()) return;
    require(span.begin <= span.end &&
            span.end <= sources.file(static_cast<FileId>(0)).text().size());
    require(sources.begin_of(span).line >= 1);
  }
  [[nodiscard]] std::string text() const;
};

std::string Result::text() const {
  std::string out;
  const auto add = [&](std::string_view name, Span place) {
    check(place);
    out += name;
    out += place.valid() ? std::to_string(sources.begin_of(place).line) + ":" +
                               std::to_string(sources.begin_of(place).column) + " " +
                               std::to_string(sources.begin_offset(place)) + "\n"
                         : "\n";
  };
  for (const auto& table : schema.tables) {
    add(table.schema + "." + table.name, table.place);
    for (const auto& column : table.columns) {
      add(column.name + " " + column.type, column.place);
      if (column.generator) add(column.generator->sequence, column.generator->place);
    }
    if (table.primary_key) add("primary", table.primary_key->place);
    for (const auto& key : table.unique_keys) {
      for (const auto& name : key.columns) add(name, key.place);
    }
  }
  for (const auto& sequence : schema.sequences) add(sequence.name, sequence.place);
  for (const auto& diagnostic : diagnostics) add(diagnostic.message, diagnostic.span);
  return out;
}

Result read(std::string_view bytes, unsigned seed) {
  Result result;
  const FileId file = result.sources.add("fuzz.sql");
  SchemaBuilder builder;
  DdlReader reader(file, builder);
  std::minstd_rand random(seed);
  while (!bytes.empty()) {
    const std::size_t size = seed == 0 ? bytes.size() : 1 + random() % (1 + seed);
    reader.feed(bytes.substr(0, size));
    bytes.remove_prefix(std::min(size, bytes.size()));
  }
  DdlFile done = reader.finish();
  result.sources.file(file).set_excerpts(done.excerpts);
  result.diagnostics = std::move(done.diagnostics);
  result.schema = builder.finish();
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  require(read(bytes, 0).text() == read(bytes, data[0]).text());
  return 0;
}
