#include "schema/terraform/type_constraint.h"

#include <string>
#include <string_view>

#include "schema/terraform/evaluator.h"
#include "schema/terraform/json_values.h"
#include "support/catch.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

Conversion converted(const Value& value, std::string_view type) {
  Tree tree;
  const Node* node = parse_hcl_expression(tree, Span{FileId{0}, 0, 1}, type);
  REQUIRE(node != nullptr);
  REQUIRE(tree.diagnostics.empty());
  return convert_to_type(value, node, literal_value);
}

/// A value, as JSON, as the type has it, or `error: why`.
std::string as_type(std::string_view type, std::string_view value) {
  const Conversion result = converted(json_value(value), type);
  return result ? json(*result) : fmt::format("error: {}", result.error());
}

TEST_CASE("primitives convert to each other") {
  CHECK(as_type("string", "1") == R"("1")");
  CHECK(as_type("string", "true") == R"("true")");
  CHECK(as_type("number", R"("2.5")") == "2.5");
  CHECK(as_type("bool", R"("false")") == "false");
  CHECK(as_type("any", R"([1, "a"])") == R"([1,"a"])");
  CHECK(as_type("string", "null") == "null");
  CHECK(as_type("number", R"("a")") == R"(error: a number is needed, not "a")");
  CHECK(as_type("string", "[]") == "error: a string is needed, not a list");
}

TEST_CASE("old types are quoted, and stand for collections of anything") {
  CHECK(as_type(R"("string")", "1") == R"("1")");
  CHECK(as_type(R"("list")", R"([1, "a"])") == R"(["1","a"])");
  CHECK(as_type(R"("map")", R"({"a": 1, "b": "x"})") == R"({"a":"1","b":"x"})");
  CHECK(as_type("list", "[1]") == "[1]");
  CHECK(as_type("\"list(string)\"", "[1]") == R"(["1"])");
}

TEST_CASE("collections convert their elements") {
  CHECK(as_type("list(string)", "[1, true, null]") == R"(["1","true",null])");
  CHECK(as_type("list(any)", R"([1, "a"])") == R"(["1","a"])");
  CHECK(as_type("map(number)", R"({"a": "1"})") == R"({"a":1})");
  CHECK(as_type("map(list(string))", R"({"a": [1]})") == R"({"a":["1"]})");
  CHECK(as_type("set(string)", R"(["b", "a", "b", 1])") == R"(["1","a","b"])");
  CHECK(converted(json_value(R"(["a"])"), "set(string)")->is_set());
  CHECK_FALSE(
      converted(*converted(json_value(R"(["a"])"), "set(string)"), "list(string)")->is_set());
  CHECK(as_type("tuple([string, number])", R"([1, "2"])") == R"(["1",2])");
}

TEST_CASE("objects drop what the type does not name and fill in what is optional") {
  CHECK(as_type("object({ name = string })", R"({"name": 1, "more": 2})") == R"({"name":"1"})");
  CHECK(as_type("object({ name = optional(string) })", "{}") == R"({"name":null})");
  CHECK(as_type("object({ n = optional(number, 5) })", "{}") == R"({"n":5})");
  CHECK(as_type("object({ n = optional(string, 5) })", R"({"n": null})") == R"({"n":"5"})");
  CHECK(as_type("object({ n = optional(number, 5) })", R"({"n": "7"})") == R"({"n":7})");
  CHECK(as_type("map(object({ a = string, b = optional(list(string), [1]) }))",
                R"({"x": {"a": "p"}, "y": {"a": "q", "b": ["r"]}})") ==
        R"({"x":{"a":"p","b":["1"]},"y":{"a":"q","b":["r"]}})");
  CHECK(as_type("object({ \"a\" = string })", R"({"a": 1})") == R"({"a":"1"})");
}

TEST_CASE("defaults apply inside a default") {
  CHECK(as_type("object({ o = optional(object({ n = optional(number, 3) }), {}) })", "{}") ==
        R"({"o":{"n":3}})");
}

TEST_CASE("unknown stays unknown where it stands") {
  CHECK(as_type("list(string)", R"("$unknown")") == R"("$unknown")");
  CHECK(as_type("list(string)", R"(["$unknown", 1])") == R"(["$unknown","1"])");
  CHECK(as_type("object({ a = number, b = optional(string, \"x\") })",
                R"({"a": "$unknown", "b": "$unknown"})") == R"({"a":"$unknown","b":"$unknown"})");
}

TEST_CASE("errors lead to the place") {
  CHECK(as_type("list(number)", R"([1, "a"])") ==
        R"(error: element 1: a number is needed, not "a")");
  CHECK(as_type("object({ name = string })", "{}") == R"(error: "name": is not given)");
  CHECK(as_type("map(object({ n = number }))", R"({"t": {"n": []}})") ==
        R"(error: "t": "n": a number is needed, not a list)");
  CHECK(as_type("tuple([string])", "[]") == "error: 1 elements are needed, not 0");
  CHECK(as_type("list(any)", R"([1, []])") == "error: the elements have no type in common");
}

TEST_CASE("what is no type is said so") {
  for (const char* type : {"strings", "list(1)", "list()", "optional(string)", "object(string)",
                           "tuple(string)", "1", "[string]", "object({ a = optional() })"}) {
    INFO(type);
    CHECK(as_type(type, R"({"a": 1})").starts_with("error: "));
  }
  CHECK(as_type("strings", "1") == "error: the type cannot be read");
}

TEST_CASE("without a type the value stays") {
  const Value value = json_value(R"([1, "a"])");
  CHECK(*convert_to_type(value, nullptr, literal_value) == value);
}

TEST_CASE("places stay") {
  const Span here{FileId{0}, 3, 6};
  const Value list = Value::list({Value::number(1, here)}, Span{FileId{0}, 2, 7});
  const Conversion result = converted(list, "list(string)");
  CHECK(result->span() == list.span());
  CHECK(result->items()[0].span() == here);
  CHECK(result->items()[0].text() == "1");
}

}  // namespace
}  // namespace ddblint
