#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/report.h"

namespace ddblint {

/// A stretch of source to underline. Its span must be valid.
struct Mark {
  Span span;
  /// Words beside the underline; may be empty.
  std::string label;
  /// Underlined with ^^^^ instead of ----.
  bool primary = false;
};

/// Columns that the line numbers of a snippet take.
std::size_t gutter_columns(const SourceSet& sources, const std::vector<Mark>& marks);

/// The marked lines with their underlines and labels, file by file in the order in which `marks`
/// names them. `gutter` is as from gutter_columns; `severity` colours the primary mark.
std::string render_snippet(const SourceSet& sources, const std::vector<Mark>& marks,
                           std::size_t gutter, Severity severity, const TextStyle& style);

}  // namespace ddblint
