#pragma once

#include <string>
#include <vector>

namespace ddblint {

/// Files that the command line gives for some tables: `[TABLE=]PATH`, repeated.
struct Binding {
  /// Id or name of the tables, a glob; empty = no table was named.
  std::string tables;
  std::vector<std::string> paths;
};

/// The words of an option, those for the same tables together, in the order of the command line.
std::vector<Binding> bindings_of(const std::vector<std::string>& words);

}  // namespace ddblint
