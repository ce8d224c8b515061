#pragma once

#include <span>
#include <string>
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

/// Reads an access-pattern file (docs/access-patterns.md, schemas/access-patterns.schema.json): one
/// document, whose patterns may name other tables than the file does. The diagnostics of the tree
/// are among those that come back. `file` is the place of what an empty file lacks.
ReadPatterns read_pattern_file(const Tree& tree, FileId file = kNoFile);

/// A key schema of a table as facets may mean it.
struct FacetKey {
  /// Name of the index; empty for the table's own key.
  std::string index = {};
  std::string partition = {};
  /// Empty where there is none.
  std::string sort = {};
};

/// The facets of a NoSQL Workbench table. `table` is its name, `keys` are its key schemas, its own
/// first. A facet is the items of one kind, read by the partition key: a Query. The aliases of its
/// key attributes are those of a key schema, or labels (`customer#<id>`) of the table's own key.
/// Without `keys` an alias is taken for the attribute's name. How many items there are, whether the
/// sort key is given, and rates a facet does not tell.
ReadPatterns read_facets(const Node& facets, std::string_view table,
                         std::span<const FacetKey> keys = {});

/// The access patterns of a data model (dynamodb_data_model.json): AWS CLI commands and what stands
/// beside them. A pattern that the model says is none of the database (a `reason` and no operation)
/// is left out.
ReadPatterns read_model_patterns(const Node& patterns);

/// A PartiQL statement as the operation that the service runs for it; `index` of the table it
/// names included. The reader does not know the key: a SELECT with any equality is a Query, one
/// without a Scan, and its conditions are handed on as they are. A literal is a constant only
/// beside a `?`. The diagnostics point into `span`, where the statement stands.
ReadPatterns read_statement(std::string_view statement, Span span);

/// An AWS CLI command (`aws dynamodb query ...`) as a pattern, or several of them: one command may
/// go to several tables, and a text may have several commands. Values in a command are those of an
/// example and never constants; what a `file://` holds is not known (AccessPattern::whole). A
/// command of another kind is a diagnostic.
ReadPatterns read_command(std::string_view command, Span span);

}  // namespace ddblint
