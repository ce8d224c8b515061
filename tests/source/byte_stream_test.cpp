#include "source/byte_stream.h"

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <unistd.h>

#include "support/catch.h"
#include "support/packed.h"
#include "support/scratch.h"

namespace ddblint {
namespace {

using test::gzip;
using test::zstd;

/// The same member with all optional parts of a header: extra field, name, comment and its CRC.
std::string with_long_header(const std::string& member) {
  std::string header = member.substr(0, 10);
  header[3] = 0x1E;
  header += std::string("\x05\0extra", 7) + std::string("a name\0a comment\0", 17);
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : header) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
  }
  crc = ~crc;
  header += static_cast<char>(crc & 0xFF);
  header += static_cast<char>((crc >> 8) & 0xFF);
  return header + member.substr(10);
}

/// What a stream gave in reads of `room` bytes, and the sentence that it ended with.
struct Read {
  std::string text;
  std::string error;
};

Read drain(std::expected<std::unique_ptr<ByteStream>, std::string> stream, std::size_t room) {
  Read result;
  if (!stream) return {"", stream.error()};
  std::string buffer(room, '\0');
  while (true) {
    const auto got = (*stream)->read(buffer);
    if (!got) {
      result.error = got.error();
      // An error stays one.
      CHECK((*stream)->read(buffer).error() == got.error());
      return result;
    }
    result.text.append(buffer, 0, *got);
    if (*got == 0) break;
  }
  CHECK((*stream)->read(buffer) == 0U);
  return result;
}

Read read_bytes(const std::string& bytes, std::size_t piece = std::string::npos,
                std::size_t room = 4096) {
  return drain(open_bytes(bytes, piece), room);
}

Read read_path(const std::string& path) { return drain(open_stream(path), 1U << 16); }

std::string random_text(unsigned seed, std::size_t size) {
  std::minstd_rand random(seed);
  std::string text;
  while (text.size() < size) text += "item " + std::to_string(random() % 1000) + "\n";
  text.resize(size);
  return text;
}

class Chdir {
 public:
  Chdir() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(std::filesystem::temp_directory_path());
    name_ = "ddblint-stream-" + std::to_string(::getpid());
    std::filesystem::create_directory(name_);
    std::filesystem::current_path(name_);
  }
  ~Chdir() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(std::filesystem::temp_directory_path() / name_);
  }
  Chdir(const Chdir&) = delete;
  Chdir& operator=(const Chdir&) = delete;

 private:
  std::filesystem::path before_;
  std::string name_;
};

void write(const std::string& name, const std::string& bytes) {
  std::ofstream(name, std::ios::binary) << bytes;
}

TEST_CASE("the packing of a stream is told by its first bytes") {
  CHECK((*open_bytes(gzip("a")))->compression() == Compression::gzip);
  CHECK((*open_bytes(zstd("a")))->compression() == Compression::zstd);
  CHECK((*open_bytes("a"))->compression() == Compression::none);
  CHECK((*open_bytes(""))->compression() == Compression::none);
  CHECK((*open_bytes("\x1F"))->compression() == Compression::none);
  // A frame that decoders skip comes first in what pzstd writes.
  const std::string skipped = std::string("\x50\x2A\x4D\x18\x02\0\0\0xy", 10) + zstd("after");
  CHECK((*open_bytes(skipped))->compression() == Compression::zstd);
  CHECK(read_bytes(skipped).text == "after");
}

TEST_CASE("streams give the same bytes for any pieces and any rooms") {
  const std::string text = random_text(1, 3000);
  const std::vector<std::string> packed = {
      text,
      gzip(text),
      with_long_header(gzip(text)),
      gzip(text.substr(0, 1000)) + gzip("") + with_long_header(gzip(text.substr(1000))),
      gzip(text) + std::string(700, '\0'),
      zstd(text),
      zstd(text.substr(0, 10)) + zstd("") + zstd(text.substr(10)),
  };
  for (const std::string& bytes : packed) {
    for (std::size_t piece = 1; piece < 40; ++piece) {
      for (const std::size_t room : {1U, 7U, 300U, 5000U}) {
        const Read read = read_bytes(bytes, piece, room);
        REQUIRE(read.error.empty());
        REQUIRE(read.text == text);
      }
    }
  }
}

TEST_CASE("two members are joined wherever their bytes are cut") {
  const std::string text = random_text(2, 400);
  const std::string bytes = gzip(text) + with_long_header(gzip("second"));
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    REQUIRE(read_bytes(bytes, piece).text == text + "second");
  }
}

TEST_CASE("a stream that breaks off gives a beginning and a sentence") {
  const std::string text = random_text(3, 2000);
  for (const std::string& bytes : {with_long_header(gzip(text)), zstd(text)}) {
    for (std::size_t size = 10; size < bytes.size(); ++size) {
      const std::string cut = bytes.substr(0, size);
      const Read read = read_bytes(cut, 100, 64);
      INFO(size);
      REQUIRE(read.error.ends_with("break off at the end of the file, at byte " +
                                   std::to_string(size)));
      REQUIRE(text.starts_with(read.text));
    }
  }
  // All of the data but not their checksum.
  const std::string bytes = gzip(text);
  CHECK(read_bytes(bytes.substr(0, bytes.size() - 8)).text == text);
}

TEST_CASE("a changed byte is told, whatever was unpacked before it") {
  const std::string text = random_text(4, 2000);
  const std::string good = gzip(text);
  std::minstd_rand random(5);
  for (std::size_t at = 10; at < good.size(); ++at) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 + random() % 255));
    REQUIRE_FALSE(read_bytes(bytes, 50, 64).error.empty());
  }
}

TEST_CASE("what comes out before damage was in the data, however it is cut") {
  // "one", two more letters, and a copy of what stands before the beginning.
  const std::string far_copy(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\xcf\x4b\xe5\x57\x00\x9f\xa8\x17\xf8"
      "\x04\x00\x00\x00\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x03\x00\x00\x00\x00\x00",
      40);
  const Read whole = read_bytes(far_copy);
  CHECK(std::string("one\x0F ").starts_with(whole.text));
  CHECK(whole.error.starts_with("the gzip data are damaged near byte "));
  const std::string good = gzip(random_text(7, 2000));
  std::minstd_rand random(8);
  for (std::size_t i = 0; i < 300; ++i) {
    std::string bytes = good;
    char& changed = bytes[10 + random() % (good.size() - 10)];
    changed = static_cast<char>(changed ^ static_cast<char>(1 + random() % 255));
    const Read at_once = read_bytes(bytes);
    const Read by_bytes = read_bytes(bytes, 1, 4096);
    REQUIRE((at_once.text.starts_with(by_bytes.text) || by_bytes.text.starts_with(at_once.text)));
  }
}

TEST_CASE("damaged streams have a sentence each") {
  std::string wrong_crc = gzip("some text");
  wrong_crc[wrong_crc.size() - 8] ^= 1;
  std::string wrong_length = gzip("some text");
  wrong_length[wrong_length.size() - 1] ^= 1;
  std::string wrong_header_crc = with_long_header(gzip("some text"));
  wrong_header_crc[12] ^= 1;
  const std::string good = gzip("some text");
  const std::string size = std::to_string(good.size());
  struct Case {
    std::string bytes;
    std::string text;
    std::string error;
  };
  const std::vector<Case> cases = {
      {wrong_crc, "some text",
       "the gzip data before byte " + size + " are damaged: their checksum or length is wrong"},
      {wrong_length, "some text",
       "the gzip data before byte " + size + " are damaged: their checksum or length is wrong"},
      {wrong_header_crc, "", "the header of a gzip member is damaged before byte 36"},
      {good + "rest", "some text",
       "the gzip data end at byte " + size + ", but something else follows"},
      {good + std::string(3, '\0') + good, "some text",
       "the gzip data end at byte " + std::to_string(good.size() + 3) +
           ", but something else follows"},
      {good + "\x1F\x8C" + std::string(20, 'x'), "some text",
       "the header of a gzip member is damaged before byte " + std::to_string(good.size() + 10)},
      {zstd("some text") + "rest", "some text",
       "the zstd data are damaged near byte " + std::to_string(zstd("some text").size() + 4) +
           ": Unknown frame descriptor"},
      {"BZh91AY&SY....", "",
       "is packed by bzip2, which is not read: only plain, gzip and zstd files are"},
      {std::string("\xFD"
                   "7zXZ\0....",
                   10),
       "", "is packed by xz, which is not read: only plain, gzip and zstd files are"},
      {"PK\x03\x04 and so on", "",
       "is a zip archive, which is not read: only plain, gzip and zstd files are"},
  };
  for (const Case& wrong : cases) {
    const Read read = read_bytes(wrong.bytes);
    CHECK(read.text == wrong.text);
    CHECK(read.error == wrong.error);
  }
}

TEST_CASE("a stream that unpacks to a thousand times its size goes through a small room") {
  const std::string block(1U << 20, 'a');
  std::string bytes;
  for (int i = 0; i < 20; ++i) bytes += gzip(block);
  for (const std::string& packed : {bytes, zstd(std::string(20U << 20, 'a'))}) {
    CHECK(packed.size() < 200000);
    auto stream = open_bytes(packed);
    std::string room(50000, '\0');
    std::uint64_t total = 0;
    for (std::size_t got = 1; got > 0; total += got) got = (*stream)->read(room).value();
    CHECK(total == 20U << 20);
    CHECK((*stream)->consumed() == packed.size());
  }
}

TEST_CASE("files of the usual tools are read") {
  const Chdir here;
  const std::string text = random_text(6, 700000);
  write("text", text);
  CHECK(read_path("text").text == text);
  for (const std::string command :
       {"gzip -kc1 text", "gzip -9c text", "pigz -c text", "bgzip -c text", "igzip -c text",
        "zstd -qc text", "zstd -qc -19 --long text", "pzstd -qc text",
        "sh -c 'gzip -c text; : | gzip -c'"}) {
    const std::string tool = command.substr(0, command.find(' '));
    if (std::system(("command -v " + tool + " > /dev/null").c_str()) != 0) continue;
    INFO(command);
    REQUIRE(std::system((command + " > packed 2> /dev/null").c_str()) == 0);
    const Read read = read_path("packed");
    CHECK(read.error.empty());
    CHECK(read.text == text);
  }
}

TEST_CASE("what cannot be opened has a sentence, and an empty file has no bytes") {
  const Chdir here;
  write("empty", "");
  CHECK(read_path("empty").text.empty());
  CHECK(read_path("empty").error.empty());
  CHECK(read_path(".").error == "is a directory");
  CHECK(read_path("nowhere").error == "No such file or directory");
}

TEST_CASE("the MD5 of a file is of its own bytes") {
  const Chdir here;
  const auto hex = [](const std::string& raw) {
    std::string text;
    for (const char c : raw) {
      text += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
      text += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
    }
    return text;
  };
  write("file", "abc");
  CHECK(hex(md5_of_file("file").value()) == "900150983cd24fb0d6963f7d28e17f72");  // RFC 1321, A.5
  write("file", "");
  CHECK(hex(md5_of_file("file").value()) == "d41d8cd98f00b204e9800998ecf8427e");
  CHECK(md5_of_file("nowhere").error() == "No such file or directory");
}

}  // namespace
}  // namespace ddblint
