#include "sketch/archive.h"

#include <bit>
#include <utility>

#include <fmt/format.h>

namespace ddblint {

void ArchiveWriter::varint(std::uint64_t value) {
  while (value >= 0x80U) {
    byte(static_cast<std::uint8_t>(value | 0x80U));
    value >>= 7U;
  }
  byte(static_cast<std::uint8_t>(value));
}

void ArchiveWriter::fixed64(std::uint64_t value) {
  for (unsigned shift = 0; shift < 64; shift += 8) byte(static_cast<std::uint8_t>(value >> shift));
}

void ArchiveWriter::number(double value) { fixed64(std::bit_cast<std::uint64_t>(value)); }

void ArchiveWriter::text(std::string_view value) {
  varint(value.size());
  bytes_.append(value);
}

std::string ArchiveWriter::take() { return std::exchange(bytes_, {}); }

std::uint8_t ArchiveReader::byte() {
  if (!ok()) return 0;
  if (remaining() == 0) {
    fail("the data end too early");
    return 0;
  }
  return static_cast<std::uint8_t>(bytes_[position_++]);
}

std::uint64_t ArchiveReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint64_t part = byte();
    const std::uint64_t bits = part & 0x7fU;
    if (shift == 63 && part > 1) break;
    value |= bits << shift;
    if (part < 0x80U) {
      if (part == 0 && shift > 0) break;  // a shorter form exists
      return ok() ? value : 0;
    }
  }
  fail("a number is malformed");
  return 0;
}

std::uint64_t ArchiveReader::varint(std::uint64_t limit, std::string_view what) {
  const std::uint64_t value = varint();
  if (value <= limit) return value;
  fail(fmt::format("{} is {}, more than {}", what, value, limit));
  return 0;
}

std::uint64_t ArchiveReader::fixed64() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    value |= static_cast<std::uint64_t>(byte()) << shift;
  }
  return ok() ? value : 0;
}

double ArchiveReader::number() { return std::bit_cast<double>(fixed64()); }

std::string_view ArchiveReader::text(std::size_t limit) {
  const std::size_t size = count(limit, 1);
  const std::string_view value = bytes_.substr(position_, size);
  position_ += size;
  return value;
}

std::size_t ArchiveReader::count(std::size_t limit, std::size_t least_bytes) {
  const std::uint64_t value = varint(limit, "a length");
  if (value <= remaining() / least_bytes) return value;
  fail("a length goes beyond the end of the data");
  return 0;
}

void ArchiveReader::fail(std::string_view message) {
  if (ok()) error_ = fmt::format("{}, at byte {}", message, position_);
}

void ArchiveReader::expect_end() {
  if (remaining() != 0) fail("the data go on after their end");
}

}  // namespace ddblint
