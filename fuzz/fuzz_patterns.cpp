// Any bytes as a pattern file, as facets and as a data model's patterns: nothing crashes, every
// place lies in the text, and what comes back is what a table could do.

#include <cstddef>
#include <cstdint>
#include <string>

#include "check_patterns.h"

#include "syntax/parse.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ddblint;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Tree tree = parse(FileId{0}, "patterns.yaml", text);
  fuzz::check(read_pattern_file(tree, FileId{0}), text);
  for (const Node* document : tree.documents) {
    fuzz::check(read_facets(*document, "T"), text);
    fuzz::check(read_model_patterns(*document), text);
  }
  return 0;
}
