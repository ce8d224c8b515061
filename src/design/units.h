#pragma once

#include <cstdint>

#include "workload/pattern.h"

// The service's arithmetic of capacity units. Sizes in bytes; 1 KB = 1,024 bytes.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html

namespace ddblint {

/// A read unit is up to 4 KB, a write unit up to 1 KB.
inline constexpr double kReadUnitBytes = 4096;
inline constexpr double kWriteUnitBytes = 1024;
/// Most that one page of a query or scan reads.
inline constexpr double kPageBytes = 1024 * 1024;
/// Most that an item has.
inline constexpr double kItemBytes = 400 * 1024;
/// Units per second that one partition serves, reads and writes apart.
inline constexpr double kPartitionReads = 3000;
inline constexpr double kPartitionWrites = 1000;
/// Most items that one request of these operations names.
inline constexpr double kBatchGetItems = 100;
inline constexpr double kBatchWriteItems = 25;
inline constexpr double kTransactItems = 100;

/// Read units of 4 KB: 0.5 eventual, 1 strong, 2 transactional.
double read_price(Consistency consistency);
/// Write units of 1 KB: 1, or 2 in a transaction.
double write_price(bool transactional);

/// Steps of `unit_bytes` that an item takes: whole ones, at least one.
double steps(double item_bytes, double unit_bytes);

/// Read units of one item got by its key; a missing item costs as one of up to 4 KB.
double get_units(double item_bytes, Consistency consistency);
/// Read units of one page of a query or scan that reads so many bytes in all.
double page_units(double bytes, Consistency consistency);
/// Write units of one item: the larger of before and after. `transactional` doubles.
double put_units(double item_bytes, bool transactional);

/// A query or scan from its first page to its last.
struct PagedRead {
  double pages = 1;
  double units = 0;
};
/// Reads `items` items (a mean may have a fraction) of `item_bytes` each: pages hold whole items up
/// to 1 MB, and each page is rounded up to 4 KB.
PagedRead paged_read(double items, double item_bytes, Consistency consistency);

}  // namespace ddblint
