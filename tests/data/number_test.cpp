#include <random>
#include <string>

#include "data/item_size.h"
#include "data/number_size.h"
#include "data/records.h"

#include "support/catch.h"

using namespace ddblint;

TEST_CASE("number: canonical forms are equal for equal numbers") {
  std::string buffer;
  const std::vector<std::pair<const char*, const char*>> forms = {
      {"1", "1"},
      {"1.0", "1"},
      {"1E0", "1"},
      {"+1", "1"},
      {"0.1E1", "1"},
      {"10e-1", "1"},
      {"001", "1"},
      {"-1.50", "-1.5"},
      {"0", "0"},
      {"-0", "0"},
      {"0.00", "0"},
      {"0E5", "0"},
      {"100", "100"},
      {"1E2", "100"},
      {"1.20E1", "12"},
      {"0.001", "0.001"},
      {"1E-3", "0.001"},
      {"1E-130", "1E-130"},
      {"12E-131", "1.2E-130"},
      {"9.99E125", "9.99E125"},
      {"1E37", "10000000000000000000000000000000000000"},
      {"1E38", "1E38"},
      {".5", "0.5"},
      {"5.", "5"},
      {"12.50", "12.5"},
      {"-12.05", "-12.05"},
      {"7.000", "7"},
      {"0.0000001", "0.0000001"},
      {"0.00000001", "1E-8"},
      {"-0.25", "-0.25"},
      {"-0.0", "0"},
  };
  for (const auto& [text, canonical] : forms) {
    INFO(text);
    CHECK(canonical_number(text, buffer) == canonical);
  }
  for (const char* text : {"", "-", ".", "e", "1e", "1e+", "x", "1x", "--1", "1.2.3", "1E126",
                           "1E-131", "123456789012345678901234567890123456789", " 1", "0x1"}) {
    INFO(text);
    CHECK(canonical_number(text, buffer).empty());
  }
}

TEST_CASE("number: forms that need not be written anew are those that are") {
  std::mt19937_64 random(11);
  std::string quick;
  std::string slow;
  for (int i = 0; i < 20'000; ++i) {
    constexpr std::string_view kLetters = "00000123456789";
    std::string text = random() % 4 == 0 ? "-" : "";
    for (std::size_t digits = random() % 12; digits > 0; --digits) {
      text += kLetters[random() % kLetters.size()];
    }
    if (random() % 3 > 0) text += '.';
    for (std::size_t digits = random() % 12; digits > 0; --digits) {
      text += kLetters[random() % kLetters.size()];
    }
    INFO(text);
    // An exponent makes it take the other way.
    CHECK(canonical_number(text, quick) == canonical_number(text + "E0", slow));
  }
}

TEST_CASE("number: sizes, by words and by digits") {
  CHECK(number_size("0") == 1);
  CHECK(number_size("1") == 2);
  CHECK(number_size("12") == 2);
  CHECK(number_size("123") == 3);
  CHECK(number_size("-123") == 4);
  CHECK(number_size("1200") == 2);
  CHECK(number_size("0.0012") == 2);
  CHECK(number_size(std::string(38, '9')) == 20);
  CHECK(number_size("-" + std::string(38, '9')) == 21);
  std::mt19937_64 random(3);
  for (int i = 0; i < 200'000; ++i) {
    std::string text = random() % 3 == 0 ? "-" : "";
    const std::string_view kLetters = random() % 8 == 0 ? "0123456789.Ex-" : "00123456789.";
    for (std::uint64_t left = random() % 19; left > 0; --left) {
      text += kLetters[random() % kLetters.size()];
    }
    const std::string padded = text + "9.-7E5\"}}9.-7E5\"}}9.-7E5\"}}";
    const std::string_view view = std::string_view(padded).substr(0, text.size());
    INFO(text);
    const std::uint32_t size = short_number_size(view);
    if (size != 0) REQUIRE(size == checked_number_size(text));
    const bool is_short = text.size() <= 16 && text.find_first_of("Ex-", 1) == std::string::npos;
    if (is_short && text[0] != 'E' && text[0] != 'x') {
      REQUIRE(size == checked_number_size(text).value_or(0));
    }
  }
}

TEST_CASE("base64: decoded and measured") {
  CHECK(decode_base64("").value() == "");
  CHECK(decode_base64("AAEC").value() == std::string("\0\1\2", 3));
  CHECK(decode_base64("/+8=").value() == "\xFF\xEF");
  CHECK(decode_base64("Zg==").value() == "f");
  CHECK(base64_size("Zm9v") == 3U);
  CHECK(base64_size("Zm8=") == 2U);
  CHECK_FALSE(base64_size("Zm8").has_value());
  CHECK(decode_base64("Zm8").error() == "3 characters are no base64, which comes in fours");
  CHECK(decode_base64("Zm-v").error() == "a character that is not of the base64 alphabet");
  CHECK_FALSE(decode_base64("====").has_value());
  CHECK_FALSE(decode_base64("A===").has_value());
}
