#pragma once

#include "schema/reader.h"
#include "syntax/node.h"

namespace ddblint {

/// Reads the tables of what Terraform prints or keeps as JSON: a plan or a state by
/// `terraform show -json`, or a raw state file (version 4). False when the document is none of
/// these.
bool read_plan_or_state(const Node& document, Definitions& out);

}  // namespace ddblint
