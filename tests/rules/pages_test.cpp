// The examples on the rule pages run as they stand: what says `fires line=N` must fire there, what
// says `clean` must not. A block `sql source` is the DDL that the next example's table comes from,
// a block `jsonl data` its items (support/rows.h says how rows are written).

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/measured.h"
#include "support/rows.h"
#include "support/run_rule.h"

namespace ddblint {
namespace {

struct Example {
  std::string language;
  std::string info = {};
  bool fires = false;
  std::uint32_t line = 0;
  std::string text = {};
  test::SourceDdl ddl = {};
  test::DataRows data = {};
};

/// The fenced blocks of a page whose info string says what must happen.
std::vector<Example> examples_of(std::string_view page) {
  std::vector<Example> examples;
  std::optional<Example> open;
  test::SourceDdl ddl;
  test::DataRows data;
  while (!page.empty()) {
    const auto end = page.find('\n');
    const std::string line(page.substr(0, end));
    page.remove_prefix(end == std::string_view::npos ? page.size() : end + 1);
    if (open && line == "```") {
      if (open->language == "sql") {
        ddl = {"source.sql", open->text};
      } else if (open->language == "jsonl") {
        data = {"data.jsonl", test::expand_rows(open->text), test::sample_of(open->info, "=")};
      } else {
        open->ddl = std::exchange(ddl, {});
        open->data = std::exchange(data, {});
        examples.push_back(*open);
      }
      open.reset();
    } else if (open) {
      open->text += line + "\n";
    } else if (line.starts_with("```")) {
      const bool fires = line.find(" fires line=") != std::string::npos;
      const bool runs = fires || line.find(" clean") != std::string::npos ||
                        line == "```sql source" || line.starts_with("```jsonl data");
      if (!runs) continue;
      open = Example{.language = line.substr(3, line.find(' ') - 3), .info = line, .fires = fires};
      if (fires)
        open->line = static_cast<std::uint32_t>(std::stoul(line.substr(line.find('=') + 1)));
    }
  }
  return examples;
}

TEST_CASE("every example on a rule page does what it says") {
  for (const auto& rule : catalogue()) {
    const auto examples = examples_of(rule.markdown);
    std::size_t fires = 0;
    std::size_t clean = 0;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const Example& example = examples[i];
      const test::RuleRun run(rule, "example." + example.language, example.text, example.ddl,
                              test::profiles_of(example.data));
      INFO(rule.page << ", example " << i + 1 << "\n" << example.text << run.rendered());
      CHECK_FALSE(run.definitions().tables.empty());
      if (example.fires) {
        ++fires;
        bool at_line = false;
        for (const auto& finding : run.findings()) {
          at_line = at_line || run.sources().begin_of(finding.span).line == example.line;
        }
        CHECK(at_line);
      } else {
        ++clean;
        CHECK(run.findings().empty());
      }
    }
    if (!rule.raised_elsewhere) {
      INFO(rule.page);
      CHECK(fires > 0);
      CHECK(clean > 0);
    }
  }
}

TEST_CASE("every rule's texts are fit to be shown") {
  for (const auto& rule : catalogue()) {
    INFO(rule.page);
    CHECK_FALSE(rule.summary.empty());
    CHECK(rule.summary.size() <= 1024);  // what code scanning takes
    CHECK(rule.summary.ends_with('.'));
    CHECK_FALSE(rule.title.ends_with('.'));
    CHECK(find_rule(rule.slug) == &rule);
    CHECK(find_rule(rule.code) == &rule);
  }
}

}  // namespace
}  // namespace ddblint
