#include <nlohmann/json.hpp>

#include "config/config.h"
#include "config/fixture.h"
#include "support/catch.h"

namespace ddblint {
namespace {

using config_test::Input;
using Json = nlohmann::json;

LoadedConfig load(const std::string& text) {
  const Input input(text, "infra/ddblint.yaml");
  return read_config(input.source(), input.tree);
}

TEST_CASE("the schema knows every rule by both names", "[config]") {
  const Json schema = Json::parse(config_schema());
  CHECK(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
  CHECK(schema["additionalProperties"] == false);
  const Json& rules = schema["properties"]["rules"];
  CHECK(rules["additionalProperties"] == false);
  CHECK(rules["properties"].size() == 2 * catalogue().size());
  for (const RuleInfo& rule : catalogue()) {
    const Json expected = {{"$ref", "#/$defs/" + std::string(rule.code)}};
    CHECK(rules["properties"][std::string(rule.code)] == expected);
    CHECK(rules["properties"][std::string(rule.slug)] == expected);
    CHECK(schema["$defs"].contains(std::string(rule.code)));
  }
}

TEST_CASE("the schema gives an option its type and default", "[config]") {
  const Json schema = Json::parse(config_schema());
  const Json& many = schema["$defs"]["DDB607"]["anyOf"][1];
  CHECK(many["additionalProperties"] == false);
  CHECK(many["properties"]["max-local-indexes"]["type"] == "integer");
  CHECK(many["properties"]["max-local-indexes"]["default"] == 5);
  CHECK(many["properties"]["max-global-indexes"]["default"] == 20);
  const Json& names = schema["$defs"]["DDB101"]["anyOf"][1]["properties"]["ignore-names"];
  CHECK(names["default"] == Json::array());
  CHECK(names["anyOf"][0]["type"] == "string");
  CHECK(names["anyOf"][1]["type"] == "array");
}

TEST_CASE("the schema asks an ignore entry for its rules", "[config]") {
  const Json schema = Json::parse(config_schema());
  const Json& entry = schema["properties"]["ignore"]["items"];
  CHECK(entry["required"] == Json::array({"rules"}));
  CHECK(entry["properties"]["until"]["format"] == "date");
  CHECK(config_schema().ends_with("}\n"));
}

TEST_CASE("the schema says what a table may have", "[config]") {
  const Json schema = Json::parse(config_schema());
  const Json& table = schema["properties"]["tables"]["additionalProperties"];
  CHECK(table["additionalProperties"] == false);
  CHECK(table["properties"].size() == 5);
  CHECK(table["properties"]["growth"]["minimum"] == 1);
}

TEST_CASE("what holds is shown with where it comes from", "[config]") {
  const std::string shown = show_config(
      load("extends: ddblint:strict\n"
           "include: ['a \"b\"/**']\n"
           "tables: { Orders: { data: [a/, b.csv], source-ddl: s.sql, growth: 2.5 }, 'x-*': {} }\n"
           "rules:\n"
           "  DDB101: { severity: error, ignore-names: [kind, genre] }\n"
           "  redundant-index: off\n"
           "ignore:\n"
           "  - { rules: [DDB206, DDB6], tables: legacy-*, reason: 'it''s old', until: 2027-03-31 "
           "}\n")
          .config);
  CHECK_THAT(shown, Catch::StartsWith("# infra/ddblint.yaml\n"
                                      "extends: [\"ddblint:strict\"]\n"
                                      "include: [\"a \\\"b\\\"/**\"]\n"
                                      "exclude: []\n"
                                      "tables:\n"
                                      "  \"Orders\": { data: [\"a/\", \"b.csv\"], source-ddl: "
                                      "[\"s.sql\"], growth: 2.5 }\n"
                                      "  \"x-*\": {  }\n"
                                      "rules:\n"));
  CHECK_THAT(
      shown,
      Catch::Contains(
          "  DDB101: { severity: error, ignore-names: [\"kind\",\"genre\"], "
          "min-distinct-values: 1000 }  # low-cardinality-key; set in infra/ddblint.yaml\n"));
  CHECK_THAT(shown,
             Catch::Contains("  DDB206: off  # redundant-index; set in infra/ddblint.yaml\n"));
  CHECK_THAT(shown, Catch::Contains(", max-local-indexes: 5, max-global-indexes: 20 }  # "
                                    "too-many-indexes\n"));
  CHECK_THAT(shown, Catch::EndsWith("ignore:\n"
                                    "  - { rules: [DDB206, DDB6], tables: [\"legacy-*\"], reason: "
                                    "\"it's old\", until: 2027-03-31 }\n"));
}

TEST_CASE("the defaults are shown without a file", "[config]") {
  const std::string shown = show_config(Config{});
  CHECK_THAT(shown, Catch::StartsWith("# built-in defaults\nextends: []\n"));
  CHECK_THAT(shown, Catch::EndsWith("ignore: []\n"));
}

TEST_CASE("what is shown is a config that means the same", "[config]") {
  const Config config = load(
                            "extends: [ddblint:strict, ddblint:audit]\n"
                            "exclude: ['!keep/*', \"tab\\t\"]\n"
                            "tables: { 'a[0]': { trace: [t/*.gz], patterns: p.yaml, growth: 4 } }\n"
                            "rules: { DDB101: { ignore-names: kind }, DDB206: info }\n"
                            "ignore: [{ rules: DDB2, indexes: 'by-[ab]' }]\n")
                            .config;
  const LoadedConfig again = load(show_config(config));
  CHECK(again.diagnostics.empty());
  CHECK(again.config.exclude == config.exclude);
  REQUIRE(again.config.tables.size() == 1);
  CHECK(again.config.tables.front().tables == "a[0]");
  CHECK(again.config.tables.front().trace.at(0).path == "t/*.gz");
  CHECK(again.config.tables.front().patterns.at(0).path == "p.yaml");
  CHECK(again.config.tables.front().growth == 4.0);
  REQUIRE(again.config.ignore.size() == 1);
  CHECK(again.config.ignore.front().indexes == config.ignore.front().indexes);
  for (const RuleInfo& rule : catalogue()) {
    INFO(rule.code);
    const ConfiguredRule before = effective_rule(config, rule);
    const ConfiguredRule after = effective_rule(again.config, rule);
    CHECK(before.enabled == after.enabled);
    CHECK(before.severity.value_or(rule.severity) == after.severity.value_or(rule.severity));
  }
}

}  // namespace
}  // namespace ddblint
