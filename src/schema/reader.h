#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/model.h"
#include "syntax/node.h"

namespace ddblint {

/// An auto scaling target that a template registers for a table or an index.
struct ScalingTarget {
  /// `table/NAME` or `table/NAME/index/INDEX`, as far as it is known.
  Setting<std::string> resource;
  /// Logical id of the table that the resource expression refers to; empty when it names none.
  std::string table_id;
  /// Name of the index, or empty for the table.
  std::string index;
  bool read = false;
  bool write = false;
  Span span;
};

/// A CloudWatch alarm on a metric of DynamoDB.
struct MetricAlarm {
  Setting<std::string> metric;
  Span span;
};

/// Other resources of the same file that rules need.
struct Siblings {
  std::vector<ScalingTarget> scaling;
  std::vector<MetricAlarm> alarms;
};

/// A `Metadata: ddblint:` block, for the suppressions in it.
struct MetadataBlock {
  /// Logical id of the table it stands at, or empty for the whole file.
  std::string table_id;
  const Node* node = nullptr;
};

/// A value that stayed open.
struct OpenValue {
  /// `<table id>.<field>`.
  std::string what;
  std::string why;
  Span span;
};

/// What the caller knows about parameters.
struct ReadOptions {
  /// Name of a template parameter or a Terraform variable to value.
  std::map<std::string, std::string> parameters;
  /// Bodies of .tfvars files that were named; later ones override earlier ones.
  std::vector<const Node*> variables = {};
};

/// Items that a design tool keeps beside a table: a list of items in DynamoDB's JSON, each alone or
/// in a `PutRequest` with an `Item`. Lives as long as the tree it stands in.
struct SampleItems {
  std::string table_id;
  const Node* items = nullptr;
};

/// Access patterns that a design tool keeps: the facets of a Workbench table, or the access
/// patterns of a data model. Lives as long as the tree it stands in.
struct StatedPatterns {
  /// Empty where each pattern names its own table.
  std::string table_id;
  const Node* patterns = nullptr;
};

/// What one file defines.
struct Definitions {
  std::vector<TableDefinition> tables;
  Siblings siblings;
  std::vector<MetadataBlock> metadata;
  std::vector<OpenValue> open;
  std::vector<SampleItems> samples;
  std::vector<StatedPatterns> patterns;
  Diagnostics diagnostics;

  /// Adds a table that depends on no condition.
  void add(Table table);
};

/// True when the bytes can hold a table definition at all; a cheap look that never says no to a
/// file that `read_definitions` would find a table in.
bool could_define_table(std::string_view bytes);

/// Reads every table of a parsed file. `path` only tells CDK output from other templates.
Definitions read_definitions(const Tree& tree, std::string_view path, std::string_view text,
                             const ReadOptions& options);

/// Parameters of a file, and what was wrong in it.
struct ParameterFile {
  std::map<std::string, std::string> values;
  Diagnostics diagnostics;
};

/// Reads a parameter file: CloudFormation's list of ParameterKey/ParameterValue, an object with
/// `Parameters`, or a plain mapping. Wrong entries become diagnostics.
ParameterFile read_parameters(const Tree& tree);

}  // namespace ddblint
