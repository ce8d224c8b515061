// What reading a trace costs before anything is made of it.
//
//   trace_floor read|inflate|parse FILE...
//
// read: the files' own bytes; inflate: unpacked; parse: and each line, or document, taken in by
// simdjson.

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <simdjson.h>

#include "source/byte_stream.h"

namespace {

using namespace ddblint;

constexpr std::size_t kRoom = std::size_t{1} << 20U;

std::size_t read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<char> room(kRoom);
  std::size_t sum = 0;
  while (in.read(room.data(), static_cast<std::streamsize>(room.size())) || in.gcount() > 0) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(in.gcount()); i += 64) {
      sum += static_cast<unsigned char>(room[i]);
    }
  }
  return sum;
}

std::string unpack(const std::string& path, bool keep, std::size_t& sum) {
  std::string all;
  const auto stream = open_stream(path);
  if (!stream) return all;
  std::vector<char> room(kRoom);
  for (auto got = (*stream)->read(room); got && *got > 0; got = (*stream)->read(room)) {
    sum += *got;
    if (keep) all.append(room.data(), *got);
  }
  return all;
}

std::size_t parse(const std::string& path) {
  std::size_t sum = 0;
  std::string text = unpack(path, true, sum);
  text.resize(text.size() + simdjson::SIMDJSON_PADDING);
  const std::string_view all(text.data(), text.size() - simdjson::SIMDJSON_PADDING);
  simdjson::dom::parser parser;
  std::size_t good = 0;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    simdjson::dom::element element;
    if (parser.parse(all.data() + at, end - at, false).get(element) == simdjson::SUCCESS) ++good;
    at = end + 1;
  }
  return good;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const std::string_view what = arguments[1];
  std::size_t sum = 0;
  for (int i = 2; i < count; ++i) {
    if (what == "read") {
      sum += read_bytes(arguments[i]);
    } else if (what == "inflate") {
      unpack(arguments[i], false, sum);
    } else {
      sum += parse(arguments[i]);
    }
  }
  std::printf("%zu\n", sum);
  return 0;
}
