// Any bytes as a PartiQL statement.

#include <cstddef>
#include <cstdint>
#include <string>

#include "check_patterns.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ddblint;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Span span = {FileId{0}, 0, static_cast<std::uint32_t>(size)};
  const ReadPatterns read = read_statement(text, span);
  fuzz::check(read, text);
  // A statement is read whole or not at all.
  fuzz::require(read.set.patterns.size() + read.diagnostics.size() == 1);
  return 0;
}
