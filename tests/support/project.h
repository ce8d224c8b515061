#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace ddblint::test {

/// A path inside the project.
inline std::filesystem::path project_path(const std::string& relative) {
  return std::filesystem::path(DDBLINT_PROJECT_DIR) / relative;
}

/// The bytes of a file; empty when there is none.
inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace ddblint::test
