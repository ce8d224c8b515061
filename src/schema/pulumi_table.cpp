#include "schema/pulumi_table.h"

#include <algorithm>
#include <array>
#include <utility>

#include "schema/provider_table.h"
#include "schema/siblings.h"
#include "schema/table_properties.h"

namespace ddblint {
namespace {

struct KnownType {
  std::string_view token;
  PulumiKind kind;
};

constexpr std::array<KnownType, 8> kTypes = {{
    {"aws:dynamodb:Table", PulumiKind::table},
    {"aws-native:dynamodb:Table", PulumiKind::native_table},
    {"aws-native:dynamodb:GlobalTable", PulumiKind::native_table},
    {"aws:dynamodb:GlobalSecondaryIndex", PulumiKind::index},
    {"aws:dynamodb:ContributorInsights", PulumiKind::insights},
    {"aws:dynamodb:TableReplica", PulumiKind::replica},
    {"aws:appautoscaling:Target", PulumiKind::sibling},
    {"aws:cloudwatch:MetricAlarm", PulumiKind::sibling},
}};

/// The argument by which a resource names its table.
std::string_view target_argument(PulumiKind kind) {
  return kind == PulumiKind::replica ? "globalTableArn" : "tableName";
}

}  // namespace

PulumiKind pulumi_kind(std::string_view type) {
  // `aws:dynamodb/table:Table`: the module names the file of the type as well.
  std::string token(type);
  const auto slash = token.find('/');
  const auto colon = token.rfind(':');
  if (slash != std::string::npos && colon != std::string::npos && slash < colon) {
    token.erase(slash, colon - slash);
  }
  const auto* known = std::ranges::find(kTypes, token, &KnownType::token);
  return known == kTypes.end() ? PulumiKind::other : known->kind;
}

PulumiTables::PulumiTables(const Resolver& resolver, Definitions& out)
    : out_(out), fields_(resolver, out.diagnostics) {}

void PulumiTables::add(const PulumiResource& resource) {
  switch (resource.kind) {
    case PulumiKind::table:
    case PulumiKind::native_table:
      add_table(resource);
      break;
    case PulumiKind::index:
    case PulumiKind::insights:
    case PulumiKind::replica:
      others_.push_back(resource);
      break;
    case PulumiKind::sibling:
      read_sibling(fields_, resource.arguments, out_.siblings);
      break;
    case PulumiKind::other:
      break;
  }
}

void PulumiTables::add_table(const PulumiResource& resource) {
  Table table;
  table.dialect = Dialect::pulumi;
  table.resource_type = resource.type;
  table.id = resource.id;
  table.id_span = resource.id_span;
  table.span = resource.span;
  if (resource.kind == PulumiKind::table) {
    read_provider_table(fields_, resource.arguments, Spelling::pulumi, table);
  } else {
    Fields service(camel_case(fields_.resolver()), out_.diagnostics);
    read_table_properties(service, resource.arguments, table);
  }
  tables_.push_back(std::move(table));
}

// A table is named by its name, by an ARN that ends in it, or by a reference: `${orders.name}`.
// Nothing when it cannot be told.
std::optional<bool> PulumiTables::aims_at(const Setting<std::string>& target,
                                          const Table& table) const {
  if (target.known()) {
    const std::string_view text = target.value();
    const auto name = text.substr(text.rfind('/') + 1);
    if (table.name.known()) return table.name.value() == name;
    return table.name.absent() ? std::optional(false) : std::nullopt;
  }
  if (!target.unknown()) return false;
  std::string_view reference = target.why_unknown().expression;
  if (!reference.starts_with("${") || !reference.ends_with('}')) return std::nullopt;
  reference = reference.substr(2, reference.find_first_of(".}") - 2);
  const bool named = std::ranges::any_of(
      tables_, [&](const Table& other) { return std::string_view(other.id) == reference; });
  return named ? std::optional(table.id == reference) : std::nullopt;
}

void PulumiTables::join(const PulumiResource& resource) {
  const Setting<std::string> target =
      fields_.text(resource.arguments, target_argument(resource.kind));
  for (auto& table : tables_) {
    const auto aims = aims_at(target, table);
    std::optional<Unknown> doubt;
    if (!aims && target.unknown()) doubt = target.why_unknown();
    if (!aims && !doubt) doubt = table.name.why_unknown();
    if (!aims || *aims) join(resource, table, doubt);
  }
}

void PulumiTables::join(const PulumiResource& resource, Table& table,
                        const std::optional<Unknown>& doubt) {
  const Resolved& arguments = resource.arguments;
  if (resource.kind == PulumiKind::index) {
    if (!table.global_indexes.span.valid()) table.global_indexes.span = resource.span;
    if (doubt) {
      table.global_indexes.unknown_element = doubt;
      table.attributes.unknown_element = doubt;
    } else {
      table.global_indexes.items.push_back(
          read_provider_index(fields_, arguments, Spelling::pulumi, table.attributes));
    }
    assign_key_types(table);
  } else if (resource.kind == PulumiKind::replica) {
    if (!table.replicas.span.valid()) table.replicas.span = resource.span;
    if (doubt) {
      table.replicas.unknown_element = doubt;
    } else {
      table.replicas.items.push_back(
          {.region = fields_.text(arguments, "region"),
           .point_in_time_recovery = fields_.boolean(arguments, "pointInTimeRecovery"),
           .deletion_protection = fields_.boolean(arguments, "deletionProtectionEnabled"),
           .contributor_insights = {},
           .span = resource.span});
    }
  } else {
    const Setting<bool> on =
        doubt ? Setting<bool>(*doubt, resource.span) : Setting<bool>(true, resource.span);
    const Setting<std::string> name = fields_.text(arguments, "indexName");
    if (name.absent()) table.contributor_insights = on;
    for (auto& index : table.global_indexes.items) {
      if (name.known() && index.name.is(name.value())) index.contributor_insights = on;
    }
  }
}

void PulumiTables::finish() {
  // Each looks at each table; a file of endless many would make that slow.
  constexpr std::size_t kMaxJoins = 1'000'000;
  // Indexes come first: Contributor Insights can speak of them.
  for (const bool indexes : {true, false}) {
    if (others_.size() * tables_.size() > kMaxJoins) break;
    for (const auto& resource : others_) {
      if ((resource.kind == PulumiKind::index) == indexes) join(resource);
    }
  }
  for (auto& table : tables_) out_.add(std::move(table));
  tables_.clear();
}

}  // namespace ddblint
