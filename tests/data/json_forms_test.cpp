#include <string>

#include "data/memory_stream.h"

#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::test;

namespace {

/// An item as one line: name=type:value@size ..., then its size.
std::string shown(const ReadItem& item) {
  std::string text;
  for (const ReadAttribute& attribute : item.attributes) {
    text += attribute.name + "=" + std::string(to_string(attribute.type)) + ":" + attribute.value +
            "@" + std::to_string(attribute.size) + " ";
  }
  text += std::to_string(item.size);
  if (item.removed) text += " removed";
  if (item.keys_only) text += " keys only";
  return text;
}

std::vector<std::string> shown(const ReadFile& file) {
  std::vector<std::string> lines;
  for (const ReadItem& item : file.items) lines.push_back(shown(item));
  for (const BadRecord& bad : file.bad) {
    lines.push_back(std::to_string(bad.line) + ": " + bad.message);
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("json forms: export lines") {
  const ReadFile file = read_all(
      "{\"Item\":{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"12.5\"},\"m\":{\"M\":{\"x\":{\"L\":[{"
      "\"BOOL\":true}]}}}}}\n"
      "{\"Item\":{\"pk\":{\"S\":\"b\\u00e9\"},\"b\":{\"B\":\"AAEC\"},\"z\":{\"NULL\":true}}}\n");
  CHECK(shown(file) ==
        Lines{"pk=S:a@1 n=N:12.5@3 m=M:@10 18", "pk=S:b\xC3\xA9@3 b=B:AAEC@3 z=NULL:@1 11"});
  CHECK(file.context.format == DataFormat::dynamodb_json);
  CHECK(file.context.described == "DynamoDB JSON lines");
}

TEST_CASE("json forms: scan output") {
  const ReadFile file = read_all(R"({
    "Items": [
        {"pk": {"S": "a"}},
        {
            "pk": {"S": "b"}
        }
    ],
    "Count": 2,
    "ScannedCount": 2,
    "LastEvaluatedKey": {"pk": {"S": "b"}}
}
)");
  CHECK(shown(file) == Lines{"pk=S:a@1 3", "pk=S:b@1 3"});
  CHECK(file.context.order == RecordOrder::hash);
  CHECK(file.context.described == "scan output, DynamoDB JSON");
}

TEST_CASE("json forms: stream records") {
  const ReadFile file = read_all(R"({"Records": [
    {"eventID": "1", "eventName": "INSERT", "dynamodb":
      {"Keys": {"pk": {"S": "a"}}, "NewImage": {"pk": {"S": "a"}, "v": {"N": "1"}}}},
    {"eventID": "2", "eventName": "REMOVE", "dynamodb":
      {"Keys": {"pk": {"S": "a"}}, "OldImage": {"pk": {"S": "a"}, "v": {"N": "1"}}}},
    {"eventID": "3", "eventName": "MODIFY", "dynamodb": {"Keys": {"pk": {"S": "c"}}}}
  ]})");
  CHECK(shown(file) == Lines{"pk=S:a@1 v=N:1@2 6", "pk=S:a@1 3 removed", "pk=S:c@1 3 keys only"});
}

TEST_CASE("json forms: incremental export lines") {
  const ReadFile file = read_all(
      R"({"Metadata":{"WriteTimestampMicros":{"N":"1"}},"Keys":{"pk":{"S":"a"}},"NewImage":{"pk":{"S":"a"},"v":{"N":"1"}}}
{"Metadata":{"WriteTimestampMicros":{"N":"2"}},"Keys":{"pk":{"S":"b"}},"OldImage":{"pk":{"S":"b"},"v":{"N":"1"}}}
)");
  CHECK(shown(file) == Lines{"pk=S:a@1 v=N:1@2 6", "pk=S:b@1 3 removed"});
}

TEST_CASE("json forms: requests") {
  const ReadFile file = read_all(R"({"Orders": [
    {"PutRequest": {"Item": {"pk": {"S": "a"}}}},
    {"DeleteRequest": {"Key": {"pk": {"S": "b"}}}}]})");
  CHECK(shown(file) == Lines{"pk=S:a@1 3", "pk=S:b@1 3 removed"});
}

TEST_CASE("json forms: plain lines") {
  const ReadFile file = read_all(
      "{\"pk\":\"a\",\"n\":-1.50,\"t\":true,\"z\":null,\"l\":[1,\"x\"],\"m\":{\"k\":\"v\"}}\n");
  CHECK(shown(file) == Lines{"pk=S:a@1 n=N:-1.50@3 t=BOOL:true@1 z=NULL:@1 l=L:@8 m=M:@6 27"});
  CHECK(file.context.format == DataFormat::plain_json);
}
