// The worked examples (testdata/seeds, docs/guides): all findings of each, compared whole.
// UPDATE_SNAPSHOTS=1 writes them; a person reads the difference.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/project.h"
#include "support/scratch.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

std::vector<std::string> examples() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(test::project_path("testdata/seeds"))) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST_CASE("worked examples find what their guides walk through") {
  const std::vector<std::string> names = examples();
  CHECK(names.size() >= 7);
  const test::Scratch scratch;
  for (const std::string& name : names) {
    INFO(name);
    const fs::path folder = test::project_path("testdata/seeds/" + name);
    for (const char* file : {"template.yaml", "patterns.yaml", "items.jsonl.gz", "ddblint.yaml"}) {
      CHECK(fs::exists(folder / file));
    }
    CHECK(fs::exists(test::project_path("docs/guides/" + name + ".md")));
    const fs::path snapshot = folder / "expected.txt";
    const test::Result run =
        scratch.run("check template.yaml --color never", "cd '" + folder.string() + "' &&");
    if (std::getenv("UPDATE_SNAPSHOTS") != nullptr) {  // NOLINT(concurrency-mt-unsafe)
      std::ofstream(snapshot, std::ios::binary) << run.out;
    }
    REQUIRE(fs::exists(snapshot));
    CHECK(test::slurp(snapshot) == run.out);
    CHECK(run.code != 2);
  }
}

}  // namespace
}  // namespace ddblint
