#include "fixture.h"
#include <nlohmann/json.hpp>

#include "report/markdown_text.h"
#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::report_test;
using nlohmann::ordered_json;

namespace {

const std::vector<const RuleInfo*>& both_rules() {
  static const std::vector<const RuleInfo*> kRules = {&input_rule(), &sample_rule()};
  return kRules;
}

}  // namespace

TEST_CASE("rules as JSON", "[report]") {
  const auto document = ordered_json::parse(render_rules_json(both_rules()));
  CHECK(document["schema_version"] == "1.0");
  REQUIRE(document["rules"].size() == 2);
  CHECK(document["rules"][0]["on_by_default"] == false);
  CHECK(document["rules"][0]["options"] == ordered_json::array());
  const auto expected = ordered_json::parse(with_pages(R"({
    "code": "DDB201", "slug": "index-low-cardinality-key", "title": "Index key with few values",
    "category": "indexes", "severity": "warning", "evidence": ["suspected", "measured"],
    "status": "stable", "since": "0.1.0",
    "options": [{"name": "min-values", "type": "integer", "default": 1000, "unit": "values",
                 "summary": "Fewer distinct values are low."},
                {"name": "names", "type": "strings", "default": ["a", "b c"], "unit": null,
                 "summary": "Names to look for."}],
    "summary": "Looks for index keys with few values | such as `status`.",
    "markdown": "# Index key with few values (DDB201)\n\n## What it checks\n\nLooks.\n",
    "url": "PAGES/DDB201-index-low-cardinality-key.md",
    "references": ["Partitions <https://example.org/p>"],
    "on_by_default": true, "requests_only": false})"));
  CHECK(document["rules"][1].dump() == expected.dump());
}

TEST_CASE("rules as text and as a Markdown table", "[report]") {
  CHECK(render_rules_text(both_rules(), {}) ==
        "DDB003  info     no-tables                  Nothing to check\n"
        "DDB201  warning  index-low-cardinality-key  Index key with few values\n");
  CHECK(render_rules_text(std::vector{&sample_rule()}, {.color = true}) ==
        "DDB201  \x1b[1;33mwarning\x1b[0m  index-low-cardinality-key  Index key with few values\n");
  CHECK(render_rules_markdown(std::vector{&sample_rule()}) ==
        with_pages("| Code | Name | Severity | Evidence | What it checks |\n"
                   "| --- | --- | --- | --- | --- |\n"
                   "| [DDB201](PAGES/DDB201-index-low-cardinality-key.md) | "
                   "`index-low-cardinality-key` | warning | suspected, measured | "
                   "Looks for index keys with few values \\| such as `status`. |\n"));
}

TEST_CASE("a rule's page for a terminal", "[report]") {
  CHECK(
      render_rule_text(sample_rule(), {}) ==
      with_pages(R"(DDB201 index-low-cardinality-key, warning; category indexes; evidence suspected,
measured; since 0.1.0, stable

Index key with few values (DDB201)

What it checks

Looks.

Options

- min-values (integer, default 1000 values): Fewer distinct values are low.
- names (strings, default [a, "b c"]): Names to look for.

References

- Partitions <https://example.org/p>
- PAGES/DDB201-index-low-cardinality-key.md
)"));
  CHECK(render_rule_markdown(sample_rule()) == sample_rule().markdown);
}

TEST_CASE("Markdown for a terminal", "[report]") {
  constexpr std::string_view kPage = R"(# Title
First paragraph of a page that is long enough to be wrapped somewhere near the
eightieth column.

```yaml fires line=2
Key:

  - a	b
```
- an entry that is long enough to be wrapped, so that its second line has to be set in
- another
  of two lines
10. numbered

| a | b |
| - | - |
After.


)";
  CHECK(markdown_text(kPage, {}) == R"(Title

First paragraph of a page that is long enough to be wrapped somewhere near the
eightieth column.

Found:
    Key:

      - a    b
- an entry that is long enough to be wrapped, so that its second line has to be
  set in
- another of two lines
10. numbered

    | a | b |
    | - | - |
After.
)");
  CHECK(markdown_text("## Why\x1b[2J\n", {.color = true}) == "\x1b[1mWhy␛[2J\x1b[0m\n");
  CHECK(markdown_text("", {}).empty());
}
