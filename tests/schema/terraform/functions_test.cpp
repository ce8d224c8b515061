#include "schema/terraform/functions.h"

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "schema/terraform/json_values.h"
#include "support/catch.h"
#include "support/project.h"

namespace ddblint {
namespace {

/// Why a call fails.
std::string error_of(std::string_view function, std::string_view arguments) {
  const auto result = call_function(function, json_value(arguments).items());
  return result ? fmt::format("no error: {}", json(*result)) : result.error();
}

/// Why a result is unknown.
std::string open_reason(std::string_view function, std::string_view arguments) {
  const auto result = call_function(function, json_value(arguments).items());
  if (!result) return "error";
  return result->is_unknown() ? result->reason().why : json(*result);
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

TEST_CASE("functions give what OpenTofu gives") {
  std::ifstream cases(test::project_path("testdata/terraform/functions.tsv"));
  std::set<std::string> functions;
  std::size_t count = 0;
  for (std::string line; std::getline(cases, line);) {
    if (line.starts_with('#')) continue;
    const auto first = line.find('\t');
    const auto second = line.find('\t', first + 1);
    const std::string function = line.substr(0, first);
    const std::string arguments = line.substr(first + 1, second - first - 1);
    const std::string wanted = line.substr(second + 1);
    INFO(line);
    // Both texts go through one writer, so that escapes do not matter.
    CHECK(called(function, arguments) == (wanted == "error" ? wanted : json(json_value(wanted))));
    functions.insert(function);
    ++count;
  }
  CHECK(count > 500);
  CHECK(functions.size() > 70);
}

TEST_CASE("an unknown argument opens what depends on it, with its reason") {
  CHECK(open_reason("upper", R"(["$unknown a"])") == "$unknown a");
  CHECK(open_reason("join", R"(["$unknown a", ["$unknown b"]])") == "$unknown a");
  CHECK(open_reason("join", R"([",", ["x", "$unknown b", "$unknown c"]])") == "$unknown b");
  CHECK(open_reason("merge", R"([{"a": 1}, "$unknown m"])") == "$unknown m");
  CHECK(open_reason("lookup", R"([{"a": 1}, "$unknown k", 2])") == "$unknown k");
  CHECK(open_reason("coalesce", R"([null, "$unknown c", "a"])") == "$unknown c");
  CHECK(open_reason("format", R"(["%s", {"a": ["$unknown d"]}])") == "$unknown d");
  CHECK(open_reason("sum", R"([[1, "$unknown s"]])") == "$unknown s");
}

TEST_CASE("what does not depend on an unknown value stays known") {
  CHECK(called("length", R"([["$unknown", "$unknown"]])") == "2");
  CHECK(called("keys", R"([{"b": "$unknown", "a": 1}])") == R"(["a","b"])");
  CHECK(called("merge", R"([{"a": "$unknown"}, {"b": 1}])") == R"({"a":"$unknown","b":1})");
  CHECK(called("merge", R"([{"a": "$unknown"}, {"a": 1}])") == R"({"a":1})");
  CHECK(called("contains", R"([["$unknown", "a"], "a"])") == "true");
  CHECK(called("contains", R"([["$unknown", "a"], "b"])") == R"("$unknown")");
  CHECK(called("contains", R"([[{"a": "$unknown", "b": 1}], {"a": 1, "b": 2}])") == "false");
  CHECK(called("coalesce", R"(["a", "$unknown"])") == R"("a")");
  CHECK(called("element", R"([["$unknown", "a"], 3])") == R"("a")");
  CHECK(called("anytrue", R"([["$unknown", true]])") == "true");
  CHECK(called("sort", R"([["$unknown", "a"]])") == R"(["$unknown","$unknown"])");
}

TEST_CASE("sets with unknown elements have no known length") {
  const Value open = Value::unknown({.expression = "x", .why = "open"});
  const Value set = Value::set({open, Value::string("a")});
  for (const std::string_view function : {"length", "reverse", "one", "tolist"}) {
    INFO(function);
    CHECK(call_function(function, std::vector{set})->is_unknown());
  }
  CHECK(call_function("length", std::vector{Value::set({open})})->number() == 1);
}

TEST_CASE("set functions give sets") {
  const auto set = call_function("toset", json_value(R"([["b", "a", "b"]])").items());
  CHECK(set->is_set());
  CHECK(json(*set) == R"(["a","b"])");
  CHECK(call_function("setunion", json_value(R"([["b"], ["a"]])").items())->is_set());
  CHECK_FALSE(call_function("tolist", std::vector{*set})->is_set());
}

TEST_CASE("elements keep their places, results have none") {
  const Span here{FileId{0}, 3, 6};
  const std::vector lists = {Value::list({Value::string("a", here)}, Span{FileId{0}, 2, 7})};
  const auto both = call_function("concat", lists);
  CHECK_FALSE(both->span().valid());
  CHECK(both->items()[0].span() == here);
  const auto number = call_function(
      "tolist", std::vector{Value::list({Value::number(1, here), Value::string("a")})});
  CHECK(json(*number) == R"(["1","a"])");
  CHECK(number->items()[0].span() == here);
}

TEST_CASE("what only a deployment knows is unknown") {
  CHECK(open_reason("timestamp", "[]") == "differs from one run to the next");
  CHECK(open_reason("file", R"(["a.json"])") == "depends on files that are not read");
  CHECK(open_reason("sha256", R"(["a"])") == "a function that is not evaluated");
  CHECK(open_reason("provider::aws::arn_parse", R"(["a"])") == "a function of a provider");
  CHECK(open_reason("core::uuid", "[]") == "differs from one run to the next");
}

TEST_CASE("functions have names") {
  CHECK(is_function("join"));
  CHECK(is_function("core::join"));
  CHECK(is_function("file"));
  CHECK(is_function("provider::aws::arn_parse"));
  CHECK_FALSE(is_function("joins"));
  CHECK_FALSE(is_function("try"));
  CHECK_FALSE(is_function(""));
  CHECK(error_of("joins", "[]") == "there is no function of this name");
}

TEST_CASE("errors say what is wrong") {
  CHECK(error_of("upper", "[]") == "needs 1 argument, not 0");
  CHECK(error_of("join", R"([","])") == "needs at least 2 arguments, not 1");
  CHECK(error_of("lookup", R"([{}, "a", 1, 2])") == "needs at most 3 arguments, not 4");
  CHECK(error_of("upper", "[null]") == "argument 1 must not be null");
  CHECK(error_of("upper", "[[]]") == "argument 1: a string is needed, not a list");
  CHECK(error_of("abs", R"(["x"])") == R"(argument 1: a number is needed, not "x")");
  CHECK(error_of("lookup", R"([{}, "a"])") == R"(the map has no "a")");
  CHECK(error_of("format", R"(["%s"])") == "there is no argument 1 to format");
  CHECK(error_of("format", R"(["%d", "x"])") == R"(%d: a number is needed, not "x")");
  CHECK(error_of("tolist", R"([[1, true]])") == "the elements have no type in common");
  CHECK(error_of("parseint", R"(["a\nb", 10])") == "a string is no integer of base 10");
  CHECK(error_of("merge", R"([[1]])") == "a map is needed, not a list");
}

TEST_CASE("old functions for lists and maps") {
  CHECK(called("list", R"(["a", 1])") == R"(["a","1"])");
  CHECK(called("map", R"(["a", 1, "b", "c"])") == R"({"a":"1","b":"c"})");
  CHECK(called("map", R"(["a"])") == "error");
}

TEST_CASE("characters that need all of Unicode are not counted") {
  CHECK(called("length", R"(["e\u0301"])") == R"("$unknown")");
  CHECK(called("strrev", R"(["👍🏽"])") == R"("$unknown")");
  CHECK(called("upper", R"(["ա"])") == R"("$unknown")");
  CHECK(called("length", R"(["日本\r\n"])") == "3");
  CHECK(called("format", R"(["%5s", "ա"])") == R"("$unknown")");
}

TEST_CASE("a scalar of YAML that this reader does not know is open") {
  CHECK(called("yamldecode", R"(["a: 2001-12-14\nb: 2"])") == R"({"a":"$unknown","b":2})");
  CHECK(called("yamldecode", R"(["!Ref x"])") == "error");
}

TEST_CASE("results are bounded") {
  const std::string hundred = fmt::format("[{}1]", repeated("1,", 99));
  CHECK(error_of("setproduct", fmt::format("[{0},{0},{0}]", hundred)) ==
        "more than 100000 combinations");
  CHECK(error_of("range", "[100000]") == "more than 1024 elements");
  CHECK(error_of("format", R"(["%99999d", 1])") == "a width beyond 10000");
  CHECK(error_of("indent", R"([2000000, "a\n"])") == "the result is longer than 1000000 bytes");
  const std::string large = repeated("a", 2000);
  CHECK(error_of("replace", fmt::format(R"(["{0}", "a", "{0}"])", large)) ==
        "the result is longer than 1000000 bytes");
  CHECK(error_of("replace", fmt::format(R"(["{0}", "/a/", "{0}"])", large)) ==
        "the result is longer than 1000000 bytes");
  CHECK(error_of("split", fmt::format(R"(["", "{}"])", repeated("a", 100'002))) ==
        "more than 100000 parts");
  CHECK(error_of("jsondecode", fmt::format(R"(["{}"])", repeated("[", 5000))) != "no error: null");
}

TEST_CASE("an anchor that doubles itself costs little") {
  std::string yaml = "a0: &a0 [x, x]\\n";
  for (int i = 1; i < 60; ++i) yaml += fmt::format("a{0}: &a{0} [*a{1}, *a{1}]\\n", i, i - 1);
  const auto result =
      call_function("yamldecode", json_value(fmt::format(R"(["{}"])", yaml)).items());
  REQUIRE(result);
  CHECK(result->weight() >= 1'000'000'000);
}

}  // namespace
}  // namespace ddblint
