#pragma once

#include <string_view>

#include "schema/reader.h"

namespace ddblint {

/// Reads the tables of a Pulumi program in YAML or JSON. False when it defines none.
bool read_pulumi_program(const Node& document, const ReadOptions& options, Definitions& out);

/// Reads the tables in what `pulumi preview --json` or `pulumi stack export` print, or in a
/// checkpoint. False when the document is none of these.
bool read_pulumi_state(const Node& document, Definitions& out);

}  // namespace ddblint
