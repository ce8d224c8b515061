// The manifests of an export: what is believed is well formed, what is not has a place, and a
// manifest without problems says everything twice when it is there twice.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "data/manifest.h"

namespace {

using namespace ddblint;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_problems(const std::vector<std::string>& problems, std::string_view text) {
  const auto lines = 1U + static_cast<std::size_t>(std::ranges::count(text, '\n'));
  constexpr std::string_view kLine = "line ";
  for (const std::string& problem : problems) {
    require(problem.starts_with(kLine));
    std::size_t line = 0;
    const char* const end = problem.data() + problem.size();
    const auto [rest, error] = std::from_chars(problem.data() + kLine.size(), end, line);
    require(error == std::errc{} && line >= 1 && line <= lines);
    require(end - rest > 2 && *rest == ':');
  }
}

void check_entry(const ManifestEntry& entry) {
  require(!entry.key.empty());
  for (const std::string& part : entry.key) {
    require(!part.empty() && part != "." && part != ".." && part.find('/') == std::string::npos);
  }
  require(!entry.md5 || entry.md5->size() == 16);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ManifestSummary summary = parse_manifest_summary(text);
  check_problems(summary.problems, text);

  const ManifestFiles files = parse_manifest_files(text);
  check_problems(files.problems, text);
  for (const ManifestEntry& entry : files.entries) check_entry(entry);
  // An entry takes at least its key and a name.
  require(files.entries.size() <= text.size() / std::string_view("dataFileS3Key").size());
  // A byte order mark is none in the middle of a text.
  if (files.problems.empty() && !text.starts_with("\xEF\xBB\xBF")) {
    std::string twice(text);
    twice.append("\n").append(text);
    const ManifestFiles both = parse_manifest_files(twice);
    require(both.problems.empty() && both.entries.size() == 2 * files.entries.size());
  }

  const auto md5 = parse_md5(text);
  require(!md5 || md5->size() == 16);
  return 0;
}
