// The program as people run it: arguments in, output and exit code out.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "support/catch.h"
#include "support/project.h"
#include "support/scratch.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

using test::holds;
using test::Result;
using test::Scratch;

const std::string kGood =
    "Resources:\n"
    "  Orders:\n"
    "    Type: AWS::DynamoDB::Table\n"
    "    Properties:\n"
    "      BillingMode: PAY_PER_REQUEST\n"
    "      AttributeDefinitions: [{AttributeName: customer_id, AttributeType: S}]\n"
    "      KeySchema: [{AttributeName: customer_id, KeyType: HASH}]\n";

const std::string kBad =
    "Resources:\n"
    "  Orders:\n"
    "    Type: AWS::DynamoDB::Table\n"
    "    Properties:\n"
    "      BillingMode: PAY_PER_REQUEST\n"
    "      AttributeDefinitions: [{AttributeName: status, AttributeType: S}]\n"
    "      KeySchema:\n"
    "        - AttributeName: status\n"
    "          KeyType: HASH\n";

TEST_CASE("exit codes tell clean, findings and failure apart") {
  const Scratch dir;
  dir.write("good.yaml", kGood);
  dir.write("bad.yaml", kBad);
  dir.write("other.yaml", "a: 1\n");
  dir.write("broken.yaml", kBad + "  Next: [unclosed\n");
  CHECK(dir.run("check good.yaml").code == 0);
  CHECK(dir.run("check bad.yaml").code == 1);
  CHECK(dir.run("check bad.yaml --exit-zero").code == 0);
  CHECK(dir.run("check bad.yaml --fail-on error").code == 0);
  CHECK(dir.run("check bad.yaml --fail-on never").code == 0);
  CHECK(dir.run("check bad.yaml --min-evidence structural").code == 0);
  CHECK(dir.run("check other.yaml 2>&1").code == 2);
  CHECK(dir.run("check other.yaml --no-error-on-unmatched").code == 0);
  CHECK(dir.run("check missing.yaml 2>&1").code == 2);
  CHECK(dir.run("check broken.yaml").code == 2);
  CHECK(dir.run("check broken.yaml --exit-zero").code == 2);
  CHECK(dir.run("check good.yaml --select NOPE 2>&1").code == 2);
  CHECK(dir.run("2>&1").code == 2);
  CHECK(dir.run("chek good.yaml 2>&1").code == 2);
  CHECK(dir.run("help").code == 0);
  CHECK(dir.run("check --help").code == 0);
}

TEST_CASE("DDL tells where keys come from") {
  const Scratch dir;
  dir.write("good.yaml", kGood);
  const std::string ddl =
      "CREATE TABLE orders (\n  customer_id serial PRIMARY KEY\n);\n"
      "INSERT INTO orders VALUES (1);\n";
  dir.write("orders.sql", ddl);
  dir.write("sql/key=value.sql", ddl);
  dir.write("empty.sql", "SELECT 1;\n");
  dir.write("broken.sql", ddl + "CREATE TABLE lines (id int;\n");
  const auto run = [&](const std::string& options) {
    return dir.run("check good.yaml -f concise " + options + " 2>&1");
  };
  CHECK(run("").out.find("DDB102") == std::string::npos);
  CHECK(holds(run("--source-ddl orders.sql").out, "good.yaml:7:35: info[DDB102]"));
  CHECK(run("--source-ddl orders.sql").code == 0);
  CHECK(holds(run("--source-ddl 'Ord*=orders.sql'").out, "info[DDB102]"));
  CHECK(holds(run("--source-ddl sql/key=value.sql").out, "info[DDB102]"));
  // What of it cannot be read is a warning at its place.
  const Result broken = run("--source-ddl broken.sql");
  CHECK(broken.code == 1);
  CHECK(holds(broken.out, "broken.sql:5:14: warning[DDB001] table `lines` could not be read"));
  // What was asked for and cannot be had is a failure.
  const Result missing = run("--source-ddl missing.sql");
  CHECK(missing.code == 2);
  CHECK(holds(missing.out, "`missing.sql` cannot be read: No such file"));
  const Result unbound = run("--source-ddl Order=orders.sql");
  CHECK(unbound.code == 2);
  CHECK(holds(unbound.out,
              "table \"Order\", which is not among the tables found, did you mean "
              "\"Orders\"?"));
  const Result nothing = run("--source-ddl empty.sql");
  CHECK(nothing.code == 2);
  CHECK(holds(nothing.out, "nothing in `empty.sql` defines a table"));
}

TEST_CASE("what was read before a break is still judged") {
  const Scratch dir;
  dir.write("broken.yaml", kBad + "  Next: [unclosed\n");
  const Result result = dir.run("check broken.yaml -f concise");
  CHECK(result.code == 2);
  CHECK(holds(result.out, "broken.yaml:8:26: warning[DDB101]"));
  CHECK(holds(result.out, "[DDB001]"));
}

TEST_CASE("a broken file that was only discovered is a warning, strictly a failure") {
  const Scratch dir;
  dir.write("good.yaml", kGood);
  dir.write("broken.yaml", kGood + "  Next: [unclosed\n");
  CHECK(dir.run("check .").code == 1);
  CHECK(holds(dir.run("check . -f concise").out, "warning[DDB001]"));
  CHECK(dir.run("check . --strict").code == 2);
}

TEST_CASE("mistyped words get the nearest right one") {
  const Scratch dir;
  dir.write("good.yaml", kGood);
  CHECK(holds(dir.run("chek 2>&1").out, "did you mean \"check\"?"));
  CHECK(holds(dir.run("check --formt json 2>&1").out, "did you mean \"--format\"?"));
  CHECK(holds(dir.run("check -f sarf 2>&1").out, "did you mean \"sarif\"?"));
  CHECK(holds(dir.run("check --select low-cardinalty-key 2>&1").out, "low-cardinality-key"));
  CHECK(holds(dir.run("explain DDB1O1 2>&1").out, "did you mean DDB101?"));
  CHECK(holds(dir.run("good.yaml 2>&1").out, "ddblint check good.yaml"));
}

TEST_CASE("selection by code, prefix, slug, category and ALL") {
  const Scratch dir;
  dir.write("bad.yaml", kBad);
  const auto codes = [&dir](const std::string& arguments) {
    const auto report = nlohmann::json::parse(dir.run("check bad.yaml -f json " + arguments).out);
    std::string text;
    for (const auto& finding : report["findings"]) {
      text += finding["code"].get<std::string>() + " ";
    }
    return text;
  };
  CHECK(codes("") == "DDB101 ");
  CHECK(codes("--select DDB1") == "DDB101 ");
  CHECK(codes("--select low-cardinality-key") == "DDB101 ");
  CHECK(codes("--select DDB2").empty());
  CHECK(codes("--ignore DDB101").empty());
  CHECK(codes("--ignore keys").empty());
  CHECK(holds(codes("--extend-select operations"), "DDB510"));
  CHECK(holds(codes("--select ALL"), "DDB510"));
  CHECK(holds(codes("--select ALL"), "DDB101"));
  CHECK(codes("--min-severity error").empty());
}

TEST_CASE("output does not depend on the number of threads") {
  const Scratch dir;
  for (int i = 0; i < 120; ++i) {
    dir.write("d" + std::to_string(i % 7) + "/t" + std::to_string(i) + ".yaml",
              i % 3 == 0 ? kGood : kBad);
  }
  for (const std::string format : {"text", "concise", "json", "sarif"}) {
    const Result one = dir.run("check . -j 1 -f " + format);
    CHECK(one.code == 1);
    for (const std::string threads : {"2", "3", "8"}) {
      CHECK(dir.run("check . -f " + format + " -j " + threads).out == one.out);
    }
  }
}

TEST_CASE("standard input takes its name from an option") {
  const Scratch dir;
  dir.write("bad.yaml", kBad);
  const Result result = dir.run("check - --stdin-filename infra/orders.yaml -f concise < bad.yaml");
  CHECK(result.code == 1);
  CHECK(holds(result.out, "infra/orders.yaml:8:26: warning[DDB101]"));
}

TEST_CASE("one run writes several formats") {
  const Scratch dir;
  dir.write("bad.yaml", kBad);
  const Result result = dir.run(
      "check bad.yaml -f concise -f sarif:out.sarif -f json:out.json && true; cat out.json");
  CHECK(holds(result.out, "bad.yaml:8:26"));
  CHECK(holds(result.out, "\"schema_version\""));
  CHECK(holds(dir.run("version; cat out.sarif").out, "\"2.1.0\""));
  CHECK(dir.run("check bad.yaml -f json:missing/out.json 2>&1").code == 2);
}

TEST_CASE("colour follows option, environment and terminal") {
  const Scratch dir;
  dir.write("bad.yaml", kBad);
  const std::string escape = "\x1b[";
  CHECK_FALSE(holds(dir.run("check bad.yaml").out, escape));
  CHECK(holds(dir.run("check bad.yaml --color always").out, escape));
  CHECK(holds(dir.run("check bad.yaml", "FORCE_COLOR=1").out, escape));
  CHECK(holds(dir.run("check bad.yaml", "CLICOLOR_FORCE=1").out, escape));
  CHECK_FALSE(holds(dir.run("check bad.yaml", "CLICOLOR_FORCE=0").out, escape));
  CHECK_FALSE(holds(dir.run("check bad.yaml", "NO_COLOR=1 FORCE_COLOR=1").out, escape));
}

TEST_CASE("suppressions in comments, metadata and config") {
  const Scratch dir;
  std::string commented = kBad;
  commented.insert(commented.find("        - AttributeName: status\n          Key"),
                   "        # ddblint: ignore[DDB101] forty writes a day\n");
  dir.write("comment.yaml", commented);
  dir.write("unused.yaml", "# ddblint: ignore-file[DDB206] nothing to silence\n" + kGood);
  dir.write("expired/ddblint.yaml",
            "ignore:\n  - { rules: [DDB101], reason: soon, until: 2026-01-31 }\n");
  dir.write("expired/bad.yaml", kBad);
  const Result silenced = dir.run("check comment.yaml");
  CHECK(silenced.code == 0);
  CHECK(holds(silenced.out, "1 suppressed"));
  CHECK(holds(dir.run("check unused.yaml -f concise").out, "info[DDB010]"));
  const std::string january = "SOURCE_DATE_EPOCH=1768000000";   // 2026-01-09
  const std::string february = "SOURCE_DATE_EPOCH=1770000000";  // 2026-02-02
  CHECK(dir.run("check expired", january).code == 0);
  const Result late = dir.run("check expired -f concise", february);
  CHECK(late.code == 1);
  CHECK(holds(late.out, "warning[DDB101]"));
  CHECK(holds(late.out, "[DDB012]"));
}

TEST_CASE("a config changes severities and options, and its mistakes stop the run") {
  const Scratch dir;
  dir.write(".git/HEAD", "");
  dir.write("infra/bad.yaml", kBad);
  dir.write("ddblint.yaml", "rules:\n  DDB101: error\n");
  CHECK(holds(dir.run("check infra -f concise").out, "error[DDB101]"));
  CHECK_FALSE(holds(dir.run("check infra -f concise --no-config").out, "error[DDB101]"));
  dir.write("ddblint.yaml", "exclude: [infra/**]\n");
  CHECK(dir.run("check . 2>&1").code == 2);  // nothing is left
  CHECK(dir.run("check infra/bad.yaml").code == 1);
  CHECK(dir.run("check infra/bad.yaml --force-exclude --no-error-on-unmatched").code == 0);
  dir.write("ddblint.yaml", "ruels: {}\n");
  const Result wrong = dir.run("check infra 2>&1");
  CHECK(wrong.code == 2);
  CHECK(holds(wrong.out, "ddblint.yaml:1:1"));
  CHECK(holds(wrong.out, "rules"));
}

TEST_CASE("parameters bind what is open") {
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
  dir.write("params.json", R"([{"ParameterKey": "Key", "ParameterValue": "is_active"}])");
  CHECK(dir.run("check open.yaml").code == 0);
  CHECK(holds(dir.run("check open.yaml --explain-unknown").out, "parameter Key has no default"));
  CHECK(dir.run("check open.yaml --parameter Key=is_active").code == 1);
  CHECK(dir.run("check open.yaml --parameter-file params.json").code == 1);
  const auto model =
      nlohmann::json::parse(dir.run("inspect open.yaml -f json --parameter Key=id").out);
  CHECK(model["tables"][0]["partition_key"][0]["name"] == "id");
}

TEST_CASE("templates of other languages pass as hooks and fail when named") {
  const Scratch dir;
  dir.write("chart.yaml", "{{- if .Values.on }}\n" + kBad + "{{- end }}\n");
  CHECK(dir.run("check chart.yaml").code == 2);
  CHECK(dir.run("check chart.yaml --force-exclude --no-error-on-unmatched").code == 0);
  CHECK(holds(dir.run("check chart.yaml -f text").out, "template language"));
}

TEST_CASE("inspect gives the input of create-table") {
  const Scratch dir;
  const std::string open =
      "Resources:\n"
      "  Open:\n"
      "    Type: AWS::DynamoDB::Table\n"
      "    Properties: {TableName: !ImportValue Name}\n";
  dir.write("good.yaml", kGood);
  dir.write("open.yaml", open);
  dir.write("other.yaml", "a: 1\n");
  const Result one = dir.run("inspect good.yaml -f create-table");
  CHECK(one.code == 0);
  CHECK(nlohmann::json::parse(one.out)["TableName"] == "Orders");
  const Result some = dir.run("inspect good.yaml open.yaml good.yaml -f create-table 2>&1");
  CHECK(some.code == 0);
  CHECK(holds(some.out, "ddblint: open.yaml:2:3: Open is left out: TableName is not known"));
  const Result none = dir.run("inspect open.yaml -f create-table 2>/dev/null");
  CHECK(none.code == 2);
  CHECK(none.out.empty());
  CHECK(dir.run("inspect other.yaml -f create-table 2>&1").code == 2);
  CHECK(dir.run("inspect other.yaml -f create-table --no-error-on-unmatched").code == 0);
  CHECK(dir.run("inspect good.yaml -f create-table:in.json").code == 0);
  CHECK(nlohmann::json::parse(dir.run("inspect in.json -f create-table").out)["TableName"] ==
        "Orders");
}

TEST_CASE("inspect without tables prints an empty list") {
  const Scratch dir;
  dir.write("other.yaml", "a: 1\n");
  const Result result = dir.run("inspect -f json other.yaml 2>/dev/null");
  CHECK(result.code == 2);
  CHECK(nlohmann::json::parse(result.out)["tables"].empty());
}

TEST_CASE("rules and pages can be read from the program alone") {
  const Scratch dir;
  const auto rules = nlohmann::json::parse(dir.run("rules -f json").out)["rules"];
  CHECK(rules.size() >= 40);
  CHECK(holds(dir.run("explain DDB201").out, "index"));
  CHECK(dir.run("explain index-low-cardinality-key -f markdown").out ==
        dir.run("explain DDB201 -f markdown").out);
}

TEST_CASE("the samples are what the README says of them") {
  const Scratch dir;
  const std::string samples = test::project_path("testdata/samples").string();
  CHECK(dir.run("check " + samples + "/orders.yaml").code == 1);
  CHECK(dir.run("check " + samples + "/clean.yaml").code == 0);
}

}  // namespace
}  // namespace ddblint
