#pragma once

#include <string_view>

#include "workload/pattern.h"

#include "source/diagnostic.h"
#include "syntax/node.h"

// From syntax trees to access patterns. Whatever is wrong is a diagnostic at its place and the rest
// is still read.

namespace ddblint {

/// What a reader made of a document.
struct ReadPatterns {
  PatternSet set = {};
  Diagnostics diagnostics = {};
};

/// Reads an access-pattern file (docs/access-patterns.md, schemas/access-patterns.schema.json).
ReadPatterns read_pattern_file(const Tree& tree);

/// The facets of a NoSQL Workbench table. `table` is its name.
ReadPatterns read_facets(const Node& facets, std::string_view table);

/// The access patterns of a data model (dynamodb_data_model.json): AWS CLI commands and what stands
/// beside them.
ReadPatterns read_model_patterns(const Node& patterns);

/// A PartiQL statement as the operation that the service runs for it; `index` of the table it
/// names included. The diagnostics point into `span`, where the statement stands.
ReadPatterns read_statement(std::string_view statement, Span span);

/// An AWS CLI command (`aws dynamodb query ...`) as a pattern. A command of another kind is a
/// diagnostic.
ReadPatterns read_command(std::string_view command, Span span);

}  // namespace ddblint
