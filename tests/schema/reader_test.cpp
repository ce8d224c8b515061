#include "schema/reader.h"

#include <string>
#include <vector>

#include "schema/reading.h"
#include "support/catch.h"

using ddblint::could_define_table;
using ddblint::FileId;
using ddblint::orders;
using ddblint::ParameterFile;
using ddblint::parse;
using ddblint::read;
using ddblint::Reading;
using ddblint::summary;

namespace {

ParameterFile parameters(const std::string& text) {
  return ddblint::read_parameters(parse(FileId{0}, "p.json", text));
}

std::vector<std::string> summaries(const Reading& reading) {
  std::vector<std::string> out;
  for (const auto& definition : reading.found.tables) {
    for (const auto& variant : definition.variants) {
      out.push_back(summary(variant.table) + std::string(reading.source(variant.table.span)));
    }
  }
  return out;
}

constexpr const char* kTemplate = R"({
  "Parameters": {"Env": {"Type": "String", "Default": "dev", "AllowedValues": ["dev", "prod"]}},
  "Conditions": {"Prod": {"Fn::Equals": [{"Ref": "Env"}, "prod"]}},
  "Resources": {
    "One": {"Type": "AWS::DynamoDB::Table", "Properties": {
      "TableName": {"Fn::Sub": "one-${Env}"},
      "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
      "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
      "BillingMode": {"Fn::If": ["Prod", "PROVISIONED", "PAY_PER_REQUEST"]}}},
    "Topic": {"Type": "AWS::SNS::Topic"},
    "Two": {"Type": "AWS::DynamoDB::GlobalTable", "Properties": {
      "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
      "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
      "Replicas": [{"Region": "eu-west-1"}]}},
    "Three": {"Type": "AWS::Serverless::SimpleTable"}
  },
  "Outputs": {"Name": {"Value": {"Ref": "One"}}}
})";

}  // namespace

TEST_CASE("a JSON template cut anywhere gives the first of its tables, unchanged",
          "[reader][property]") {
  const std::string text = kTemplate;
  const auto whole = summaries(read(text, {}, "t.json"));
  REQUIRE(whole.size() == 4);
  std::size_t most = 0;
  for (std::size_t cut = 0; cut < text.size(); ++cut) {
    const Reading reading = read(text.substr(0, cut), {}, "t.json");
    const auto part = summaries(reading);
    CAPTURE(cut);
    REQUIRE_FALSE(reading.tree.complete);
    REQUIRE(part.size() >= most);
    REQUIRE(part.size() <= whole.size());
    REQUIRE(std::equal(part.begin(), part.end(), whole.begin()));
    most = part.size();
  }
  CHECK(most == whole.size());
}

TEST_CASE("cut descriptions give the first of them, unchanged", "[reader][property]") {
  const std::string table = R"({"Table": {"TableName": "t",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "ItemCount": 12345}})";
  for (const std::string& text :
       {"[" + table + ", " + table + "]", table + "\n" + table, "{\"a\": [" + table + "]}"}) {
    const auto whole = summaries(read(text, {}, "t.json"));
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
      CAPTURE(cut);
      const auto part = summaries(read(text.substr(0, cut), {}, "t.json"));
      REQUIRE(part.size() <= whole.size());
      REQUIRE(std::equal(part.begin(), part.end(), whole.begin()));
    }
  }
}

TEST_CASE("a YAML template cut anywhere keeps every table but the last", "[reader][property]") {
  // The end of a YAML text is no break, so the last table may be whatever stands there.
  const std::string text = R"(Parameters:
  Env: {Type: String, Default: dev}
Resources:
  One:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub "one-${Env}"
      AttributeDefinitions:
        - AttributeName: id
          AttributeType: S
      KeySchema:
        - {AttributeName: id, KeyType: HASH}
  Two:
    Type: AWS::DynamoDB::Table
    Properties: {TableName: 'two', BillingMode: PAY_PER_REQUEST}
  Topic:
    Type: AWS::SNS::Topic
  Three:
    Type: AWS::Serverless::SimpleTable
)";
  const auto whole = summaries(read(text));
  REQUIRE(whole.size() == 3);
  for (std::size_t cut = 0; cut < text.size(); ++cut) {
    CAPTURE(cut);
    const Reading reading = read(text.substr(0, cut));
    const auto part = summaries(reading);
    REQUIRE(part.size() <= whole.size());
    if (part.empty()) continue;
    REQUIRE(std::equal(part.begin(), part.end() - 1, whole.begin()));
    // What is reported as broken is not also read as a table.
    if (!reading.tree.complete) REQUIRE(part.back() == whole[part.size() - 1]);
  }
}

TEST_CASE("an error in a later resource keeps the tables before it", "[reader]") {
  const std::string good = orders("");
  for (const char* broken : {"  Bad:\n    Type: AWS::DynamoDB::Table\n    Properties: {a: [1, 2\n",
                             "  Bad:\n    Type: \"AWS::DynamoDB::Table\" x\n", "  Bad: 'open\n",
                             " Bad:\n    x: 1\n", "  Bad: &x [*x\n", "  Bad:\n\tType: x\n"}) {
    CAPTURE(broken);
    const Reading reading = read(good + broken + "---\n" + good);
    CHECK_FALSE(reading.tree.complete);
    CHECK_FALSE(reading.tree.diagnostics.empty());
    REQUIRE(reading.found.tables.size() == 2);
    CHECK(summary(reading.table(0)) == summary(reading.table(1)));
  }
}

TEST_CASE("a table that the break cuts is not read", "[reader]") {
  const Reading reading = read(orders("") + "  Bad:\n    Type: AWS::DynamoDB::Table\n    X: [\n");
  REQUIRE(reading.found.tables.size() == 1);
  CHECK(reading.table().id == "Orders");
}

TEST_CASE("every document of a file is read", "[reader]") {
  const Reading reading = read(orders("") + "---\n# none\n---\n" + orders("") + "---\n5\n");
  CHECK(reading.found.tables.size() == 2);
}

TEST_CASE("files that only look like definitions give none", "[reader]") {
  const std::vector<std::string> texts = {
      // A unit test of a policy: the template is data.
      "- name: encrypted\n  input:\n    Resources:\n      T:\n        Type: AWS::DynamoDB::Table\n"
      "        Properties:\n          AttributeDefinitions: []\n          KeySchema: []\n"
      "  expectations: {rules: {r: PASS}}\n",
      // A recording of calls.
      R"({"interactions": [{"request": {"body": "{\"AttributeDefinitions\":[],\"KeySchema\":[]}"}}]})",
      R"({"request": {"AttributeDefinitions": [], "KeySchema": []}})",
      R"({"operation": "CreateTable", "params": {"AttributeDefinitions": [], "KeySchema": []}})",
      // Permissions, and documentation of the API.
      "Statement: [{Action: 'dynamodb:*', Resource: 'AWS::DynamoDB::Table'}]\n",
      "shapes: {TableDescription: {members: {AttributeDefinitions: {}, KeySchema: {}}}}\n",
      "AWS::DynamoDB::Table\n", "- AWS::DynamoDB::Table\n", "", "5\n", "null\n"};
  for (const auto& text : texts) {
    CAPTURE(text);
    CHECK(read(text).found.tables.empty());
  }
}

TEST_CASE("the cheap look", "[reader]") {
  CHECK(could_define_table("x AWS::DynamoDB::Table y"));
  CHECK(could_define_table("AWS::Serverless::SimpleTable"));
  CHECK(could_define_table("KeySchema AttributeDefinitions"));
  CHECK_FALSE(could_define_table("KeySchema"));
  CHECK_FALSE(could_define_table("AttributeDefinitions"));
  CHECK_FALSE(could_define_table(""));
  CHECK_FALSE(could_define_table("AWS::S3::Bucket"));
}

TEST_CASE("parameter files of every form", "[reader]") {
  const auto list = parameters(
      R"([{"ParameterKey": "A", "ParameterValue": "1"}, {"ParameterKey": "B", "ParameterValue": 2}])");
  CHECK(list.diagnostics.empty());
  CHECK(list.values == std::map<std::string, std::string>{{"A", "1"}, {"B", "2"}});
  CHECK(parameters(R"({"Parameters": {"A": "1"}})").values.at("A") == "1");
  CHECK(parameters(R"({"A": "1", "B": true})").values.at("B") == "true");
  CHECK(parameters(R"({"Parameters": [{"ParameterKey": "A", "ParameterValue": "1"}]})")
            .values.at("A") == "1");
}

TEST_CASE("wrong parameters are reported", "[reader]") {
  const auto nested = parameters(R"({"A": {"x": 1}, "B": "2"})");
  REQUIRE(nested.diagnostics.size() == 1);
  CHECK(nested.diagnostics[0].message == "a parameter needs a name and a text");
  CHECK(nested.diagnostics[0].span.begin == 1);
  CHECK(nested.values.at("B") == "2");
  const auto missing = parameters(R"([{"ParameterKey": "A"}, {"ParameterValue": "x"}])");
  CHECK(missing.diagnostics.size() == 2);
  for (const auto& diagnostic : missing.diagnostics) CHECK(diagnostic.span.valid());
  const auto broken = parameters("{");
  CHECK(broken.diagnostics.size() == 1);
}
