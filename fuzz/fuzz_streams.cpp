// Bytes as a file, packed or not: the same bytes come out, and the same error, in whatever pieces
// they come in and into whatever room they are read. Only where packed bytes are damaged may the
// place differ at which that shows, and so may how much came out before. The first two bytes choose
// the sizes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "source/byte_stream.h"

namespace {

using namespace ddblint;

/// A few packed bytes could be gigabytes.
constexpr std::size_t kMostUnpacked = std::size_t{1} << 20U;

void require(bool holds) {
  if (!holds) std::abort();
}

struct Unpacked {
  std::string text;
  std::string error;
  friend bool operator==(const Unpacked&, const Unpacked&) = default;
};

Unpacked unpack(std::string_view bytes, std::size_t piece, std::size_t room_bytes) {
  Unpacked result;
  const auto stream = open_bytes(bytes, piece);
  if (!stream) {
    require(!stream.error().empty());
    result.error = stream.error();
    return result;
  }
  while (result.text.size() < kMostUnpacked) {
    const std::size_t room = std::min(room_bytes, kMostUnpacked - result.text.size());
    // Memory of its own for each call: what is written past it is seen by the sanitizer.
    std::string filled(room, '\0');
    const auto got = (*stream)->read({filled.data(), filled.size()});
    require((*stream)->consumed() <= bytes.size());
    if (!got) {
      result.error = got.error();
      require(!result.error.empty());
      const auto again = (*stream)->read({filled.data(), filled.size()});
      require(!again && again.error() == result.error);
      break;
    }
    require(*got <= room);
    result.text.append(filled, 0, *got);
    if (*got < room) {
      // A short read is the end or the sign of an error.
      const auto next = (*stream)->read({filled.data(), filled.size()});
      require(!next || *next == 0);
      if (!next) result.error = next.error();
      break;
    }
  }
  if ((*stream)->compression() == Compression::none)
    require(result.text == bytes.substr(0, kMostUnpacked));
  return result;
}

void require_same(const Unpacked& first, const Unpacked& second) {
  const std::size_t damage = first.error.find("damaged");
  if (damage == std::string::npos) {
    require(first == second);
    return;
  }
  require(second.error.starts_with(std::string_view(first.error).substr(0, damage)));
  require(first.text.starts_with(second.text) || second.text.starts_with(first.text));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kChoices = 2;
  if (size < kChoices) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + kChoices, size - kChoices);
  const Unpacked whole = unpack(bytes, std::string::npos, kMostUnpacked);
  require_same(whole, unpack(bytes, 1U + data[0], 1U + 16U * data[1]));
  require_same(whole, unpack(bytes, 1U, 4096));
  return 0;
}
