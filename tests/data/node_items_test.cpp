#include "data/node_items.h"

#include <string>

#include "support/catch.h"
#include "syntax/parse.h"

using namespace ddblint;

TEST_CASE("node items: alone, in Item, in PutRequest; bad ones keep their place") {
  const Tree tree = parse_json(static_cast<FileId>(0), R"([
    {"pk": {"S": "a"}, "n": {"N": "-12.5"}, "m": {"M": {"x": {"L": [{"BOOL": true}]}}}},
    {"PutRequest": {"Item": {"pk": {"S": "b"}, "s": {"NS": ["1", "22"]}}}},
    {"Item": {"pk": {"S": "c"}}},
    {"Item": {"S": "an attribute"}},
    {"pk": {"S": "x"}, "bad": {"X": "y"}},
    7,
    {"pk": {"N": "one"}},
    {"z": {"NULL": true}, "b": {"B": "AAEC"}}
  ])");
  const ParsedItems items = parse_node_items(*tree.documents.at(0));
  REQUIRE(items.items.size() == 5);
  CHECK(items.items[0].size == 3 + 1 + 4 + 1 + 10);
  CHECK(items.items[1].size == 3 + 1 + 4);
  CHECK(items.items[1].record == 1);
  CHECK(items.items[2].size == 3);
  CHECK(items.items[3].size == 4 + 12);
  CHECK(items.items[4].record == 7);
  CHECK(items.items[4].size == 2 + 4);
  const Attribute& number = items.attributes[1];
  CHECK(number.name == "n");
  CHECK(number.type == ValueType::number);
  CHECK(number.value == "-12.5");
  REQUIRE(items.bad.size() == 3);
  CHECK(items.bad[0].line == 5);
  CHECK(items.bad[0].message == "attribute `bad`: `X` is no type of DynamoDB");
  CHECK(items.bad[1].line == 6);
  CHECK(items.bad[1].kind == BadRecordKind::not_an_item);
  CHECK(items.bad[2].message == "attribute `pk`: N cannot be `one`");
}
