#include "cli/place_in_repository.h"

#include <filesystem>
#include <system_error>

namespace fs = std::filesystem;

namespace ddblint {
namespace {

/// The directory with .git at or above the working directory; empty when there is none.
fs::path repository_root() {
  std::error_code failed;
  for (fs::path at = fs::current_path(failed); !failed && !at.empty(); at = at.parent_path()) {
    if (fs::exists(at / ".git", failed)) return at;
    if (at == at.root_path()) break;
  }
  return {};
}

std::string path_in_repository(const fs::path& root, std::string_view shown) {
  std::error_code failed;
  if (root.empty()) return std::string(shown);
  const fs::path whole = fs::weakly_canonical(fs::path(shown), failed);
  const fs::path canonical_root = fs::weakly_canonical(root, failed);
  const fs::path relative = whole.lexically_relative(canonical_root);
  const bool outside = failed || relative.empty() || *relative.begin() == "..";
  return outside ? std::string(shown) : relative.generic_string();
}

}  // namespace

std::function<std::string(std::string_view)> paths_in_repository() {
  return [root = repository_root()](std::string_view shown) {
    return path_in_repository(root, shown);
  };
}

}  // namespace ddblint
