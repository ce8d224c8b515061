// What is published beside the program is what the program says: the findings in the README and the
// guides, the table of rules, the schema of the config.

#include <array>
#include <cstdio>
#include <string>

#include "support/catch.h"
#include "support/project.h"

namespace ddblint {
namespace {

/// What a command of the program prints, run in the project's directory.
std::string output_of(const std::string& arguments) {
  const std::string command =
      "cd '" + test::project_path("").string() + "' && '" + DDBLINT_PROGRAM + "' " + arguments;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    text.append(buffer.data(), got);
  }
  ::pclose(pipe);
  return text;
}

/// The finding that a page shows is among what the command prints that it names.
void check_shown_output(const std::string& page) {
  const std::string text = test::slurp(test::project_path(page));
  const std::string before = "<!-- BEGIN output of: build/release/src/ddblint ";
  const auto marker = text.find(before);
  INFO(page);
  REQUIRE(marker != std::string::npos);
  const auto command = marker + before.size();
  const auto begin = text.find("```\n", marker) + 4;
  const std::string shown = text.substr(begin, text.find("```\n", begin) - begin);
  const std::string real = output_of(text.substr(command, text.find(" (", command) - command));
  CHECK(shown.size() > 100);
  INFO(real);
  CHECK(real.find(shown) != std::string::npos);
}

TEST_CASE("the findings that pages show are what their commands give") {
  check_shown_output("README.md");
  check_shown_output("docs/dialects/relational.md");
}

TEST_CASE("docs/rules.md is the table of the rules") {
  CHECK(test::slurp(test::project_path("docs/rules.md")) == output_of("rules -f markdown"));
}

TEST_CASE("schemas/config.schema.json is the schema of the config") {
  CHECK(test::slurp(test::project_path("schemas/config.schema.json")) ==
        output_of("config schema"));
}

}  // namespace
}  // namespace ddblint
