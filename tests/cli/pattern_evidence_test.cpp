// `check --patterns`, and the patterns that ddblint.yaml and definitions bring along.

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

/// A pattern file; `table`: a line at its top, or nothing.
std::string patterns(const std::string& table, const std::string& own = {}) {
  return (table.empty() ? "" : "table: " + table + "\n") +
         "patterns:\n"
         "  - name: one customer\n"
         "    operation: GetItem\n" +
         (own.empty() ? "" : "    table: " + own + "\n") + "    equals: [customer]\n";
}

/// The tables that got patterns: `Orders 2, Lines 1`.
std::string bound(const Scratch& dir, const std::string& arguments) {
  std::string text;
  const json report = json::parse(dir.run("check -f json " + arguments).out);
  for (const json& one : report["bound"]) {
    if (one["kind"] != "patterns") continue;
    text += (text.empty() ? "" : ", ") + one["table"].get<std::string>() + " " +
            one["amount"].get<std::string>();
  }
  return text;
}

TEST_CASE("a pattern file goes to the tables it names, it was given for, or to the only one") {
  const Scratch dir;
  dir.write("orders.yaml", kOrders);
  dir.write("both.yaml", kOrders + kLines);
  dir.write("none.yml", patterns(""));
  dir.write("id.yml", patterns("Orders"));
  dir.write("name.yml", patterns("prod-orders"));
  dir.write("own.yml", patterns("", "Lines"));
  dir.write("mixed.yml", patterns("Orders", "Lines"));
  CHECK(bound(dir, "orders.yaml --patterns none.yml") == "Orders 1 pattern");
  CHECK(bound(dir, "both.yaml --patterns id.yml") == "Orders 1 pattern");
  CHECK(bound(dir, "both.yaml --patterns name.yml") == "Orders 1 pattern");
  CHECK(bound(dir, "both.yaml --patterns own.yml") == "Lines 1 pattern");
  CHECK(bound(dir, "both.yaml --patterns Lines=none.yml") == "Lines 1 pattern");
  CHECK(bound(dir, "both.yaml --patterns '*=none.yml'") == "Orders 1 pattern, Lines 1 pattern");
  CHECK(bound(dir, "both.yaml --patterns id.yml --patterns name.yml --patterns own.yml") ==
        "Orders 2 patterns, Lines 1 pattern");
  // Twice the same file is once.
  CHECK(bound(dir, "both.yaml --patterns id.yml --patterns 'i?.yml'") == "Orders 1 pattern");
  const Result open = dir.run("check both.yaml --patterns none.yml 2>&1");
  CHECK(open.code == 2);
  CHECK(
      holds(open.out,
            "ddblint: --patterns: `none.yml` is given for no table, and there are 2; name it with "
            "`table:` in the file, or as in --patterns Orders=none.yml (tables: Orders, Lines)"));
}

TEST_CASE("pattern files come by folder and by glob") {
  const Scratch dir;
  dir.write("orders.yaml", kOrders);
  dir.write("access/a.yaml", patterns("Orders"));
  dir.write("access/deep/b.yml", patterns("Orders"));
  dir.write("access/notes.txt", "no patterns\n");
  CHECK(bound(dir, "orders.yaml --patterns access") == "Orders 2 patterns");
  CHECK(bound(dir, "orders.yaml --patterns 'access/*.yaml'") == "Orders 1 pattern");
  const Result none = dir.run("check orders.yaml --patterns 'access/*.json' 2>&1");
  CHECK(none.code == 2);
  CHECK(holds(none.out, "ddblint: --patterns: no pattern file in `access/*.json`"));
  CHECK(dir.run("check orders.yaml --patterns gone.yaml 2>&1").code == 2);
}

TEST_CASE("a table that a pattern file names and nobody has is shown there") {
  const Scratch dir;
  dir.write("orders.yaml", kOrders);
  dir.write("a.yml", patterns("Ordrs"));
  const Result file = dir.run("check orders.yaml -f concise --patterns a.yml");
  CHECK(file.code == 2);
  CHECK(holds(file.out,
              "a.yml:1:8: error[DDB003] the patterns are for table `Ordrs`, which is not among the "
              "tables found, did you mean \"Orders\"?\n"));
  dir.write("b.yml", patterns("Orders", "Lines") +
                         "  - {name: another, operation: GetItem, equals: [customer]}\n");
  const Result one = dir.run("check orders.yaml -f concise --patterns b.yml");
  CHECK(one.code == 0);
  CHECK(holds(one.out,
              "b.yml:5:12: info[DDB003] a pattern is for table `Lines`, which is not among the "
              "tables found\n"));
}

TEST_CASE("what is wrong in a pattern file is a finding like any other") {
  const Scratch dir;
  dir.write("orders.yaml", kOrders);
  dir.write("a.yml", patterns("Orders") + "    ratee: 5/s\n");
  const Result text = dir.run("check orders.yaml --patterns a.yml");
  CHECK(text.code == 1);
  CHECK(holds(text.out, " --> a.yml:6:5\n"));
  const json whole = json::parse(dir.run("check orders.yaml -f json --patterns a.yml").out);
  bool found = false;
  for (const json& finding : whole["findings"]) {
    if (finding["code"] != "DDB001") continue;
    found = true;
    CHECK(finding["location"]["path"] == "a.yml");
    CHECK(finding["location"]["start"]["line"] == 6);
  }
  CHECK(found);
  CHECK(whole["diagnostics"].size() == 1);
  const json sarif = json::parse(dir.run("check orders.yaml -f sarif --patterns a.yml").out);
  CHECK(holds(sarif.dump(), "a.yml"));
  // A config governs it by the table that it is for.
  dir.write("ddblint.yaml", "rules: { DDB001: info }\n");
  CHECK(dir.run("check orders.yaml --patterns a.yml").code == 0);
  // A text that breaks off cannot be taken for what a team says.
  dir.write("b.yml", "table: Orders\npatterns: [\n");
  CHECK(dir.run("check orders.yaml --patterns b.yml").code == 2);
}

TEST_CASE("the command line's patterns stand for the config's") {
  const Scratch dir;
  dir.write("both.yaml", kOrders + kLines);
  dir.write("ddblint.yaml",
            "tables:\n  Orders: { patterns: two.yml }\n  Lines: { patterns: one.yml }\n");
  dir.write("one.yml", patterns(""));
  dir.write("two.yml", patterns("") + "  - {operation: Scan}\n");
  CHECK(bound(dir, "both.yaml") == "Orders 2 patterns, Lines 1 pattern");
  CHECK(bound(dir, "both.yaml --patterns Orders=one.yml") == "Orders 1 pattern, Lines 1 pattern");
}

TEST_CASE("suppressions in a pattern file are read and checked") {
  const Scratch dir;
  dir.write("orders.yaml", kOrders);
  dir.write("a.yml",
            "# ddblint: ignore-file[DDB206] why\n# ddblint: ignore[NOPE]\n" + patterns("Orders"));
  const Result result = dir.run("check orders.yaml -f concise --patterns a.yml");
  CHECK(holds(result.out, "a.yml:1:3: "));
  CHECK(holds(result.out, "[DDB010] the suppression of `DDB206` silences nothing\n"));
  CHECK(holds(result.out, "[DDB011] no rule is called `NOPE`"));
  // Its tables may be elsewhere.
  dir.write("b.yml", "# ddblint: ignore-file[DDB206] why\n" + patterns("Orders", "Lines"));
  CHECK_FALSE(holds(dir.run("check orders.yaml -f concise --patterns b.yml").out, "DDB010"));
}

}  // namespace
}  // namespace ddblint
