#include "data/bracket_index.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/records.h"

#include "support/catch.h"

using namespace ddblint;

namespace {

using Brackets = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The brackets of a text with the quotes before each; nothing when it cannot be indexed.
std::optional<Brackets> brackets_of(BracketIndex& index, std::string_view text) {
  const std::string padded = std::string(text) + std::string(Batch::kPadding, ' ');
  if (!index.index(std::string_view(padded).substr(0, text.size()))) return std::nullopt;
  Brackets brackets;
  for (const Bracket& bracket : std::span(index.begin(), index.end())) {
    brackets.emplace_back(bracket.at, bracket.quotes);
  }
  for (std::size_t i = 0; i < BracketIndex::kSentinels; ++i) {
    CHECK(index.end()[i].at == text.size());
  }
  return brackets;
}

std::optional<Brackets> brackets_of(std::string_view text) {
  BracketIndex index;
  return brackets_of(index, text);
}

}  // namespace

TEST_CASE("Brackets stand outside strings, each with the quotes before it", "[data]") {
  CHECK(brackets_of(R"({"a":["}\"{",1]})") == Brackets{{0, 0}, {5, 2}, {14, 4}, {15, 4}});
  CHECK(brackets_of("{}\n{}") == Brackets{{0, 0}, {1, 0}, {3, 0}, {4, 0}});
}

TEST_CASE("Blocks with a backslash are named", "[data]") {
  const std::string sixty(60, ' ');
  for (const Instructions most :
       {Instructions::portable, Instructions::avx2, Instructions::avx512}) {
    BracketIndex index(most);
    CHECK(brackets_of(index, sixty + R"({"a\\":"\"}"})" + sixty + R"(["\n"])"));
    CHECK(std::ranges::equal(index.escapes(), std::vector<std::uint32_t>{0, 64, 128}));
    CHECK(brackets_of(index, "{}"));
    CHECK(index.escapes().empty());
  }
}

TEST_CASE("Texts with wrong bytes have no brackets", "[data]") {
  const std::string sixty(60, ' ');
  CHECK_FALSE(brackets_of(""));
  CHECK_FALSE(brackets_of("1"));
  CHECK_FALSE(brackets_of("{\"a"));
  CHECK_FALSE(brackets_of("{\"a\nb\"}"));
  CHECK_FALSE(brackets_of("{\"\xC3\"}"));
  CHECK_FALSE(brackets_of(sixty + "{}\xC3"));
  CHECK_FALSE(brackets_of(std::string(BracketIndex::kMostBytes + 1, '{')));
  // A letter of two bytes across the ends of two blocks.
  CHECK(brackets_of(sixty + "{\"a\xC3\xA9\"}") == Brackets{{60, 0}, {66, 2}});
}

TEST_CASE("The processor's own instructions find the brackets that the tokens show", "[data]") {
  constexpr std::string_view kPieces[] = {"{",
                                          "}",
                                          "[",
                                          "]",
                                          "\"",
                                          "\"",
                                          "\\",
                                          ":",
                                          ",",
                                          "a",
                                          "12",
                                          "\xC3\xA9",
                                          "\xE2\x82\xAC",
                                          " ",
                                          "\n",
                                          "{\"S\":\"text of some length\"}",
                                          "a text that is long enough to fill a half block"};
  std::mt19937_64 random(7);
  BracketIndex best;
  BracketIndex narrow(Instructions::avx2);
  BracketIndex portable(Instructions::portable);
  int indexed = 0;
  for (int round = 0; round < 20'000; ++round) {
    // Few kinds of pieces at a time, so that quotes match in many texts.
    const std::size_t kinds = 1 + random() % std::size(kPieces);
    const std::size_t first = random() % std::size(kPieces);
    std::string text;
    for (std::size_t left = random() % 60; left > 0; --left) {
      text += kPieces[(first + random() % kinds) % std::size(kPieces)];
    }
    if (random() % 20 == 0 && !text.empty()) {
      text[random() % text.size()] = static_cast<char>(random() % 256);
    }
    const auto found = brackets_of(best, text);
    indexed += found ? 1 : 0;
    INFO(text);
    REQUIRE(found == brackets_of(narrow, text));
    REQUIRE(found == brackets_of(portable, text));
    if (!found) continue;
    REQUIRE(std::ranges::equal(best.escapes(), narrow.escapes()));
    REQUIRE(std::ranges::equal(best.escapes(), portable.escapes()));
  }
  CHECK(indexed > 2'000);
}
