#include "report/report.h"
#include "support/catch.h"

using ddblint::github_line_hashes;
using Hashes = std::vector<std::string>;

TEST_CASE("published vectors of GitHub's line hash", "[report]") {
  CHECK(github_line_hashes("") == Hashes{"c129715d7a2bc9a3:1"});
  CHECK(github_line_hashes(" a\nb\n  \t\tc\n d") == Hashes{"271789c17abda88f:1",
                                                           "54703d4cd895b18:1", "180aee12dab6264:1",
                                                           "a23a3dc5e078b07b:1"});
  CHECK(github_line_hashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End") ==
        Hashes{"8b7cf3e952e7aeb2:1", "b1ae1287ec4718d9:1", "bff680108adb0fcc:1",
               "c6805c5e1288b612:1", "b86d3392aea1be30:1", "e6ceba753e1a442:1"});
}

TEST_CASE("equal hashes of a file are numbered", "[report]") {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "Lorem ipsum dolor sit amet.\n";
  CHECK(github_line_hashes(text) ==
        Hashes{"a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3",
               "a7f2ff13bc495cf2:4", "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6",
               "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1", "55ec222b86bcae53:1",
               "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1"});
}

TEST_CASE("line hashes count UTF-16 code units", "[report]") {
  CHECK(github_line_hashes("é\n漢字: 😀\n") ==
        Hashes{"609bfba976e817c4:1", "4827ce6b9d3ca85d:1", "c129715d7a2bc9a3:1"});
}

TEST_CASE("every kind of line end hashes alike", "[report]") {
  const Hashes lf = github_line_hashes(" a\nb\n  \t\tc\n d");
  CHECK(github_line_hashes(" a\r\nb\r\n  \t\tc\r\n d") == lf);
  CHECK(github_line_hashes(" a\rb\r  \t\tc\r d") == lf);
}
