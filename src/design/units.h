#pragma once

#include <cstdint>

#include "workload/pattern.h"

// The service's arithmetic of capacity units. Sizes in bytes; 1 KB = 1,024 bytes.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html

namespace ddblint {

/// A read unit is up to 4 KB, a write unit up to 1 KB.
inline constexpr double kReadUnitBytes = 4096;
inline constexpr double kWriteUnitBytes = 1024;
/// Most that one page of a query or scan reads.
inline constexpr double kPageBytes = 1024 * 1024;
/// Units per second that one partition serves, reads and writes apart.
inline constexpr double kPartitionReads = 3000;
inline constexpr double kPartitionWrites = 1000;

/// Read units of one item got by its key; a missing item costs as one of up to 4 KB.
double get_units(double item_bytes, Consistency consistency);
/// Read units of one page of a query or scan that reads so many bytes in all.
double page_units(double bytes, Consistency consistency);
/// Write units of one item: the larger of before and after. `transactional` doubles.
double put_units(double item_bytes, bool transactional);

}  // namespace ddblint
