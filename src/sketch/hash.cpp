#include "sketch/hash.h"

#include <xxhash.h>

namespace ddblint {

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  return mix(XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed));
}

}  // namespace ddblint
