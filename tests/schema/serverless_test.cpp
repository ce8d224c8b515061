#include "schema/serverless.h"

#include <string>

#include "schema/reading.h"
#include "support/catch.h"

using ddblint::Dialect;
using ddblint::open_values;
using ddblint::read;
using ddblint::Reading;
using ddblint::ReadOptions;
using ddblint::shown;

namespace {

constexpr const char* kTable =
    "    Orders:\n"
    "      Type: AWS::DynamoDB::Table\n"
    "      Properties:\n"
    "        AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
    "        KeySchema: [{AttributeName: id, KeyType: HASH}]\n";

std::string service(const std::string& name, const std::string& before) {
  return before + "resources:\n  Resources:\n" + kTable + "        TableName: " + name + "\n";
}

constexpr const char* kBefore = R"(service: shop
provider:
  name: aws
  stage: ${opt:stage, 'dev'}
  region: eu-west-1
params:
  default: {size: large}
custom:
  table: orders-${self:provider.stage}
  chain: ${self:custom.table}-x
  circle: ${self:custom.other}
  other: ${self:custom.circle}
  bystage: {dev: tiny, prod: huge}
  list: [first, second]
  throughput: {ReadCapacityUnits: 4, WriteCapacityUnits: 5}
  bomb0: ${self:custom.bomb1}${self:custom.bomb1}${self:custom.bomb1}${self:custom.bomb1}
  bomb1: ${self:custom.bomb2}${self:custom.bomb2}${self:custom.bomb2}${self:custom.bomb2}
  bomb2: ${self:custom.bomb0}${self:custom.bomb0}${self:custom.bomb0}${self:custom.bomb0}
  empty:
)";

std::string name(const std::string& expression, const ReadOptions& options = {}) {
  return shown(read(service(expression, kBefore), options).table().name);
}

std::string why(const std::string& expression) {
  const auto reading = read(service(expression, kBefore));
  return reading.table().name.unknown() ? reading.table().name.why_unknown().why : "known";
}

}  // namespace

TEST_CASE("tables under resources, as a mapping and as a list", "[serverless]") {
  const Reading mapping = read(service("orders", kBefore));
  CHECK(mapping.table().dialect == Dialect::serverless);
  CHECK(shown(mapping.table().key) == "id:S/HASH");
  const Reading list = read(
      "resources:\n"
      "  - ${file(other.yml)}\n"
      "  - Resources: {A: {Type: AWS::DynamoDB::Table}}\n"
      "  - Outputs: {}\n"
      "  - Resources: {B: {Type: AWS::DynamoDB::Table}}\n");
  REQUIRE(list.found.tables.size() == 2);
  CHECK(list.table(0).id == "A");
  CHECK(list.table(1).id == "B");
  CHECK(open_values(list) == "resources: ${file(other.yml)} is another file; check it as well\n");
}

TEST_CASE("resources that are another file", "[serverless]") {
  CHECK(open_values(read("resources: ${file(r.yml)}\n")) ==
        "resources: ${file(r.yml)} is another file; check it as well\n");
}

TEST_CASE("variables of the file itself", "[serverless]") {
  CHECK(name("${self:service}-orders") == "shop-orders");
  CHECK(name("${self:custom.table}") == "orders-dev");
  CHECK(name("${self:custom.chain}") == "orders-dev-x");
  CHECK(name("${self:custom.bystage.${self:provider.stage}}") == "tiny");
  CHECK(name("${self:custom.list.1}") == "second");
  CHECK(name("${self:custom.missing, 'fallback'}") == "fallback");
  CHECK(name("${self:custom.missing, self:service}") == "shop");
  CHECK(name("${self:custom.missing, \"a,b\"}") == "a,b");
  CHECK(name("${self:custom.missing, ${self:service}}") == "shop");
  CHECK(why("${self:custom.missing}") == "self:custom.missing is not set");
  CHECK(why("${self:custom.empty}") == "self:custom.empty is not set");
  CHECK(why("x-${self:custom.list}") == "self:custom.list is no text");
}

TEST_CASE("variables given at deployment, with their fallbacks", "[serverless]") {
  CHECK(name("t-${opt:stage, 'qa'}") == "t-qa");
  CHECK(name("t-${sls:stage}") == "t-dev");
  CHECK(name("t-${aws:region}") == "t-eu-west-1");
  CHECK(name("${param:size}") == "large");
  CHECK(name("${env:NAME, 'n'}") == "n");
  CHECK(why("${opt:other}") == "opt:other is given when the service is deployed");
  CHECK(why("${ssm:/a/b}") == "ssm:/a/b is given when the service is deployed");
  CHECK(why("${file(./config.yml):name}") ==
        "file(./config.yml):name is given when the service is deployed");
  CHECK(why("${file(./config.yml)}") == "file(./config.yml) is given when the service is deployed");
  const ReadOptions bound{.parameters = {{"stage", "prod"}, {"size", "xl"}, {"NAME", "env"}}};
  CHECK(name("${opt:stage, 'qa'}", bound) == "prod");
  CHECK(name("${sls:stage}", bound) == "prod");
  CHECK(name("${self:custom.table}", bound) == "orders-prod");
  CHECK(name("${self:custom.bystage.${self:provider.stage}}", bound) == "huge");
  CHECK(name("${param:size}", bound) == "xl");
  CHECK(name("${env:NAME}", bound) == "env");
  // A key of another file is not the option of that name.
  CHECK(name("${file(./config.yml):stage}", bound).front() == '?');
}

TEST_CASE("the stage is dev when nothing says otherwise", "[serverless]") {
  CHECK(shown(read(service("t-${sls:stage}", "service: s\n")).table().name) == "t-dev");
}

TEST_CASE("variables in a circle stay open", "[serverless]") {
  CHECK(why("${self:custom.circle}") == "its variables refer to each other");
  CHECK(why("${self:custom.bomb0}") == "its variables refer to each other");
  CHECK(why("${self:custom.circle, 'x'}") == "known");
}

TEST_CASE("a variable may name a part of the file", "[serverless]") {
  const Reading reading = read(service("x", kBefore) +
                               "        ProvisionedThroughput: ${self:custom.throughput}\n"
                               "        GlobalSecondaryIndexes: ${self:}\n");
  CHECK(reading.table().throughput.read.is(4));
  CHECK(reading.table().throughput.write.is(5));
  CHECK(reading.found.diagnostics.size() == 1);
}

TEST_CASE("CloudFormation's own variables stay open in plain text and work in Sub",
          "[serverless]") {
  CHECK(why("orders-${AWS::AccountId}") == "a variable that only the deployment resolves");
  CHECK(why("!Sub orders-${AWS::AccountId}") == "AWS::AccountId is set at deployment");
  CHECK(name("!Sub '${self:service}-orders'") == "shop-orders");
}

TEST_CASE("conditions that compare Serverless variables", "[serverless]") {
  const std::string text = std::string(kBefore) +
                           "resources:\n  Conditions:\n    P: !Equals ['${sls:stage}', prod]\n" +
                           "  Resources:\n" + kTable + "        TableName: !If [P, big, small]\n";
  CHECK(shown(read(text).table().name) == "small");
  CHECK(shown(read(text, {.parameters = {{"stage", "prod"}}}).table().name) == "big");
}
