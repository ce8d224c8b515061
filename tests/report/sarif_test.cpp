#include "fixture.h"
#include <nlohmann/json.hpp>

#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::report_test;
using nlohmann::ordered_json;

namespace {

ordered_json run_of(const CheckReport& report) {
  const auto log = ordered_json::parse(render_sarif(report));
  CHECK(log["version"] == "2.1.0");
  CHECK(log["runs"].size() == 1);
  return log["runs"][0];
}

}  // namespace

TEST_CASE("an empty run closes old alerts", "[report]") {
  const SourceSet sources;
  CheckReport report;
  report.sources = &sources;
  report.rules = {&sample_rule()};
  const auto run = run_of(report);
  CHECK(run["results"] == ordered_json::array());
  CHECK(run["columnKind"] == "unicodeCodePoints");
  CHECK(run["automationDetails"]["id"] == "ddblint/");
  CHECK(run["originalUriBaseIds"].contains("%SRCROOT%"));
  CHECK(
      run["invocations"] ==
      ordered_json::parse(R"([{"executionSuccessful": true, "toolExecutionNotifications": []}])"));
  CHECK(run["tool"]["driver"]["name"] == "ddblint");
  CHECK(run["tool"]["driver"]["semanticVersion"] == "0.1.0");
  CHECK(run["tool"]["driver"]["rules"].size() == 1);
}

TEST_CASE("rules carry what code scanning shows", "[report]") {
  const SourceSet sources;
  CheckReport report;
  report.sources = &sources;
  report.rules = {&sample_rule(), &input_rule(), &sample_rule()};
  const auto rules = run_of(report)["tool"]["driver"]["rules"];
  REQUIRE(rules.size() == 2);
  CHECK(rules[0]["id"] == "DDB003");
  CHECK(rules[0]["help"]["markdown"] == "Nothing to check");
  CHECK(
      rules[0]["properties"] ==
      ordered_json::parse(
          R"({"tags": ["input"], "precision": "very-high", "problem.severity": "recommendation"})"));
  CHECK(rules[1] == ordered_json::parse(with_pages(R"({
    "id": "DDB201", "name": "IndexLowCardinalityKey",
    "shortDescription": {"text": "Index key with few values."},
    "fullDescription": {"text": "Looks for index keys with few values | such as `status`."},
    "help": {"text": "# Index key with few values (DDB201)\n\n## What it checks\n\nLooks.\n",
             "markdown": "# Index key with few values (DDB201)\n\n## What it checks\n\nLooks.\n"},
    "helpUri": "PAGES/DDB201-index-low-cardinality-key.md",
    "defaultConfiguration": {"level": "warning"},
    "properties": {"tags": ["indexes", "suspected", "measured"], "precision": "medium",
                   "problem.severity": "warning"}})")));
}

TEST_CASE("long descriptions are cut to what code scanning takes", "[report]") {
  const SourceSet sources;
  std::string summary(1022, 'a');
  summary += "éé";
  RuleInfo rule = sample_rule();
  rule.summary = summary;
  CheckReport report;
  report.sources = &sources;
  report.rules = {&rule};
  const std::string text = run_of(report)["tool"]["driver"]["rules"][0]["fullDescription"]["text"];
  CHECK(text == "A" + std::string(1021, 'a') + ".");
}

TEST_CASE("a result points at one line and links what explains it", "[report]") {
  SourceSet sources;
  const FileId file =
      add_file(sources, "sub dir/é.yaml", "first: 1\n漢: {\n  key\n}\nlast [x]: 2\n");
  Finding finding = sample_finding(span_of(sources, file, "{\n  key\n}"), "key of `T` is low");
  finding.evidence = Evidence::measured;
  finding.related = {{{}, "no place"},
                     {span_of(sources, file, "last"), "defined [here]"},
                     {span_of(sources, file, "first"), "and here"}};
  finding.notes = {"more values would spread it"};
  finding.remedy = "shard the key";
  finding.fingerprint = "feed";
  CheckReport report = report_of(sources, finding);
  report.repository_path = [](std::string_view path) { return "infra/" + std::string(path); };
  const auto run = run_of(report);
  REQUIRE(run["results"].size() == 1);
  const std::string uri = "infra/sub%20dir/%C3%A9.yaml";
  const auto location = [&uri](std::string_view region) {
    return ordered_json{{"artifactLocation", {{"uri", uri}, {"uriBaseId", "%SRCROOT%"}}},
                        {"region", ordered_json::parse(region)}};
  };
  const auto& result = run["results"][0];
  CHECK(result["ruleId"] == "DDB201");
  CHECK(result["ruleIndex"] == 0);
  CHECK(result["level"] == "warning");
  CHECK(result["message"]["text"] ==
        "Key of `T` is low. More values would spread it. Shard the key. "
        "See [defined \\[here\\]](1), [and here](2).");
  CHECK(result["locations"].size() == 1);
  CHECK(result["locations"][0]["physicalLocation"] ==
        location(R"({"startLine": 2, "startColumn": 4, "endLine": 2, "endColumn": 5})"));
  REQUIRE(result["relatedLocations"].size() == 2);
  CHECK(result["relatedLocations"][0]["id"] == 1);
  CHECK(result["relatedLocations"][0]["message"]["text"] == "Defined [here].");
  CHECK(result["relatedLocations"][1]["id"] == 2);
  CHECK(result["relatedLocations"][1]["physicalLocation"] ==
        location(R"({"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 6})"));
  const auto hashes = github_line_hashes(sources.file(file).text());
  CHECK(result["partialFingerprints"] ==
        ordered_json({{"primaryLocationLineHash", hashes[1]}, {"ddblint/v1", "feed"}}));
  CHECK(result["properties"]["evidence"] == "measured");
}

TEST_CASE("results come by severity, those without a place as notifications", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "a b\n");
  CheckReport report;
  report.sources = &sources;
  Finding info = sample_finding({file, 0, 1}, "info");
  info.severity = Severity::info;
  Finding error = sample_finding({file, 3, 3}, "error");
  error.severity = Severity::error;
  Finding nowhere = sample_finding({}, "nowhere");
  nowhere.rule = &input_rule();
  nowhere.severity = Severity::info;
  Finding directory = sample_finding({}, "directory");
  directory.path = "/abs/infra";
  report.findings = {info, nowhere, sample_finding({file, 2, 3}, "warning"), directory, error};
  report.diagnostics = {
      {DiagnosticKind::unreadable_input, {file, 2, 3}, "a key is missing", {}, ""}};
  const auto run = run_of(report);
  std::vector<std::string> messages;
  for (const auto& result : run["results"]) messages.push_back(result["message"]["text"]);
  CHECK(messages == std::vector<std::string>{"Error.", "Warning.", "Directory.", "Info."});
  CHECK(run["results"][0]["ruleIndex"] == 1);
  CHECK(run["results"][0]["locations"][0]["physicalLocation"]["region"]["endColumn"] == 5);
  CHECK(run["results"][2]["locations"][0]["physicalLocation"] ==
        ordered_json{{"artifactLocation", {{"uri", "file:///abs/infra"}}}});
  CHECK_FALSE(run["results"][2].contains("partialFingerprints"));
  CHECK(run["results"][3]["level"] == "note");
  const auto& notifications = run["invocations"][0]["toolExecutionNotifications"];
  REQUIRE(notifications.size() == 2);
  CHECK(notifications[0] == ordered_json::parse(
                                R"({"level": "note", "message": {"text": "Nowhere."},
                "associatedRule": {"id": "DDB003", "index": 0}})"));
  CHECK(notifications[1]["message"]["text"] == "A key is missing.");
  CHECK(notifications[1]["locations"][0]["physicalLocation"]["region"]["startColumn"] == 3);
}

TEST_CASE("a run never holds more results than code scanning takes", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "a\n");
  CheckReport report;
  report.sources = &sources;
  report.findings.assign(25001, sample_finding({file, 0, 1}, "one of many"));
  report.findings.back().severity = Severity::error;
  const auto run = run_of(report);
  CHECK(run["results"].size() == 25000);
  CHECK(run["results"][0]["level"] == "error");
  CHECK(run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"] ==
        "Results left out: 1. Code scanning takes 25000.");
}
