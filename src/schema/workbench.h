#pragma once

#include "schema/reader.h"

namespace ddblint {

/// Reads the tables of a NoSQL Workbench model; sample items and facets are handed on as they
/// stand. False when the document is none.
bool read_workbench(const Node& document, Definitions& out);

}  // namespace ddblint
