#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/fields.h"
#include "schema/reader.h"

namespace ddblint {

/// What a Pulumi resource is to us.
enum class PulumiKind {
  table,         ///< of the provider made from Terraform's
  native_table,  ///< of the provider made from CloudFormation
  index,         ///< a global index of its own
  insights,      ///< Contributor Insights of a table or an index
  replica,       ///< a replica of its own
  sibling,       ///< a scaling target or an alarm
  other,
};

/// The kind of a type token; `aws:dynamodb:Table` is short for `aws:dynamodb/table:Table`.
PulumiKind pulumi_kind(std::string_view type);

/// A resource of a Pulumi program or state.
struct PulumiResource {
  PulumiKind kind = PulumiKind::other;
  std::string type;
  std::string id;
  Span id_span;
  Span span;
  Resolved arguments;
};

/// Puts resources of one program together: tables, and what other resources say of them.
class PulumiTables {
 public:
  PulumiTables(const Resolver& resolver, Definitions& out);

  void add(const PulumiResource& resource);
  /// Adds the tables to the definitions, with all that was said of them.
  void finish();

 private:
  void add_table(const PulumiResource& resource);
  void join(const PulumiResource& resource);
  [[nodiscard]] std::optional<bool> aims_at(const Setting<std::string>& target,
                                            const Table& table) const;
  void join(const PulumiResource& resource, Table& table, const std::optional<Unknown>& doubt);

  Definitions& out_;
  Fields fields_;
  std::vector<Table> tables_;
  std::vector<PulumiResource> others_;
};

}  // namespace ddblint
