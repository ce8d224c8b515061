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
using ddblint::parse_yaml;
using ddblint::shown;
using ddblint::Tree;

namespace {

/// The tree of a text, which must outlive it.
Tree yaml(std::string_view text) { return parse_yaml(FileId{0}, text); }

/// The bytes of the node at a path of the first document.
std::string_view bytes(const Tree& tree, std::string_view path, std::string_view text) {
  return own_text(at(*tree.documents.at(0), path), text);
}

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
  if (value.is_string()) return node.is_scalar() && node.text == value.get<std::string>();
  return node.is_scalar() && !node.quoted && node.text == value.dump();
}

/// A plain scalar's own bytes are its text; a quoted one begins and ends with its quotes.
std::string wrong_scalar(const Node& node, std::string_view text) {
  if (node.is_scalar()) {
    const auto own = own_text(node, text);
    const bool right = node.quoted ? own.size() >= 2 && own.front() == own.back() &&
                                         (own.front() == '"' || own.front() == '\'')
                                   : own == node.text;
    if (!right) return std::string(own);
  }
  for (const Node* item : node.items) {
    if (auto wrong = wrong_scalar(*item, text); !wrong.empty()) return wrong;
  }
  for (const auto& member : node.members) {
    if (auto wrong = wrong_scalar(*member.key, text); !wrong.empty()) return wrong;
    if (auto wrong = wrong_scalar(*member.value, text); !wrong.empty()) return wrong;
  }
  return {};
}

/// Equal kinds, texts and spans of scalars; spans of lists and mappings too.
bool equal_trees(const Node& a, const Node& b) {
  const bool same_node = a.kind == b.kind && a.text == b.text && a.quoted == b.quoted &&
                         a.span == b.span && a.items.size() == b.items.size() &&
                         a.members.size() == b.members.size();
  // JSON keeps the text of null.
  if (!same_node) return a.is_null() && b.is_null() && a.span == b.span;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!equal_trees(*a.items[i], *b.items[i])) return false;
  }
  for (std::size_t i = 0; i < a.members.size(); ++i) {
    if (!equal_trees(*a.members[i].key, *b.members[i].key)) return false;
    if (!equal_trees(*a.members[i].value, *b.members[i].value)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("every key and value of a YAML text knows its bytes", "[yaml]") {
  const std::string text =
      "Resources:\n"
      "  Orders:   # the orders\n"
      "    Type: AWS::DynamoDB::Table\n"
      "    Keys:\n"
      "    - AttributeName: id\n"
      "      KeyType: 'HASH'\n"
      "\n"
      "    - {AttributeName: \"when\", KeyType: RANGE}   \n"
      "    Tags: []\n"
      "  Next:\n"
      "    Empty:\n"
      "    Text: two\n"
      "      lines\n"
      "\n"
      "# end\n";
  const Tree tree = yaml(text);
  CHECK(complaints(tree).empty());
  CHECK(tree.complete);
  CHECK(bytes(tree, "Resources/Orders/Type", text) == "AWS::DynamoDB::Table");
  CHECK(bytes(tree, "Resources/Orders/Keys/0/AttributeName", text) == "id");
  CHECK(bytes(tree, "Resources/Orders/Keys/0/KeyType", text) == "'HASH'");
  CHECK(bytes(tree, "Resources/Orders/Keys/0", text) == "AttributeName: id\n      KeyType: 'HASH'");
  CHECK(bytes(tree, "Resources/Orders/Keys/1", text) ==
        "{AttributeName: \"when\", KeyType: RANGE}");
  CHECK(bytes(tree, "Resources/Orders/Keys/1/AttributeName", text) == "\"when\"");
  CHECK(bytes(tree, "Resources/Orders/Keys", text) ==
        "- AttributeName: id\n      KeyType: 'HASH'\n\n"
        "    - {AttributeName: \"when\", KeyType: RANGE}");
  CHECK(bytes(tree, "Resources/Orders/Tags", text) == "[]");
  CHECK(bytes(tree, "Resources/Next/Empty", text).empty());
  CHECK(at(*tree.documents[0], "Resources/Next/Empty").is_null());
  CHECK(bytes(tree, "Resources/Next/Text", text) == "two\n      lines");
  CHECK(at(*tree.documents[0], "Resources/Next/Text").text == "two lines");
  CHECK(bytes(tree, "Resources/Next", text) == "Empty:\n    Text: two\n      lines");
  const Node& resources = at(*tree.documents[0], "Resources");
  CHECK(own_text(*resources.member("Orders")->key, text) == "Orders");
  CHECK(own_text(resources, text).starts_with("Orders:"));
  CHECK(own_text(resources, text).ends_with("      lines"));
  CHECK(misplaced(*tree.documents[0], text).empty());
}

TEST_CASE("a list that is not indented ends before the next key", "[yaml]") {
  const std::string text = "a:\n- x\n- y\nb: 1\n? c\n: 2\n";
  const Tree tree = yaml(text);
  CHECK(bytes(tree, "a", text) == "- x\n- y");
  CHECK(bytes(tree, "b", text) == "1");
  CHECK(bytes(tree, "c", text) == "2");
  const std::string explicit_key = "a:\n- x\n? b\n: 1\n";
  const Tree other = yaml(explicit_key);
  CHECK(bytes(other, "a", explicit_key) == "- x");
}

TEST_CASE("plain scalars on one line are views of the source", "[yaml]") {
  const std::string text = "a: plain\n";
  const Tree tree = yaml(text);
  CHECK(at(*tree.documents.at(0), "a").text.data() == text.data() + 3);
}

TEST_CASE("short forms of intrinsic functions keep their tag", "[yaml]") {
  const std::string text =
      "a: !Ref Name\n"
      "b: !Sub '${Name}-x'\n"
      "c: !GetAtt a.b\n"
      "d: !If [Prod, !Ref A, !Sub \"${B}\"]\n"
      "e: !Join\n"
      "  - ','\n"
      "  - [x, y]\n"
      "f: !Sub |\n"
      "  line\n"
      "g: !Ref\n"
      "h: !!str 5\n";
  const Tree tree = yaml(text);
  CHECK(complaints(tree).empty());
  CHECK(shown(*tree.documents.at(0)) ==
        "{a: !Ref Name, b: !Sub \"${Name}-x\", c: !GetAtt a.b, "
        "d: !If [Prod, !Ref A, !Sub \"${B}\"], e: !Join [\",\", [x, y]], f: !Sub \"line\n\", "
        "g: !Ref , h: \"5\"}");
  CHECK(bytes(tree, "a", text) == "!Ref Name");
  CHECK(bytes(tree, "b", text) == "!Sub '${Name}-x'");
  CHECK(bytes(tree, "c", text) == "!GetAtt a.b");
  CHECK(bytes(tree, "d", text) == "!If [Prod, !Ref A, !Sub \"${B}\"]");
  CHECK(bytes(tree, "d/1", text) == "!Ref A");
  CHECK(bytes(tree, "e", text) == "!Join\n  - ','\n  - [x, y]");
  CHECK(bytes(tree, "f", text) == "!Sub |\n  line");
  CHECK(bytes(tree, "g", text) == "!Ref");
}

TEST_CASE("block scalars", "[yaml]") {
  const std::string text = "a: |\n  one\n  two\n\n\nb: >-\n  folded\n  text\n\nc: |\nd: 1\n";
  const Tree tree = yaml(text);
  const Node& root = *tree.documents.at(0);
  CHECK(at(root, "a").text == "one\ntwo\n");
  CHECK(at(root, "a").quoted);
  CHECK(bytes(tree, "a", text) == "|\n  one\n  two");
  CHECK(at(root, "b").text == "folded text");
  CHECK(bytes(tree, "b", text) == ">-\n  folded\n  text");
  CHECK(at(root, "c").text.empty());
  CHECK(at(root, "c").is_scalar());
  CHECK(bytes(tree, "c", text) == "|");
  CHECK(bytes(tree, "d", text) == "1");
}

TEST_CASE("words for null, quoted and not", "[yaml]") {
  const Tree tree = yaml("[null, ~, Null, NULL, 'null', \"~\", nUll, ]");
  CHECK(shown(tree) == "[null, null, null, null, \"null\", \"~\", nUll]\n");
}

TEST_CASE("anchors and aliases", "[yaml]") {
  const std::string text = "a: &x {k: 1}\nb: *x\nc: &y text\nd: [*y, *x]\n";
  const Tree tree = yaml(text);
  CHECK(complaints(tree).empty());
  const Node& root = *tree.documents.at(0);
  CHECK(shown(root) == "{a: {k: 1}, b: {k: 1}, c: text, d: [text, {k: 1}]}");
  CHECK(root.find("b") == root.find("a"));
  CHECK(root.find("a")->aliased);
  CHECK(at(root, "d/0").aliased);
  CHECK_FALSE(at(root, "d").aliased);
  CHECK(bytes(tree, "a", text) == "&x {k: 1}");
  CHECK(bytes(tree, "d", text) == "[*y, *x]");
}

TEST_CASE("a collection that ends with an alias reaches to its end", "[yaml]") {
  const std::string text = "a: &x 1\nb:\n  - 2\n  - *x\nc:\n  k: *x\nd:\n  - *x\n";
  const Tree tree = yaml(text);
  CHECK(bytes(tree, "b", text) == "- 2\n  - *x");
  CHECK(bytes(tree, "c", text) == "k: *x");
  CHECK(bytes(tree, "d", text) == "- *x");
  CHECK(std::string(own_text(*tree.documents.at(0), text)) + "\n" == text);
  const std::string merged = "a: &x {k: 1}\nb:\n  <<: *x\n";
  const Tree other = yaml(merged);
  CHECK(bytes(other, "b", merged) == "<<: *x");
}

TEST_CASE("an anchor may be set again, and does not reach into the next document", "[yaml]") {
  const Tree tree = yaml("a: &x 1\nb: *x\nc: &x 2\nd: *x\n---\ne: *x\n");
  CHECK(shown(tree) == "{a: 1, b: 1, c: 2, d: 2}\n{e: null}\n");
  CHECK(complaints(tree) == "35-37 alias `*x` names no anchor\n");
}

TEST_CASE("merge keys: what is explicit wins, then the first of the merged", "[yaml]") {
  const std::string text =
      "a: &a {x: 1, y: 1}\n"
      "b: &b {x: 2, z: 2}\n"
      "one: {<<: *a, x: 9}\n"
      "after: {x: 9, <<: *a}\n"
      "two: {<<: [*a, *b]}\n"
      "turned: {<<: [*b, *a]}\n"
      "inline: {<<: {x: 7}, y: 8}\n"
      "quoted: {'<<': 5}\n"
      "chain: &chain {<<: *a, y: 3}\n"
      "deep: {<<: *chain}\n";
  const Tree tree = yaml(text);
  CHECK(complaints(tree).empty());
  const Node& root = *tree.documents.at(0);
  CHECK(at(root, "one/x").text == "9");
  CHECK(at(root, "one/y").text == "1");
  CHECK(at(root, "after/x").text == "9");
  CHECK(at(root, "two/x").text == "1");
  CHECK(at(root, "two/y").text == "1");
  CHECK(at(root, "two/z").text == "2");
  CHECK(at(root, "turned/x").text == "2");
  CHECK(at(root, "turned/y").text == "1");
  CHECK(at(root, "inline/x").text == "7");
  CHECK(at(root, "inline/y").text == "8");
  CHECK(at(root, "quoted/<<").text == "5");
  CHECK(at(root, "deep/x").text == "1");
  CHECK(at(root, "deep/y").text == "3");
  CHECK(bytes(tree, "two/x", text) == "1");
  CHECK(at(root, "two/x").span.begin == text.find("1, y"));
}

TEST_CASE("a merge key needs a mapping", "[yaml]") {
  const Tree tree = yaml("a: {<<: 5, b: 1}\n");
  CHECK(complaints(tree) == "8-9 a merge key needs a mapping\n");
  CHECK(shown(tree) == "{a: {b: 1}}\n");
}

TEST_CASE("an alias inside its own anchor is reported", "[yaml]") {
  const Tree tree = yaml("a: &x\n  b: *x\n  c: [*x]\n  <<: *x\nd: *x\n");
  CHECK(complaints(tree) ==
        "11-13 alias `*x` stands inside its own anchor\n"
        "20-22 alias `*x` stands inside its own anchor\n"
        "30-32 alias `*x` stands inside its own anchor\n"
        "30-32 a merge key needs a mapping\n");
  CHECK(shown(tree) == "{a: {b: null, c: [null]}, d: {b: null, c: [null]}}\n");
}

TEST_CASE("duplicate keys in YAML are reported, merged ones are not", "[yaml]") {
  const std::string text = "m: &m {a: 0}\na: 1\nb: {<<: *m, a: 5}\n\"a\": 2\n";
  const Tree tree = yaml(text);
  REQUIRE(tree.diagnostics.size() == 1);
  CHECK(tree.diagnostics[0].kind == DiagnosticKind::duplicate_key);
  CHECK(tree.diagnostics[0].span.begin == text.find("\"a\""));
  CHECK(tree.diagnostics[0].related.begin == 13);
  CHECK(at(*tree.documents.at(0), "a").text == "2");
}

TEST_CASE("several documents in one file", "[yaml]") {
  const Tree tree = yaml("a: 1\n---\nb: 2\n...\n---\n- c\n---\n");
  CHECK(tree.complete);
  CHECK(shown(tree) == "{a: 1}\n{b: 2}\n[c]\nnull\n");
}

TEST_CASE("files without content", "[yaml]") {
  for (const char* text : {"", "\n", "# only\n# comments\n", "\xEF\xBB\xBF", "   \r\n"}) {
    CAPTURE(text);
    const Tree tree = yaml(text);
    CHECK(tree.complete);
    CHECK(tree.documents.empty());
    CHECK(tree.diagnostics.empty());
  }
}

TEST_CASE("line ends of every kind give the same tree", "[yaml]") {
  const std::string lines = "a:\n  - b: 1\n    c: |\n      x\n      y\n  - d\ne: 'q'\n";
  const std::string expected = shown(yaml(lines));
  for (const std::string end : {"\r\n", "\r"}) {
    std::string text;
    for (const char c : lines) text += c == '\n' ? end : std::string(1, c);
    const Tree tree = yaml(text);
    CHECK(complaints(tree).empty());
    CHECK(shown(tree) == expected);
    CHECK(bytes(tree, "a/0/b", text) == "1");
    CHECK(bytes(tree, "e", text) == "'q'");
    CHECK(bytes(tree, "a/1", text) == "d");
  }
}

TEST_CASE("places behind text that is not ASCII", "[yaml]") {
  const std::string body =
      "caf\u00e9: \u4e2d\u6587\n# \U0001F600\U0001F600\n\"\U0001F600\": ['\u00e9', x]\nlast: "
      "here\n";
  for (const std::string start : {"", "\xEF\xBB\xBF"}) {
    const std::string text = start + body;
    const Tree tree = yaml(text);
    CHECK(complaints(tree).empty());
    CHECK(bytes(tree, "caf\u00e9", text) == "\u4e2d\u6587");
    CHECK(bytes(tree, "\U0001F600/0", text) == "'\u00e9'");
    CHECK(bytes(tree, "\U0001F600/1", text) == "x");
    CHECK(bytes(tree, "last", text) == "here");
    CHECK(own_text(*tree.documents.at(0)->member("last")->key, text) == "last");
    CHECK(tree.documents.at(0)->span.begin == start.size());
  }
}

TEST_CASE("an error in a later part keeps what came before", "[yaml]") {
  const std::string text = "R:\n  A:\n    x: 1\n  B:\n    y: [1, 2\n  C:\n    z: 3\n";
  const Tree tree = yaml(text);
  CHECK_FALSE(tree.complete);
  REQUIRE(tree.diagnostics.size() == 1);
  CHECK(tree.diagnostics[0].message.starts_with("this is not YAML: "));
  CHECK(tree.diagnostics[0].span.begin >= text.find("[1"));
  const Node& root = *tree.documents.at(0);
  CHECK_FALSE(root.complete);
  CHECK(at(root, "R/A").complete);
  CHECK_FALSE(at(root, "R/B").complete);
  CHECK(at(root, "R/A/x").text == "1");
}

TEST_CASE("the error's place is in bytes", "[yaml]") {
  const std::string text = "\u00e9\U0001F600: 1\nb: \"x\" y\n";
  const Tree tree = yaml(text);
  REQUIRE(tree.diagnostics.size() == 1);
  CHECK(tree.diagnostics[0].span.begin == text.find("y\n"));
}

TEST_CASE("the document after a broken one is still read", "[yaml]") {
  for (const char* broken : {"a: [1, 2\n", "a: \"x\" y\n", "a: b: c\n", "\tx: 1\n", "a: 'open\n",
                             "- a\nb: 1\n", "a: {\n", "key\nother: 1\n", "%BAD\n"}) {
    CAPTURE(broken);
    const std::string text = std::string(broken) + "---\nnext: 1\n---\nthird: 2\n";
    const Tree tree = yaml(text);
    CHECK_FALSE(tree.complete);
    REQUIRE(tree.documents.size() >= 2);
    CHECK(shown(*tree.documents[tree.documents.size() - 2]) == "{next: 1}");
    CHECK(shown(*tree.documents.back()) == "{third: 2}");
    CHECK(tree.documents.back()->complete);
    CHECK(tree.diagnostics.size() == 1);
  }
}

TEST_CASE("documents after a broken one whose lines end with CR LF or CR", "[yaml]") {
  for (const std::string end : {"\r\n", "\r"}) {
    const std::string text = "a: [1" + end + "---" + end + "next: 1" + end;
    const Tree tree = yaml(text);
    REQUIRE_FALSE(tree.documents.empty());
    CHECK(shown(*tree.documents.back()) == "{next: 1}");
  }
}

TEST_CASE("a key without a value at the end is null", "[yaml]") {
  const Tree tree = yaml("a:\n  b: 1\n  c:");
  CHECK(tree.complete);
  CHECK(shown(tree) == "{a: {b: 1, c: null}}\n");
}

TEST_CASE("bytes that YAML does not allow are reported and read over", "[yaml]") {
  const std::string text = "a: caf\xE9\nb: 1\n";
  const Tree tree = yaml(text);
  REQUIRE(tree.diagnostics.size() == 1);
  CHECK(tree.diagnostics[0].span.begin == 6);
  CHECK(bytes(tree, "b", text) == "1");

  const std::string comment = "a: 1 # f\xFCr\nb: \u00e9 # \x01\nc: 3\n";
  const Tree other = yaml(comment);
  REQUIRE_FALSE(other.diagnostics.empty());
  CHECK(other.diagnostics[0].span.begin == 8);
  CHECK(shown(other) == "{a: 1, b: \u00e9, c: 3}\n");
  CHECK(bytes(other, "c", comment) == "3");

  const std::string nul = std::string("a: 1\nb: x") + '\0' + "y\nc: 3\n";
  const Tree with_nul = yaml(nul);
  REQUIRE(with_nul.diagnostics.size() == 1);
  CHECK(with_nul.diagnostics[0].span.begin == 9);
  CHECK(bytes(with_nul, "c", nul) == "3");
}

TEST_CASE("a broken byte behind a broken document, and a file of NUL bytes", "[yaml]") {
  const std::string nul(64, '\0');
  const Tree tree = yaml(nul);
  CHECK_FALSE(tree.diagnostics.empty());
  const std::string text = "a: [1\n---\nb: \xFF\n---\nc: 1\n";
  const Tree other = yaml(text);
  CHECK(shown(*other.documents.back()) == "{c: 1}");
  CHECK(other.diagnostics.size() == 2);
}

TEST_CASE("billion laughs by aliases stays small", "[yaml]") {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 40; ++i) {
    text += fmt::format("a{}: &a{} [*a{}, *a{}, *a{}, *a{}, *a{}, *a{}, *a{}, *a{}, *a{}]\n", i, i,
                        i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
  }
  const Tree tree = yaml(text);
  CHECK(tree.complete);
  CHECK(at(*tree.documents.at(0), "a39/0/0/0").items.size() == 9);
}

TEST_CASE("billion laughs by merge keys stops", "[yaml]") {
  std::string text = "a0: &a0 {k0: 1}\n";
  for (int i = 1; i < 60; ++i) {
    text += fmt::format("a{}: &a{}\n  <<: [*a{}, *a{}, *a{}]\n  k{}: 1\n", i, i, i - 1, i - 1,
                        i - 1, i);
  }
  text += "---\nnext: 1\n";
  const Tree tree = yaml(text);
  CHECK_FALSE(tree.complete);
  REQUIRE(tree.diagnostics.size() == 1);
  CHECK(tree.diagnostics[0].message == "merge keys copy more than 100000 entries");
}

TEST_CASE("deep nesting in YAML is refused with a place", "[yaml]") {
  for (const std::string bracket : {"[", "{a: ", "- ", "? "}) {
    CAPTURE(bracket);
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += bracket;
    const Tree tree = yaml(text);
    CHECK_FALSE(tree.complete);
    CHECK_FALSE(tree.diagnostics.empty());
  }
  std::string flow(100'000, '[');
  const Tree tree = yaml(flow);
  REQUIRE(tree.diagnostics.size() == 1);
  CHECK(complaints(tree) == "1000-1001 nested more than 1000 levels deep\n");
  flow += "\n---\na: 1\n";
  const Tree next = yaml(flow);
  CHECK(shown(*next.documents.back()) == "{a: 1}");
}

TEST_CASE("keys that are no text are reported", "[yaml]") {
  const Tree tree = yaml("? [a, b]\n: 1\nc: 2\n");
  CHECK(complaints(tree) == "2-3 this key is not text but a list or a mapping\n");
  CHECK(at(*tree.documents.at(0), "c").text == "2");
}

TEST_CASE("a large template keeps its places", "[yaml]") {
  std::string text = "Resources:\n";
  int count = 0;
  while (text.size() < 500'000) {
    text += fmt::format("  R{}:\n    Type: AWS::SNS::Topic # \U0001F600\n    Name: 'n\u00e9'\n",
                        count++);
  }
  const Tree tree = yaml(text);
  CHECK(tree.complete);
  const Node& resources = at(*tree.documents.at(0), "Resources");
  CHECK(resources.members.size() == static_cast<std::size_t>(count));
  for (const auto& member : resources.members) {
    if (own_text(*member.value->find("Name"), text) != "'n\u00e9'") FAIL(member.key->text);
  }
}

TEST_CASE("one line of YAML of many megabytes", "[yaml]") {
  std::string text = "{\"Resources\":{";
  while (text.size() < 4'000'000) {
    text += fmt::format("\"R{}\":{{\"Type\":\"AWS::SNS::Topic\",\"n\":[1,2]}},", text.size());
  }
  text += "\"Last\":{\"Type\":\"here\"}}}";
  const Tree tree = yaml(text);
  CHECK(tree.complete);
  CHECK(bytes(tree, "Resources/Last/Type", text) == "\"here\"");
}

TEST_CASE("the first byte decides between JSON and YAML", "[yaml]") {
  using ddblint::parse;
  const FileId file{0};
  CHECK(complaints(parse(file, "a.yaml", "a: 1")).empty());
  CHECK(complaints(parse(file, "a.template", "a: 1")).empty());
  CHECK_FALSE(parse(file, "a.json", "a: 1").complete);
  CHECK(shown(parse(file, "a.yaml", " \n{\"a\": 1,}")) == "{\"a\": 1}\n");
  const Tree flow = parse(file, "a.yaml", "{a: 1}\n---\nb: 2\n");
  CHECK(shown(flow) == "{a: 1}\n{b: 2}\n");
  CHECK(complaints(flow).empty());
  CHECK_FALSE(parse(file, "a.template", "{a: 1}").complete);
  // Where neither reading succeeds, the complaint is JSON's.
  CHECK(complaints(parse(file, "a.yaml", "{\"a\": [1,")) ==
        "9-9 the file ends where a value should stand\n");
}

TEST_CASE("marks of template languages", "[yaml]") {
  using ddblint::looks_templated;
  CHECK(looks_templated("a: {{ name }}"));
  CHECK(looks_templated("{% if x %}"));
  CHECK(looks_templated("<% x %>"));
  CHECK_FALSE(looks_templated("a: {b: {c: 1}}"));
  CHECK_FALSE(looks_templated("!Sub '${a}'"));
}

TEST_CASE("random documents written as YAML read as they were", "[yaml][property]") {
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    CAPTURE(seed);
    ddblint::RandomDocument random(seed);
    const nlohmann::json value = random.value();
    const std::string text = random.yaml(value);
    CAPTURE(text);
    const Tree tree = yaml(text);
    REQUIRE(complaints(tree).empty());
    REQUIRE(tree.documents.size() == 1);
    REQUIRE(same(*tree.documents[0], value));
    REQUIRE(wrong_scalar(*tree.documents[0], text).empty());
    REQUIRE(misplaced(*tree.documents[0], text).empty());
  }
}

TEST_CASE("JSON read as YAML gives the same tree at the same places", "[yaml][property]") {
  int compared = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    CAPTURE(seed);
    ddblint::RandomDocument random(seed);
    const std::string text = random.json(random.value());
    CAPTURE(text);
    // YAML folds a line at U+2028, JSON does not.
    if (text.find("\u2028") != std::string::npos) continue;
    const Tree as_yaml = yaml(text);
    if (!as_yaml.complete || !as_yaml.diagnostics.empty()) continue;
    const Tree as_json = parse_json(FileId{0}, text);
    REQUIRE(as_json.documents.size() == as_yaml.documents.size());
    REQUIRE(equal_trees(*as_json.documents[0], *as_yaml.documents[0]));
    ++compared;
  }
  CHECK(compared > 200);
}

TEST_CASE("YAML cut anywhere keeps every node inside the text", "[yaml][property]") {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    ddblint::RandomDocument random(seed);
    const std::string text = random.yaml(random.container(3));
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
      CAPTURE(seed, cut);
      const std::string start = text.substr(0, cut);
      const Tree tree = yaml(start);
      REQUIRE((tree.complete || !tree.diagnostics.empty()));
      for (const Node* document : tree.documents) {
        CAPTURE(start);
        REQUIRE(misplaced(*document, start).empty());
      }
    }
  }
}

TEST_CASE("random bytes never break the YAML reader", "[yaml][property]") {
  std::mt19937 random(11);
  constexpr std::string_view kAlphabet = "{}[]\",:'&*!|>%-?#<ab1 \n\n\r\t\xC3\xA9\xFF\x01";
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    const std::size_t size = random() % 30;
    for (std::size_t i = 0; i < size; ++i) text += kAlphabet[random() % kAlphabet.size()];
    if (random() % 3 == 0) text += "\n---\na: &a [*a, <<]\n";
    CAPTURE(text);
    const Tree tree = yaml(text);
    REQUIRE((tree.complete || !tree.diagnostics.empty()));
    for (const Node* document : tree.documents) REQUIRE(misplaced(*document, text).empty());
  }
}
