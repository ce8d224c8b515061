#include "source/line_map.h"

#include <string>
#include <string_view>

#include "support/catch.h"

using ddblint::LineMap;

namespace {

/// `line:column` of an offset.
std::string at(const LineMap& map, std::uint32_t offset) {
  const auto place = map.at(offset);
  return std::to_string(place.line) + ":" + std::to_string(place.column);
}

}  // namespace

TEST_CASE("an empty text has one empty line", "[line_map]") {
  const LineMap map("");
  CHECK(map.line_count() == 1);
  CHECK(at(map, 0) == "1:1");
  CHECK(at(map, 99) == "1:1");
  CHECK(map.line_begin(1) == 0);
  CHECK(map.line_text(1).empty());
}

TEST_CASE("lines end at LF, CR LF and a lone CR", "[line_map]") {
  //                 0 1   2 3 4   5 6   7 8   9 10  11
  const LineMap map("a\nb\r\nc\rd\r\r\ne");
  CHECK(map.line_count() == 6);
  CHECK(at(map, 0) == "1:1");
  CHECK(at(map, 1) == "1:2");
  CHECK(at(map, 2) == "2:1");
  CHECK(at(map, 4) == "2:3");
  CHECK(at(map, 5) == "3:1");
  CHECK(at(map, 7) == "4:1");
  CHECK(at(map, 9) == "5:1");
  CHECK(at(map, 11) == "6:1");
  CHECK(at(map, 12) == "6:2");
  CHECK(map.line_text(1) == "a");
  CHECK(map.line_text(2) == "b");
  CHECK(map.line_text(3) == "c");
  CHECK(map.line_text(4) == "d");
  CHECK(map.line_text(5).empty());
  CHECK(map.line_text(6) == "e");
  CHECK(map.line_begin(3) == 5);
}

TEST_CASE("a line end at the end of the text begins another line", "[line_map]") {
  for (const char* end : {"\n", "\r\n", "\r"}) {
    CAPTURE(end);
    const std::string text = std::string("ab") + end;
    const LineMap map(text);
    CHECK(map.line_count() == 2);
    CHECK(map.line_text(1) == "ab");
    CHECK(map.line_text(2).empty());
    CHECK(at(map, static_cast<std::uint32_t>(text.size())) == "2:1");
    CHECK(at(map, 1'000'000) == "2:1");
  }
}

TEST_CASE("columns count code points", "[line_map]") {
  const LineMap map("\u00e9\u4e2d\U0001F600x\n\U0001F600y");
  CHECK(at(map, 0) == "1:1");
  CHECK(at(map, 2) == "1:2");
  CHECK(at(map, 5) == "1:3");
  CHECK(at(map, 9) == "1:4");
  CHECK(at(map, 11) == "2:1");
  CHECK(at(map, 15) == "2:2");
}

TEST_CASE("a byte order mark is no column", "[line_map]") {
  const LineMap map(
      "\xEF\xBB\xBF"
      "ab\nc");
  CHECK(at(map, 0) == "1:1");
  CHECK(at(map, 3) == "1:1");
  CHECK(at(map, 4) == "1:2");
  CHECK(at(map, 6) == "2:1");
}

TEST_CASE("every offset of a text lies on the line that holds it", "[line_map]") {
  const std::string text = "one\n\r\ntwo\rthr\u00e9e\r\n\nend";
  const LineMap map(text);
  for (std::uint32_t offset = 0; offset <= text.size(); ++offset) {
    CAPTURE(offset);
    const auto place = map.at(offset);
    CHECK(map.line_begin(place.line) <= offset);
    if (place.line < map.line_count()) {
      CHECK(offset < map.line_begin(place.line + 1));
    }
  }
}

TEST_CASE("pieces of a file keep their places", "[line_map]") {
  //                 0       8    13
  const LineMap map(
      "two\nx\n\xC3\xA9"
      "b c\nend\n",
      {{.begin = 0, .place = {.line = 2, .column = 1}, .offset = 100},
       {.begin = 6, .place = {.line = 90, .column = 7}, .offset = 5'000'000'000}});
  CHECK(at(map, 1) == "2:2");
  CHECK(at(map, 4) == "3:1");
  CHECK(at(map, 8) == "90:8");
  CHECK(at(map, 12) == "91:1");
  CHECK(map.ordinal_at(8) == 3);
  CHECK(map.number_of(3) == 90);
  CHECK(map.first_column(3) == 7);
  CHECK(map.first_column(4) == 1);
  CHECK(map.line_text(3) ==
        "\xC3\xA9"
        "b c");
  CHECK(map.offset_in_file(4) == 104);
  CHECK(map.offset_in_file(8) == 5'000'000'002);
}
