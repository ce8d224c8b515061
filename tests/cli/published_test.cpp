// What is published beside the program is what the program says: the README's finding, the table of
// rules, the schema of the config.

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

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

TEST_CASE("the output that pages show is what their commands give") {
  const std::string path = GENERATE(
      "README.md", "docs/dialects/relational.md", "docs/profile.md", "docs/guides/orders.md",
      "docs/guides/invoices.md", "docs/guides/daily.md", "docs/guides/devices.md",
      "docs/guides/leaderboard.md", "docs/guides/messages.md", "docs/guides/pets.md");
  constexpr std::string_view kBegin = "<!-- BEGIN output of: build/release/src/ddblint ";
  constexpr std::string_view kEnd = " of it) -->";
  const std::string page = test::slurp(test::project_path(path));
  INFO(path);
  const auto marker = page.find(kBegin);
  const auto end = page.find(kEnd, marker);
  const auto words = page.rfind(" (", end);  // what part of the output it is
  REQUIRE(marker != std::string::npos);
  REQUIRE(end != std::string::npos);
  const auto begin = page.find("```\n", end) + 4;
  const std::string shown = page.substr(begin, page.find("```\n", begin) - begin);
  const auto arguments = marker + kBegin.size();
  const std::string real = output_of(page.substr(arguments, words - arguments));
  CHECK(shown.size() > 100);
  INFO(real);
  CHECK(real.find(shown) != std::string::npos);
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
