#pragma once

#include <string>
#include <vector>

#include "source/diagnostic.h"
#include "source/source_file.h"
#include "subject/relational_source.h"

namespace ddblint {

/// What the `--source-ddl` options of a run give.
struct RelationalSources {
  /// One for all tables, and one for each TABLE of a `TABLE=FILE`.
  std::vector<SourceSchema> schemas;
  /// Statements of interest that could not be read.
  Diagnostics diagnostics;
  /// Files that could not be read, or in which nothing defines a table; any makes the run fail.
  std::vector<std::string> errors;
};

/// Reads the files that `--source-ddl [TABLE=]FILE` names, and adds them to the sources.
RelationalSources read_relational_sources(const std::vector<std::string>& words,
                                          SourceSet& sources);

}  // namespace ddblint
