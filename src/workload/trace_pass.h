#pragma once

#include <cstdint>
#include <vector>

#include "data/data_files.h"
#include "workload/trace_reader.h"

namespace ddblint {

/// Reads the files in their order into one Traces. `problems` of finding them are kept.
Traces read_trace_files(const DataSet& data, std::span<const TracePlan> plans,
                        const TraceOptions& options);

}  // namespace ddblint
