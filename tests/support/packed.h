#pragma once

#include <cstdint>
#include <string>

#include <isa-l/igzip_lib.h>
#include <zstd.h>

#include "support/catch.h"

namespace ddblint::test {

/// One gzip member, made by isa-l.
inline std::string gzip(const std::string& text) {
  isal_zstream stream;
  isal_deflate_init(&stream);
  std::string out(text.size() + text.size() / 8 + 512, '\0');
  stream.end_of_stream = 1;
  stream.gzip_flag = IGZIP_GZIP;
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<std::uint32_t>(text.size());
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out = static_cast<std::uint32_t>(out.size());
  REQUIRE(isal_deflate(&stream) == COMP_OK);
  out.resize(stream.total_out);
  return out;
}

/// One frame of Zstandard.
inline std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

}  // namespace ddblint::test
