#pragma once

#include <deque>
#include <expected>
#include <map>
#include <string>
#include <vector>

#include "workload/pattern.h"

#include "config/config.h"
#include "schema/reader.h"
#include "source/diagnostic.h"
#include "source/source_file.h"

namespace ddblint {

/// What a file says about access patterns.
struct PatternFile {
  /// As shown.
  std::string path;
  FileId file = kNoFile;
  /// One; a design tool's model has one for each of its tables.
  std::vector<PatternSet> sets;
  /// A pattern file of ours, not examples that a design tool keeps.
  bool own_kind = false;
  /// Read to its end and without a fault, so that no pattern is missing.
  bool whole = false;
  /// The text broke off, or is no YAML or JSON at all.
  bool broken = false;
  Diagnostics diagnostics;
  FoundSuppressions suppressions;
};

/// The pattern files of a run, each read once.
class PatternFiles {
 public:
  explicit PatternFiles(SourceSet& sources) : sources_(sources) {}

  /// Reads a file, or gives what was read before. The error is a sentence with the path.
  std::expected<const PatternFile*, std::string> read(const std::string& path);
  /// All that were read, in their order.
  [[nodiscard]] const std::deque<PatternFile>& files() const { return files_; }

 private:
  SourceSet& sources_;
  std::deque<PatternFile> files_;
  std::map<std::string, const PatternFile*> by_path_;
};

/// Patterns that stand beside definitions in one file.
struct CarriedPatterns {
  /// Each names its table where the tool says it.
  std::vector<PatternSet> sets;
  Diagnostics diagnostics;
};

/// What the definitions of a file carry: Workbench facets, the access patterns of a data model.
CarriedPatterns carried_patterns(const Definitions& definitions);

/// The pattern files behind a word: a file, those of a folder (.yaml, .yml, .json), or of a glob,
/// sorted. The error is a sentence.
std::expected<std::vector<std::string>, std::string> pattern_paths(const std::string& word);

}  // namespace ddblint
