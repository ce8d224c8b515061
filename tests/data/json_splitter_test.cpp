#include "data/json_splitter.h"

#include <random>
#include <string>
#include <string_view>

#include "data/splitting.h"

#include "support/catch.h"

namespace ddblint {
namespace {

/// The end of a value by what JSON says of strings and brackets, one byte after another.
struct SlowEnd {
  JsonNesting::State state = JsonNesting::State::open;
  std::size_t seen = 0;
};
SlowEnd slow_end(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\n') return {JsonNesting::State::broken, i};
    if (in_string && c == '\\') {
      ++i;
      continue;
    }
    if (c == '"') in_string = !in_string;
    if (!in_string && (c == '{' || c == '[')) ++depth;
    if (!in_string && (c == '}' || c == ']')) --depth;
    const bool can_end = c == '"' || c == '}' || c == ']';
    if (can_end && !in_string && depth == 0) return {JsonNesting::State::whole, i + 1};
  }
  return {};
}

/// A value of random brackets, strings and what stands between; it may break off or never end.
std::string random_value(std::minstd_rand& random) {
  static constexpr std::string_view kCalm = "{}[]\"aaaaaaaaaaaaaa:, 1";
  static constexpr std::string_view kWild = "{{}[]]\"\"\\\naaa:, \xC3";
  const std::string_view letters = random() % 2 == 0 ? kCalm : kWild;
  std::string text(1, "{[\""[random() % 3]);
  const std::size_t size = random() % 300;
  while (text.size() < size) {
    if (random() % 20 == 0) {
      text += "\"" + std::string(random() % 100, 'x') + "\"";
    } else {
      text += letters[random() % letters.size()];
    }
  }
  return text;
}

TEST_CASE("json splitter: a value ends where its brackets and quotes say, however it is cut") {
  std::minstd_rand random(1);
  std::size_t ended = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = random_value(random);
    const SlowEnd expected = slow_end(text);
    JsonNesting whole;
    const JsonNesting::State state = whole.advance(text);
    INFO(text);
    REQUIRE(state == expected.state);
    if (state != JsonNesting::State::open) REQUIRE(whole.seen() == expected.seen);
    ended += state == JsonNesting::State::whole ? 1U : 0U;
    JsonNesting pieces;
    JsonNesting::State last = JsonNesting::State::open;
    for (std::size_t end = 1; end <= text.size() && last == JsonNesting::State::open;
         end += 1 + random() % 90) {
      last = pieces.advance(std::string_view(text).substr(0, end));
    }
    if (last == JsonNesting::State::open) last = pieces.advance(text);
    REQUIRE(last == expected.state);
    if (last != JsonNesting::State::open) REQUIRE(pieces.seen() == expected.seen);
  }
  CHECK(ended > 5000);
}

TEST_CASE("json splitter: a document gives the same records at every cut") {
  std::string text = "{\"Count\": 3, \"Items\": [\n";
  for (int i = 0; i < 12; ++i) {
    text += std::string(i == 0 ? "" : ",\n") + R"({"a":{"S":")" + std::string(7 * i, 'x') +
            (i % 3 == 0 ? R"(\"})" : "") + R"("},"m":{"M":{"b":{"L":[{"N":"1"},{"S":"]}"}]}}}})";
  }
  text += "\n], \"ScannedCount\": 3}\n";
  JsonDocumentSplitter at_once(1U << 20U);
  const test::Split expected = test::split(at_once, text, text.size());
  CHECK(expected.records.size() == 12);
  CHECK(expected.records.back().line == 13);
  CHECK(expected.bad.empty());
  for (std::size_t piece = 1; piece < 300; ++piece) {
    JsonDocumentSplitter splitter(1U << 20U);
    REQUIRE(test::split(splitter, text, piece) == expected);
  }
}

}  // namespace
}  // namespace ddblint
