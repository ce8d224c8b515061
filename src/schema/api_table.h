#pragma once

#include "schema/reader.h"

namespace ddblint {

/// Finds the tables in documents of the service's own API: what describe-table prints and what
/// create-table takes, alone, in lists, or wrapped at any depth. Appends to `out`.
void read_api_tables(const Node& document, Definitions& out);

}  // namespace ddblint
