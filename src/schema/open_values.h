#pragma once

#include "schema/reader.h"

namespace ddblint {

/// Lists every value of the tables that stayed open, once for all variants of a table.
void add_open_values(Definitions& definitions);

}  // namespace ddblint
