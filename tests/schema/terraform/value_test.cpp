#include "schema/terraform/value.h"

#include <string>
#include <vector>

#include "schema/terraform/json_values.h"
#include "support/catch.h"

namespace ddblint {
namespace {

std::optional<double> number_of(std::string text) {
  return as_number(Value::string(std::move(text)));
}

TEST_CASE("numbers are written without exponent") {
  CHECK(number_text(0) == "0");
  CHECK(number_text(5) == "5");
  CHECK(number_text(-5) == "-5");
  CHECK(number_text(120) == "120");
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(-12.05) == "-12.05");
  CHECK(number_text(0.0000001) == "0.0000001");
  CHECK(number_text(1e21) == "1000000000000000000000");
  CHECK(number_text(1.5e21) == "1500000000000000000000");
  CHECK(number_text(9007199254740993.0) == "9007199254740992");
  CHECK(number_text(1e308 * 10) == "+Inf");
}

TEST_CASE("strings become numbers when all of them is one") {
  CHECK(number_of("5") == 5);
  CHECK(number_of("-5.25") == -5.25);
  CHECK(number_of("+5") == 5);
  CHECK(number_of(".5") == 0.5);
  CHECK(number_of("5.") == 5);
  CHECK(number_of("1e3") == 1000);
  for (const char* text : {"", " 5", "5 ", "0x10", "1_0", "inf", "-inf", "nan", "+-5", "-", "5a"}) {
    INFO(text);
    CHECK_FALSE(number_of(text));
  }
}

TEST_CASE("strings become truth values") {
  CHECK(as_truth(Value::string("true")) == true);
  CHECK(as_truth(Value::string("1")) == true);
  CHECK(as_truth(Value::string("false")) == false);
  CHECK(as_truth(Value::string("0")) == false);
  CHECK_FALSE(as_truth(Value::string("True")));
  CHECK_FALSE(as_truth(Value::number(1)));
}

TEST_CASE("primitives become text") {
  CHECK(as_text(Value::number(1.5)) == "1.5");
  CHECK(as_text(Value::boolean(true)) == "true");
  CHECK(as_text(Value::string("a")) == "a");
  CHECK_FALSE(as_text(Value::null()));
  CHECK_FALSE(as_text(Value::list({})));
}

TEST_CASE("a set is sorted, each element once, unknown and null at the end") {
  const Value open = Value::unknown({.expression = "x", .why = "open"});
  const Value set = Value::set(
      {open, Value::null(), Value::number(10), Value::number(9), Value::number(10), Value::null()});
  CHECK(set.is_set());
  CHECK(json(set) == R"([9,10,"$unknown",null])");
}

TEST_CASE("of equal keys the last entry holds") {
  const Value map =
      Value::map({{"b", Value::number(1)}, {"a", Value::number(2)}, {"b", Value::number(3)}});
  CHECK(json(map) == R"({"a":2,"b":3})");
  REQUIRE(map.find("b") != nullptr);
  CHECK(map.find("b")->number() == 3);
  CHECK(map.find("c") == nullptr);
  CHECK(Value::list({}).find("a") == nullptr);
}

TEST_CASE("places do not count in a comparison, unknown equals nothing") {
  const Value open = Value::unknown({.expression = "x", .why = "open"});
  CHECK(Value::string("a", Span{FileId{0}, 1, 2}) == Value::string("a"));
  CHECK_FALSE(Value::string("1") == Value::number(1));
  CHECK_FALSE(open == open);
  CHECK_FALSE(Value::list({open}) == Value::list({open}));
  CHECK_FALSE(Value::list({Value::map({{"a", open}})}).wholly_known());
}

}  // namespace
}  // namespace ddblint
