#pragma once

#include <optional>
#include <string_view>

#include "workload/trace_event.h"

namespace ddblint {

/// A time as traces write it: ISO 8601 (`2024-01-15T10:30:00.123Z`, with an offset, with a blank
/// for the T; UTC where no offset is given), or a number since 1970 whose size tells seconds,
/// milliseconds, microseconds or nanoseconds. Nothing when it is none or not in 1970 to 2106.
std::optional<TraceTime> read_trace_time(std::string_view text);
/// The same for a number.
std::optional<TraceTime> trace_time_of(double number);
std::optional<TraceTime> trace_time_of(std::int64_t number);

}  // namespace ddblint
