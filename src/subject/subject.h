#pragma once

#include "schema/reader.h"

namespace ddblint {

/// One table with all that is bound to it: everything a rule sees.
struct Subject {
  const Table& table;
  /// Alarms and scaling targets of the same file.
  const Siblings& siblings;
};

}  // namespace ddblint
