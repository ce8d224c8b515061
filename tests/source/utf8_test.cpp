#include "source/utf8.h"

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

using ddblint::append_utf8;
using ddblint::invalid_utf8;

namespace {

std::string encoded(char32_t point) {
  std::string out;
  append_utf8(out, point);
  return out;
}

}  // namespace

TEST_CASE("code points become one to four bytes", "[utf8]") {
  CHECK(encoded(0) == std::string(1, '\0'));
  CHECK(encoded(0x7F) == "\x7F");
  CHECK(encoded(0x80) == "\xC2\x80");
  CHECK(encoded(0x7FF) == "\xDF\xBF");
  CHECK(encoded(0x800) == "\xE0\xA0\x80");
  CHECK(encoded(0xFFFF) == "\xEF\xBF\xBF");
  CHECK(encoded(0x10000) == "\xF0\x90\x80\x80");
  CHECK(encoded(0x1F600) == "\U0001F600");
  CHECK(encoded(0x10FFFF) == "\xF4\x8F\xBF\xBF");
}

TEST_CASE("a lone surrogate becomes the replacement character", "[utf8]") {
  CHECK(encoded(0xD800) == "\uFFFD");
  CHECK(encoded(0xDFFF) == "\uFFFD");
  CHECK(encoded(0xD7FF) == "\uD7FF");
  CHECK(encoded(0xE000) == "\uE000");
}

TEST_CASE("every code point that is appended is well-formed", "[utf8]") {
  for (char32_t point = 0; point <= 0x10FFFF; point += 0x3D) {
    if (invalid_utf8(encoded(point))) FAIL("code point " << static_cast<std::uint32_t>(point));
  }
}

TEST_CASE("the first ill-formed byte is found", "[utf8]") {
  const std::vector<std::string_view> bad = {"\x80",
                                             "\xC0\x80",
                                             "\xC1\xBF",
                                             "\xC2",
                                             "\xC2 ",
                                             "\xE0\x9F\xBF",
                                             "\xE4\xB8",
                                             "\xED\xA0\x80",
                                             "\xED\xBF\xBF",
                                             "\xF0\x8F\xBF\xBF",
                                             "\xF4\x90\x80\x80",
                                             "\xF5\x80\x80\x80",
                                             "\xF0\x9F\x98",
                                             "\xFF",
                                             "\xFE"};
  for (const auto sequence : bad) {
    for (const std::size_t before : {0, 1, 7, 8, 9, 16}) {
      CAPTURE(before, sequence);
      std::string text(before, 'a');
      text += sequence;
      CHECK(invalid_utf8(text) == before);
      text += "tail of plain text";
      CHECK(invalid_utf8(text) == before);
    }
  }
}

TEST_CASE("well-formed text has no ill-formed byte", "[utf8]") {
  CHECK_FALSE(invalid_utf8(""));
  CHECK_FALSE(invalid_utf8(std::string_view("a\0b", 3)));
  CHECK_FALSE(
      invalid_utf8("\xEF\xBB\xBF"
                   "text"));
  CHECK_FALSE(
      invalid_utf8("plain text, longer than a block; then \u00e9\u4e2d\U0001F600 and more"));
  CHECK_FALSE(invalid_utf8("\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF"));
}
