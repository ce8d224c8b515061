#pragma once

#include "profile/table_profile.h"
#include "workload/workload.h"

#include "schema/reader.h"
#include "subject/relational_source.h"

namespace ddblint {

/// One table with all that is bound to it: everything a rule sees.
struct Subject {
  const Table& table;
  /// Alarms and scaling targets of the same file.
  const Siblings& siblings;
  /// The relational table that it was made from; null when none is known.
  const RelationalSource* source = nullptr;
  /// What its data say; null when none are bound.
  const TableProfile* profile = nullptr;
  /// How it is asked: patterns and traces; null when none are known.
  const Workload* workload = nullptr;
};

}  // namespace ddblint
