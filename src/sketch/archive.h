#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// The binary form of sketches: little-endian, the same on every machine. Each number and text has
// exactly one form, so that what was read and written again is the same bytes.
//
// What is read may come from anywhere: a reader never allocates by a length that it has not
// compared with the bytes that are there, and its first error sticks: everything after it reads as
// zero.

namespace ddblint {

class ArchiveWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  /// Seven bits a byte, the lowest first (LEB128): small numbers are short.
  void varint(std::uint64_t value);
  /// Eight bytes.
  void fixed64(std::uint64_t value);
  void number(double value);
  /// Its length, then its bytes.
  void text(std::string_view value);

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  /// Hands the bytes over; the writer is empty then.
  [[nodiscard]] std::string take();

 private:
  std::string bytes_;
};

class ArchiveReader {
 public:
  /// Reads from bytes that must outlive the reader and the texts taken from it.
  explicit ArchiveReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint8_t byte();
  std::uint64_t varint();
  /// A varint of at most `limit`; `what` names it in the error.
  std::uint64_t varint(std::uint64_t limit, std::string_view what);
  std::uint64_t fixed64();
  double number();
  /// A text of at most `limit` bytes; a view of the archive.
  std::string_view text(std::size_t limit);
  /// How many things follow: at most `limit`, and no more than the rest can hold when each takes at
  /// least `least_bytes`.
  std::size_t count(std::size_t limit, std::size_t least_bytes);

  [[nodiscard]] bool ok() const { return error_.empty(); }
  /// The first error, with the place: "..., at byte 17"; empty while all is well.
  [[nodiscard]] const std::string& error() const { return error_; }
  /// Notes what the caller found wrong; the first error stays.
  void fail(std::string_view message);
  /// Fails unless all bytes were read.
  void expect_end();
  [[nodiscard]] std::size_t remaining() const { return bytes_.size() - position_; }

 private:
  std::string_view bytes_;
  std::size_t position_ = 0;
  std::string error_;
};

}  // namespace ddblint
