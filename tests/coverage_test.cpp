// docs/coverage.md promises which rule covers which advice and what shows it: all it names exists.

#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include <re2/re2.h>

#include "rules/catalogue.h"
#include "support/catch.h"
#include "support/project.h"
#include "support/scratch.h"

namespace ddblint {
namespace {

struct Row {
  std::string says;
  std::string covered;
  std::string shown;
};

/// The rows of all tables, without their heads.
std::vector<Row> rows() {
  std::vector<Row> found;
  std::istringstream lines(test::slurp(test::project_path("docs/coverage.md")));
  for (std::string line; std::getline(lines, line);) {
    Row row;
    if (!re2::RE2::FullMatch(line, R"(\| (.+) \| (.+) \| (.+) \|)", &row.says, &row.covered,
                             &row.shown)) {
      continue;
    }
    if (row.says != "what the document says") found.push_back(std::move(row));
  }
  return found;
}

/// What a pattern's group matches in a text, each.
std::vector<std::string> all(const std::string& text, const char* pattern) {
  std::vector<std::string> found;
  re2::StringPiece rest(text);
  for (std::string match; re2::RE2::FindAndConsume(&rest, pattern, &match);) found.push_back(match);
  return found;
}

TEST_CASE("what the coverage page names exists") {
  const test::Scratch scratch;
  const std::string help = scratch.run("--help 2>&1").out;
  const std::vector<Row> all_rows = rows();
  CHECK(all_rows.size() >= 70);
  std::set<std::string> designs = {"advise", "simulate", "order"};
  for (const Row& row : all_rows) {
    INFO(row.says);
    const auto rules = all(row.covered, "(DDB[0-9]{3})");
    const auto commands = all(row.covered, "`([a-z]+)`");
    const bool later = row.covered.find("Design") != std::string::npos;
    const bool fact = row.covered.starts_with("fact: ");
    CHECK((!rules.empty() || !commands.empty() || later || fact));
    for (const auto& rule : rules) {
      INFO(rule);
      CHECK(find_rule(rule) != nullptr);
    }
    for (const auto& command : commands) {
      INFO(command);
      const bool known = help.find(command) != std::string::npos || command == "growth";
      CHECK((known || (later && designs.contains(command))));
    }
    CHECK(std::filesystem::exists(test::project_path(row.shown)));
    // A worked example shows a rule by a finding of it.
    if (row.shown.ends_with("expected.txt") && !rules.empty()) {
      const std::string expected = test::slurp(test::project_path(row.shown));
      CHECK(expected.find(rules.front()) != std::string::npos);
    }
  }
}

}  // namespace
}  // namespace ddblint
