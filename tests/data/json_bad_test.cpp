#include <string>
#include <vector>

#include "data/memory_stream.h"

#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::test;

namespace {

constexpr const char* kGood = "{\"a\":{\"S\":\"x\"}}\n";

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

struct BadLine {
  std::string line;
  BadRecordKind kind;
  std::string message;
};

std::string no_number(const std::string& text) {
  return "attribute `a`: `" + text +
         "` is no number of at most 38 digits between 1E-130 and 9.99E+125";
}

}  // namespace

TEST_CASE("json bad: one line of a file of DynamoDB JSON") {
  using Kind = BadRecordKind;
  const std::string nines(39, '9');
  const std::vector<BadLine> lines = {
      {R"({"a":{"S":"x"})", Kind::not_json, "`,` or `}` was expected, not the end"},
      {R"({"a":{"S":"x)", Kind::not_json, "a string is not closed"},
      {R"({"a":)", Kind::not_json, "a value was expected, not the end"},
      {repeated("[", 10'000), Kind::not_an_item, "an item is a JSON object, and this is none"},
      {"{\"a\":" + repeated("{\"L\":[", 10'000), Kind::too_deep,
       "attribute `a`: nested deeper than 100 levels"},
      {"{\"a\":{\"S\":\"\xFF\"}}", Kind::invalid_utf8, "byte 0xff is not UTF-8"},
      {"{\"a\":{\"S\":\"\xED\xA0\x80\"}}", Kind::invalid_utf8, "byte 0xed is not UTF-8"},
      {"{\"a\":{\"S\":\"" + std::string(1, '\0') + "\"}}", Kind::not_json,
       "a control character inside a string, where JSON wants an escape"},
      {std::string(1, '\0'), Kind::not_an_item, "an item is a JSON object, and this is none"},
      {R"({"a":{"N":")" + nines + R"("}})", Kind::bad_value, no_number(nines)},
      {R"({"a":{"N":"1E126"}})", Kind::bad_value, no_number("1E126")},
      {R"({"a":{"N":"1E-131"}})", Kind::bad_value, no_number("1E-131")},
      {R"({"a":{"N":"-"}})", Kind::bad_value, no_number("-")},
      {R"({"a":{"N":"."}})", Kind::bad_value, no_number(".")},
      {R"({"a":{"N":"1.2.3"}})", Kind::bad_value, no_number("1.2.3")},
      {R"({"a":{"S":"\ud800"}})", Kind::bad_value,
       "attribute `a`: `\\ud800` is half of a surrogate pair, which is no character"},
      {R"({"a":{"S":"\udc00x"}})", Kind::bad_value,
       "attribute `a`: `\\udc00` is half of a surrogate pair, which is no character"},
      {R"({"a":{"S":"\q"}})", Kind::bad_value, "attribute `a`: `\\q` is no escape"},
      {R"({"Item":[]})", Kind::not_an_item, "an item is a JSON object, and this is none"},
      {R"({"Item":{"a":{}}})", Kind::bad_value,
       R"(attribute `a`: a typed value such as {"S": "text"} was expected, not an empty object)"},
      {R"({"Item":{}})", Kind::not_an_item, "an object without attributes"},
      {R"({})", Kind::not_an_item, "an object without attributes"},
      {R"({"a":{"S":1}})", Kind::bad_value, "attribute `a`: S takes a string, not `1`"},
      {R"({"a":{"S":"x","N":"1"}})", Kind::bad_value,
       "attribute `a`: a value has one type, this one has several"},
      {R"({"a":{"X":"x"}})", Kind::bad_value, "attribute `a`: `X` is no type of DynamoDB"},
      {R"({"a":{"B":"x"}})", Kind::bad_value, "attribute `a`: `x` is not base64"},
      {R"({"a":{"SS":[]}})", Kind::bad_value, "attribute `a`: a set cannot be empty"},
      {R"({"a":{"SS":[1]}})", Kind::bad_value, "attribute `a`: a set takes strings, not `1`"},
      {R"({"a":{"BOOL":"true"}})", Kind::bad_value,
       "attribute `a`: BOOL takes true or false, not `\"true\"`"},
      {R"({"a":{"NULL":false}})", Kind::bad_value, "attribute `a`: NULL takes true, not `false`"},
      {R"({"a":{"M":[]}})", Kind::bad_value, "attribute `a`: M takes an object, not an array"},
      {R"({"a":{"S":"x"},"a":{"S":"y"}})", Kind::bad_value, "`a` stands twice in one object"},
      {R"({"a":{"S":"x"},"\u0061":{"S":"y"}})", Kind::bad_value, "`a` stands twice in one object"},
      {R"({"a":{"M":{"b":{"M":{"c":{"BOOL":1}}}}}})", Kind::bad_value,
       "attribute `a.b.c`: BOOL takes true or false, not `1`"},
      {R"({"":{"S":"x"}})", Kind::bad_value, "an attribute without a name"},
      {R"({"a":{"S":"x"}} more)", Kind::not_json, "something stands after the end of the object"},
      {R"({"a":{"S":"x"},})", Kind::not_json, "a name in double quotes was expected, not `}`"},
      {R"({"a" {"S":"x"}})", Kind::not_json, "`:` was expected, not an object"},
      {"not json", Kind::not_an_item, "an item is a JSON object, and this is none"},
      {R"({"eventID":"1","dynamodb":{}})", Kind::not_an_item, "a stream record without Keys"},
      {R"({"kinesis":{"data":"!!!"}})", Kind::bad_value,
       "kinesis.data: 3 characters are no base64, which comes in fours"},
  };
  for (const BadLine& bad : lines) {
    const ReadFile file = read_all(kGood + bad.line + "\n" + kGood + kGood);
    INFO(bad.line.substr(0, 100));
    CHECK(file.items.size() == 3);
    REQUIRE(file.bad.size() == 1);
    CHECK(file.bad[0].line == 2);
    CHECK(file.bad[0].kind == bad.kind);
    CHECK(file.bad[0].message == bad.message);
  }
}

TEST_CASE("json bad: numbers at the limits are good") {
  for (const char* number : {"99999999999999999999999999999999999999", "9.99E+125", "1E-130", "-0",
                             "0E999", "+1.50", ".5", "5.", "000"}) {
    const ReadFile file = read_all(R"({"a":{"N":")" + std::string(number) + R"("}})");
    INFO(number);
    CHECK(file.bad.empty());
    REQUIRE(file.items.size() == 1);
    CHECK(file.items[0].attributes[0].value == number);
  }
}

TEST_CASE("json bad: a line over the limit is passed over") {
  RecordOptions options;
  options.batch_bytes = 1000;
  options.record_limit = 5000;
  const std::string text =
      kGood + std::string("{\"a\":{\"S\":\"") + std::string(10'000'000, 'x') + "\"}}\n" + kGood;
  const ReadFile file = read_all(text, options);
  CHECK(file.items.size() == 2);
  REQUIRE(file.bad.size() == 1);
  CHECK(file.bad[0].line == 2);
  CHECK(file.bad[0].kind == BadRecordKind::too_long);
  CHECK(file.bad[0].message == "longer than 5000 bytes; an item of DynamoDB has at most 400 KB");
}

TEST_CASE("json bad: an item over the limit inside a document is passed over") {
  RecordOptions options;
  options.batch_bytes = 1000;
  options.record_limit = 5000;
  const std::string text = "{\"Items\":[\n" + std::string(R"({"a":{"S":"x"}},)") + "\n" +
                           R"({"a":{"S":")" + std::string(1'000'000, 'x') + "\"}},\n" +
                           R"({"a":{"S":"z"}}],"Count":3})";
  const ReadFile file = read_all(text, options);
  CHECK(file.items.size() == 2);
  REQUIRE(file.bad.size() == 1);
  CHECK(file.bad[0].line == 3);
  CHECK(file.bad[0].kind == BadRecordKind::too_long);
}

TEST_CASE("json bad: documents that break off or apart") {
  ReadFile file = read_all("{\"Items\":[{\"a\":{\"S\":\"x\"}},\n{\"a\":{\"S\":\"y\"}");
  CHECK(file.items.size() == 1);
  REQUIRE(file.bad.size() == 1);
  CHECK(file.bad[0].line == 2);
  CHECK(file.bad[0].message == "the file ends inside an object");

  file = read_all("[{\"a\":{\"S\":\"x\"}},\n{\"a\":{\"S\":\"y}},\n{\"a\":{\"S\":\"z\"}}]");
  CHECK(file.items.size() == 2);
  REQUIRE(file.bad.size() == 1);
  CHECK(file.bad[0].line == 2);
  CHECK(file.bad[0].message == "a string runs over the end of its line");

  file = read_all("{\"Items\":[{\"a\":{\"S\":\"x\"}},\n 5,\n {\"a\":\n {\"S\":1}}],\"Count\":1}");
  CHECK(file.items.size() == 1);
  REQUIRE(file.bad.size() == 2);
  CHECK(file.bad[0].line == 2);
  CHECK(file.bad[0].kind == BadRecordKind::not_an_item);
  CHECK(file.bad[1].line == 4);
  CHECK(file.bad[1].message == "attribute `a`: S takes a string, not `1`");
}

TEST_CASE("json bad: empty files and byte order marks") {
  CHECK(read_all("").items.empty());
  CHECK(read_all("").bad.empty());
  CHECK(read_all(" \n\n ").bad.empty());
  const ReadFile marked = read_all(std::string("\xEF\xBB\xBF") + kGood);
  CHECK(marked.items.size() == 1);
  CHECK(marked.bad.empty());
}

TEST_CASE("json bad: what was read before the stream broke is handed over") {
  const ReadFile file =
      read_all(repeated(kGood, 10'000) + R"({"a":{"S":)", {}, {}, "the file is cut off");
  CHECK(file.items.size() == 10'000);
  CHECK(file.error == "the file is cut off");
  CHECK(file.bad.empty());
}
