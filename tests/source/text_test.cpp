#include "source/text.h"

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

using ddblint::did_you_mean;
using ddblint::edit_distance;
using ddblint::nearest;
using ddblint::to_lower;
using ddblint::trim;

TEST_CASE("edits are counted", "[text]") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "abc") == 0);
  CHECK(edit_distance("abc", "abd") == 1);
  CHECK(edit_distance("abc", "abcd") == 1);
  CHECK(edit_distance("abc", "ac") == 1);
  CHECK(edit_distance("abcd", "abdc") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the case of letters is no edit", "[text]") {
  CHECK(edit_distance("HASH", "hash") == 0);
  CHECK(edit_distance("HASh", "hAHS") == 1);
}

TEST_CASE("edits are counted the same both ways", "[text]") {
  const std::vector<std::string_view> words = {"",        "a",        "severity",
                                               "severty", "sevreity", "select"};
  for (const auto a : words) {
    for (const auto b : words) CHECK(edit_distance(a, b) == edit_distance(b, a));
  }
}

TEST_CASE("the nearest candidate is found when a third at most differs", "[text]") {
  const std::vector<std::string_view> keys = {"include", "exclude", "rules", "severity"};
  CHECK(nearest("inclde", keys) == "include");
  CHECK(nearest("SEVERITY", keys) == "severity");
  CHECK(nearest("rulse", keys) == "rules");
  CHECK(nearest("banana", keys).empty());
  CHECK(nearest("", keys).empty());
  CHECK(nearest("rules", {}).empty());
}

TEST_CASE("of equally near candidates the first wins", "[text]") {
  CHECK(nearest("cat", {"bat", "hat"}) == "bat");
  CHECK(nearest("cat", {"hat", "bat"}) == "hat");
}

TEST_CASE("very long words are not compared", "[text]") {
  const std::string word(101, 'a');
  CHECK(nearest(word, {word}).empty());
  CHECK(nearest("rules", {word, "rules"}) == "rules");
}

TEST_CASE("the question of a suggestion", "[text]") {
  CHECK(did_you_mean("rulse", {"rules"}) == ", did you mean \"rules\"?");
  CHECK(did_you_mean("x", {"rules"}).empty());
}

TEST_CASE("only ASCII letters are lowered", "[text]") {
  CHECK(to_lower("AbZ@[`{0") == "abz@[`{0");
  CHECK(to_lower("\u00c9") == "\u00c9");
}

TEST_CASE("blanks at both ends are trimmed", "[text]") {
  CHECK(trim(" \t\r\na b\n") == "a b");
  CHECK(trim("  ").empty());
  CHECK(trim("").empty());
}
