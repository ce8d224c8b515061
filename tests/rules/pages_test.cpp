// The examples on the rule pages run as they stand: what says `fires line=N` must fire there, what
// says `clean` must not. Blocks before an example belong to it: `sql source` is the DDL that its
// table comes from, `jsonl data` are its items (support/rows.h says how rows are written),
// `yaml patterns` and `jsonl trace` say how it is asked. Where the example is itself such a file
// (`yaml patterns fires line=N`), the last block `yaml table` is its table.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "support/asked.h"
#include "support/catch.h"
#include "support/measured.h"
#include "support/rows.h"
#include "support/run_rule.h"

namespace ddblint {
namespace {

/// A fenced block.
struct Block {
  /// The info string: `yaml fires line=7`.
  std::string info;
  std::string text = {};

  [[nodiscard]] bool has(std::string_view words) const {
    return (info + " ").find(" " + std::string(words)) != std::string::npos;
  }
  [[nodiscard]] std::string language() const { return info.substr(0, info.find(' ')); }
};

std::vector<Block> blocks_of(std::string_view page) {
  std::vector<Block> blocks;
  bool open = false;
  while (!page.empty()) {
    const auto end = page.find('\n');
    const std::string line(page.substr(0, end));
    page.remove_prefix(end == std::string_view::npos ? page.size() : end + 1);
    if (open && line == "```") {
      open = false;
    } else if (open) {
      blocks.back().text += line + "\n";
    } else if (line.starts_with("```")) {
      open = true;
      blocks.push_back({.info = line.substr(3)});
    }
  }
  return blocks;
}

struct Example {
  std::string path = {};
  std::string text = {};
  /// The file that the finding must point into.
  std::string judged = {};
  bool fires = false;
  std::uint32_t line = 0;
  test::SourceDdl ddl = {};
  test::DataRows data = {};
  test::Asked asked = {};
};

/// The fenced blocks of a page whose info string says what must happen.
std::vector<Example> examples_of(std::string_view page) {
  std::vector<Example> examples;
  std::string table;
  Example next;
  for (const Block& block : blocks_of(page)) {
    const bool runs = block.has("fires line=") || block.has("clean");
    if (block.info == "sql source") {
      next.ddl = {"source.sql", block.text};
    } else if (block.info.starts_with("jsonl data")) {
      next.data = {"data.jsonl", test::expand_rows(block.text), test::sample_of(block.info, "=")};
    } else if (block.info == "jsonl trace") {
      next.asked.trace = test::expand_rows(block.text);
    } else if (block.info.starts_with("yaml patterns")) {
      next.asked.patterns_path = "patterns.yaml";
      next.asked.patterns = block.text;
    } else if (block.info == "yaml table") {
      table = block.text;
    }
    if (!runs) continue;
    const bool patterns = block.has("patterns ");
    next.path = patterns ? "example.yaml" : "example." + block.language();
    next.text = patterns ? table : block.text;
    next.judged = patterns ? next.asked.patterns_path : next.path;
    next.fires = block.has("fires line=");
    if (next.fires) {
      next.line =
          static_cast<std::uint32_t>(std::stoul(block.info.substr(block.info.find('=') + 1)));
    }
    examples.push_back(std::exchange(next, {}));
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
      const test::RuleRun run(rule, example.path, example.text, example.ddl,
                              test::profiles_of(example.data), test::workloads_of(example.asked));
      INFO(rule.page << ", example " << i + 1 << "\n" << example.text << run.rendered());
      CHECK_FALSE(run.definitions().tables.empty());
      if (example.fires) {
        ++fires;
        bool at_line = false;
        for (const auto& finding : run.findings()) {
          const auto& file = run.sources().file(finding.span.file);
          at_line = at_line || (file.path() == example.judged &&
                                run.sources().begin_of(finding.span).line == example.line);
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
