#include "report/quantities.h"

#include "report/width.h"
#include "support/catch.h"

using namespace ddblint;

TEST_CASE("counts have grouped digits, from a million on three", "[report]") {
  CHECK(count_phrase(std::uint64_t{0}) == "0");
  CHECK(count_phrase(std::uint64_t{999}) == "999");
  CHECK(count_phrase(std::uint64_t{1204}) == "1,204");
  CHECK(count_phrase(std::uint64_t{999'999}) == "999,999");
  CHECK(count_phrase(999'999.6) == "1.00 M");
  CHECK(count_phrase(std::uint64_t{1'234'567}) == "1.23 M");
  CHECK(count_phrase(std::uint64_t{12'345'678}) == "12.3 M");
  CHECK(count_phrase(std::uint64_t{999'400'000}) == "999 M");
  CHECK(count_phrase(std::uint64_t{999'600'000}) == "1.00 bn");
  CHECK(count_phrase(4.56e9) == "4.56 bn");
  CHECK(count_phrase(1.5e15) == "1,500,000 bn");
  CHECK(counted(1, "item") == "1 item");
  CHECK(counted(0, "item") == "0 items");
}

TEST_CASE("sizes are in powers of 1,024", "[report]") {
  CHECK(bytes_phrase(0) == "0 B");
  CHECK(bytes_phrase(1023) == "1023 B");
  CHECK(bytes_phrase(1024) == "1.00 KiB");
  CHECK(bytes_phrase(400 * 1024) == "400 KiB");
  CHECK(bytes_phrase(1024.0 * 1024 - 1) == "1.00 MiB");
  CHECK(bytes_phrase(10.0 * 1024 * 1024 * 1024) == "10.0 GiB");
}

TEST_CASE("shares never round to nothing or to all", "[report]") {
  CHECK(share_phrase(0) == "0 %");
  CHECK(share_phrase(1) == "100 %");
  CHECK(share_phrase(0.99999) == "> 99.9 %");
  CHECK(share_phrase(0.000001) == "< 0.01 %");
  CHECK(share_phrase(0.0021) == "0.21 %");
  CHECK(share_phrase(0.8123) == "81.2 %");
}

TEST_CASE("estimates show their bounds, counts have none", "[report]") {
  CHECK(estimate_phrase(Estimate::counted(1204)) == "1,204");
  CHECK(estimate_phrase({1.23e6, 1.2e6, 1.26e6, false}) == "about 1.23 M (1.20 M to 1.26 M)");
  CHECK(short_estimate_phrase({1.23e6, 1.2e6, 1.26e6, false}) == "~1.23 M");
}

TEST_CASE("bars are as long as their share, and never empty", "[report]") {
  CHECK(bar(0, 8, true).empty());
  CHECK(bar(1, 8, false) == "########");
  CHECK(bar(0.5, 8, false) == "####");
  CHECK(bar(1e-9, 8, false) == "#");
  CHECK(bar(1e-9, 8, true) == "▏");
  CHECK(bar(0.5 + 1.0 / 16, 8, true) == "████▌");
  CHECK(bar(2, 4, true) == "████");
  for (int i = 1; i <= 100; ++i) {
    const auto columns = shown_columns(bar(i / 100.0, 24, true));
    CHECK(columns >= 1);
    CHECK(columns <= 24);
  }
}

TEST_CASE("texts are cut by columns, not by bytes", "[report]") {
  CHECK(fitted("abcdef", 6, true) == "abcdef");
  CHECK(fitted("abcdefg", 6, true) == "abcde…");
  CHECK(fitted("abcdefg", 6, false) == "abc...");
  CHECK(fitted("日本語日本語", 7, true) == "日本語…");
  CHECK(fitted("日本語日本語", 6, true) == "日本…");
  CHECK(fitted("a\x1b[31mb", 20, true) == "a␛[31mb");
}

TEST_CASE("a grid aligns by columns of the terminal", "[report]") {
  Grid grid(2, {1});
  grid.add({"日本", "1", "x"});
  grid.add({"abc", "1,000", ""});
  CHECK(grid.text() ==
        "  日本      1  x\n"
        "  abc   1,000\n");
}

TEST_CASE("what is too long goes on under its last cell", "[report]") {
  Grid grid(2);
  grid.add({"a", "one two three"});
  grid.add({"b", "one two"});
  CHECK(grid.text(12) ==
        "  a  one two\n"
        "     three\n"
        "  b  one two\n");
}

TEST_CASE("paragraphs break at blanks", "[report]") {
  CHECK(wrapped("- ", "one two three", 9) ==
        "- one two\n"
        "  three\n");
  CHECK(wrapped("- ", "a-word-that-is-too-long b", 9) ==
        "- a-word-that-is-too-long\n"
        "  b\n");
  CHECK(wrapped("- ", "", 9) == "- \n");
  CHECK(wrapped("one\n two", "", "  ", 4) ==
        "one\n"
        "  two\n");
}

TEST_CASE("breaking counts columns and never splits a word", "[report]") {
  const std::string wide = "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字";  // 40 columns
  CHECK(wrapped("", wide + " " + wide, 80) == wide + "\n" + wide + "\n");
  CHECK(wrapped("", wide + " " + wide.substr(3), 80) == wide + " " + wide.substr(3) + "\n");
  CHECK(wrapped("- ", std::string(100, 'x') + " y", 80) ==
        "- " + std::string(100, 'x') + "\n  y\n");
}

TEST_CASE("a unit stays with its number", "[report]") {
  CHECK(wrapped("", "it has 10.6 % of all", 12) ==
        "it has\n"
        "10.6 % of\n"
        "all\n");
  CHECK(wrapped("", "10.6 %", 12) == "10.6 %\n");
}
