#include "syntax/node.h"

#include <string>

#include "support/catch.h"
#include "syntax/parse.h"

using ddblint::as_boolean;
using ddblint::as_integer;
using ddblint::FileId;
using ddblint::Node;
using ddblint::Tree;

TEST_CASE("whole numbers as people write them", "[node]") {
  CHECK(as_integer("5") == 5);
  CHECK(as_integer(" 5 ") == 5);
  CHECK(as_integer("+5") == 5);
  CHECK(as_integer("-5") == -5);
  CHECK(as_integer("5.0") == 5);
  CHECK(as_integer("5.00") == 5);
  CHECK(as_integer("9223372036854775807") == 9223372036854775807);
  CHECK_FALSE(as_integer("9223372036854775808"));
  CHECK_FALSE(as_integer("5."));
  CHECK_FALSE(as_integer("5.5"));
  CHECK_FALSE(as_integer("5e3"));
  CHECK_FALSE(as_integer(""));
  CHECK_FALSE(as_integer("five"));
  CHECK_FALSE(as_integer("5 units"));
  CHECK_FALSE(as_integer(".0"));
}

TEST_CASE("truth values in any case", "[node]") {
  for (const char* yes : {"true", "True", "TRUE", "yes", "on", " true "})
    CHECK(as_boolean(yes) == true);
  for (const char* no : {"false", "False", "FALSE", "no", "off"}) CHECK(as_boolean(no) == false);
  for (const char* none : {"", "1", "0", "truth", "y"}) CHECK_FALSE(as_boolean(none));
}

TEST_CASE("a mapping finds the last of equal keys", "[node]") {
  const std::string text = R"({"a": 1, "b": 2, "a": 3})";
  const Tree tree = ddblint::parse_json(FileId{0}, text);
  const Node& root = *tree.documents.at(0);
  REQUIRE(root.find("a") != nullptr);
  CHECK(root.find("a")->text == "3");
  CHECK(root.member("a")->key->span.begin == 17);
  CHECK(root.find("c") == nullptr);
  CHECK(root.find("b")->find("a") == nullptr);
}

TEST_CASE("a tree that moves keeps its nodes", "[node]") {
  const std::string text = R"({"a": "x\ny"})";
  Tree tree = ddblint::parse_json(FileId{0}, text);
  const Node* root = tree.documents.at(0);
  const Tree moved = std::move(tree);
  CHECK(moved.documents.at(0) == root);
  CHECK(root->find("a")->text == "x\ny");
}
