#pragma once

#include <string_view>

#include "schema/template.h"

namespace ddblint {

/// Reads the tables of a CloudFormation-like template: `root` has the Resources. Appends to `out`.
void read_template(const Node& root, const Node& document, Dialect dialect, std::string_view text,
                   const ReadOptions& options, Definitions& out);

/// True when a mapping has a Resources section that defines a table.
bool has_table_resource(const Node& root);

}  // namespace ddblint
