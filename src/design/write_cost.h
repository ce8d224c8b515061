#pragma once

#include "design/serving.h"

// What one request that writes costs: the table's item, and each index's entry.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html (Storage and write
// considerations)

namespace ddblint {

/// Write units of the table's own items; nothing where their size is unknown.
std::optional<Bounded> table_write_units(const Subject& subject, const AccessPattern& pattern);

/// Changes of an index's entry that writing one item makes, in entries written: 0 when neither an
/// index key nor a projected attribute changes, 1 when an entry is put, changed or taken away, 2
/// when its key changes. The share of items that have the index's key is in it.
Bounded entry_writes(const Subject& subject, const AccessPattern& pattern, const Index& index);

/// Write units of an index; nothing where sizes are unknown.
std::optional<Bounded> index_write_units(const Subject& subject, const AccessPattern& pattern,
                                         const Index& index);

}  // namespace ddblint
