// A path and gitignore-style patterns: the first line is the path, the others are patterns.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/discover.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> lines;
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    lines.emplace_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  if (lines.empty()) return 0;
  const std::string path = lines.front();
  lines.erase(lines.begin());
  ddblint::matches_globs(path, lines);
  for (const auto& line : lines) ddblint::matches_name(path, line);
  return 0;
}
