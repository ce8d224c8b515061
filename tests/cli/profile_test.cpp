// `profile`, `merge` and `check --data` as people run them.

#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/project.h"
#include "support/scratch.h"

namespace ddblint {
namespace {

using nlohmann::json;
using test::holds;
using test::Result;
using test::Scratch;

const std::string kTables =
    "Resources:\n"
    "  Orders:\n"
    "    Type: AWS::DynamoDB::Table\n"
    "    Properties:\n"
    "      TableName: prod-orders\n"
    "      BillingMode: PAY_PER_REQUEST\n"
    "      AttributeDefinitions:\n"
    "        - {AttributeName: customer, AttributeType: S}\n"
    "        - {AttributeName: number, AttributeType: N}\n"
    "        - {AttributeName: status, AttributeType: S}\n"
    "      KeySchema:\n"
    "        - {AttributeName: customer, KeyType: HASH}\n"
    "        - {AttributeName: number, KeyType: RANGE}\n"
    "      GlobalSecondaryIndexes:\n"
    "        - IndexName: by-status\n"
    "          KeySchema: [{AttributeName: status, KeyType: HASH}]\n"
    "          Projection: {ProjectionType: KEYS_ONLY}\n";

const std::string kOther =
    "  Customers:\n"
    "    Type: AWS::DynamoDB::Table\n"
    "    Properties:\n"
    "      BillingMode: PAY_PER_REQUEST\n"
    "      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
    "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n";

std::string item(const std::string& customer, int number, const std::string& status) {
  return R"({"Item":{"customer":{"S":")" + customer + R"("},"number":{"N":")" +
         std::to_string(number) + R"("},"status":{"S":")" + status + "\"}}}\n";
}

/// Orders `from` to `to`: every second one is of customer `whale`, the others of ten customers.
std::string orders(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) {
    text += item(i % 2 == 0 ? "whale" : "c" + std::to_string(i % 20), i,
                 i % 5 == 0 ? "OPEN" : "SHIPPED");
  }
  return text;
}

json profile_of(const Scratch& dir, const std::string& arguments) {
  const Result result = dir.run("profile -f json " + arguments);
  INFO(arguments);
  CHECK(result.code == 0);
  return json::parse(result.out);
}

TEST_CASE("the keys of a definition are measured") {
  const Scratch dir;
  dir.write("tables.yaml", kTables);
  dir.write("orders.jsonl", orders(0, 1000));
  const json profile = profile_of(dir, "--table tables.yaml orders.jsonl");
  CHECK(profile["table"] == "Orders");
  CHECK(profile["source"]["items"] == 1000);
  CHECK(profile["source"]["sampled"] == false);
  REQUIRE(profile["keys"].size() == 2);
  const json& key = profile["keys"][0];
  CHECK(key["distinct"] == json({{"estimate", 11}, {"low", 11}, {"high", 11}, {"exact", true}}));
  CHECK(key["top"][0]["value"] == "whale");
  CHECK(key["top"][0]["count"] == 500);
  CHECK(key["hottest_share"]["estimate"].get<double>() == Approx(0.5));
  CHECK(key["collections"]["items"]["max"] == 500);
  CHECK(key["collections"]["largest"][0]["key"] == "whale");
  CHECK(key["duplicates"]["estimate"] == 0);
  CHECK(profile["keys"][1]["subject"] == "by-status");
  CHECK(profile["keys"][1]["distinct"]["estimate"] == 2);
  CHECK(profile["attributes"]["status"]["present"] == 1000);
  const Result text = dir.run("profile --table tables.yaml#Orders orders.jsonl");
  CHECK(text.code == 0);
  CHECK(holds(text.out, "Key of the table: customer (S), then number (N)"));
  CHECK(holds(text.out, "50.0 % of the items, on `whale`"));
}

TEST_CASE("keys can be named without a definition, and measured alone") {
  const Scratch dir;
  dir.write("orders.jsonl", orders(0, 300));
  const json named = profile_of(dir, "--keys customer,number orders.jsonl");
  CHECK(named["table"].is_null());
  CHECK(named["keys"][0]["partition_key"] == json({"customer"}));
  CHECK(named["keys"][0]["distinct"]["estimate"] == 11);
  const json alone = profile_of(dir, "--keys customer,number --keys-only orders.jsonl");
  CHECK(alone["keys"][0]["distinct"] == named["keys"][0]["distinct"]);
  CHECK(alone["attributes"].empty());
  CHECK(profile_of(dir, "orders.jsonl")["keys"].empty());
}

TEST_CASE("one of several tables must be named") {
  const Scratch dir;
  dir.write("tables.yaml", kTables + kOther);
  dir.write("orders.jsonl", orders(0, 10));
  const auto run = [&dir](const std::string& table) {
    return dir.run("profile --table '" + table + "' orders.jsonl 2>&1");
  };
  const Result open = run("tables.yaml");
  CHECK(open.code == 2);
  CHECK(holds(open.out, "`tables.yaml` defines 2 tables, choose one with #ID: Orders, Customers"));
  const Result wrong = run("tables.yaml#Order");
  CHECK(wrong.code == 2);
  CHECK(holds(wrong.out, "defines no table \"Order\", did you mean \"Orders\"?"));
  CHECK(run("tables.yaml#Orders").code == 0);
  CHECK(run("tables.yaml#prod-orders").code == 0);
  CHECK(run("tables.yaml#Cust*").code == 0);
  CHECK(run("missing.yaml").code == 2);
  dir.write("other.yaml", "a: 1\n");
  CHECK(holds(run("other.yaml").out, "`other.yaml` defines no DynamoDB table"));
}

TEST_CASE("keys that are expressions are left out and told") {
  const Scratch dir;
  dir.write("open.yaml",
            "Parameters: {Key: {Type: String}}\n"
            "Resources:\n"
            "  T:\n"
            "    Type: AWS::DynamoDB::Table\n"
            "    Properties:\n"
            "      BillingMode: PAY_PER_REQUEST\n"
            "      AttributeDefinitions: [{AttributeName: !Ref Key, AttributeType: S}]\n"
            "      KeySchema: [{AttributeName: !Ref Key, KeyType: HASH}]\n");
  dir.write("orders.jsonl", orders(0, 10));
  const json open = profile_of(dir, "--table open.yaml orders.jsonl");
  CHECK(open["keys"].empty());
  CHECK(holds(open["notes"][0], "the key of the table is not measured"));
  const json bound = profile_of(dir, "--table open.yaml --parameter Key=customer orders.jsonl");
  CHECK(bound["keys"][0]["partition_key"] == json({"customer"}));
}

TEST_CASE("records that are no items fail the run unless they are allowed") {
  const Scratch dir;
  dir.write("orders.jsonl", orders(0, 50) + "{\"Item\": {\n" + orders(50, 99) + "not json\n");
  const Result strict = dir.run("profile --keys customer orders.jsonl 2>&1");
  CHECK(strict.code == 2);
  CHECK(holds(strict.out, "orders.jsonl:51: "));
  CHECK(holds(strict.out, "--max-bad-items"));
  CHECK(holds(strict.out, "11 distinct"));  // the figures of the others are shown all the same
  CHECK(dir.run("profile --keys customer orders.jsonl --max-bad-items 1 2>&1").code == 2);
  CHECK(dir.run("profile --keys customer orders.jsonl --max-bad-items 2").code == 0);
  CHECK(dir.run("profile --keys customer orders.jsonl --max-bad-items 5%").code == 0);
  const json profile = profile_of(dir, "orders.jsonl --max-bad-items 2");
  CHECK(profile["source"]["bad_items"] == 2);
  REQUIRE_FALSE(profile["diagnostics"].empty());
  CHECK(profile["diagnostics"][0]["path"] == "orders.jsonl");
  CHECK(profile["diagnostics"][0]["line"] == 51);
}

TEST_CASE("data that are not there are a failure") {
  const Scratch dir;
  CHECK(dir.run("profile 2>&1").code == 2);
  CHECK(dir.run("merge 2>&1").code == 2);
  CHECK(dir.run("profile missing.jsonl 2>&1").code == 2);
  CHECK(dir.run("merge missing.ddbprofile 2>&1").code == 2);
  dir.write("wrong.ddbprofile", "no profile at all");
  const Result wrong = dir.run("merge wrong.ddbprofile 2>&1");
  CHECK(wrong.code == 2);
  CHECK(holds(wrong.out, "`wrong.ddbprofile` is no profile"));
  dir.write("orders.jsonl", orders(0, 9));
  CHECK(
      holds(dir.run("profile orders.jsonl wrong.ddbprofile 2>&1").out, "cannot be given together"));
  CHECK(
      holds(dir.run("profile wrong.ddbprofile --keys a 2>&1").out, "a saved profile has its keys"));
}

TEST_CASE("standard input is data") {
  const Scratch dir;
  dir.write("orders.jsonl", orders(0, 100));
  const Result result = dir.run("profile -f json --keys customer - < orders.jsonl");
  CHECK(result.code == 0);
  CHECK(json::parse(result.out)["source"]["items"] == 100);
}

TEST_CASE("profiles made apart are merged into the profile of the whole") {
  const Scratch dir;
  dir.write("tables.yaml", kTables);
  dir.write("a.jsonl", orders(0, 500));
  dir.write("b.jsonl", orders(500, 1000));
  const auto save = [&dir](const std::string& from, const std::string& to) {
    CHECK(dir.run("profile -q --table tables.yaml " + from + " -o " + to + " >/dev/null").code ==
          0);
  };
  save("a.jsonl", "a.ddbprofile");
  save("b.jsonl", "b.ddbprofile");
  save("a.jsonl b.jsonl", "whole.ddbprofile");
  const Result merged = dir.run("merge a.ddbprofile b.ddbprofile -o merged.ddbprofile -f json");
  CHECK(merged.code == 0);
  const Result whole = dir.run("profile whole.ddbprofile -f json");
  CHECK(merged.out == whole.out);
  CHECK(dir.run("merge b.ddbprofile a.ddbprofile -f json").out == whole.out);
  CHECK(dir.run("profile a.ddbprofile b.ddbprofile -f json").out == whole.out);
  CHECK(dir.run("profile merged.ddbprofile -f json").out == whole.out);
  CHECK(json::parse(whole.out)["source"]["items"] == 1000);
  // The same items twice would be counted twice.
  const Result twice = dir.run("merge a.ddbprofile whole.ddbprofile 2>&1");
  CHECK(twice.code == 2);
  CHECK(holds(twice.out, "`whole.ddbprofile` cannot be added to `a.ddbprofile`"));
}

TEST_CASE("the report does not depend on the number of threads") {
  const Scratch dir;
  dir.write("a.jsonl", orders(0, 3000));
  dir.write("b.jsonl", orders(3000, 5000));
  for (const std::string format : {"text", "json"}) {
    const std::string arguments = "profile --keys customer,number a.jsonl b.jsonl -f " + format;
    const Result one = dir.run(arguments + " -j 1");
    CHECK(one.code == 0);
    CHECK(dir.run(arguments + " -j 4").out == one.out);
  }
}

TEST_CASE("a sample is one when it is said, or when the table is larger") {
  const Scratch dir;
  dir.write("orders.jsonl", orders(0, 500));
  const json said = profile_of(dir, "--keys customer --sampled=100000 orders.jsonl");
  CHECK(said["source"]["sampled"] == true);
  CHECK(said["source"]["population"] == 100'000);
  CHECK(said["source"]["drawn"] == "file-head");
  const json random = profile_of(dir, "--keys customer --sample random orders.jsonl");
  CHECK(random["source"]["drawn"] == "random");
  CHECK(random["source"]["population"].is_null());
  const auto described = [&dir](const std::string& items) {
    dir.write(
        "described.json",
        R"({"Table": {"TableName": "orders", "TableStatus": "ACTIVE", "ItemCount": )" + items +
            R"(, "AttributeDefinitions": [{"AttributeName": "customer", "AttributeType": "S"}],
                  "KeySchema": [{"AttributeName": "customer", "KeyType": "HASH"}]}})");
    return profile_of(dir, "--table described.json orders.jsonl")["source"];
  };
  CHECK(described("2100000")["population"] == 2'100'000);
  CHECK(described("500")["sampled"] == false);
}

TEST_CASE("no value leaves the program when none shall") {
  const Scratch dir;
  dir.write("tables.yaml", kTables);
  dir.write("orders.jsonl", orders(0, 200) + "{\"Item\":{\"customer\":{\"X\":\"secret\"}}}\n");
  for (const std::string format : {"text", "json"}) {
    const Result result =
        dir.run("profile --no-values --table tables.yaml orders.jsonl 2>&1 -f " + format);
    CHECK(result.code == 2);
    for (const std::string value : {"whale", "SHIPPED", "secret", "c11"}) {
      INFO(value);
      CHECK_FALSE(holds(result.out, value));
    }
    CHECK(holds(result.out, "by-status"));
  }
}

TEST_CASE("Ctrl-C shows what is known by then") {
  const Scratch dir;
  // An endless stream; the signal goes to the program alone.
  const std::string endless =
      R"(yes '{"Item":{"a":{"S":"x"}}}' | timeout --preserve-status -s INT 1)";
  const Result result = dir.run("profile --keys a -f json -", endless);
  CHECK(result.code == 130);
  const json profile = json::parse(result.out);
  CHECK(profile["source"]["partial"] == true);
  CHECK(profile["source"]["sampled"] == true);
  CHECK(profile["source"]["items"].get<std::uint64_t>() > 0);
  CHECK(profile["keys"][0]["distinct"]["low"] == 1);
}

TEST_CASE("check reads the data of the table") {
  const Scratch dir;
  dir.write("tables.yaml", kTables);
  dir.write("both.yaml", kTables + kOther);
  dir.write("orders.jsonl", orders(0, 2000));
  const Result one = dir.run("check tables.yaml -f json --data orders.jsonl 2>&1");
  CHECK(one.code <= 1);
  CHECK(json::parse(one.out).contains("withdrawn"));
  const Result unnamed = dir.run("check both.yaml --data orders.jsonl 2>&1");
  CHECK(unnamed.code == 2);
  CHECK(holds(unnamed.out, "--data Orders=orders.jsonl (tables: Orders, Customers)"));
  CHECK(dir.run("check both.yaml --data Orders=orders.jsonl 2>&1").code <= 1);
  CHECK(dir.run("check both.yaml --data 'prod-*=orders.jsonl' 2>&1").code <= 1);
  const Result wrong = dir.run("check both.yaml --data Order=orders.jsonl 2>&1");
  CHECK(wrong.code == 2);
  CHECK(holds(wrong.out, "not among the tables found, did you mean \"Orders\"?"));
  CHECK(dir.run("check tables.yaml --data missing.jsonl 2>&1").code == 2);
}

TEST_CASE("check takes a saved profile for data, if its keys are those of the table") {
  const Scratch dir;
  dir.write("tables.yaml", kTables);
  dir.write("orders.jsonl", orders(0, 2000));
  CHECK(dir.run("profile --table tables.yaml orders.jsonl -o o.ddbprofile > /dev/null").code == 0);
  CHECK(dir.run("profile --keys number orders.jsonl -o n.ddbprofile > /dev/null").code == 0);
  const auto findings = [&dir](const std::string& data) {
    return json::parse(dir.run("check tables.yaml -f json --data " + data).out)["findings"].size();
  };
  CHECK(findings("o.ddbprofile") == findings("orders.jsonl"));
  const Result other = dir.run("check tables.yaml --data n.ddbprofile 2>&1");
  CHECK(other.code == 2);
  CHECK(holds(other.out, "`n.ddbprofile` was not measured for the key of table Orders"));
}

TEST_CASE("bad records are findings of check") {
  const Scratch dir;
  dir.write("tables.yaml", kTables);
  dir.write("orders.jsonl", orders(0, 50) + "{\"Item\": {\n" + orders(50, 99));
  const Result strict = dir.run("check tables.yaml -f concise --data orders.jsonl 2>&1");
  CHECK(strict.code == 2);
  CHECK(holds(strict.out, "1 record of the data cannot be read as items, the first in line 51"));
  CHECK(dir.run("check tables.yaml --data orders.jsonl --max-bad-items 1").code <= 1);
}

}  // namespace
}  // namespace ddblint
