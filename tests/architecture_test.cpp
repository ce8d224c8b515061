// The floors of the house: which room may include which. This table is the documentation of it.

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "support/catch.h"
#include "support/project.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

const std::map<std::string, std::set<std::string>>& allowed() {
  static const std::map<std::string, std::set<std::string>> kAllowed = {
      {"source", {}},
      {"syntax", {"source"}},
      {"schema", {"source", "syntax"}},
      {"sketch", {}},
      {"data", {"source", "syntax"}},
      {"relational", {"source"}},
      {"profile", {"source", "data", "sketch"}},
      {"workload", {"source", "syntax", "data", "sketch"}},
      {"subject", {"source", "schema", "relational", "profile", "workload"}},
      {"design",
       {"source", "syntax", "schema", "relational", "sketch", "data", "profile", "workload",
        "subject"}},
      {"rules",
       {"source", "syntax", "schema", "relational", "sketch", "data", "profile", "workload",
        "subject", "design"}},
      {"config", {"source", "syntax", "rules/catalogue.h", "rules/finding.h"}},
      {"report",
       {"source", "schema", "sketch", "data", "profile", "workload", "subject", "design",
        "rules/catalogue.h", "rules/finding.h"}},
      {"cli",
       {"source", "syntax", "schema", "relational", "sketch", "data", "profile", "workload",
        "subject", "design", "rules", "config", "report"}},
  };
  return kAllowed;
}

bool may_include(const std::string& room, const std::string& header) {
  const std::string other = header.substr(0, header.find('/'));
  const auto& rooms = allowed().at(room);
  return other == room || rooms.contains(other) || rooms.contains(header);
}

TEST_CASE("no include climbs") {
  static const std::regex kInclude("^#include \"([a-z_]+/[a-z_./]+)\"");
  std::size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(test::project_path("src"))) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    const fs::path relative = entry.path().lexically_relative(test::project_path("src"));
    const std::string room = relative.begin()->string();
    INFO(relative);
    REQUIRE(allowed().contains(room));
    std::istringstream lines(test::slurp(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, kInclude)) continue;
      ++seen;
      INFO(line);
      CHECK(may_include(room, match[1].str()));
    }
  }
  CHECK(seen > 100);
}

TEST_CASE("an include that climbs would be seen") {
  CHECK_FALSE(may_include("source", "syntax/node.h"));
  CHECK_FALSE(may_include("schema", "rules/finding.h"));
  CHECK_FALSE(may_include("report", "rules/engine.h"));
  CHECK(may_include("report", "rules/finding.h"));
  CHECK(may_include("cli", "report/report.h"));
}

}  // namespace
}  // namespace ddblint
