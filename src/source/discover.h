#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ddblint {

/// How a directory is walked.
struct DiscoverOptions {
  bool respect_gitignore = true;
  /// Gitignore-style globs relative to `glob_root`; empty = every file. A glob that matches a
  /// directory, be it the walked one or above, takes everything below.
  std::vector<std::string> include = {};
  /// Gitignore-style globs relative to `glob_root`. They never exclude the walked directory itself.
  std::vector<std::string> exclude = {};
  /// Directory that include and exclude are relative to; empty = the walked directory. When it is
  /// not at or above the walked directory, globs that begin at it match nothing.
  std::string glob_root = {};
  /// File name endings to keep, without the dot, lower case ("yaml", "tf.json"); empty = every one.
  std::vector<std::string> extensions = {};
  unsigned threads = 1;
};

/// What a walk found.
struct Discovered {
  /// Paths as `directory` + '/' + relative path ("." gives bare relative paths), sorted by bytes.
  std::vector<std::string> files;
  /// Directories and ignore files that could not be read, as sentences for people, sorted.
  std::vector<std::string> errors;
};

/// Walks a directory the way git sees it: .gitignore files (nested, negated, those of the parents
/// up to the repository root), .git/info/exclude and the user's global excludes; `.git` itself,
/// `node_modules`, `.terraform` and `.aws-sam` are never entered. A directory that is named
/// explicitly is walked even where git ignores it. A nested repository is seen as from inside it.
/// Only regular files are found: symbolic links are not followed.
/// The result does not depend on the number of threads.
Discovered discover(const std::string& directory, const DiscoverOptions& options);

/// True when `path` (relative, '/' separators) is matched by the ordered gitignore-style patterns:
/// the last pattern that matches decides, `!` negates, a matched parent directory matches all
/// below.
bool matches_globs(std::string_view path, const std::vector<std::string>& patterns);

/// Shell-style match of a whole name: `*`, `?`, `[a-z]`; nothing else is special.
bool matches_name(std::string_view name, std::string_view pattern);

}  // namespace ddblint
