// What `check` binds to tables besides their data: by the command line and by ddblint.yaml.

#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/scratch.h"

namespace ddblint {
namespace {

using nlohmann::json;
using test::holds;
using test::Result;
using test::Scratch;

/// A template with one table; `name`: its physical name, or nothing.
std::string table(const std::string& id, const std::string& name = {}) {
  return "Resources:\n  " + id +
         ":\n"
         "    Type: AWS::DynamoDB::Table\n"
         "    Properties:\n" +
         (name.empty() ? "" : "      TableName: " + name + "\n") +
         "      BillingMode: PAY_PER_REQUEST\n"
         "      AttributeDefinitions: [{AttributeName: customer, AttributeType: S}]\n"
         "      KeySchema: [{AttributeName: customer, KeyType: HASH}]\n";
}

std::string items(int count) {
  std::string text = "customer\n";
  for (int i = 0; i < count; ++i) text += "c" + std::to_string(i) + "\n";
  return text;
}

std::string trace(const std::string& name, int count) {
  std::string text = "time,operation,table,key,units\n";
  for (int i = 0; i < count; ++i) {
    text += "2024-05-01T00:00:0" + std::to_string(i % 10) + "Z,GetItem," + name + ",c" +
            std::to_string(i % 7) + ",0.5\n";
  }
  return text;
}

/// The files that a run bound, as `table kind: paths (amount)` lines.
std::string bound(const Scratch& dir, const std::string& arguments) {
  std::string lines;
  const json report = json::parse(dir.run("check -f json " + arguments).out);
  for (const json& one : report["bound"]) {
    lines += one["table"].get<std::string>() + " " + one["kind"].get<std::string>() + ":";
    for (const json& path : one["paths"]) lines += " " + path.get<std::string>();
    if (one["amount"].is_string()) lines += " (" + one["amount"].get<std::string>() + ")";
    lines += "\n";
  }
  return lines;
}

TEST_CASE("ddblint.yaml binds files to tables, each relative to it") {
  const Scratch dir;
  dir.write("infra/orders.yaml", table("Orders", "prod-orders"));
  dir.write("infra/lines.yaml", table("Lines"));
  dir.write("infra/ddblint.yaml",
            "tables:\n"
            "  prod-*:\n"
            "    data: [../exports/orders.csv]\n"
            "    trace: ../traces/*.csv\n"
            "    source-ddl: schema.sql\n"
            "  Lines: { data: lines.csv }\n");
  dir.write("infra/schema.sql", "CREATE TABLE orders (customer text PRIMARY KEY);\n");
  dir.write("infra/lines.csv", items(3));
  dir.write("exports/orders.csv", items(12));
  dir.write("traces/a.csv", trace("prod-orders", 20));
  CHECK(bound(dir, "infra") ==
        "Lines data: infra/lines.csv (3 items)\n"
        "Orders data: exports/orders.csv (12 items)\n"
        "Orders trace: traces/*.csv (20 requests)\n"
        "Orders source-ddl: infra/schema.sql\n");
  CHECK(bound(dir, "infra/lines.yaml") == "Lines data: infra/lines.csv (3 items)\n");
  CHECK(bound(dir, "infra --no-config").empty());
  // The command line wins, for this kind and table.
  CHECK(bound(dir, "infra/orders.yaml --data Orders=infra/lines.csv") ==
        "Orders data: infra/lines.csv (3 items)\n"
        "Orders trace: traces/*.csv (20 requests)\n"
        "Orders source-ddl: infra/schema.sql\n");
  // --verbose says it to people.
  CHECK(holds(dir.run("check infra/lines.yaml -v").out,
              "bound:\nLines: data `infra/lines.csv`: 3 items\n"));
  CHECK_FALSE(holds(dir.run("check infra/lines.yaml").out, "bound:"));
}

TEST_CASE("an entry that fits no table is a mistake only where all of them were seen") {
  const Scratch dir;
  dir.write("ddblint.yaml", "tables:\n  Ordrs: { data: gone.csv }\n");
  dir.write("infra/orders.yaml", table("Orders"));
  const Result whole = dir.run("check . -f concise 2>&1");
  CHECK(whole.code == 2);
  CHECK(holds(whole.out,
              "ddblint.yaml:2:3: error[DDB003] `Ordrs` is the id or name of no table found, did "
              "you mean \"Orders\"?\n"));
  // A hook passes some files only: the table may be in another one.
  CHECK(dir.run("check infra/orders.yaml --fail-on never").code == 0);
  CHECK(dir.run("check infra --fail-on never").code == 0);
  // So it is where a file could not be read to its end, which is told by itself.
  dir.write("infra/broken.yaml", table("Other") + "  Next: [unclosed\n");
  const Result broken = dir.run("check . -f concise");
  CHECK(broken.code == 1);
  CHECK_FALSE(holds(broken.out, "DDB003"));
}

TEST_CASE("what a config names and nobody can read is an error at its place") {
  const Scratch dir;
  dir.write("orders.yaml", table("Orders"));
  dir.write("ddblint.yaml",
            "tables:\n"
            "  Orders:\n"
            "    data: [items.csv, gone.csv]\n"
            "    trace: gone.gz\n"
            "    source-ddl: gone.sql\n");
  dir.write("items.csv", items(5));
  const Result result = dir.run("check . -f concise 2>&1");
  CHECK(result.code == 2);
  CHECK(holds(result.out, "ddblint.yaml:3:23: error[DDB001] gone.csv: No such file"));
  CHECK(holds(result.out, "ddblint.yaml:4:12: error[DDB001] "));
  CHECK(holds(result.out,
              "ddblint.yaml:5:17: error[DDB001] `gone.sql` cannot be read: No such file"));
}

TEST_CASE("one trace holds the requests of several tables") {
  const Scratch dir;
  dir.write("both.yaml", table("Orders", "prod-orders") + table("Lines").substr(11));
  dir.write("t.csv", trace("prod-orders", 10) + trace("Lines", 5).substr(31) +
                         trace("somewhere", 3).substr(31));
  CHECK(bound(dir, "both.yaml --trace t.csv 2>/dev/null") ==
        "Orders trace: t.csv (10 requests)\nLines trace: t.csv (5 requests)\n");
  const Result result = dir.run("check both.yaml -f concise --trace t.csv 2>&1");
  CHECK(result.code <= 1);
  CHECK(holds(result.out,
              "ddblint: the trace `t.csv` names tables that no definition has: `somewhere`\n"));
  CHECK_FALSE(holds(dir.run("check both.yaml -q --trace t.csv 2>&1").out, "names tables"));
  // Only for one of them.
  CHECK(bound(dir, "both.yaml --trace Orders=t.csv 2>/dev/null") ==
        "Orders trace: t.csv (10 requests)\n");
}

TEST_CASE("a trace without a request for its table says nothing of it") {
  const Scratch dir;
  dir.write("orders.yaml", table("Orders", "prod-orders"));
  dir.write("t.csv", trace("test-orders", 10));
  CHECK(bound(dir, "orders.yaml --trace t.csv 2>/dev/null").empty());
  const Result result = dir.run("check orders.yaml --trace Orders=t.csv 2>&1");
  CHECK(result.code <= 1);
  CHECK(holds(result.out,
              "ddblint: the trace `t.csv` has no request for table Orders; it names "
              "`test-orders`\n"));
}

TEST_CASE("a trace that was given for a table of unknown name is all for it") {
  const Scratch dir;
  dir.write("orders.yaml", "Parameters: { Stage: { Type: String } }\n" +
                               table("Orders", "!Sub '${Stage}-orders'"));
  dir.write("t.csv", trace("prod-orders", 10));
  CHECK(bound(dir, "orders.yaml --trace t.csv 2>/dev/null").empty());
  CHECK(holds(dir.run("check orders.yaml --trace t.csv 2>&1").out,
              "the trace `t.csv` has no request for table Orders, whose physical name is not known "
              "(--explain-unknown tells why); it names `prod-orders`\n"));
  CHECK(bound(dir, "orders.yaml --trace t.csv --parameter Stage=prod") ==
        "Orders trace: t.csv (10 requests)\n");
  CHECK(bound(dir, "orders.yaml --trace Orders=t.csv") == "Orders trace: t.csv (10 requests)\n");
}

TEST_CASE("records of a trace that cannot be read are findings") {
  const Scratch dir;
  dir.write("orders.yaml", table("Orders"));
  dir.write("t.csv", trace("Orders", 10) + "yesterday,GetItem,Orders,secret,1\n");
  const Result strict = dir.run("check orders.yaml -f concise --trace t.csv 2>&1");
  CHECK(strict.code == 2);
  CHECK(holds(strict.out,
              "t.csv: warning[DDB004] 1 record of the trace cannot be read, the first in line 12 "
              "of `t.csv`: "));
  CHECK(
      holds(strict.out, "1 of 11 records cannot be read; --max-bad-items lets some of them pass"));
  const Result lenient =
      dir.run("check orders.yaml -f concise --trace t.csv --max-bad-items 1 --no-values 2>&1");
  CHECK(lenient.code == 1);
  CHECK(holds(lenient.out, "line 12 of `t.csv`\n"));
  CHECK(dir.run("check orders.yaml --trace missing.csv 2>&1").code == 2);
}

TEST_CASE("bindings that fit no table are failures with the nearest name") {
  const Scratch dir;
  dir.write("orders.yaml", table("Orders"));
  dir.write("t.csv", trace("Orders", 10));
  const Result result = dir.run("check orders.yaml -q --trace Ordrs=t.csv 2>&1");
  CHECK(result.code == 2);
  CHECK(holds(result.out,
              "--trace is given for table \"Ordrs\", which is not among the tables found, did you "
              "mean \"Orders\"?"));
}

TEST_CASE("presets change what a run says") {
  const Scratch dir;
  dir.write("orders.yaml", table("Orders"));
  const auto run = [&](const std::string& presets) {
    dir.write("ddblint.yaml", "extends: [" + presets + "]\n");
    return dir.run("check . -f json");
  };
  const Result recommended = run("ddblint:recommended");
  const Result audit = run("ddblint:audit");
  const Result both = run("ddblint:strict, ddblint:audit");
  dir.write("ddblint.yaml", "{}\n");
  CHECK(dir.run("check . -f json").out == recommended.out);
  const auto findings = [](const Result& result) {
    return json::parse(result.out)["findings"].size();
  };
  const auto warnings = [](const Result& result) {
    return json::parse(result.out)["summary"]["warnings"].get<int>();
  };
  CHECK(findings(audit) > findings(recommended));
  CHECK(findings(both) == findings(audit));
  CHECK(warnings(both) > warnings(audit));
  CHECK(recommended.code == 0);
  CHECK(both.code == 1);
  for (const char* preset : {"recommended", "strict", "audit"}) {
    dir.write("ddblint.yaml", std::string("extends: ddblint:") + preset + "\n");
    const Result shown = dir.run("config show .");
    CHECK(shown.code == 0);
    // What is shown is a config itself.
    dir.write("ddblint.yaml", shown.out);
    CHECK(dir.run("config check .").code == 0);
    CHECK(holds(dir.run("config show .").out, "tables: {}\n"));
  }
}

}  // namespace
}  // namespace ddblint
