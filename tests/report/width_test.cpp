#include "report/width.h"

#include "support/catch.h"

using ddblint::code_point_columns;
using ddblint::first_code_point;
using ddblint::shown;
using ddblint::shown_columns;

TEST_CASE("columns of code points", "[report]") {
  CHECK(code_point_columns(U'a') == 1);
  CHECK(code_point_columns(U'é') == 1);
  CHECK(code_point_columns(U'\u0301') == 0);  // combining acute
  CHECK(code_point_columns(U'\u200D') == 0);  // joiner
  CHECK(code_point_columns(U'漢') == 2);
  CHECK(code_point_columns(U'ｱ') == 1);  // half-width katakana
  CHECK(code_point_columns(U'\U0001F600') == 2);
  CHECK(code_point_columns(U'\U00020000') == 2);
  CHECK(code_point_columns(U'\U000E0100') == 0);
  CHECK(code_point_columns(U'\U0010FFFD') == 1);
}

TEST_CASE("decoding goes on after bytes that are no UTF-8", "[report]") {
  CHECK(first_code_point("\xF0\x9F\x98\x80!").value == 0x1F600);
  CHECK(first_code_point("\xF0\x9F\x98\x80!").bytes == 4);
  for (const std::string_view bad : {"\xFF", "\xC0\xAF", "\xED\xA0\x80", "\xE6\xBC", "\x80"}) {
    CHECK(first_code_point(bad).value == 0xFFFD);
    CHECK(first_code_point(bad).bytes == 1);
  }
}

TEST_CASE("nothing in a shown text steers the terminal", "[report]") {
  CHECK(shown("a\x1b[31mb") == "a␛[31mb");
  CHECK(shown("\x07\x7f") == "␇␡");
  CHECK(shown("one\ntwo\r\n") == "one two  ");
  CHECK(shown("\xC2\x9B"
              "31m") == "\uFFFD31m");                    // C1 control sequence introducer
  CHECK(shown("a\u202Eb\u2066c") == "a\uFFFDb\uFFFDc");  // writing direction
  CHECK(shown("\uFEFFid\tname") == "id    name");        // byte order mark, tab
  CHECK(shown("e\u0301") == "e\u0301");
  CHECK(shown("\xFFx") == "\uFFFDx");
  CHECK(shown(std::string_view("\0", 1)) == "␀");
}

TEST_CASE("columns of a shown text", "[report]") {
  CHECK(shown_columns("\tid") == 6);
  CHECK(shown_columns("漢字e\u0301") == 5);
  CHECK(shown_columns("\x1b[0m") == 4);
}
