#pragma once

#include "profile/measurements.h"

#include "rules/finding.h"

// What `check` says about the data themselves. Severities and fingerprints are the caller's.

namespace ddblint {

/// A file that is missing, cannot be read or is not what its manifest says.
Finding problem_finding(const DataProblem& problem);

/// Records that are no items; `no_values` leaves out what stands there.
Finding bad_records_finding(const BadRecords& bad, bool no_values);

}  // namespace ddblint
