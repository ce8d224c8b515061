#pragma once

#include <string>
#include <string_view>

#include "schema/reader.h"
#include "syntax/node.h"

namespace ddblint {

/// An address without the keys of instances, as the configuration has it.
std::string without_keys(std::string_view address);

/// Reads the tables of what Terraform prints or keeps as JSON: a plan or a state by
/// `terraform show -json`, or a raw state file (version 4). False when the document is none of
/// these.
bool read_plan_or_state(const Node& document, Definitions& out);

}  // namespace ddblint
