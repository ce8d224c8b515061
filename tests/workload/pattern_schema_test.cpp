// The published schema and the reader agree: on what each of testdata/patterns/schema_cases.json
// is, and on the keys that there are. The cases' other half, the schema's own verdict, is
// tests/tools/validate_patterns.cjs, which takes a validator.

#include <string>
#include <vector>

#include "workload/pattern_text.h"
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/project.h"

namespace ddblint {
namespace {

using namespace workload_test;
using nlohmann::json;

std::string complaints(const json& document) {
  const Document text(document.dump(), "patterns.json");
  return text.shown(read_pattern_file(text.tree, text.file).diagnostics);
}

json project_json(const std::string& path) {
  return json::parse(test::slurp(test::project_path(path)));
}

TEST_CASE("the reader's verdicts on the cases of the schema", "[pattern_schema]") {
  const json cases = project_json("testdata/patterns/schema_cases.json");
  REQUIRE(cases.size() > 60);
  for (const json& one : cases) {
    CAPTURE(one.dump());
    const std::string found = complaints(one["document"]);
    CAPTURE(found);
    CHECK(found.empty() == (one["verdict"] == "valid"));
  }
}

/// Messages about unknown keys in a document.
bool knows(const json& document) {
  return complaints(document).find("unknown key") == std::string::npos;
}

TEST_CASE("the schema has the reader's keys", "[pattern_schema]") {
  const json schema = project_json("schemas/access-patterns.schema.json");
  for (const auto& [key, unused] : schema["properties"].items()) {
    CAPTURE(key);
    CHECK(knows({{key, nullptr}}));
  }
  for (const auto& [key, unused] : schema["$defs"]["pattern"]["properties"].items()) {
    CAPTURE(key);
    CHECK(knows({{"patterns", {{{key, nullptr}}}}}));
  }
  for (const auto& [key, unused] : schema["$defs"]["sharding"]["properties"].items()) {
    CAPTURE(key);
    CHECK(knows({{"sharding", {{{key, nullptr}}}}}));
  }
  CHECK_FALSE(knows({{"patterns", {{{"no-such-key", nullptr}}}}}));
  // The other way round: what the reader lists as its keys is all there.
  const std::string listed = complaints({{"patterns", {{{"no-such-key", nullptr}}}}});
  for (const auto& [key, unused] : schema["$defs"]["pattern"]["properties"].items()) {
    CHECK(listed.find(key) != std::string::npos);
  }
}

}  // namespace
}  // namespace ddblint
