// `inspect --patterns`, and the patterns that configs and definitions bring along: bound as `check`
// binds them, and served with what data and traces say.

#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/definitions.h"
#include "support/scratch.h"

namespace ddblint {
namespace {

using nlohmann::json;
using test::holds;
using test::kLines;
using test::kOrders;
using test::Result;
using test::Scratch;

/// One read by its key; `more`: further fields, each `, name: value`.
std::string patterns(const std::string& more = {}) {
  return "patterns:\n  - {name: one, operation: GetItem, equals: [customer]" + more + "}\n";
}

/// The served patterns: `Orders one, Lines one`.
std::string served(const Result& result) {
  std::string text;
  const json report = json::parse(result.out);
  for (const json& one : report.value("patterns", json::array())) {
    text += (text.empty() ? "" : ", ") + one["table"].get<std::string>() + " " +
            one["name"].get<std::string>();
  }
  return text;
}

json only_pattern(const Result& result) {
  const json report = json::parse(result.out);
  REQUIRE(report["patterns"].size() == 1);
  return report["patterns"][0];
}

TEST_CASE("patterns of the command line are shown alone") {
  const Scratch dir;
  dir.write("both.yaml", kOrders + kLines);
  dir.write("a.yml", patterns());
  const Result result = dir.run("inspect both.yaml --patterns Orders=a.yml");
  CHECK(result.code == 0);
  CHECK(result.out.starts_with("Orders\n  pattern"));
  CHECK_FALSE(holds(result.out, "billing mode"));
  CHECK(served(dir.run("inspect both.yaml -f json --patterns '*=a.yml'")) ==
        "Orders one, Lines one");
}

TEST_CASE("patterns of a config are shown below the models") {
  const Scratch dir;
  dir.write("both.yaml", kOrders + kLines);
  dir.write("a.yml", patterns());
  dir.write("ddblint.yaml", "tables: { Orders: { patterns: a.yml } }\n");
  const Result result = dir.run("inspect both.yaml");
  CHECK(result.code == 0);
  CHECK(holds(result.out, "Lines (cloudformation) both.yaml:9:3\n"));
  CHECK(holds(result.out, "\n\nOrders\n  pattern"));
  CHECK(served(dir.run("inspect both.yaml -f json")) == "Orders one");
  // Without any, there is no word of them.
  const json plain = json::parse(dir.run("inspect both.yaml -f json --no-config").out);
  CHECK_FALSE(plain.contains("patterns"));
  CHECK_FALSE(holds(dir.run("inspect both.yaml --no-config").out, "pattern"));
}

/// A pattern of a data model.
constexpr const char* kOneUser = R"({"pattern": "1", "description": "a user", "table": "Users",
    "dynamodb_operation": "GetItem", "implementation":
    "aws dynamodb get-item --table-name Users --key '{\"id\": {\"S\": \"u1\"}}'"})";

TEST_CASE("a model's own patterns are served, unless a pattern file stands for them") {
  const Scratch dir;
  dir.write("dynamodb_data_model.json", test::data_model(kOneUser));
  const Result own = dir.run("inspect -f json dynamodb_data_model.json");
  CHECK(own.code == 0);
  const json pattern = only_pattern(own);
  CHECK(pattern["table"] == "Users");
  CHECK(pattern["operation"] == "GetItem");
  // The size of its example.
  CHECK(pattern["served_by"][0]["read_units"] == 0.5);
  CHECK(holds(dir.run("inspect dynamodb_data_model.json").out, "\n\nUsers\n  pattern"));
  dir.write("a.yml", "table: Users\npatterns:\n  - {name: all of it, operation: Scan}\n");
  CHECK(served(dir.run("inspect -f json dynamodb_data_model.json --patterns a.yml")) ==
        "Users all of it");
}

TEST_CASE("data give the spread and the size of items") {
  const Scratch dir;
  dir.write("both.yaml", kOrders + kLines);
  dir.write("a.yml", "table: Orders\n" + patterns(", rate: 100/s, keys: from-data"));
  std::string items;
  for (int i = 0; i < 8; ++i) {
    items += "{\"customer\": \"" + std::string(i < 4 ? "c0" : "c" + std::to_string(i)) +
             "\", \"note\": \"" + std::string(5000, 'x') + "\"}\n";
  }
  dir.write("items.jsonl", items);
  const std::string run = "inspect both.yaml -f json --patterns a.yml";
  CHECK(only_pattern(dir.run(run))["peak_per_key"].is_null());
  const Result measured = dir.run(run + " --data Orders=items.jsonl");
  CHECK(measured.code == 0);
  const json one = only_pattern(measured);
  CHECK(one["peak_per_key"]["of"] == "data");
  // 100 requests a second, half of them for one customer, each of an item of two read units.
  CHECK(one["served_by"][0]["read_units"] == 1);
  CHECK(one["peak_per_key"]["reads"] == 50);
  CHECK(one["peak_per_key"]["key"] == "c0");
  const json hidden = only_pattern(dir.run(run + " --data Orders=items.jsonl --no-values"));
  CHECK(hidden["peak_per_key"]["key"] != "c0");
}

TEST_CASE("a trace gives the busiest second") {
  const Scratch dir;
  dir.write("orders.yaml", kOrders);
  dir.write("a.yml", patterns(", rate: 100/s, keys: from-trace"));
  dir.write("trace.csv",
            "time,operation,table,key,units\n"
            "2024-01-15T10:30:00Z,GetItem,prod-orders,c1,7\n"
            "2024-01-15T10:30:00Z,GetItem,prod-orders,c1,5\n"
            "2024-01-15T10:30:01Z,GetItem,prod-orders,c1,1\n");
  const json one =
      only_pattern(dir.run("inspect orders.yaml -f json --patterns a.yml --trace trace.csv"));
  CHECK(one["peak_per_key"]["of"] == "trace");
  CHECK(one["peak_per_key"]["reads"] == 12);
}

TEST_CASE("data that no pattern asks for are not read") {
  const Scratch dir;
  dir.write("both.yaml", kOrders + kLines);
  dir.write("a.yml", patterns());
  dir.write("ddblint.yaml", "tables: { Lines: { data: gone.jsonl } }\n");
  CHECK(dir.run("inspect both.yaml").code == 0);
  CHECK(dir.run("inspect both.yaml --patterns Orders=a.yml").code == 0);
  const Result asked = dir.run("inspect both.yaml --patterns Lines=a.yml 2>&1");
  CHECK(asked.code == 2);
  CHECK(holds(asked.out, "ddblint: ddblint.yaml:1:26: "));
  const Result none = dir.run("inspect both.yaml --no-config --data Lines=gone.jsonl 2>&1");
  CHECK(none.code == 0);
  CHECK(holds(none.out,
              "ddblint: no table has access patterns, of which --data and --trace would "
              "tell the cost\n"));
}

TEST_CASE("a binding that fits nothing fails as it does for check") {
  const Scratch dir;
  dir.write("both.yaml", kOrders + kLines);
  dir.write("a.yml", patterns());
  dir.write("named.yml", "table: Ordrs\n" + patterns());
  const auto both = [&dir](const std::string& arguments, const std::string& message) {
    INFO(arguments);
    for (const std::string command : {"check ", "inspect "}) {
      const Result result = dir.run(command + "both.yaml " + arguments + " 2>&1");
      CHECK(result.code == 2);
      CHECK(holds(result.out, message));
    }
  };
  both("--patterns Ordrs=a.yml",
       "ddblint: --patterns is given for table \"Ordrs\", which is not among the tables found, did "
       "you mean \"Orders\"?\n");
  both("--patterns a.yml",
       "ddblint: --patterns: `a.yml` is given for no table, and there are 2; name it with `table:` "
       "in the file, or as in --patterns Orders=a.yml (tables: Orders, Lines)\n");
  both("--patterns gone.yml", "gone.yml");
  both("--patterns named.yml",
       "the patterns are for table `Ordrs`, which is not among the tables found, did you mean "
       "\"Orders\"?");
  both("--data a.jsonl", "--data a.jsonl is given for no table, and there are 2");
  const json report =
      json::parse(dir.run("inspect both.yaml -f json --patterns named.yml 2>/dev/null").out);
  REQUIRE(report["diagnostics"].size() == 1);
  CHECK(report["diagnostics"][0]["path"] == "named.yml");
  CHECK(report["diagnostics"][0]["line"] == 1);
  dir.write("ddblint.yaml", "tables: { Ordrs: { patterns: a.yml } }\n");
  const Result config = dir.run("inspect . 2>&1");
  CHECK(config.code == 2);
  CHECK(holds(config.out,
              "ddblint: ddblint.yaml:1:11: `Ordrs` is the id or name of no table found, "
              "did you mean \"Orders\"?\n"));
  // Who wants the input of create-table asks nothing of patterns.
  CHECK(dir.run("inspect both.yaml -f create-table --patterns Ordrs=a.yml").code == 0);
}

TEST_CASE("what is wrong in a pattern is told, and the rest is served") {
  const Scratch dir;
  dir.write("orders.yaml", kOrders);
  dir.write("a.yml", patterns() + "  - {name: two, operation: Scan, ratee: 5/s}\n");
  const Result result = dir.run("inspect orders.yaml -f json --patterns a.yml 2>/dev/null");
  CHECK(result.code == 0);
  CHECK(served(result) == "Orders one, Orders two");
  CHECK(json::parse(result.out)["diagnostics"][0]["line"] == 3);
  CHECK(holds(dir.run("inspect orders.yaml --patterns a.yml 2>&1").out, "ddblint: a.yml:3:34: "));
  dir.write("b.yml", "patterns: [\n");
  CHECK(dir.run("inspect orders.yaml --patterns b.yml 2>&1").code == 2);
}

}  // namespace
}  // namespace ddblint
