#include <cstddef>
#include <cstdint>
#include <string>

#include "check_tree.h"

#include "config/config.h"
#include "source/source_file.h"
#include "syntax/parse.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ddblint;
  SourceFile source("ddblint.yaml");
  source.set_text(std::string(reinterpret_cast<const char*>(data), size));
  const Tree tree = parse_yaml(static_cast<FileId>(0), source.text());
  const LoadedConfig loaded = read_config(source, tree);
  for (const auto& diagnostic : loaded.diagnostics) {
    fuzz::require(!diagnostic.message.empty() && diagnostic.span.end <= source.text().size());
  }
  fuzz::require(!show_config(loaded.config).empty());
  return 0;
}
