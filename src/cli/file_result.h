#pragma once

#include <cstddef>
#include <vector>

#include "config/config.h"
#include "rules/finding.h"
#include "schema/reader.h"
#include "source/diagnostic.h"

namespace ddblint {

/// What one file adds to the report of `check`.
struct FileResult {
  Findings findings;
  Findings withdrawn;
  Diagnostics diagnostics;
  std::vector<OpenValue> open;
  std::size_t tables = 0;
  std::size_t suppressed = 0;
  /// The suppressions that all files of its config share, with those marked that silenced something
  /// here.
  std::vector<Suppression> shared;
  /// Its bytes could not be had, or broke off.
  bool unread = false;
  /// The run has failed because of it.
  bool failed = false;
};

}  // namespace ddblint
