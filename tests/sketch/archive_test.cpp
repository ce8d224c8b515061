#include "sketch/archive.h"

#include "support/catch.h"

namespace ddblint {
namespace {

TEST_CASE("What an archive holds is read back") {
  ArchiveWriter out;
  const std::vector<std::uint64_t> numbers{0, 1, 127, 128, 16383, 16384, 1ULL << 63U, ~0ULL};
  for (const std::uint64_t number : numbers) out.varint(number);
  out.byte(200);
  out.fixed64(0x0102030405060708ULL);
  out.number(-1.5);
  out.text("text");
  out.text("");
  const std::string bytes = out.take();
  CHECK(out.bytes().empty());
  ArchiveReader in(bytes);
  for (const std::uint64_t number : numbers) CHECK(in.varint() == number);
  CHECK(in.byte() == 200);
  CHECK(in.fixed64() == 0x0102030405060708ULL);
  CHECK(in.number() == -1.5);
  CHECK(in.text(4) == "text");
  CHECK(in.text(0).empty());
  in.expect_end();
  CHECK(in.ok());
}

TEST_CASE("The bytes of an archive are the same on every machine") {
  ArchiveWriter out;
  out.varint(300);
  out.fixed64(0x0102030405060708ULL);
  out.text("ab");
  CHECK(out.bytes() == std::string("\xac\x02\x08\x07\x06\x05\x04\x03\x02\x01\x02"
                                   "ab"));
}

TEST_CASE("The first error of an archive sticks") {
  ArchiveReader in("\x05");
  CHECK(in.varint(4, "a level") == 0);
  CHECK(in.error() == "a level is 5, more than 4, at byte 1");
  CHECK(in.byte() == 0);
  CHECK(in.varint() == 0);
  CHECK(in.text(10).empty());
  CHECK(in.error() == "a level is 5, more than 4, at byte 1");
}

TEST_CASE("An archive's numbers and lengths are checked") {
  const auto error = [](std::string_view bytes, auto read) {
    ArchiveReader in(bytes);
    read(in);
    return in.error();
  };
  const auto number = [](ArchiveReader& in) { CHECK(in.varint() == 0); };
  const auto text = [](ArchiveReader& in) { CHECK(in.text(100).empty()); };
  CHECK(error("", number) == "the data end too early, at byte 0");
  CHECK(error("\xff\xff", number) == "the data end too early, at byte 2");
  CHECK(error("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", number) ==
        "a number is malformed, at byte 10");
  CHECK(error("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", number) ==
        "a number is malformed, at byte 10");
  // 128 in one byte too many: every number has one form.
  CHECK(error(std::string_view("\x80\x81\x00", 3), number) == "a number is malformed, at byte 3");
  CHECK(error("\x05"
              "abcd",
              text) == "a length goes beyond the end of the data, at byte 1");
  CHECK(error("\x7f", text) == "a length is 127, more than 100, at byte 1");
  CHECK(error("1234567", [](ArchiveReader& in) { CHECK(in.fixed64() == 0); }) ==
        "the data end too early, at byte 7");
  CHECK(error("\x03 123456", [](ArchiveReader& in) { CHECK(in.count(9, 3) == 0); }) ==
        "a length goes beyond the end of the data, at byte 1");
  CHECK(error("12", [](ArchiveReader& in) {
          in.byte();
          in.expect_end();
        }) == "the data go on after their end, at byte 1");
}

}  // namespace
}  // namespace ddblint
