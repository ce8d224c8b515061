#pragma once

#include "profile/table_profile.h"
#include "workload/trace.h"

// Models with every value that came from data or requests as a short digest: equal values have
// equal digests, and nothing else of them is left. Names of attributes and paths stay.

namespace ddblint {

TableProfile without_values(TableProfile profile);
TraceSummary without_values(TraceSummary summary);
InsightReport without_values(InsightReport report);

}  // namespace ddblint
