#pragma once

#include "subject/subject.h"

namespace ddblint {

/// Which capacities auto scaling may change after the deployment.
struct Scaled {
  bool read = false;
  bool write = false;
};

/// What the definition itself or a scaling target of the same file scales: of the table, or of one
/// of its global indexes. A target that may be meant for it counts.
Scaled scaled(const Subject& subject, const Index* index = nullptr);

}  // namespace ddblint
