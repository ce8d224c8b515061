#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ddblint {

/// How the bytes of a file are packed; told by its first bytes, never by its name.
enum class Compression { none, gzip, zstd };

/// The unpacked bytes of a file or of standard input, in bounded memory.
class ByteStream {
 public:
  ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;
  ByteStream(ByteStream&&) = delete;
  ByteStream& operator=(ByteStream&&) = delete;
  virtual ~ByteStream() = default;

  /// Fills `room` as far as there are bytes and returns their number: less than all of it at the
  /// end or before an error, so that only 0 (of a room that has any) is the end. The error is a
  /// sentence for people (truncated gzip, checksum wrong, ...); what was unpacked before it has
  /// been handed over by then, but for a few bytes before damage. An end or an error stays what it
  /// is.
  virtual std::expected<std::size_t, std::string> read(std::span<char> room) = 0;
  [[nodiscard]] virtual Compression compression() const = 0;
  /// Bytes of the file itself that were read so far, for progress.
  [[nodiscard]] virtual std::uint64_t consumed() const = 0;
};

/// Opens a file, or standard input for "-", and looks at its first bytes. Gzip of several members
/// and zstd of several frames are read to their end. The error is a sentence for people.
std::expected<std::unique_ptr<ByteStream>, std::string> open_stream(const std::string& path);

/// The same for bytes in memory, which must outlive the stream; `piece` is how many of them a read
/// sees at most, as if they came through a pipe.
std::expected<std::unique_ptr<ByteStream>, std::string> open_bytes(
    std::string_view bytes, std::size_t piece = std::string::npos);

/// The MD5 of a file's own bytes (not unpacked), as raw 16 bytes; the error is a sentence.
std::expected<std::string, std::string> md5_of_file(const std::string& path);

}  // namespace ddblint
