#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ddblint {

/// Gives a shown path as a path relative to the root of the repository that the working directory
/// lies in (the directory with .git); a path outside of it stays as it is.
std::function<std::string(std::string_view)> paths_in_repository();

}  // namespace ddblint
