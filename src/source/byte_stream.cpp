#include "source/byte_stream.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <isa-l/igzip_lib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "source/source_file.h"

// A stream is a chain of two: packed bytes (a descriptor or memory), read into a buffer of fixed
// size, and what unpacks them straight into the caller's room. Whatever goes wrong is kept until
// the bytes unpacked before it have been handed over.

namespace ddblint {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10U;
/// No more than this in one call of read(2) or of a library that counts in 32 bits.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30U;

using Count = std::expected<std::size_t, std::string>;

std::string system_error() { return std::strerror(errno); }  // NOLINT(concurrency-mt-unsafe)

/// Packed bytes as they come.
class Bytes {
 public:
  Bytes() = default;
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  Bytes(Bytes&&) = delete;
  Bytes& operator=(Bytes&&) = delete;
  virtual ~Bytes() = default;

  /// At least one byte, at most all of `room`; 0 at the end.
  virtual Count read(std::span<char> room) = 0;
};

class FileBytes final : public Bytes {
 public:
  explicit FileBytes(int descriptor) : descriptor_(descriptor) {}
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  FileBytes(FileBytes&&) = delete;
  FileBytes& operator=(FileBytes&&) = delete;
  ~FileBytes() override {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }

  Count read(std::span<char> room) override {
    while (true) {
      const ssize_t got = ::read(descriptor_, room.data(), std::min(room.size(), kMostAtOnce));
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) return std::unexpected(system_error());
    }
  }

 private:
  int descriptor_;
};

class MemoryBytes final : public Bytes {
 public:
  MemoryBytes(std::string_view bytes, std::size_t piece)
      : rest_(bytes), piece_(std::max<std::size_t>(piece, 1)) {}

  Count read(std::span<char> room) override {
    const std::size_t size = std::min({room.size(), piece_, rest_.size()});
    std::copy_n(rest_.begin(), size, room.begin());
    rest_.remove_prefix(size);
    return size;
  }

 private:
  std::string_view rest_;
  std::size_t piece_;
};

/// Packed bytes behind a buffer.
class Input {
 public:
  explicit Input(std::unique_ptr<Bytes> bytes) : bytes_(std::move(bytes)), buffer_(kBufferBytes) {}

  /// The bytes of the buffer that nobody took yet.
  [[nodiscard]] std::string_view buffered() const {
    return {buffer_.data() + begin_, end_ - begin_};
  }
  void take(std::size_t size) { begin_ += size; }
  /// Bytes of the file before the buffered ones.
  [[nodiscard]] std::uint64_t offset() const { return read_ - (end_ - begin_); }
  [[nodiscard]] std::uint64_t bytes_read() const { return read_; }

  /// Reads on, behind what is buffered, which must leave room; false at the end.
  std::expected<bool, std::string> more() {
    if (begin_ == end_) begin_ = end_ = 0;
    const Count got = bytes_->read(std::span(buffer_).subspan(end_));
    if (!got) return std::unexpected(got.error());
    end_ += *got;
    read_ += *got;
    return *got > 0;
  }
  /// Reads past the empty buffer.
  Count read(std::span<char> room) {
    const Count got = bytes_->read(room);
    read_ += got.value_or(0);
    return got;
  }

 private:
  std::unique_ptr<Bytes> bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t read_ = 0;
};

/// Unpacks: fills the room step by step and keeps back an error until the room has been taken.
class Stream : public ByteStream {
 public:
  explicit Stream(std::unique_ptr<Input> input) : input_(std::move(input)) {}

  Count read(std::span<char> room) final {
    std::size_t filled = 0;
    while (filled < room.size() && !ended_ && !error_) {
      filled += step(room.subspan(filled, std::min(room.size() - filled, kMostAtOnce)));
    }
    if (filled == 0 && error_ && !room.empty()) return std::unexpected(*error_);
    return filled;
  }
  [[nodiscard]] std::uint64_t consumed() const final { return input_->bytes_read(); }

 protected:
  /// Hands over some bytes, or calls end() or fail(), or just comes nearer to one of them.
  virtual std::size_t step(std::span<char> room) = 0;

  void end() { ended_ = true; }
  void fail(std::string sentence) { error_ = std::move(sentence); }
  /// True when there are buffered bytes; else reads on. False at the end of the file or an error.
  bool have_input() {
    if (!input_->buffered().empty()) return true;
    const auto more = input_->more();
    if (!more) fail(more.error());
    return more.value_or(false);
  }
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] Input& input() { return *input_; }

 private:
  std::unique_ptr<Input> input_;
  std::optional<std::string> error_;
  bool ended_ = false;
};

class PlainStream final : public Stream {
 public:
  using Stream::Stream;
  [[nodiscard]] Compression compression() const override { return Compression::none; }

 private:
  std::size_t step(std::span<char> room) override {
    const std::string_view buffered = input().buffered();
    if (!buffered.empty()) {
      const std::size_t size = std::min(buffered.size(), room.size());
      std::copy_n(buffered.begin(), size, room.begin());
      input().take(size);
      return size;
    }
    const Count got = input().read(room);
    if (!got) fail(got.error());
    if (got == 0U) end();
    return got.value_or(0);
  }
};

/// Gzip (RFC 1952): members, one after another, each with a header, deflated data, CRC and length.
class GzipStream final : public Stream {
 public:
  explicit GzipStream(std::unique_ptr<Input> input) : Stream(std::move(input)) {
    isal_inflate_init(&state_);
    begin_member();
  }
  [[nodiscard]] Compression compression() const override { return Compression::gzip; }

 private:
  enum class At : std::uint8_t { header, data, damaged, between, padding };

  std::size_t step(std::span<char> room) override {
    if (at_ == At::data) return inflate(room);
    if (at_ == At::damaged) return drain(room);
    if (!have_input()) {
      if (failed()) return 0;
      if (at_ == At::header) {
        fail(cut_off());
      } else {
        end();
      }
      return 0;
    }
    if (at_ == At::header) {
      read_header();
    } else {
      look_behind_member();
    }
    return 0;
  }

  void begin_member() {
    isal_inflate_reset(&state_);
    // The header is read apart: isal_inflate forgets it where a buffer ends within.
    state_.crc_flag = ISAL_GZIP_NO_HDR_VER;
    isal_gzip_header_init(&header_);
    at_ = At::header;
  }

  /// Lets the library see the buffered bytes, and takes those it used.
  template <typename Call>
  int with_input(Call call) {
    const std::string_view bytes = input().buffered();
    // The library only reads them.
    state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(bytes.data()));  // NOLINT
    state_.avail_in = static_cast<std::uint32_t>(bytes.size());
    const int result = call();
    // At an error its counts are wrong, its places are right.
    input().take(static_cast<std::size_t>(reinterpret_cast<const char*>(state_.next_in) -  // NOLINT
                                          bytes.data()));
    return result;
  }

  void read_header() {
    const int result = with_input([this] { return isal_read_gzip_header(&state_, &header_); });
    if (result == ISAL_DECOMP_OK) {
      at_ = At::data;
    } else if (result != ISAL_END_INPUT) {
      fail(fmt::format("the header of a gzip member is damaged before byte {}", input().offset()));
    }
  }

  std::size_t inflate(std::span<char> room) {
    state_.next_out = reinterpret_cast<std::uint8_t*>(room.data());  // NOLINT
    state_.avail_out = static_cast<std::uint32_t>(room.size());
    const std::uint64_t before = input().offset();
    const int result = with_input([this] { return isal_inflate(&state_); });
    const auto made = static_cast<std::size_t>(reinterpret_cast<char*>(state_.next_out) -  // NOLINT
                                               room.data());
    if (result == ISAL_INCORRECT_CHECKSUM) {
      fail(
          fmt::format("the gzip data before byte {} are damaged: their checksum or length is wrong",
                      input().offset()));
    } else if (result < 0) {
      at_ = At::damaged;
      return without_last_copy(made);
    } else if (state_.block_state == ISAL_BLOCK_FINISH) {
      at_ = At::between;
    } else if (made == 0 && before == input().offset() && !have_input() && !failed()) {
      fail(cut_off());
    }
    return made;
  }

  /// At an error the library has counted in a copy that it did not make: as many bytes as the
  /// longest may be of any age. Takes them from the end of what was unpacked, `made` of it into the
  /// room.
  std::size_t without_last_copy(std::size_t made) {
    constexpr std::int32_t kLongestCopy = 258;
    const std::int32_t ahead = std::max(state_.tmp_out_valid - state_.tmp_out_processed, 0);
    const std::int32_t kept_back = std::min(ahead, kLongestCopy);
    state_.tmp_out_valid -= kept_back;
    return made - std::min(made, static_cast<std::size_t>(kLongestCopy - kept_back));
  }

  /// At an error the library keeps what it unpacked ahead of the caller's room.
  std::size_t drain(std::span<char> room) {
    const auto begin = static_cast<std::size_t>(state_.tmp_out_processed);
    const auto end = static_cast<std::size_t>(state_.tmp_out_valid);
    const std::size_t size = end > begin ? std::min(end - begin, room.size()) : 0;
    std::copy_n(&state_.tmp_out_buffer[begin], size, room.begin());
    state_.tmp_out_processed += static_cast<std::int32_t>(size);
    if (size == 0) fail(fmt::format("the gzip data are damaged near byte {}", place_of_damage()));
    return size;
  }

  /// The byte that holds the first bits that mean nothing. The library has read up to eight bytes
  /// ahead of them, more or fewer by how the bytes came.
  [[nodiscard]] std::uint64_t place_of_damage() {
    const auto ahead = static_cast<std::uint64_t>(std::max(state_.read_in_length, 0));
    return (8 * input().offset() - std::min(ahead, 8 * input().offset())) / 8;
  }

  /// Another member, or zeros up to the end of the file, as tapes and block devices leave them.
  void look_behind_member() {
    const std::string_view bytes = input().buffered();
    if (at_ == At::between && bytes.front() == '\x1F') {
      begin_member();
      return;
    }
    at_ = At::padding;
    const std::size_t zeros = std::min(bytes.find_first_not_of('\0'), bytes.size());
    input().take(zeros);
    if (zeros < bytes.size()) {
      fail(fmt::format("the gzip data end at byte {}, but something else follows",
                       input().offset()));
    }
  }

  std::string cut_off() {
    return fmt::format("the gzip data break off at the end of the file, at byte {}",
                       input().offset());
  }

  inflate_state state_{};
  isal_gzip_header header_{};
  At at_ = At::header;
};

/// Zstandard (RFC 8878): frames, one after another.
class ZstdStream final : public Stream {
 public:
  explicit ZstdStream(std::unique_ptr<Input> input)
      : Stream(std::move(input)), context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {}
  [[nodiscard]] Compression compression() const override { return Compression::zstd; }

 private:
  std::size_t step(std::span<char> room) override {
    const bool more = have_input();
    if (failed()) return 0;
    if (!more && !in_frame_) {
      end();
      return 0;
    }
    const std::string_view bytes = input().buffered();
    ZSTD_inBuffer in{.src = bytes.data(), .size = bytes.size(), .pos = 0};
    ZSTD_outBuffer out{.dst = room.data(), .size = room.size(), .pos = 0};
    const std::size_t result = ZSTD_decompressStream(context_.get(), &out, &in);
    input().take(in.pos);
    if (ZSTD_isError(result) != 0) {
      fail(fmt::format("the zstd data are damaged near byte {}: {}", input().offset(),
                       ZSTD_getErrorName(result)));
    } else if (!more && out.pos == 0) {
      fail(fmt::format("the zstd data break off at the end of the file, at byte {}",
                       input().offset()));
    } else {
      in_frame_ = result != 0;
    }
    return out.pos;
  }

  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context_;
  bool in_frame_ = false;
};

/// A kind of file that is told by its first bytes and not read.
struct OtherKind {
  std::string_view magic;
  std::string_view name;
};
using namespace std::string_view_literals;
constexpr std::array kOtherKinds = {
    OtherKind{"BZh91AY&SY"sv, "packed by bzip2"},
    OtherKind{"\xFD"
              "7zXZ\0"sv,
              "packed by xz"},
    OtherKind{"PK\x03\x04"sv, "a zip archive"},
    OtherKind{"\x04\x22\x4D\x18"sv, "packed by lz4"},
    OtherKind{"PAR1"sv, "a Parquet file"},
};

bool begins_zstd(std::string_view head) {
  // A frame, or one of the sixteen kinds of frames to be skipped.
  return head.starts_with("\x28\xB5\x2F\xFD") ||
         (head.size() >= 4 && head.substr(1, 3) == "\x2A\x4D\x18" && (head[0] & 0xF0) == 0x50);
}

std::expected<std::unique_ptr<ByteStream>, std::string> open_input(std::unique_ptr<Bytes> bytes) {
  constexpr std::size_t kMagicBytes = 10;
  auto input = std::make_unique<Input>(std::move(bytes));
  while (input->buffered().size() < kMagicBytes) {
    const auto more = input->more();
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
  }
  const std::string_view head = input->buffered();
  if (head.starts_with("\x1F\x8B")) return std::make_unique<GzipStream>(std::move(input));
  if (begins_zstd(head)) return std::make_unique<ZstdStream>(std::move(input));
  for (const OtherKind& kind : kOtherKinds) {
    if (head.starts_with(kind.magic)) {
      return std::unexpected(
          fmt::format("is {}, which is not read: only plain, gzip and zstd files are", kind.name));
    }
  }
  return std::make_unique<PlainStream>(std::move(input));
}

}  // namespace

std::expected<std::unique_ptr<ByteStream>, std::string> open_stream(const std::string& path) {
  if (path == "-") return open_input(std::make_unique<FileBytes>(STDIN_FILENO));
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::unexpected(system_error());
  auto bytes = std::make_unique<FileBytes>(descriptor);
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return std::unexpected(system_error());
  if (S_ISDIR(status.st_mode)) return std::unexpected(std::string("is a directory"));
  return open_input(std::move(bytes));
}

std::expected<std::unique_ptr<ByteStream>, std::string> open_bytes(std::string_view bytes,
                                                                   std::size_t piece) {
  return open_input(std::make_unique<MemoryBytes>(bytes, piece));
}

}  // namespace ddblint
