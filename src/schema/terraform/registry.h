#pragma once

#include <optional>
#include <string_view>

#include "schema/fields.h"
#include "schema/model.h"
#include "syntax/node.h"

// The two registry modules that people use most for tables. Their source is not in the repository,
// so that what they make of their inputs is written down here (terraform-aws-modules/
// terraform-aws-dynamodb-table 5.x, cloudposse/terraform-aws-dynamodb 1.x; variables.tf and
// main.tf).

namespace ddblint {

/// The registry's name of a module that makes a table, whatever way its source is written; nothing
/// for any other module.
std::optional<std::string_view> registry_module(std::string_view source);

/// Fills a table from the evaluated inputs of such a module. Nodes that are needed in between live
/// in `scratch`. False when the inputs say that there is no table.
bool read_registry_table(Fields& fields, const Node& inputs, std::string_view module, Tree& scratch,
                         Table& table);

}  // namespace ddblint
