#include "schema/template.h"

#include <string>
#include <vector>

#include "schema/reading.h"
#include "support/catch.h"

using ddblint::as_intrinsic;
using ddblint::FileId;
using ddblint::parse_yaml;
using ddblint::read;
using ddblint::Reading;
using ddblint::ReadOptions;
using ddblint::shown;

namespace {

/// A template with one loop over tables; the body names them by the variable.
std::string loop(const std::string& collection, const std::string& id = "Orders${Name}",
                 const std::string& name = "!Sub 'orders-${Name}'") {
  return "Parameters:\n"
         "  Names: {Type: CommaDelimitedList, Default: 'A, B'}\n"
         "  Bare: {Type: CommaDelimitedList}\n"
         "  One: {Type: String, Default: X}\n"
         "Transform: AWS::LanguageExtensions\n"
         "Resources:\n"
         "  Fn::ForEach::Tables:\n"
         "    - Name\n"
         "    - " +
         collection +
         "\n"
         "    - " +
         id +
         ":\n"
         "        Type: AWS::DynamoDB::Table\n"
         "        Properties:\n"
         "          TableName: " +
         name +
         "\n"
         "          AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
         "          KeySchema: [{AttributeName: id, KeyType: HASH}]\n";
}

/// `id=name` of each table.
std::string tables(const Reading& reading) {
  std::string out;
  for (const auto& definition : reading.found.tables) {
    out += definition.first().id + "=" + shown(definition.first().name) + " ";
  }
  return out;
}

}  // namespace

TEST_CASE("short and long forms of functions", "[template]") {
  const auto name = [](std::string_view text) {
    const auto tree = parse_yaml(FileId{0}, text);
    const auto call = as_intrinsic(*tree.documents.at(0));
    return call ? std::string(call->name) : "-";
  };
  CHECK(name("!Ref A") == "Ref");
  CHECK(name("{Ref: A}") == "Ref");
  CHECK(name("!Sub A") == "Sub");
  CHECK(name("{'Fn::Sub': A}") == "Sub");
  CHECK(name("!GetAtt a.b") == "GetAtt");
  CHECK(name("{Condition: A}") == "Condition");
  CHECK(name("{Condition: {a: b}}") == "-");
  CHECK(name("{Ref: A, B: C}") == "-");
  CHECK(name("{'Fn::ForEach::X': []}") == "-");
  CHECK(name("{Sub: A}") == "-");
  CHECK(name("plain") == "-");
  CHECK(name("[a]") == "-");
}

TEST_CASE("ForEach over literals, parameters and functions", "[template]") {
  CHECK(tables(read(loop("[P, Q]"))) == "OrdersP=orders-P OrdersQ=orders-Q ");
  CHECK(tables(read(loop("!Ref Names"))) == "OrdersA=orders-A OrdersB=orders-B ");
  CHECK(tables(read(loop("[!Ref One, Y]"))) == "OrdersX=orders-X OrdersY=orders-Y ");
  CHECK(tables(read(loop("!Split ['|', 'a|b']"))) == "Ordersa=orders-a Ordersb=orders-b ");
  CHECK(tables(read(loop("!Ref Names"), {.parameters = {{"Names", "C, D"}}})) ==
        "OrdersC=orders-C OrdersD=orders-D ");
  CHECK(tables(read(loop("[P]", "Orders${Name}", "!Ref Name"))) == "OrdersP=P ");
  CHECK(tables(read(loop("[P]", "Orders${Name}", "orders-${Name}"))) == "OrdersP=orders-P ");
  CHECK(tables(read(loop("[]"))).empty());
}

TEST_CASE("the other form of a loop variable leaves out what is no letter or digit", "[template]") {
  CHECK(tables(read(loop("[a-1.b]", "'Orders&{Name}'"))) == "Ordersa1b=orders-a-1.b ");
}

TEST_CASE("a loop over what is not known gives its body once, open", "[template]") {
  for (const char* collection : {"!Ref Bare", "!GetAtt A.B", "[P, !Ref AWS::Region]"}) {
    CAPTURE(collection);
    const Reading reading = read(loop(collection));
    CHECK(tables(reading) == "Orders${Name}=?!Sub 'orders-${Name}' ");
    CHECK(reading.table().name.why_unknown().why ==
          "the loop runs over what is known only at deployment");
    CHECK(shown(reading.table().key) == "id:S/HASH");
  }
  CHECK(tables(read(loop("!Ref Bare", "Orders${Name}", "orders-${Name}"))) ==
        "Orders${Name}=?orders-${Name} ");
}

TEST_CASE("nested loops", "[template]") {
  const Reading reading = read(R"(Resources:
  Fn::ForEach::Outer:
    - A
    - [x, y]
    - Fn::ForEach::Inner:
        - B
        - ["1", "2"]
        - T${A}${B}: {Type: AWS::DynamoDB::Table, Properties: {TableName: !Sub "${A}-${B}"}}
      Plain${A}: {Type: AWS::Serverless::SimpleTable}
)");
  CHECK(tables(reading) == "Tx1=x-1 Tx2=x-2 Plainx=- Ty1=y-1 Ty2=y-2 Plainy=- ");
}

TEST_CASE("loops of a wrong shape give nothing", "[template]") {
  const std::string table = "{T: {Type: AWS::DynamoDB::Table}}";
  for (const std::string& arguments :
       std::vector<std::string>{"[A, [x]]", "x", "[[A], [x], " + table + "]", "[A, [x], y]"}) {
    CAPTURE(arguments);
    CHECK(read("Resources:\n  Fn::ForEach::L: " + arguments + "\n").found.tables.empty());
  }
}

TEST_CASE("loops that multiply come to an end", "[template]") {
  std::string values = "[a";
  for (int i = 0; i < 60; ++i) values += fmt::format(", v{}", i);
  values += "]";
  std::string body = "T: {Type: AWS::DynamoDB::Table}";
  std::string empty = "N: 5";
  for (int i = 0; i < 7; ++i) {
    body = fmt::format("Fn::ForEach::L{}: [A{}, {}, {{{}}}]", i, i, values, body);
    empty = fmt::format("Fn::ForEach::L{}: [A{}, {}, {{{}}}]", i, i, values, empty);
  }
  CHECK(read("Resources: {" + body + "}\n").found.tables.size() <= 10'000);
  CHECK(read("Resources: {X: {Type: AWS::DynamoDB::Table}, " + empty + "}\n").found.tables.size() ==
        1);
}
