#pragma once

#include <vector>

#include "design/key_load.h"
#include "design/serving.h"

namespace ddblint {

/// All that follows from a subject's patterns.
struct Serving {
  std::vector<ServedPattern> patterns = {};
  /// Point into `patterns`.
  std::vector<KeyLoad> loads = {};
};

/// serve() and key_loads() of a subject, computed at the first call and kept with it: many rules
/// ask for them. Empty without a workload.
const Serving& serving_of(const Subject& subject);
const Serving& serving_of(const Subject&& subject) = delete;

}  // namespace ddblint
