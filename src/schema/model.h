#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/setting.h"

// The table model: what a definition in any dialect says. Every member carries the span it came
// from, so that a finding points at the very key. A key schema is a list of partition attributes
// and a list of sort attributes: an index may have up to four of each.

namespace ddblint {

/// The language a table is defined in.
enum class Dialect {
  cloudformation,
  sam,
  serverless,
  cdk,
  create_table,
  describe_table,
  terraform,
  terraform_plan,
  terraform_state,
  workbench,
  data_model,
  ack,
  crossplane,
  pulumi,
};

/// The dialect's name in reports (json.md).
std::string_view to_string(Dialect dialect);

/// True for dialects that ask for a table; false for those that print what exists.
bool is_request(Dialect dialect);

/// True for CloudFormation and what becomes it.
bool is_cloudformation(Dialect dialect);

/// True where a definition can state what the service takes in calls of their own (time to live,
/// point-in-time recovery, contributor insights) and what stands beside a table (scaling, alarms),
/// so that silence about it means that there is none.
bool states_settings(Dialect dialect);

/// One attribute definition: its name and its type, which should be S, N or B.
struct AttributeDefinition {
  Setting<std::string> name;
  Setting<std::string> type;
  Span span;
};

/// One entry of a key schema as written.
struct KeyElement {
  Setting<std::string> name;
  /// "HASH" or "RANGE" as written; absent when the dialect implies it.
  Setting<std::string> role;
  /// The type that the attribute definitions give the name; absent when they do not define it,
  /// unknown when name or definitions are open.
  Setting<std::string> type;
  Span span;
};

/// The key of a table or an index.
struct KeySchema {
  std::vector<KeyElement> partition;
  std::vector<KeyElement> sort;
  /// Every entry in the order of writing, including those whose role is wrong or open.
  Listed<KeyElement> elements;

  [[nodiscard]] bool known() const { return elements.whole(); }
};

/// What an index copies of each item.
struct Projection {
  /// ALL, KEYS_ONLY or INCLUDE.
  Setting<std::string> type;
  Listed<Setting<std::string>> non_key_attributes;
  Span span;
};

/// Provisioned throughput, in capacity units.
struct Throughput {
  Setting<std::int64_t> read;
  Setting<std::int64_t> write;
  /// Where the block stands; invalid when absent.
  Span span;
  /// Set when the block itself is an expression.
  std::optional<Unknown> unknown;
  /// Set when the definition itself lets the capacity scale (GlobalTable's auto scaling settings).
  bool scales_read = false;
  bool scales_write = false;

  [[nodiscard]] bool absent() const { return !span.valid(); }
};

/// Two limits in units per second: on-demand maximum or warm throughput.
struct UnitLimits {
  Setting<std::int64_t> read;
  Setting<std::int64_t> write;
  Span span;

  [[nodiscard]] bool absent() const { return !span.valid(); }
};

/// A global or local secondary index.
struct Index {
  Setting<std::string> name;
  KeySchema key;
  Projection projection;
  Throughput throughput;
  UnitLimits on_demand;
  UnitLimits warm;
  Setting<bool> contributor_insights;
  Span span;
};

/// One attribute of a vector index's search schema.
struct SearchElement {
  Setting<std::string> name;
  /// HASH or INLINE_FILTER.
  Setting<std::string> role;
  Span span;
};

/// A vector index.
struct VectorIndex {
  Setting<std::string> name;
  Setting<std::string> vector_attribute;
  Listed<SearchElement> search_schema;
  Projection projection;
  Setting<std::int64_t> dimensions;
  Setting<std::string> distance_function;
  Span span;
};

/// A replica of a global table.
struct Replica {
  Setting<std::string> region;
  Setting<bool> point_in_time_recovery;
  Setting<bool> deletion_protection;
  Setting<bool> contributor_insights;
  Span span;
};

/// True when a table's id is the one referred to, or an instance of it (`orders["x"]`).
bool is_instance_of(std::string_view id, std::string_view reference);

/// What a resource that states no billing mode is.
enum class DefaultMode {
  provisioned,                   ///< the service's own default
  on_demand,                     ///< a registry module's
  on_demand_without_throughput,  ///< SAM's simple table
  open,                          ///< a model that leaves it to whoever deploys it
};

/// A table as one definition states it, for one assignment of the definition's conditions.
struct Table {
  Dialect dialect = Dialect::cloudformation;
  /// The resource type as written (`AWS::DynamoDB::GlobalTable`); empty where there is none.
  std::string resource_type;
  /// Logical id, or table name where the dialect has no other.
  std::string id;
  /// The id's own token.
  Span id_span;
  /// The whole definition.
  Span span;
  /// The outermost module call that the table comes by; invalid where there is none.
  Span called;
  /// Where the configuration declares what a plan shows; invalid when that is not at hand.
  Span declared;
  /// The construct path of a CDK table (`aws:cdk:path`).
  Setting<std::string> origin;

  Setting<std::string> name;
  Listed<AttributeDefinition> attributes;
  KeySchema key;
  Listed<Index> global_indexes;
  Listed<Index> local_indexes;
  Listed<VectorIndex> vector_indexes;

  /// PROVISIONED or PAY_PER_REQUEST.
  Setting<std::string> billing_mode;
  DefaultMode default_mode = DefaultMode::provisioned;
  Throughput throughput;
  UnitLimits on_demand;
  UnitLimits warm;

  Setting<bool> point_in_time_recovery;
  /// A key of the account's own instead of the service's; absent = the service's.
  Setting<bool> encryption;
  Setting<std::string> encryption_type;
  Setting<std::string> encryption_key;
  Setting<bool> deletion_protection;
  Setting<bool> ttl_enabled;
  Setting<std::string> ttl_attribute;
  Setting<bool> stream_enabled;
  Setting<std::string> stream_view;
  /// Where the stream block stands; invalid when absent.
  Span stream_span;
  Setting<std::string> table_class;
  Setting<bool> contributor_insights;
  Setting<std::string> deletion_policy;
  Setting<std::string> update_replace_policy;
  Listed<Replica> replicas;
  /// EVENTUAL or STRONG; a global table's replicas are eventually consistent unless it says so.
  Setting<std::string> multi_region_consistency;
  /// Items and bytes that describe-table reports.
  Setting<std::int64_t> item_count;
  Setting<std::int64_t> size_bytes;

  /// A global table of CloudFormation, which states most settings once for each replica.
  [[nodiscard]] bool global() const;
  /// In provisioned mode, stated or by the service's default; false when the mode is open.
  [[nodiscard]] bool provisioned() const;
  /// In on-demand mode; false when the mode is open.
  [[nodiscard]] bool on_demand_mode() const;
};

/// One assignment of a template's conditions: condition name to truth.
using Assignment = std::map<std::string, bool>;

/// A table under one feasible assignment of the conditions that it depends on.
struct TableVariant {
  /// Empty when the table depends on no open condition.
  Assignment when;
  Table table;
};

/// A table with all its feasible variants; at least one.
struct TableDefinition {
  std::vector<TableVariant> variants;

  [[nodiscard]] const Table& first() const { return variants.front().table; }
};

}  // namespace ddblint
