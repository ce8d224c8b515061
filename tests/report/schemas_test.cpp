#include "fixture.h"
#include "profile_fixture.h"
#include "served_fixture.h"
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/project.h"

using namespace ddblint;
using namespace ddblint::report_test;
using nlohmann::json;

namespace {

/// Finds keys of a document that its published schema does not name, and required keys that are
/// missing. Knows the few keywords that the schemas of this project use.
class Comparison {
 public:
  explicit Comparison(const std::string& schema)
      : root_(json::parse(test::slurp(test::project_path("schemas/" + schema + ".schema.json")))) {}

  std::vector<std::string> differences(const std::string& document) {
    compare(root_, json::parse(document), "");
    return std::move(differences_);
  }

 private:
  void compare(const json& schema, const json& value, const std::string& path) {
    if (value.is_null()) return;
    if (schema.contains("$ref")) {
      compare(root_.at(json::json_pointer(schema["$ref"].get<std::string>().substr(1))), value,
              path);
    } else if (schema.contains("anyOf")) {
      compare(schema["anyOf"][0], value, path);
    } else if (value.is_array() && schema.contains("items")) {
      for (const json& item : value) compare(schema["items"], item, path + "/0");
    } else if (value.is_object() && schema.contains("properties")) {
      compare_members(schema, value, path);
    } else if (value.is_object() && schema.contains("additionalProperties")) {
      const json& member_schema = schema["additionalProperties"];
      for (const json& member : value) compare(member_schema, member, path + "/*");
    }
  }

  void compare_members(const json& schema, const json& value, const std::string& path) {
    for (const json& key : schema["required"]) {
      if (!value.contains(key)) differences_.push_back(path + " lacks " + key.get<std::string>());
    }
    for (const auto& [key, member] : value.items()) {
      const json* known = member_schema(schema, key);
      if (known == nullptr) {
        differences_.push_back(path + " has " + key);
      } else {
        compare(*known, member, path + "/" + key);
      }
    }
  }

  static const json* member_schema(const json& schema, const std::string& key) {
    if (schema["properties"].contains(key)) return &schema["properties"][key];
    if (!schema.contains("patternProperties")) return nullptr;
    for (const auto& [pattern, member] : schema["patternProperties"].items()) {
      if (key.ends_with(pattern.substr(0, pattern.size() - 1))) return &member;
    }
    return nullptr;
  }

  json root_;
  std::vector<std::string> differences_;
};

const std::vector<std::string> kNone;

}  // namespace

TEST_CASE("check reports hold what their schema says", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "a: b\n");
  Finding finding = sample_finding(span_of(sources, file, "a"), "m");
  finding.related = {{span_of(sources, file, "b"), "here"}};
  finding.measurements = {{"n", 1, 1, 1, ""}};
  CheckReport report = report_of(sources, finding);
  report.withdrawn = {{"DDB101", "T", "", "data"}};
  report.diagnostics = {{DiagnosticKind::unreadable_input, finding.span, "odd", {}, ""}};
  report.open = {{"T.name", "no default", finding.span}};
  CHECK(Comparison("check").differences(render_json(report)) == kNone);
}

TEST_CASE("inspect reports hold what their schema says", "[report]") {
  SourceSet sources;
  const FileId file = add_file(sources, "a.yaml", "a: b\n");
  const Span place = span_of(sources, file, "a");
  const Unknown unknown{"!Ref A", "no default"};
  Table table;
  table.id_span = place;
  table.name = {unknown, place};
  table.key.partition = {{{unknown, place}, {}, {}, place}};
  table.attributes.items = {{}};
  table.global_indexes.items = {{}};
  table.global_indexes.unknown_element = unknown;
  table.local_indexes.unknown = unknown;
  table.vector_indexes.items = {{}};
  table.vector_indexes.items[0].search_schema.items = {{}};
  table.throughput.span = place;
  table.replicas.items = {{}};
  Table other = table;
  other.billing_mode = {"PROVISIONED", place};
  Definitions definitions;
  definitions.tables = {{{{{{"A", true}}, table}, {{{"A", false}}, other}}}};
  definitions.open = {{"T.name", "no default", place}};
  definitions.diagnostics = {{DiagnosticKind::unreadable_input, place, "odd", {}, ""}};
  const std::vector<InspectedFile> files = {{file, &definitions, nullptr}};
  CHECK(Comparison("inspect").differences(render_inspect_json(sources, files)) == kNone);
  const Shown shown;
  CHECK(Comparison("inspect").differences(
            render_inspect_json(sources, files, std::span(&shown.served(), 1))) == kNone);
}

TEST_CASE("profiles hold what their schema says", "[report]") {
  CHECK(Comparison("profile").differences(render_profile_json(full_report())) == kNone);
  CHECK(Comparison("profile").differences(render_profile_json({})) == kNone);
}

TEST_CASE("rule lists hold what their schema says", "[report]") {
  const std::vector<const RuleInfo*> rules = {&input_rule(), &sample_rule()};
  CHECK(Comparison("rules").differences(render_rules_json(rules)) == kNone);
}

TEST_CASE("the comparison with a schema can fail", "[report]") {
  CHECK(Comparison("rules").differences(R"({"rules": [], "odd": 1})") ==
        std::vector<std::string>{" lacks schema_version", " has odd"});
}
