// testdata/rules/<CODE>-<slug>/: each input is judged by its rule alone, and the rendered findings,
// carets and all, are compared whole with <input>.out. `x.sql` is the DDL that the table of
// `x.yaml` comes from; `x.jsonl` (rows as in support/rows.h) or `x.csv` are its items, a random
// sample of 5,000 when the name ends in `-sample-5000`; `x.patterns.yaml` says how it is asked,
// `x.trace.jsonl` (rows too) how it was. UPDATE_SNAPSHOTS=1 writes the .out files; a
// person reads the difference before it is committed.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/asked.h"
#include "support/catch.h"
#include "support/measured.h"
#include "support/project.h"
#include "support/rows.h"
#include "support/run_rule.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The data beside an input; none when there is no such file.
test::DataRows data_of(const fs::path& input) {
  const fs::path rows = fs::path(input).replace_extension(".jsonl");
  if (fs::exists(rows)) {
    return {rows.filename().string(), test::expand_rows(test::slurp(rows)),
            test::sample_of(rows.stem().string(), "-")};
  }
  const fs::path csv = fs::path(input).replace_extension(".csv");
  if (fs::exists(csv)) return {csv.filename().string(), test::slurp(csv)};
  return {};
}

/// How the table of an input is asked.
test::Asked asked_of(const fs::path& input) {
  test::Asked asked;
  const fs::path patterns = fs::path(input).replace_extension(".patterns.yaml");
  if (fs::exists(patterns)) {
    asked.patterns_path = patterns.filename().string();
    asked.patterns = test::slurp(patterns);
  }
  const fs::path trace = fs::path(input).replace_extension(".trace.jsonl");
  if (fs::exists(trace)) asked.trace = test::expand_rows(test::slurp(trace));
  return asked;
}

/// The input that a file stands beside and belongs to; empty for inputs.
fs::path owner_of(const fs::path& path) {
  const std::string name = path.string();
  for (const std::string_view ending :
       {".patterns.yaml", ".trace.jsonl", ".sql", ".jsonl", ".csv"}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size()) + ".yaml";
  }
  return {};
}

void compare(const fs::path& snapshot, const std::string& rendered) {
  if (std::getenv("UPDATE_SNAPSHOTS") != nullptr) {  // NOLINT(concurrency-mt-unsafe)
    std::ofstream(snapshot, std::ios::binary) << rendered;
  }
  INFO("UPDATE_SNAPSHOTS=1 rewrites " << snapshot);
  REQUIRE(fs::exists(snapshot));
  CHECK(test::slurp(snapshot) == rendered);
}

TEST_CASE("rule fixtures render as their snapshots") {
  for (const auto& folder : entries_of(test::project_path("testdata/rules"))) {
    const std::string name = folder.filename().string();
    const RuleInfo* rule = find_rule(name.substr(0, name.find('-')));
    INFO(folder);
    REQUIRE(rule != nullptr);
    CHECK(name == std::string(rule->code) + "-" + std::string(rule->slug));
    std::size_t fires = 0;
    std::size_t clean = 0;
    for (const auto& input : entries_of(folder)) {
      const std::string file = input.filename().string();
      if (input.extension() == ".out") {
        CHECK(fs::exists(fs::path(input).replace_extension()));
        continue;
      }
      const fs::path ddl = fs::path(input).replace_extension(".sql");
      if (const fs::path owner = owner_of(input); !owner.empty()) {
        CHECK(fs::exists(owner));
        continue;
      }
      INFO(input);
      const test::RuleRun run(
          *rule, file, test::slurp(input),
          fs::exists(ddl) ? test::SourceDdl{ddl.filename().string(), test::slurp(ddl)}
                          : test::SourceDdl{},
          test::profiles_of(data_of(input)), test::workloads_of(asked_of(input)));
      CHECK(run.definitions().tables.empty() ==
            (rule->category == "input" && run.findings().empty()));
      if (file.starts_with("clean")) {
        ++clean;
        CHECK(run.rendered().empty());
      } else {
        ++fires;
        CHECK_FALSE(run.findings().empty());
        compare(input.string() + ".out", run.rendered());
      }
    }
    CHECK(fires > 0);
    CHECK(clean > 0);
  }
}

TEST_CASE("every rule with a detector has fixtures") {
  for (const auto& rule : catalogue()) {
    if (rule.raised_elsewhere) continue;
    INFO(rule.page);
    CHECK(fs::exists(test::project_path("testdata/rules/" + std::string(rule.code) + "-" +
                                        std::string(rule.slug))));
  }
}

}  // namespace
}  // namespace ddblint
