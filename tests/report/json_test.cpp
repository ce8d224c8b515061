#include "fixture.h"
#include <nlohmann/json.hpp>

#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::report_test;
using nlohmann::ordered_json;

TEST_CASE("the check object, byte for byte", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "infra/a.yaml", "é: k\nname: x\n");
  Finding finding = sample_finding(span_of(sources, file, "k"), "key `k` is low", "3 values");
  finding.evidence = Evidence::measured;
  finding.table = "OrdersTable";
  finding.index = "by-status";
  finding.fingerprint = "0123abcd";
  finding.related = {{span_of(sources, file, "name"), "defined here"}};
  finding.measurements = {{"distinct-values", 3, 2.5, 3, "values"}};
  finding.remedy = "shard it";
  finding.notes = {"why"};
  CheckReport report = report_of(sources, finding);
  report.summary = {3, 1, 0, 1, 2, 4, 5};
  report.withdrawn = {{"DDB101", "OrdersTable", "", "1.2 M distinct values"}};
  report.bound = {{0, "OrdersTable", "data", {"a.csv", "b.csv"}, "3 items"}};
  report.diagnostics = {
      {DiagnosticKind::unreadable_input, span_of(sources, file, "x"), "odd", {}, ""},
      {DiagnosticKind::unreadable_input, {}, "nowhere", {}, ""}};
  const std::string text = render_json(report);
  CHECK(text.ends_with("}\n"));
  const auto expected = ordered_json::parse(with_pages(R"({
    "schema_version": "1.0", "tool": {"name": "ddblint", "version": "0.1.0"},
    "summary": {"files": 3, "tables": 1, "errors": 0, "warnings": 1, "info": 2, "suppressed": 4,
                "baselined": 5},
    "findings": [{"code": "DDB201", "slug": "index-low-cardinality-key", "severity": "warning",
      "evidence": "measured", "message": "key `k` is low",
      "url": "PAGES/DDB201-index-low-cardinality-key.md",
      "fingerprint": "0123abcd",
      "table": "OrdersTable", "index": "by-status", "attribute": null,
      "location": {"path": "infra/a.yaml", "start": {"line": 1, "column": 4, "offset": 4},
                   "end": {"line": 1, "column": 5, "offset": 5}},
      "related": [{"message": "defined here", "location": {"path": "infra/a.yaml",
        "start": {"line": 2, "column": 1, "offset": 6},
        "end": {"line": 2, "column": 5, "offset": 10}}}],
      "measurements": [{"name": "distinct-values", "value": 3, "low": 2.5, "high": 3,
                        "unit": "values"}],
      "remedy": "shard it", "label": "3 values", "notes": ["why"]}],
    "withdrawn": [{"code": "DDB101", "table": "OrdersTable", "index": null,
                   "because": "1.2 M distinct values"}],
    "bound": [{"table": "OrdersTable", "kind": "data", "paths": ["a.csv", "b.csv"],
               "amount": "3 items"}],
    "diagnostics": [{"path": "infra/a.yaml", "line": 2, "column": 7, "message": "odd"},
                    {"path": null, "line": null, "column": null, "message": "nowhere"}]})"));
  CHECK(text == expected.dump(2) + "\n");
}

TEST_CASE("an empty check object keeps its lists", "[report]") {
  const SourceSet sources;
  CheckReport report;
  report.sources = &sources;
  const auto document = ordered_json::parse(render_json(report));
  for (const char* key : {"findings", "withdrawn", "bound", "diagnostics"}) {
    CHECK(document.at(key) == ordered_json::array());
  }
  CHECK_FALSE(document.contains("unknown"));
}

TEST_CASE("places of findings without a span", "[report]") {
  const SourceSet sources;
  CheckReport report = report_of(sources, sample_finding({}, "no tables"));
  CHECK(ordered_json::parse(render_json(report))["findings"][0]["location"].is_null());
  report.findings[0].path = "infra";
  CHECK(ordered_json::parse(render_json(report))["findings"][0]["location"] ==
        ordered_json::parse(R"({"path": "infra", "start": {"line": 1, "column": 1, "offset": 0},
                                "end": {"line": 1, "column": 1, "offset": 0}})"));
}

TEST_CASE("open values are listed when they are asked for", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "a\nb\n");
  CheckReport report;
  report.sources = &sources;
  report.open = {{"T.name", "parameter Env has no default", span_of(sources, file, "b")}};
  CHECK(ordered_json::parse(render_json(report))["unknown"] ==
        ordered_json::parse(R"([{"path": "a.yaml", "line": 2, "what": "T.name",
                                 "why": "parameter Env has no default"}])"));
}

TEST_CASE("bytes that are no UTF-8 do not break JSON", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "\xFF.yaml", "\xFF\n");
  const CheckReport report = report_of(sources, sample_finding({file, 0, 1}, "name `\xC3`"));
  const auto document = ordered_json::parse(render_json(report));
  CHECK(document["findings"][0]["message"] == "name `\uFFFD`");
  CHECK(document["findings"][0]["location"]["path"] == "\uFFFD.yaml");
  CHECK_NOTHROW(ordered_json::parse(render_sarif(report)));
}

TEST_CASE("numbers that are not finite become null", "[report]") {
  const SourceSet sources;
  Finding finding = sample_finding({}, "m");
  finding.measurements = {{"rate", 1.0 / 3.0, 0.0, std::numeric_limits<double>::infinity(), ""}};
  const auto measured = ordered_json::parse(
      render_json(report_of(sources, finding)))["findings"][0]["measurements"][0];
  CHECK(measured["value"] == 1.0 / 3.0);
  CHECK(measured["low"].is_number_integer());
  CHECK(measured["high"].is_null());
  CHECK(measured["unit"].is_null());
}
