#include "source/source_file.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

#include "support/catch.h"

using ddblint::FileId;
using ddblint::read_file;
using ddblint::SourceFile;
using ddblint::SourceSet;
using ddblint::Span;

namespace {

/// A text of ASCII and surrogates as UTF-16 with a byte order mark.
std::string utf16(std::u16string_view units, bool big_endian) {
  std::string out;
  const auto unit = [&](char16_t value) {
    const auto high = static_cast<char>(value >> 8U);
    const auto low = static_cast<char>(value & 0xFFU);
    out += big_endian ? high : low;
    out += big_endian ? low : high;
  };
  unit(0xFEFF);
  for (const char16_t value : units) unit(value);
  return out;
}

std::string text_of(std::string bytes) {
  SourceFile file("a");
  file.set_text(std::move(bytes));
  return std::string(file.text());
}

/// A file that is removed at the end of the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view bytes)
      : path_((std::filesystem::temp_directory_path() /
               ("ddblint-source-file-test-" + std::to_string(::getpid())))
                  .string()) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

TEST_CASE("UTF-8 text stays as it is, with its byte order mark", "[source_file]") {
  CHECK(text_of("plain") == "plain");
  CHECK(text_of("\xEF\xBB\xBF"
                "x") ==
        "\xEF\xBB\xBF"
        "x");
  CHECK(text_of("").empty());
  CHECK(text_of(std::string("a\0b", 3)) == std::string("a\0b", 3));
}

TEST_CASE("UTF-16 with a byte order mark becomes UTF-8", "[source_file]") {
  for (const bool big_endian : {false, true}) {
    CAPTURE(big_endian);
    CHECK(text_of(utf16(u"{\"Table\": \u00e9\u4e2d\U0001F600}\r\n", big_endian)) ==
          "{\"Table\": \u00e9\u4e2d\U0001F600}\r\n");
    CHECK(text_of(utf16(u"", big_endian)).empty());
  }
}

TEST_CASE("broken UTF-16 gives replacement characters", "[source_file]") {
  for (const bool big_endian : {false, true}) {
    CAPTURE(big_endian);
    const std::u16string lone_high = {u'a', 0xD83D, u'b'};
    const std::u16string lone_low = {u'a', 0xDE00, u'b'};
    const std::u16string high_at_end = {u'a', 0xD83D};
    CHECK(text_of(utf16(lone_high, big_endian)) == "a\uFFFDb");
    CHECK(text_of(utf16(lone_low, big_endian)) == "a\uFFFDb");
    CHECK(text_of(utf16(high_at_end, big_endian)) == "a\uFFFD");
    CHECK(text_of(utf16(u"ab", big_endian) + "x") == "ab");
  }
}

TEST_CASE("a set gives the text and the places of spans", "[source_file]") {
  SourceSet set;
  const FileId first = set.add("one.yaml");
  const FileId second = set.add("two.yaml");
  set.file(first).set_text("abc\nd\u00e9f\n");
  CHECK(set.size() == 2);
  CHECK(set.file(second).path() == "two.yaml");
  CHECK(set.file(second).text().empty());
  const Span span{first, 4, 7};
  CHECK(set.text(span) == "d\u00e9");
  CHECK(set.begin_of(span).line == 2);
  CHECK(set.begin_of(span).column == 1);
  CHECK(set.end_of(span).line == 2);
  CHECK(set.end_of(span).column == 3);
  CHECK(set.text(Span{}).empty());
}

TEST_CASE("files keep their address while others are added", "[source_file]") {
  SourceSet set;
  const SourceFile& first = set.file(set.add("first"));
  for (int i = 0; i < 1000; ++i) set.add("more");
  CHECK(&set.file(FileId{0}) == &first);
}

TEST_CASE("the line map is built once, from any thread", "[source_file]") {
  SourceFile file("a");
  file.set_text("a\nb\nc");
  std::vector<const ddblint::LineMap*> maps(8);
  {
    std::vector<std::jthread> threads;
    for (auto& map : maps) threads.emplace_back([&map, &file] { map = &file.lines(); });
  }
  for (const auto* map : maps) CHECK(map == maps.front());
  CHECK(maps.front()->line_count() == 3);
}

TEST_CASE("a file is read whole", "[source_file]") {
  std::string bytes(300'000, 'x');
  bytes += '\0';
  bytes += "end";
  const TemporaryFile file(bytes);
  const auto read = read_file(file.path());
  REQUIRE(read);
  CHECK(*read == bytes);
}

TEST_CASE("an empty file is an empty text", "[source_file]") {
  const TemporaryFile file("");
  const auto read = read_file(file.path());
  REQUIRE(read);
  CHECK(read->empty());
}

TEST_CASE("a file as large as the limit is read, a larger one refused", "[source_file]") {
  const TemporaryFile file(std::string(1U << 20U, 'x'));
  REQUIRE(read_file(file.path(), 1U << 20U));
  CHECK(read_file(file.path(), 1U << 20U)->size() == 1U << 20U);
  const TemporaryFile larger(std::string((1U << 20U) + 1, 'x'));
  const auto refused = read_file(larger.path(), 1U << 20U);
  REQUIRE_FALSE(refused);
  CHECK(refused.error() == "is larger than 1 MB, which no definition is");
}

TEST_CASE("what cannot be read says why", "[source_file]") {
  const auto missing = read_file("/nonexistent/file");
  REQUIRE_FALSE(missing);
  CHECK(missing.error() == "No such file or directory");
  const auto directory = read_file("/");
  REQUIRE_FALSE(directory);
  CHECK(directory.error() == "is a directory");
}

TEST_CASE("a device without a size is read to its end", "[source_file]") {
  const auto nothing = read_file("/dev/null");
  REQUIRE(nothing);
  CHECK(nothing->empty());
}
