#include <string>

#include "schema/reading.h"
#include "support/catch.h"

using ddblint::complaints;
using ddblint::names;
using ddblint::orders;
using ddblint::read;
using ddblint::Reading;
using ddblint::ReadOptions;
using ddblint::shown;

namespace {

constexpr const char* kBefore = R"(Parameters:
  Env: {Type: String, Default: dev}
  Bare: {Type: String}
  Empty: {Type: String, Default: ""}
  Count: {Type: Number, Default: 7}
  List: {Type: CommaDelimitedList, Default: "a, b ,c"}
  Numbers: {Type: List<Number>, Default: "1,2"}
  Store: {Type: "AWS::SSM::Parameter::Value<String>", Default: /path}
Mappings:
  Sizes:
    dev: {Read: 5, Names: [x, y], Nested: !Ref Env}
    prod: {Read: 50}
)";

/// What `TableName: <expression>` reads as.
std::string name(const std::string& expression, const ReadOptions& options = {}) {
  return shown(
      read(orders("      TableName: " + expression + "\n", kBefore), options).table().name);
}

/// Why it stays open.
std::string why(const std::string& expression, const ReadOptions& options = {}) {
  const auto reading = read(orders("      TableName: " + expression + "\n", kBefore), options);
  return reading.table().name.unknown() ? reading.table().name.why_unknown().why : "known";
}

}  // namespace

TEST_CASE("Ref gives a parameter's default", "[evaluator]") {
  CHECK(name("!Ref Env") == "dev");
  CHECK(name("{Ref: Env}") == "dev");
  CHECK(name("!Ref Empty").empty());
  CHECK(name("!Ref Count") == "7");
  CHECK(why("!Ref Bare") == "parameter Bare has no default");
  CHECK(why("!Ref Store") == "parameter Store is read from the parameter store");
  CHECK(why("!Ref AWS::Region") == "AWS::Region is set at deployment");
  CHECK(why("!Ref Orders") == "the name of resource Orders is known after deployment");
  CHECK(why("!Ref Nothing") == "nothing in the template is called Nothing");
}

TEST_CASE("a bound parameter replaces its default", "[evaluator]") {
  const ReadOptions options{
      .parameters = {
          {"Env", "prod"}, {"Bare", "x"}, {"AWS::Region", "eu-west-1"}, {"List", "p,q"}}};
  CHECK(name("!Ref Env", options) == "prod");
  CHECK(name("!Ref Bare", options) == "x");
  CHECK(name("!Sub ${Env}-${AWS::Region}", options) == "prod-eu-west-1");
  CHECK(name("!Select [1, !Ref List]", options) == "q");
}

TEST_CASE("an open value carries its expression on one line and its place", "[evaluator]") {
  const Reading reading =
      read(orders("      TableName: !Join\n        - '-'\n        -   [a,  !Ref Bare]\n", kBefore));
  const auto& setting = reading.table().name;
  REQUIRE(setting.unknown());
  CHECK(setting.why_unknown().expression == "!Join - '-' - [a, !Ref Bare]");
  CHECK(reading.source(setting.span()).starts_with("!Join\n"));
  CHECK(reading.source(setting.span()).ends_with("!Ref Bare]"));
}

TEST_CASE("a long expression is cut between characters", "[evaluator]") {
  for (std::size_t lead = 0; lead < 4; ++lead) {
    std::string text(lead, 'x');
    for (int i = 0; i < 100; ++i) text += "\U0001F600";
    const auto expression = read(orders("      TableName: !Sub '${Bare}" + text + "'\n", kBefore))
                                .table()
                                .name.why_unknown()
                                .expression;
    CHECK(expression.size() <= 163);
    CHECK(expression.ends_with("\U0001F600..."));
  }
}

TEST_CASE("Sub puts in parameters, variables and literals", "[evaluator]") {
  CHECK(name("!Sub orders-${Env}") == "orders-dev");
  CHECK(name("!Sub '${Env}${Count}${Env}'") == "dev7dev");
  CHECK(name("{'Fn::Sub': 'o-${Env}'}") == "o-dev");
  CHECK(name("!Sub plain") == "plain");
  CHECK(name("!Sub ['${A}-${Env}', {A: !Sub 'x${Count}'}]") == "x7-dev");
  CHECK(name("!Sub ['${Env}', {Env: own}]") == "own");
  CHECK(name("!Sub '${!Literal}'") == "${Literal}");
  CHECK(name("!Sub 'a${unclosed'") == "a${unclosed");
  CHECK(why("!Sub '${Bare}'") == "parameter Bare has no default");
  CHECK(why("!Sub '${Orders.Arn}'") == "an attribute of a resource is known after deployment");
  CHECK(why("!Sub '${AWS::StackName}-x'") == "AWS::StackName is set at deployment");
  CHECK(why("!Sub '${List}'") == "List is no text");
  CHECK(why("!Sub {a: b}") == "Sub needs a text");
}

TEST_CASE("Join, Select and Split", "[evaluator]") {
  CHECK(name("!Join ['-', [a, !Ref Env, c]]") == "a-dev-c");
  CHECK(name("!Join ['', []]").empty());
  CHECK(name("!Join [',', !Ref List]") == "a,b,c");
  CHECK(name("!Join ['/', [x, !Ref List, !Ref Numbers]]") == "x/a/b/c/1/2");
  CHECK(name("!Join ['-', [a, !Ref AWS::NoValue, b]]") == "a-b");
  CHECK(name("!Join ['-', !Split ['.', a.b.c]]") == "a-b-c");
  CHECK(name("!Select [0, [x, y]]") == "x");
  CHECK(name("!Select ['1', !Ref List]") == "b");
  CHECK(name("!Select [1, !Split ['-', 'orders-dev-x']]") == "dev");
  CHECK(name("!Select [!Ref Count, [a]]") == "?!Select [!Ref Count, [a]]");
  CHECK(why("!Select [2, [x, y]]") == "the Select cannot be evaluated here");
  CHECK(why("!Select [-1, [x, y]]") == "the Select cannot be evaluated here");
  CHECK(why("!Join ['-', [a, !GetAtt X.Y]]") == "a part of the Join is known only at deployment");
  CHECK(why("!Join [a]") == "Join needs a separator and a list");
  CHECK(why("!Join x") == "Join needs a separator and a list");
  CHECK(why("!Select x") == "Select needs an index and a list");
}

TEST_CASE("FindInMap", "[evaluator]") {
  CHECK(name("!FindInMap [Sizes, dev, Read]") == "5");
  CHECK(name("!FindInMap [Sizes, !Ref Env, Read]") == "5");
  CHECK(name("!FindInMap [Sizes, !Ref Env, Nested]") == "dev");
  CHECK(name("!Select [1, !FindInMap [Sizes, dev, Names]]") == "y");
  CHECK(name("!FindInMap [Sizes, none, Read, {DefaultValue: 9}]") == "9");
  CHECK(name("!FindInMap [Sizes, prod, Read]", {.parameters = {{"Env", "prod"}}}) == "50");
  CHECK(why("!FindInMap [Sizes, none, Read]") == "the map has no such entry");
  CHECK(why("!FindInMap [None, dev, Read]") == "the map has no such entry");
  CHECK(why("!FindInMap [Sizes, !Ref AWS::Region, Read]") == "AWS::Region is set at deployment");
  CHECK(why("!FindInMap [Sizes, dev]") == "FindInMap needs a map and two keys");
}

TEST_CASE("functions that only the deployment evaluates", "[evaluator]") {
  CHECK(why("!GetAtt A.B") == "an attribute of a resource is known after deployment");
  CHECK(why("!ImportValue x") == "the export of another stack");
  CHECK(why("{'Fn::Transform': {Name: x}}") == "a macro that runs at deployment");
  CHECK(why("!Base64 x") == "Base64 is evaluated at deployment");
  CHECK(why("!Unheard x") == "Unheard is evaluated at deployment");
  CHECK(why("!If [Nope, a]") == "If needs a condition and two values");
}

TEST_CASE("AWS::NoValue takes away a property, an element and an entry", "[evaluator]") {
  const Reading reading = read(orders(
      "      BillingMode: !Ref AWS::NoValue\n"
      "      ProvisionedThroughput: {ReadCapacityUnits: !Ref AWS::NoValue, WriteCapacityUnits: 3}\n"
      "      StreamSpecification: {Ref: AWS::NoValue}\n"
      "      GlobalSecondaryIndexes:\n"
      "        - !Ref AWS::NoValue\n"
      "        - {IndexName: kept, KeySchema: [], Projection: {ProjectionType: ALL}}\n"));
  CHECK(complaints(reading).empty());
  const auto& table = reading.table();
  CHECK(table.billing_mode.absent());
  CHECK(table.throughput.read.absent());
  CHECK(table.throughput.write.is(3));
  CHECK(table.stream_enabled.absent());
  CHECK_FALSE(table.stream_span.valid());
  CHECK(names(table.global_indexes) == "kept");
  CHECK(table.global_indexes.whole());
}

TEST_CASE("lists that are an expression, or hold one", "[evaluator]") {
  const Reading reading =
      read(orders("      GlobalSecondaryIndexes: !FindInMap [A, B, C]\n"
                  "      LocalSecondaryIndexes:\n"
                  "        - {IndexName: one}\n"
                  "        - !GetAtt X.Y\n"));
  const auto& table = reading.table();
  CHECK(table.global_indexes.unknown.has_value());
  CHECK_FALSE(table.global_indexes.whole());
  CHECK_FALSE(table.global_indexes.absent());
  CHECK(names(table.local_indexes) == "one ?!GetAtt X.Y");
  CHECK_FALSE(table.local_indexes.whole());
}

TEST_CASE("a list of texts that a function makes is a list", "[evaluator]") {
  const Reading reading =
      read(orders("      GlobalSecondaryIndexes:\n"
                  "        - IndexName: one\n"
                  "          KeySchema: !Ref List\n"
                  "          Projection: {ProjectionType: INCLUDE, NonKeyAttributes: !Ref List}\n",
                  kBefore));
  const auto& index = reading.table().global_indexes.items.at(0);
  REQUIRE(index.projection.non_key_attributes.items.size() == 3);
  CHECK(index.projection.non_key_attributes.items[1].is("b"));
  // Texts are no key elements.
  CHECK(complaints(reading) == "!Ref List: this should be a mapping\n");
}

TEST_CASE("an open name or definition leaves a key's type open", "[evaluator]") {
  const auto key = [](const std::string& attributes, const std::string& name) {
    return shown(read("Parameters: {Bare: {Type: String}}\nResources:\n  T:\n"
                      "    Type: AWS::DynamoDB::Table\n    Properties:\n"
                      "      AttributeDefinitions: " +
                      attributes +
                      "\n"
                      "      KeySchema: [{AttributeName: " +
                      name + ", KeyType: HASH}]\n")
                     .table()
                     .key);
  };
  CHECK(key("[{AttributeName: id, AttributeType: S}]", "id") == "id:S/HASH");
  CHECK(key("[{AttributeName: id, AttributeType: S}]", "no") == "no:-/HASH");
  CHECK(key("[{AttributeName: id, AttributeType: !Ref Bare}]", "id") == "id:?!Ref Bare/HASH");
  CHECK(key("[{AttributeName: !Ref Bare, AttributeType: S}]", "id") == "id:?/HASH");
  CHECK(key("[{AttributeName: id, AttributeType: S}]", "!Ref Bare") ==
        "?!Ref Bare:?!Ref Bare/HASH");
  CHECK(key("[!GetAtt X.Y, {AttributeName: id, AttributeType: N}]", "id") == "id:N/HASH");
  CHECK(key("[!GetAtt X.Y]", "id") == "id:?/HASH");
  CHECK(key("!GetAtt X.Y", "id") == "id:?!GetAtt X.Y/HASH");
}

TEST_CASE("expressions that aliases multiply come to an end", "[evaluator]") {
  std::string text = "A0: &a0 !Join ['', [x, x]]\n";
  for (int i = 1; i < 60; ++i) {
    text += fmt::format("A{}: &a{} !Join ['', [*a{}, *a{}]]\n", i, i, i - 1, i - 1);
  }
  const Reading reading = read(orders("      TableName: *a59\n", text));
  CHECK(reading.table().name.unknown());
}

TEST_CASE("expressions nested deeply stay open", "[evaluator]") {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "{'Fn::Join': ['', [";
  text += "x";
  for (int i = 0; i < 200; ++i) text += "]]}";
  CHECK(name(text).front() == '?');
}
