#include <random>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "syntax/parse.h"
#include "syntax/random_document.h"
#include "syntax/trees.h"

using ddblint::at;
using ddblint::complaints;
using ddblint::DiagnosticKind;
using ddblint::FileId;
using ddblint::misplaced;
using ddblint::Node;
using ddblint::own_text;
using ddblint::parse_json;
using ddblint::shown;
using ddblint::Tree;

namespace {

/// The tree of a text, which must outlive it.
Tree json(std::string_view text) { return parse_json(FileId{0}, text); }

/// What the tree says against what another JSON library says.
bool same(const Node& node, const nlohmann::json& value) {
  if (value.is_object()) {
    if (!node.is_mapping() || node.members.size() != value.size()) return false;
    for (const auto& member : node.members) {
      const auto found = value.find(std::string(member.key->text));
      if (found == value.end() || !same(*member.value, *found)) return false;
    }
    return true;
  }
  if (value.is_array()) {
    if (!node.is_sequence() || node.items.size() != value.size()) return false;
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!same(*node.items[i], value[i])) return false;
    }
    return true;
  }
  if (value.is_null()) return node.is_null();
  if (!node.is_scalar() || node.quoted != value.is_string()) return false;
  if (value.is_string()) return node.text == value.get<std::string>();
  return nlohmann::json::parse(node.text) == value;
}

/// Each node's own bytes are a JSON text with the node's value.
bool spans_reparse(const Node& node, std::string_view source, const nlohmann::json& value) {
  if (nlohmann::json::parse(own_text(node, source)) != value) return false;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (!spans_reparse(*node.items[i], source, value[i])) return false;
  }
  for (const auto& member : node.members) {
    if (nlohmann::json::parse(own_text(*member.key, source)) != std::string(member.key->text)) {
      return false;
    }
    if (!spans_reparse(*member.value, source, value[std::string(member.key->text)])) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("every key and value of a JSON text knows its bytes", "[json]") {
  const std::string text =
      "\t{ \"a\" : [1, \"x\" ,true],\r\n\"b\":{\"c\":null , \"d\":{}}, \"e\":-1.5e3}\n";
  const Tree tree = json(text);
  CHECK(tree.complete);
  CHECK(complaints(tree).empty());
  REQUIRE(tree.documents.size() == 1);
  const Node& root = *tree.documents[0];
  CHECK(shown(root) == "{\"a\": [1, \"x\", true], \"b\": {\"c\": null, \"d\": {}}, \"e\": -1.5e3}");
  CHECK(own_text(root, text) == text.substr(1, text.size() - 2));
  CHECK(own_text(at(root, "a"), text) == "[1, \"x\" ,true]");
  CHECK(own_text(at(root, "a/0"), text) == "1");
  CHECK(own_text(at(root, "a/1"), text) == "\"x\"");
  CHECK(own_text(at(root, "a/2"), text) == "true");
  CHECK(own_text(at(root, "b"), text) == "{\"c\":null , \"d\":{}}");
  CHECK(own_text(at(root, "b/c"), text) == "null");
  CHECK(own_text(at(root, "b/d"), text) == "{}");
  CHECK(own_text(at(root, "e"), text) == "-1.5e3");
  CHECK(own_text(*root.member("b")->key, text) == "\"b\"");
  CHECK(at(root, "a/0").span.begin == 10);
}

TEST_CASE("strings without escapes are views of the source", "[json]") {
  const std::string text = R"(["plain", "esc\naped"])";
  const Tree tree = json(text);
  const Node& root = *tree.documents.at(0);
  CHECK(root.items[0]->text.data() == text.data() + 2);
  CHECK(root.items[1]->text == "esc\naped");
}

TEST_CASE("escapes of JSON", "[json]") {
  const std::string text =
      R"(["\"\\\/\b\f\n\r\t", "\u0041\u00e9\u4E2D", "\ud83d\uDE00", "\u0000x"])";
  const Tree tree = json(text);
  CHECK(complaints(tree).empty());
  const Node& root = *tree.documents.at(0);
  CHECK(root.items[0]->text == "\"\\/\b\f\n\r\t");
  CHECK(root.items[1]->text == "A\u00e9\u4e2d");
  CHECK(root.items[2]->text == "\U0001F600");
  CHECK(root.items[3]->text == std::string_view("\0x", 2));
}

TEST_CASE("wrong escapes are reported and read on", "[json]") {
  const std::string text = R"(["\x41", "\ud83d", "\ud83dx", "\udE00", "\u12", "\ud83d\u0041"])";
  const Tree tree = json(text);
  CHECK(tree.complete);
  CHECK(complaints(tree) ==
        "2-4 unknown escape in a JSON string\n"
        "41-43 \\u needs four hexadecimal digits\n");
  const Node& root = *tree.documents.at(0);
  CHECK(root.items[0]->text == "x41");
  CHECK(root.items[1]->text == "\uFFFD");
  CHECK(root.items[2]->text == "\uFFFDx");
  CHECK(root.items[3]->text == "\uFFFD");
  CHECK(root.items[5]->text == "\uFFFDA");
}

TEST_CASE("a byte order mark precedes JSON", "[json]") {
  const std::string text = "\xEF\xBB\xBF{\"a\": 1}";
  const Tree tree = json(text);
  CHECK(complaints(tree).empty());
  CHECK(tree.documents.at(0)->span.begin == 3);
  CHECK(own_text(at(*tree.documents.at(0), "a"), text) == "1");
}

TEST_CASE("several JSON documents follow each other", "[json]") {
  const Tree tree = json("{\"a\": 1}\n{\"b\": 2}[3]\n\n");
  CHECK(tree.complete);
  CHECK(shown(tree) == "{\"a\": 1}\n{\"b\": 2}\n[3]\n");
}

TEST_CASE("text behind a JSON document is reported", "[json]") {
  const Tree tree = json("{\"a\": 1} x");
  CHECK_FALSE(tree.complete);
  CHECK(complaints(tree) == "9-10 unexpected text after the end of the JSON document\n");
  CHECK(tree.documents.at(0)->complete);
}

TEST_CASE("duplicate keys are reported where they stand", "[json]") {
  const std::string text = R"({"a": 1, "b": {"c": 1, "c": 2}, "a": 3, "a": 4})";
  const Tree tree = json(text);
  REQUIRE(tree.diagnostics.size() == 3);
  CHECK(tree.complete);
  for (const auto& diagnostic : tree.diagnostics) {
    CHECK(diagnostic.kind == DiagnosticKind::duplicate_key);
    CHECK(diagnostic.related_message == "first written here");
  }
  CHECK(complaints(tree) ==
        "23-26 key `c` is written twice; the last one counts\n"
        "32-35 key `a` is written twice; the last one counts\n"
        "40-43 key `a` is written twice; the last one counts\n");
  CHECK(tree.diagnostics[0].related.begin == 15);
  CHECK(tree.diagnostics[1].related.begin == 1);
}

TEST_CASE("comments and trailing commas are reported once a kind and tolerated", "[json]") {
  const std::string text = "// top\n{\"a\": [1, 2,], /* b */ \"c\": 3,\n}\n// end";
  const Tree tree = json(text);
  CHECK(tree.complete);
  CHECK(shown(tree) == "{\"a\": [1, 2], \"c\": 3}\n");
  CHECK(complaints(tree) ==
        "0-6 JSON has no comments\n"
        "18-19 a comma before `]` is not JSON\n"
        "36-37 a comma before `}` is not JSON\n");
}

TEST_CASE("a comment that never ends does not hide the break", "[json]") {
  const Tree tree = json("{\"a\": 1, /* open");
  CHECK_FALSE(tree.complete);
  CHECK_FALSE(tree.documents.at(0)->complete);
}

TEST_CASE("broken JSON names the place", "[json]") {
  const auto complaint = [](std::string_view text) { return complaints(json(text)); };
  CHECK(complaint("") == "0-0 the file is empty\n");
  CHECK(complaint("  \n") == "3-3 the file is empty\n");
  CHECK(complaint("// only\n") == "0-7 JSON has no comments\n8-8 the file is empty\n");
  CHECK(complaint("{") == "1-1 the file ends where a key should stand\n");
  CHECK(complaint("{\"a\"") == "4-4 expected `:` after the key\n");
  CHECK(complaint("{\"a\":") == "5-5 the file ends where a value should stand\n");
  CHECK(complaint("{\"a\": 1") == "0-1 the file ends before this is closed by `}`\n");
  CHECK(complaint("[1") == "0-1 the file ends before this is closed by `]`\n");
  CHECK(complaint("[1 2]") == "3-4 expected `,` or `]`\n");
  CHECK(complaint("{a: 1}") == "1-2 expected a key in double quotes\n");
  CHECK(complaint("{\"a\" 1}") == "5-6 expected `:` after the key\n");
  CHECK(complaint("{\"a\": ]}") == "6-7 expected a value\n");
  CHECK(complaint("[abc]") == "1-4 expected a value; text must stand in double quotes\n");
  CHECK(complaint("[\"abc\n\"]") == "1-5 this string is not closed\n");
  CHECK(complaint("[\"abc") == "1-5 this string is not closed\n");
  CHECK(complaint("[\"abc\\") == "1-6 this string is not closed\n");
  CHECK(complaint("[1,,2]") == "3-4 expected a value\n");
}

TEST_CASE("what was complete before a break stays complete", "[json]") {
  const std::string text = R"({"a": {"x": 1}, "b": {"y": [1, 2], "z": )";
  const Tree tree = json(text);
  const Node& root = *tree.documents.at(0);
  CHECK_FALSE(root.complete);
  CHECK(at(root, "a").complete);
  CHECK_FALSE(at(root, "b").complete);
  CHECK(at(root, "b/y").complete);
}

TEST_CASE("NUL bytes and bytes that are no UTF-8 in JSON", "[json]") {
  const std::string nul = std::string("{\"a\": \"x") + '\0' + "y\", \"b\": 1}";
  const Tree with_nul = json(nul);
  CHECK(with_nul.complete);
  CHECK(with_nul.documents.at(0)->find("a")->text == std::string_view("x\0y", 3));

  const std::string only_nul(16, '\0');
  const Tree nothing = json(only_nul);
  CHECK_FALSE(nothing.complete);
  CHECK(nothing.diagnostics.size() == 1);

  const std::string text = "{\"a\": \"caf\xE9\", \"b\": 1}";
  const Tree latin = json(text);
  CHECK(latin.complete);
  CHECK(complaints(latin) == "10-11 this byte is not UTF-8\n");
  CHECK(at(*latin.documents.at(0), "b").text == "1");
}

TEST_CASE("deep nesting in JSON is refused with a place", "[json]") {
  for (const char* bracket : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += bracket;
    const Tree tree = json(text);
    CHECK_FALSE(tree.complete);
    REQUIRE(tree.diagnostics.size() == 1);
    CHECK(tree.diagnostics[0].message == "nested more than 1000 levels deep");
    CHECK(tree.diagnostics[0].span.begin == 1000 * std::string_view(bracket).size());
  }
  std::string deepest;
  for (std::size_t i = 0; i < ddblint::kMaxDepth; ++i) deepest += '[';
  for (std::size_t i = 0; i < ddblint::kMaxDepth; ++i) deepest += ']';
  CHECK(json(deepest).complete);
}

TEST_CASE("one line of many megabytes", "[json]") {
  std::string text = "{\"Resources\":{";
  while (text.size() < 8'000'000) {
    text += fmt::format("\"R{}\":{{\"Type\":\"AWS::SNS::Topic\",\"n\":[1,2,3]}},", text.size());
  }
  text += "\"Last\":{\"Type\":\"here\"}}}";
  const Tree tree = json(text);
  CHECK(tree.complete);
  const Node& last = at(*tree.documents.at(0), "Resources/Last/Type");
  CHECK(own_text(last, text) == "\"here\"");
  CHECK(last.span.begin == text.size() - 9);
}

TEST_CASE("a mapping of very many keys finds its duplicates in time", "[json]") {
  std::string text = "{";
  for (int i = 0; i < 100'000; ++i) text += fmt::format("\"k{}\":{},", i, i);
  text += "\"k0\":1}";
  const Tree tree = json(text);
  REQUIRE(tree.diagnostics.size() == 1);
  CHECK(tree.diagnostics[0].related.begin == 1);
}

TEST_CASE("random JSON reads as another library reads it", "[json][property]") {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    ddblint::RandomDocument random(seed);
    const nlohmann::json value = random.value();
    const std::string text = random.json(value);
    CAPTURE(text);
    const Tree tree = json(text);
    REQUIRE(complaints(tree).empty());
    REQUIRE(tree.complete);
    REQUIRE(tree.documents.size() == 1);
    const Node& root = *tree.documents[0];
    REQUIRE(nlohmann::json::parse(text) == value);
    REQUIRE(same(root, value));
    REQUIRE(spans_reparse(root, text, value));
    REQUIRE(misplaced(root, text).empty());
  }
}

TEST_CASE("JSON cut anywhere never gives a node that is complete but not the whole",
          "[json][property]") {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    ddblint::RandomDocument random(seed);
    const nlohmann::json value = random.container(3);
    const std::string text = random.json(value);
    const auto closed = text.find_last_of("}]");
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
      CAPTURE(seed, cut);
      const std::string start = text.substr(0, cut);
      const Tree tree = json(start);
      REQUIRE(tree.complete == (cut > closed));
      if (cut > closed) continue;
      REQUIRE_FALSE(tree.diagnostics.empty());
      if (!tree.documents.empty()) {
        REQUIRE_FALSE(tree.documents[0]->complete);
        REQUIRE(misplaced(*tree.documents[0], start).empty());
      }
    }
  }
}

TEST_CASE("random bytes never break the JSON reader", "[json][property]") {
  std::mt19937 random(7);
  constexpr std::string_view kAlphabet = "{}[]\",:\\u0a1-.tfn/* \n\r\t\xC3\xA9\xFF";
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    const std::size_t size = random() % 40;
    for (std::size_t i = 0; i < size; ++i) text += kAlphabet[random() % kAlphabet.size()];
    CAPTURE(text);
    const Tree tree = json(text);
    REQUIRE((tree.complete || !tree.diagnostics.empty()));
    for (const Node* document : tree.documents) REQUIRE(misplaced(*document, text).empty());
  }
}
