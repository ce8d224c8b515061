#include "schema/terraform/resources.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "schema/provider_table.h"
#include "schema/terraform/registry.h"

namespace ddblint {
namespace {

constexpr std::string_view kTable = "aws_dynamodb_table";
constexpr std::string_view kIndex = "aws_dynamodb_global_secondary_index";
constexpr std::string_view kReplica = "aws_dynamodb_table_replica";
constexpr std::string_view kInsights = "aws_dynamodb_contributor_insights";
constexpr std::string_view kScalingTarget = "aws_appautoscaling_target";
constexpr std::string_view kAlarm = "aws_cloudwatch_metric_alarm";

constexpr std::array kRelevant = {kTable, kIndex, kReplica, kInsights, kScalingTarget, kAlarm};

/// What an argument says about which table is meant.
struct TableChoice {
  Setting<std::string> name;
  std::string reference;

  [[nodiscard]] bool means(const Table& table) const {
    if (!reference.empty() && is_instance_of(table.id, reference)) return true;
    return name.known() && table.name.is(name.value());
  }
};

/// Reads resources of one deployment, first the tables, then what belongs to them.
class ResourceReader {
 public:
  ResourceReader(Dialect dialect, Definitions& out)
      : dialect_(dialect), out_(out), fields_(literal_resolver(), out.diagnostics) {}

  void table(const ProviderResource& resource);
  void addition(const ProviderResource& resource);
  void finish();

 private:
  void scaling_target(const ProviderResource& resource);
  void alarm(const ProviderResource& resource);
  void index(const ProviderResource& resource, Table& table);
  void replica(const ProviderResource& resource, Table& table);
  void insights(const ProviderResource& resource, Table& table);
  TableChoice choice(const ProviderResource& resource, std::string_view argument);

  Dialect dialect_;
  Definitions& out_;
  Fields fields_;
  Tree scratch_;
  std::size_t first_ = out_.tables.size();
};

void ResourceReader::table(const ProviderResource& resource) {
  Table table;
  table.dialect = dialect_;
  table.resource_type = std::string(resource.type);
  table.id = resource.address;
  table.id_span = resource.id_span;
  table.span = resource.span;
  table.called = resource.called;
  if (resource.type == kTable) {
    read_provider_table(fields_, fields_.resolve(resource.arguments), Spelling::terraform, table);
  } else if (!read_registry_table(fields_, *resource.arguments, resource.type, scratch_, table)) {
    return;
  }
  TableDefinition definition;
  definition.variants.push_back({.when = {}, .table = std::move(table)});
  out_.tables.push_back(std::move(definition));
}

TableChoice ResourceReader::choice(const ProviderResource& resource, std::string_view argument) {
  TableChoice result{.name = fields_.text(fields_.resolve(resource.arguments), argument),
                     .reference = {}};
  const auto reference = resource.references.find(argument);
  if (reference != resource.references.end()) result.reference = reference->second;
  return result;
}

void ResourceReader::addition(const ProviderResource& resource) {
  if (resource.type == kScalingTarget) return scaling_target(resource);
  if (resource.type == kAlarm) return alarm(resource);
  const bool replicates = resource.type == kReplica;
  const TableChoice wanted = choice(resource, replicates ? "global_table_arn" : "table_name");
  for (std::size_t i = first_; i < out_.tables.size(); ++i) {
    Table& table = out_.tables[i].variants.front().table;
    if (!wanted.means(table)) continue;
    if (resource.type == kIndex) index(resource, table);
    if (resource.type == kInsights) insights(resource, table);
    if (replicates) replica(resource, table);
    return;
  }
}

void ResourceReader::index(const ProviderResource& resource, Table& table) {
  Index index = read_provider_index(fields_, fields_.resolve(resource.arguments),
                                    Spelling::terraform, table.attributes);
  if (!table.global_indexes.span.valid()) table.global_indexes.span = index.span;
  table.global_indexes.items.push_back(std::move(index));
}

void ResourceReader::replica(const ProviderResource& resource, Table& table) {
  const Resolved arguments = fields_.resolve(resource.arguments);
  Replica replica{
      .region = fields_.text(arguments, "region"),
      .point_in_time_recovery = fields_.boolean(arguments, "point_in_time_recovery"),
      .deletion_protection = fields_.boolean(arguments, "deletion_protection_enabled"),
      .contributor_insights = {},
      .span = resource.id_span,
  };
  if (replica.region.absent()) {
    replica.region = {Unknown{.expression = "", .why = "the provider's region"}, resource.id_span};
  }
  if (!table.replicas.span.valid()) table.replicas.span = resource.id_span;
  table.replicas.items.push_back(std::move(replica));
}

void ResourceReader::insights(const ProviderResource& resource, Table& table) {
  const Resolved arguments = fields_.resolve(resource.arguments);
  const Setting<std::string> index = fields_.text(arguments, "index_name");
  const Setting<bool> on(true, resource.id_span);
  // A state has an empty text for what is not stated.
  if (index.absent() || index.is("")) table.contributor_insights = on;
  for (Index& candidate : table.global_indexes.items) {
    if (index.known() && candidate.name.is(index.value())) candidate.contributor_insights = on;
  }
}

// Indexes that are resources of their own bring attribute definitions along.
void ResourceReader::finish() {
  for (std::size_t i = first_; i < out_.tables.size(); ++i) {
    assign_key_types(out_.tables[i].variants.front().table);
  }
}

void ResourceReader::scaling_target(const ProviderResource& resource) {
  const Resolved arguments = fields_.resolve(resource.arguments);
  const Setting<std::string> dimension = fields_.text(arguments, "scalable_dimension");
  if (!dimension.known() || !dimension.value().starts_with("dynamodb:")) return;
  ScalingTarget target;
  target.span = resource.id_span;
  target.resource = fields_.text(arguments, "resource_id");
  target.read = dimension.value().ends_with("ReadCapacityUnits");
  target.write = dimension.value().ends_with("WriteCapacityUnits");
  const auto reference = resource.references.find("resource_id");
  if (reference != resource.references.end()) target.table_id = reference->second;
  // An index's name stands behind the table's, also where that one is an expression.
  constexpr std::string_view kIndexPart = "/index/";
  const std::string text = target.resource.unknown() ? target.resource.why_unknown().expression
                                                     : target.resource.value_or("");
  if (const auto at = text.find(kIndexPart); at != std::string::npos) {
    target.index = text.substr(at + kIndexPart.size());
    if (target.index.ends_with('"')) target.index.pop_back();
  }
  out_.siblings.scaling.push_back(std::move(target));
}

void ResourceReader::alarm(const ProviderResource& resource) {
  const auto add = [&](const Resolved& metric) {
    const Setting<std::string> space = fields_.text(metric, "namespace");
    const Setting<std::string> name = fields_.text(metric, "metric_name");
    if (name.absent() || !(space.is("AWS/DynamoDB") || space.unknown())) return;
    out_.siblings.alarms.push_back({.metric = name, .span = name.span()});
  };
  const auto as_is = [](const Resolved& value) { return value; };
  const Resolved arguments = fields_.resolve(resource.arguments);
  add(arguments);
  for (const auto& query : fields_.list(fields_.get(arguments, "metric_query"), as_is).items) {
    for (const auto& metric : fields_.list(fields_.get(query, "metric"), as_is).items) add(metric);
  }
}

}  // namespace

bool is_relevant_resource(std::string_view type) {
  return std::ranges::find(kRelevant, type) != kRelevant.end();
}

void read_provider_resources(std::span<const ProviderResource> resources, Dialect dialect,
                             Definitions& out) {
  ResourceReader reader(dialect, out);
  const auto makes_table = [](const ProviderResource& resource) {
    return resource.type == kTable || registry_module(resource.type);
  };
  for (const auto& resource : resources) {
    if (makes_table(resource)) reader.table(resource);
  }
  for (const auto& resource : resources) {
    if (!makes_table(resource)) reader.addition(resource);
  }
  reader.finish();
}

}  // namespace ddblint
