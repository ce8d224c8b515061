// A profile file is refused or read, and what was read is written again as the same bytes. The
// checksum is mended first, for nothing would get past it otherwise.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "profile/measurements.h"
#include "sketch/hash.h"

namespace {

constexpr std::size_t kMagicBytes = 16;
constexpr std::size_t kHeaderBytes = 40;

std::string framed(std::string_view body) {
  std::string file = "ddblint profile\n";
  const std::uint64_t words[] = {1, body.size(), ddblint::hash_bytes(body)};
  file.resize(kHeaderBytes);
  std::memcpy(file.data() + kMagicBytes, words, sizeof(words));
  return file + std::string(body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)ddblint::Measurements::load(bytes);
  const std::string file = framed(bytes);
  auto loaded = ddblint::Measurements::load(file);
  if (!loaded) return 0;
  const std::string saved = loaded->save();
  const auto again = ddblint::Measurements::load(saved);
  if (!again || again->save() != saved) std::abort();
  (void)ddblint::summarise(*loaded);
  return 0;
}
