// Any bytes as AWS CLI commands.

#include <cstddef>
#include <cstdint>
#include <string>

#include "check_patterns.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ddblint;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Span span = {FileId{0}, 0, static_cast<std::uint32_t>(size)};
  const ReadPatterns read = read_command(text, span);
  fuzz::check(read, text);
  for (const AccessPattern& pattern : read.set.patterns) {
    // The values of a command are examples.
    for (const EqualCondition& equal : pattern.equals) fuzz::require(!equal.value);
  }
  return 0;
}
