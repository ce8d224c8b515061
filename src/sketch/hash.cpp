#include "sketch/hash.h"

// Short texts are hashed by a few instructions, which are worth no second call.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ddblint {

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  return mix(XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed));
}

}  // namespace ddblint
