// What counts as data on the command line: examples that models keep, templates, empty files.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/definitions.h"
#include "support/scratch.h"

namespace ddblint {
namespace {

using nlohmann::json;
using test::holds;
using test::Result;
using test::Scratch;

/// A Workbench model of one table with these items, its list on line 10.
std::string workbench(const std::string& name, const std::string& items) {
  return R"({
  "ModelName": "Shop",
  "DataModel": [{
    "TableName": ")" +
         name + R"(",
    "KeyAttributes": {
      "PartitionKey": {"AttributeName": "id", "AttributeType": "S"},
      "SortKey": {"AttributeName": "at", "AttributeType": "N"}
    },
    "BillingMode": "PAY_PER_REQUEST",
    "TableData": [)" +
         items + R"(
    ]
  }]
})";
}

const std::string kTwo = R"(
      {"id": {"S": "a"}, "at": {"N": "1"}},
      {"id": {"S": "b"}, "at": {"N": "2"}})";

const std::string kTemplate =
    "Resources:\n"
    "  Orders:\n"
    "    Type: AWS::DynamoDB::Table\n"
    "    Properties:\n"
    "      BillingMode: PAY_PER_REQUEST\n"
    "      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
    "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n";

json profile_of(const Scratch& dir, const std::string& arguments) {
  const Result result = dir.run("profile -f json " + arguments);
  INFO(arguments);
  CHECK(result.code == 0);
  return result.code == 0 ? json::parse(result.out) : json();
}

/// Codes of the findings of a check, with their evidence.
std::vector<std::string> findings(const Scratch& dir, const std::string& arguments) {
  const Result result = dir.run("check -f json " + arguments);
  const json report = json::parse(result.out);
  std::vector<std::string> codes;
  for (const json& finding : report["findings"]) {
    codes.push_back(finding["code"].get<std::string>() + " " +
                    finding["evidence"].get<std::string>());
  }
  return codes;
}

TEST_CASE("a model's examples are data, given as data, as the table or as both") {
  const Scratch dir;
  dir.write("shop.json", workbench("Shop", kTwo));
  const json alone = profile_of(dir, "shop.json");
  CHECK(alone["table"] == "Shop");
  CHECK(alone["source"]["items"] == 2);
  CHECK(alone["source"]["examples"] == true);
  CHECK(alone["source"]["drawn"] == "file-head");
  CHECK(alone["source"]["formats"] == json({"examples beside a definition, DynamoDB JSON"}));
  CHECK(alone["keys"][0]["items"] == 2);
  CHECK(profile_of(dir, "--table shop.json") == alone);
  CHECK(profile_of(dir, "--table shop.json shop.json") == alone);
  CHECK(profile_of(dir, "shop.json#Shop") == alone);
  CHECK(profile_of(dir, "--keys id shop.json")["source"]["items"] == 2);
  CHECK(holds(dir.run("profile shop.json").out,
              "items  2, examples beside the definition: their numbers tell nothing"));
  CHECK(dir.run("profile shop.json -o x.ddbprofile > /dev/null").code == 0);
  CHECK(profile_of(dir, "x.ddbprofile")["source"] == alone["source"]);
}

TEST_CASE("of a model with several tables one is chosen") {
  const Scratch dir;
  dir.write("dynamodb_data_model.json", test::data_model());
  const Result open = dir.run("profile dynamodb_data_model.json 2>&1");
  CHECK(open.code == 2);
  CHECK(holds(open.out,
              "`dynamodb_data_model.json` defines 2 tables, choose one with #ID: Users, Orders"));
  CHECK(profile_of(dir, "dynamodb_data_model.json#Users")["source"]["items"] == 2);
  const Result none = dir.run("profile --table dynamodb_data_model.json#Orders 2>&1");
  CHECK(none.code == 2);
  CHECK(holds(none.out, "keeps no examples of the table"));
  const Result other =
      dir.run("profile --table dynamodb_data_model.json#Orders dynamodb_data_model.json 2>&1");
  CHECK(other.code == 2);
  CHECK(holds(other.out, "keeps no examples of table Orders (tables: Users, Orders)"));
}

TEST_CASE("check judges examples by proofs and formats alone") {
  const Scratch dir;
  // As skewed as can be, and as many as rules would like to have.
  std::string skewed;
  for (int i = 0; i < 400; ++i) {
    skewed += (i == 0 ? "\n" : ",\n") + std::string(R"({"id": {"S": "one"}, "at": {"N": ")") +
              std::to_string(i) + "\"}}";
  }
  dir.write("shop.json", workbench("Shop", skewed));
  CHECK(findings(dir, "shop.json --min-evidence measured").empty());
  dir.write("shop.json", workbench("Shop", kTwo + "," + kTwo));
  CHECK(findings(dir, "shop.json --min-evidence measured") ==
        std::vector<std::string>{"DDB405 measured"});
  dir.write("shop.json", workbench("Shop", kTwo + R"(, {"id": {"N": "1"}, "at": {"N": "3"}})"));
  CHECK(findings(dir, "shop.json --min-evidence measured") ==
        std::vector<std::string>{"DDB404 measured"});
  const Result text = dir.run("check shop.json");
  CHECK(holds(text.out, "shop.json:6:"));
  CHECK(holds(text.out, "measured in the examples beside the definition: 3 items"));
  // Data that are bound take the place of examples.
  dir.write("data.jsonl", R"({"Item": {"id": {"S": "a"}, "at": {"N": "1"}}})"
                          "\n");
  CHECK(findings(dir, "shop.json --min-evidence measured --data data.jsonl").empty());
}

TEST_CASE("examples that are no items are told at the model") {
  const Scratch dir;
  dir.write("shop.json", workbench("Shop", kTwo + ",\n{\"id\": {\"S\": 5}}"));
  const Result check = dir.run("check -f concise shop.json");
  CHECK(check.code == 1);
  CHECK(holds(check.out, "shop.json:4:"));
  CHECK(holds(check.out, "the first in line 13 of `shop.json`: attribute `id`: S takes a string"));
  const Result profile = dir.run("profile shop.json 2>&1");
  CHECK(profile.code == 2);
  CHECK(holds(profile.out, "shop.json:13: attribute `id`: S takes a string, not `5`"));
}

TEST_CASE("a definition that is given as data is refused") {
  const Scratch dir;
  dir.write("infra.yaml", kTemplate);
  dir.write("infra.tf",
            "resource \"aws_dynamodb_table\" \"t\" {\n  name = \"t\"\n  hash_key = \"id\"\n"
            "  attribute {\n    name = \"id\"\n    type = \"S\"\n  }\n}\n");
  dir.write("described.json",
            R"({"Table": {"TableName": "t", "TableStatus": "ACTIVE",
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}})");
  dir.write("data.jsonl", "{\"Item\": {\"id\": {\"S\": \"a\"}}}\n");
  for (const std::string file : {"infra.yaml", "infra.tf", "described.json"}) {
    INFO(file);
    const Result alone = dir.run("profile " + file + " 2>&1");
    CHECK(alone.code == 2);
    CHECK(holds(alone.out, "ddblint: " + file + ": defines table "));
    CHECK(holds(alone.out, "and holds no items; a definition is given with --table"));
    const Result beside = dir.run("profile data.jsonl " + file + " 2>&1");
    CHECK(beside.code == 2);
    CHECK(holds(beside.out, "items  1,"));
    CHECK(holds(beside.out, file + ": defines table "));
  }
  const Result bound = dir.run("check infra.yaml --data described.json 2>&1");
  CHECK(bound.code == 2);
  CHECK(holds(bound.out, "described.json: defines table t and holds no items; --data takes items"));
}

TEST_CASE("data without an item are a failure, but not beside others") {
  const Scratch dir;
  dir.write("infra.yaml", kTemplate);
  dir.write("empty.jsonl", "");
  dir.write("blank.jsonl", "\n\n");
  dir.write("data.jsonl", "{\"Item\": {\"id\": {\"S\": \"a\"}}}\n");
  const Result one = dir.run("profile empty.jsonl 2>&1");
  CHECK(one.code == 2);
  CHECK(holds(one.out, "empty.jsonl: holds no items"));
  CHECK(holds(dir.run("profile empty.jsonl blank.jsonl 2>&1").out,
              "empty.jsonl: holds no items, nor do the other 1 files"));
  CHECK(holds(dir.run("profile - < /dev/null 2>&1").out, "-: holds no items"));
  CHECK(dir.run("profile empty.jsonl data.jsonl").code == 0);
  const Result check = dir.run("check infra.yaml --data empty.jsonl 2>&1");
  CHECK(check.code == 2);
  CHECK(holds(check.out, "--data: empty.jsonl: holds no items"));
}

}  // namespace
}  // namespace ddblint
