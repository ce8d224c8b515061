#include "fixture.h"

#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::report_test;

namespace {

/// The text of one finding without the trailers that every finding has.
std::string snippet_of(const SourceSet& sources, const Finding& finding) {
  const std::string text = render_text(report_of(sources, finding),
                                       {.color = false, .hyperlinks = false, .quiet = true});
  const std::size_t begin = text.find('\n') + 1;
  return "\n" + text.substr(begin, text.rfind('\n', text.find("= evidence")) + 1 - begin);
}

constexpr std::string_view kOrders = R"(Resources:
  OrdersTable:
    Properties:
      AttributeDefinitions:
        - AttributeName: status
          AttributeType: S
      GlobalSecondaryIndexes:
        - IndexName: by-status
          KeySchema:
            - AttributeName: status
)";

}  // namespace

TEST_CASE("a whole finding as text", "[report]") {
  SourceSet sources;
  const FileId orders = add_file(sources, "infra/orders.yaml", kOrders);
  const FileId patterns =
      add_file(sources, "patterns.yaml", "patterns:\n  - name: list open orders\n");
  const Span definition = span_of(sources, orders, "AttributeName: status");
  const auto key = static_cast<std::uint32_t>(kOrders.rfind("status"));

  Finding finding = sample_finding({orders, key, key + 6},
                                   "index `by-status` has the low-cardinality key `status`",
                                   "3 distinct values in 10,000 items");
  finding.evidence = Evidence::measured;
  finding.related = {{definition, "defined here (String)"},
                     {span_of(sources, patterns, "list open orders"), "this pattern queries it"},
                     {{}, "the table is provisioned"}};
  finding.measurements = {{"distinct-values", 3, 3, 3, "values"},
                          {"items", 1234567, 1200000, 1300000, ""},
                          {"hottest-share", 0.71239, 0.7, 0.72, "share"}};
  finding.notes = {"an index is partitioned like a table"};
  finding.remedy = "shard the key";
  CheckReport report = report_of(sources, finding);
  report.withdrawn = {{"DDB101", "Orders", "", "1.2 M distinct values"},
                      {"DDB201", "Orders", "by-id", "2 M distinct values"}};
  report.bound = {{0, "Orders", "data", {"a.csv", "b.csv"}, "3 items"},
                  {0, "Orders", "source-ddl", {"schema.sql"}, ""}};
  report.open = {{"OrdersTable.name", "parameter Env has no default", definition},
                 {"OrdersTable.key", "computed", {}}};
  report.summary = {3, 1, 0, 1, 2, 4, 5};

  CHECK(render_text(report, {.verbose = true}) ==
        with_pages(R"(warning[DDB201]: index `by-status` has the low-cardinality key `status`
  --> infra/orders.yaml:10:30
   |
 5 |         - AttributeName: status
   |           --------------------- defined here (String)
...
10 |             - AttributeName: status
   |                              ^^^^^^ 3 distinct values in 10,000 items
   |
  ::: patterns.yaml:2:11
   |
 2 |   - name: list open orders
   |           ---------------- this pattern queries it
   = measured: distinct-values = 3 values
   = measured: items = 1,234,567 (1,200,000 to 1,300,000)
   = measured: hottest-share = 0.7124 share (0.7 to 0.72)
   = note: the table is provisioned
   = note: an index is partitioned like a table
   = evidence: measured
   = help: shard the key
   = docs: PAGES/DDB201-index-low-cardinality-key.md

open values:
infra/orders.yaml:5:11: OrdersTable.name: parameter Env has no default
OrdersTable.key: computed

bound:
Orders: data `a.csv`, `b.csv`: 3 items
Orders: source-ddl `schema.sql`

withdrawn:
DDB101 on Orders: 1.2 M distinct values
DDB201 on Orders, index by-id: 2 M distinct values

Found 0 errors, 1 warning, 2 info in 1 table (3 files checked, 4 suppressed, 5 baselined)
)"));
}

TEST_CASE("a clean run says so, a quiet one nothing", "[report]") {
  const SourceSet sources;
  CheckReport report;
  report.sources = &sources;
  report.summary.files = 1;
  CHECK(render_text(report, {}) ==
        "Found 0 errors, 0 warnings, 0 info in 0 tables (1 file checked, 0 suppressed, 0 "
        "baselined)\n");
  CHECK(render_text(report, {.quiet = true}).empty());
}

TEST_CASE("carets align under tabs, wide and combining characters", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "\t\"漢字\":\t\"e\u0301😀x\"\r\nnext\r\n");
  Finding finding = sample_finding(span_of(sources, file, "x"), "m", "here");
  finding.related = {{span_of(sources, file, "漢字"), "wide"},
                     {span_of(sources, file, "e\u0301😀"), "joined"}};
  CHECK(snippet_of(sources, finding) ==
        "\n --> a.yaml:1:12\n"
        "  |\n"
        "1 |     \"漢字\":    \"e\u0301😀x\"\n"
        "  |      ----       ---^ here\n"
        "  |      |          |\n"
        "  |      |          joined\n"
        "  |      wide\n");
}

TEST_CASE("lines near each other stand together", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "a\nb\n  c  \nd\ne\nf\ng\n");
  Finding finding = sample_finding(span_of(sources, file, "d"), "m", "primary");
  finding.related = {{span_of(sources, file, "a"), "far"},
                     {span_of(sources, file, "g"), ""},
                     {span_of(sources, file, "e"), "next"},
                     {span_of(sources, file, "b"), "between"}};
  CHECK(snippet_of(sources, finding) == R"(
 --> a.yaml:4:1
  |
1 | a
  | - far
2 | b
  | - between
3 |   c
4 | d
  | ^ primary
5 | e
  | - next
6 | f
7 | g
  | -
)");
}

TEST_CASE("marks that overlap keep their labels", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "key: value\n");
  Finding finding = sample_finding(span_of(sources, file, "key: value"), "m", "whole");
  finding.related = {{span_of(sources, file, "value"), "part"},
                     {span_of(sources, file, "value"), "again"},
                     {span_of(sources, file, "key"), ""}};
  CHECK(snippet_of(sources, finding) == R"(
 --> a.yaml:1:1
  |
1 | key: value
  | ^^^^^^^^^^ whole
  |      |
  |      part
  |      again
)");
}

TEST_CASE("a mark over several lines ends with its first", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.json", "{\r\n  \"k\": {\r\n  }\r\n}\r\n");
  CHECK(snippet_of(sources, sample_finding(span_of(sources, file, "{\r\n  }"), "m", "block")) == R"(
 --> a.json:2:8
  |
2 |   "k": {
  |        ^ block
)");
}

TEST_CASE("empty places and places at the end are shown", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.json", "{\"a\":\n");
  CHECK(snippet_of(sources, sample_finding({file, 5, 5}, "m", "cut off")) == R"(
 --> a.json:1:6
  |
1 | {"a":
  |      ^ cut off
)");
  CHECK(snippet_of(sources, sample_finding({file, 60, 70}, "m", "cut off")) == R"(
 --> a.json:2:1
  |
2 |
  | ^ cut off
)");
  const FileId empty = add_file(sources, "empty.json", "");
  CHECK(snippet_of(sources, sample_finding({empty, 0, 0}, "m")) == "\n --> empty.json:1:1\n");
}

TEST_CASE("minified lines are cropped around their marks", "[report]") {
  std::string text = "{";
  for (int i = 100; i < 200; ++i) text += "\"k" + std::to_string(i) + "\":\"value\",";
  text += "\"end\":1}";
  SourceSet sources;
  const FileId file = add_file(sources, "min.json", text);
  Finding finding = sample_finding(span_of(sources, file, "\"k150\""), "m", "here");
  finding.related = {{span_of(sources, file, "\"k101\""), "early"},
                     {span_of(sources, file, "\"k152\""), "near"},
                     {span_of(sources, file, "\"end\""), "late"}};
  CHECK(snippet_of(sources, finding) == R"(
 --> min.json:1:752
  |
1 | {"k100":"value","k101":"value","k102":"value","k103":"value","k104":"value","k105":"value","k106":"value","k107":"value"...
  |                 ------ early
...
1 | ...:"value","k149":"value","k150":"value","k151":"value","k152":"value","k153":"value","k154":"value","k155":"value","k156"...
  |                            ^^^^^^                        ------ near
  |                            |
  |                            here
...
1 | ...:"value","k199":"value","end":1}
  |                            ----- late
)");
}

TEST_CASE("a mark longer than the window is cut with it", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "long.json", std::string(300, '"'));
  const std::string text = snippet_of(sources, sample_finding({file, 100, 300}, "m", "all"));
  CHECK(text == "\n --> long.json:1:101\n  |\n1 | ..." + std::string(120, '"') + "...\n  |    " +
                    std::string(24, ' ') + std::string(96, '^') + " all\n");
}

TEST_CASE("a window never begins within a character", "[report]") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "漢";
  SourceSet sources;
  const FileId file = add_file(sources, "wide.json", text + "|x");
  const std::string shown_text = snippet_of(sources, sample_finding({file, 301, 302}, "m"));
  CHECK(shown_text == "\n --> wide.json:1:102\n  |\n1 | ...漢漢漢漢漢漢漢|x\n  |    " +
                          std::string(15, ' ') + "^\n");
}

TEST_CASE("source and messages cannot steer the terminal", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a\x1b.yaml", "name: \x1b]0;x\x07\xFFz\n");
  const Finding finding =
      sample_finding(span_of(sources, file, "z"), "table `\x1b[2J`\nis odd", "\x1b[1m");
  const std::string text = render_text(report_of(sources, finding), {.quiet = true});
  CHECK(text == with_pages(R"(warning[DDB201]: table `␛[2J` is odd
 --> a␛.yaml:1:14
  |
1 | name: ␛]0;x␇�z
  |              ^ ␛[1m
  = evidence: structural
  = docs: PAGES/DDB201-index-low-cardinality-key.md

)"));
  CHECK(render_concise(report_of(sources, finding), {.quiet = true}) ==
        "a␛.yaml:1:14: warning[DDB201] table `␛[2J` is odd\n");
}

TEST_CASE("findings without a place", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "a\n");
  Finding finding = sample_finding({}, "no tables found");
  finding.severity = Severity::info;
  finding.path = "infra";
  finding.related = {{span_of(sources, file, "a"), "looked here"}};
  CHECK(snippet_of(sources, finding) == R"(
 --> infra
 ::: a.yaml:1:1
  |
1 | a
  | - looked here
)");
  CHECK(render_concise(report_of(sources, finding), {.quiet = true}) ==
        "infra: info[DDB201] no tables found\n");
  finding.path.clear();
  finding.related.clear();
  CHECK(snippet_of(sources, finding) == "\n");
  CHECK(render_concise(report_of(sources, finding), {.quiet = true}) ==
        "info[DDB201] no tables found\n");
}

TEST_CASE("colours and links only where the style wants them", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "ab\n");
  Finding finding = sample_finding(span_of(sources, file, "a"), "m", "one");
  finding.related = {{span_of(sources, file, "b"), "two"}};
  const std::string text =
      render_text(report_of(sources, finding), {.color = true, .hyperlinks = true, .quiet = true});
  const std::string url = rule_url(sample_rule());
  const std::string gutter = "\x1b[1;34m  |\x1b[0m";
  CHECK(text == "\x1b[1;33mwarning[\x1b]8;;" + url +
                    "\x1b\\DDB201\x1b]8;;\x1b\\]\x1b[0m\x1b[1m: m\x1b[0m\n"
                    "\x1b[1;34m -->\x1b[0m a.yaml:1:1\n" +
                    gutter + "\n\x1b[1;34m1 |\x1b[0m ab\n" + gutter +
                    " \x1b[1;33m^\x1b[0m\x1b[1;34m-\x1b[0m \x1b[1;34mtwo\x1b[0m\n" + gutter +
                    " \x1b[1;33m|\x1b[0m\n" + gutter + " \x1b[1;33mone\x1b[0m\n" +
                    "  \x1b[1;34m=\x1b[0m \x1b[1mevidence:\x1b[0m structural\n" +
                    "  \x1b[1;34m=\x1b[0m \x1b[1mdocs:\x1b[0m " + url + "\n\n");
}

TEST_CASE("concise output", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "x: 漢y\n");
  CheckReport report = report_of(sources, sample_finding(span_of(sources, file, "y"), "odd `y`"));
  report.findings[0].severity = Severity::error;
  report.open = {{"T.name", "no default", span_of(sources, file, "x")}};
  report.summary = {2, 1, 1, 0, 0, 0, 0};
  CHECK(render_concise(report, {}) ==
        "a.yaml:1:5: error[DDB201] odd `y`\n"
        "a.yaml:1:1: T.name: no default\n"
        "Found 1 error, 0 warnings, 0 info in 1 table (2 files checked, 0 suppressed, 0 "
        "baselined)\n");
}
