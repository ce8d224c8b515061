#include <cstddef>
#include <cstdint>
#include <string_view>

#include "check_tree.h"

#include "syntax/parse.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ddblint;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::TreeCheck(text).tree(parse_json(static_cast<FileId>(0), text));
  return 0;
}
