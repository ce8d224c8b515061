#include "schema/cloudformation.h"

#include <algorithm>

#include <fmt/format.h>

#include "schema/fields.h"
#include "schema/siblings.h"
#include "schema/table_properties.h"

namespace ddblint {
namespace {

constexpr std::string_view kTable = "AWS::DynamoDB::Table";
constexpr std::string_view kGlobalTable = "AWS::DynamoDB::GlobalTable";
constexpr std::string_view kSimpleTable = "AWS::Serverless::SimpleTable";

bool is_table_type(std::string_view type) {
  return type == kTable || type == kGlobalTable || type == kSimpleTable;
}

std::string_view type_of(const Node& resource) {
  const Node* type = resource.find("Type");
  return type == nullptr ? std::string_view() : type->text;
}

/// Reads one table resource in one scenario.
class ResourceReader {
 public:
  ResourceReader(const Template& source, const Resource& resource, const Scenario& scenario,
                 Diagnostics& diagnostics)
      : resource_(resource),
        source_(source),
        evaluator_(source, scenario, resource.loop),
        fields_(evaluator_.resolver(), diagnostics),
        keys_(fields_) {}

  Table read();

 private:
  void simple_table(Table& table, const Resolved& properties);

  const Resource& resource_;
  const Template& source_;
  Evaluator evaluator_;
  Fields fields_;
  TableFields keys_;
};

Table ResourceReader::read() {
  Table result;
  result.dialect = source_.dialect();
  result.resource_type = std::string(type_of(*resource_.node));
  result.id = resource_.id;
  result.id_span = resource_.key->span;
  result.span = resource_.node->span;
  Resolved whole;
  whole.kind = Resolved::Kind::tree;
  whole.node = resource_.node;
  whole.span = resource_.node->span;
  result.deletion_policy = fields_.text(whole, "DeletionPolicy");
  result.update_replace_policy = fields_.text(whole, "UpdateReplacePolicy");
  if (const Node* metadata = resource_.node->find("Metadata")) {
    if (const Node* path = metadata->find("aws:cdk:path")) {
      result.origin = {std::string(path->text), path->span};
    }
  }
  const Resolved properties = fields_.get(whole, "Properties");
  if (result.resource_type == kSimpleTable) {
    simple_table(result, properties);
  } else {
    read_table_properties(fields_, properties, result);
  }
  return result;
}

// SAM's simple table: a partition key only, `id` of type String when nothing is said.
void ResourceReader::simple_table(Table& table, const Resolved& properties) {
  table.default_mode = DefaultMode::on_demand_without_throughput;
  table.name = fields_.text(properties, "TableName");
  table.throughput = keys_.throughput(fields_.get(properties, "ProvisionedThroughput"));
  table.point_in_time_recovery = fields_.boolean(
      fields_.get(properties, "PointInTimeRecoverySpecification"), "PointInTimeRecoveryEnabled");
  const Resolved primary = fields_.get(properties, "PrimaryKey");
  KeyElement element;
  element.span = primary.kind == Resolved::Kind::absent ? table.id_span : primary.span;
  element.role = {std::string("HASH"), element.span};
  if (primary.kind == Resolved::Kind::absent) {
    element.name = {std::string("id"), element.span};
    element.type = {std::string("S"), element.span};
  } else {
    element.name = fields_.text(primary, "Name");
    const Setting<std::string> type = fields_.text(primary, "Type");
    element.type = type;
    for (const auto& [word, letter] :
         {std::pair{"String", "S"}, std::pair{"Number", "N"}, std::pair{"Binary", "B"}}) {
      if (type.is(word)) element.type = {std::string(letter), type.span()};
    }
  }
  table.attributes.items.push_back(
      {.name = element.name, .type = element.type, .span = element.span});
  table.attributes.span = element.span;
  table.key.elements.items.push_back(element);
  table.key.elements.span = element.span;
  assign_key_types(table);

  Resolved encryption_block = fields_.get(properties, "SSESpecification");
  if (encryption_block.kind == Resolved::Kind::absent) {
    if (const Node* globals = source_.section("Globals")) {
      const Node* defaults = globals->find("SimpleTable");
      if (defaults != nullptr) {
        encryption_block = fields_.resolve(defaults->find("SSESpecification"));
      }
    }
  }
  read_encryption(fields_, encryption_block, table);
}

/// The text of an expression with references left in it as `${Name}`, as far as it goes.
class SymbolicText {
 public:
  std::string of(const Node* node) {
    // Aliases can make a few lines endless.
    if (node == nullptr || --nodes_left_ < 0) return {};
    const auto call = as_intrinsic(*node);
    if (!call) return std::string(node->text);
    const Node& argument = *call->argument;
    if (call->name == "Ref") return fmt::format("${{{}}}", argument.text);
    if (call->name == "Sub") return sub(argument);
    if (call->name == "Join" && argument.items.size() == 2) return join(argument);
    return {};
  }

 private:
  std::string sub(const Node& argument) {
    if (!argument.is_sequence()) return std::string(argument.text);
    std::string result(argument.items.empty() ? std::string_view() : argument.items[0]->text);
    if (argument.items.size() < 2) return result;
    for (const auto& member : argument.items[1]->members) {
      const std::string mark = fmt::format("${{{}}}", member.key->text);
      if (const auto at = result.find(mark); at != std::string::npos) {
        result.replace(at, mark.size(), of(member.value));
      }
    }
    return result;
  }

  std::string join(const Node& argument) {
    std::vector<std::string> parts;
    for (const Node* item : argument.items[1]->items) parts.push_back(of(item));
    return fmt::format("{}", fmt::join(parts, argument.items[0]->text));
  }

  int nodes_left_ = 1000;
};

void read_scaling_target(const Template& source, const Resource& resource, Siblings& out) {
  const Node* properties = resource.node->find("Properties");
  if (properties == nullptr) return;
  const Node* dimension = properties->find("ScalableDimension");
  if (dimension == nullptr || !dimension->text.starts_with("dynamodb:")) return;
  ScalingTarget target;
  target.span = resource.key->span;
  target.read = dimension->text.ends_with("ReadCapacityUnits");
  target.write = dimension->text.ends_with("WriteCapacityUnits");
  const Node* id = properties->find("ResourceId");
  const Scenario none;
  const Resolved text = Evaluator(source, none, resource.loop).resolve(id);
  if (text.kind == Resolved::Kind::scalar) target.resource = {text.text, text.span};
  split_resource_id(SymbolicText().of(id), target);
  out.scaling.push_back(std::move(target));
}

void read_alarm(const Resource& resource, Siblings& out) {
  const Node* properties = resource.node->find("Properties");
  if (properties == nullptr) return;
  const auto add = [&out](const Node* metric) {
    if (metric == nullptr) return;
    const Node* space = metric->find("Namespace");
    const Node* name = metric->find("MetricName");
    if (space == nullptr || space->text != "AWS/DynamoDB" || name == nullptr) return;
    if (as_intrinsic(*name) || !name->is_scalar()) {
      out.alarms.push_back(
          {.metric = {Unknown{.expression = "", .why = "an expression"}, name->span},
           .span = name->span});
    } else {
      out.alarms.push_back({.metric = {std::string(name->text), name->span}, .span = name->span});
    }
  };
  add(properties);
  const Node* metrics = properties->find("Metrics");
  if (metrics == nullptr) return;
  for (const Node* item : metrics->items) {
    const Node* statistic = item->find("MetricStat");
    if (statistic != nullptr) add(statistic->find("Metric"));
  }
}

void add_metadata(const Node& holder, const std::string& table_id, Definitions& out) {
  const Node* metadata = holder.find("Metadata");
  const Node* block = metadata == nullptr ? nullptr : metadata->find("ddblint");
  if (block != nullptr) out.metadata.push_back({.table_id = table_id, .node = block});
}

/// Leaves in each variant's assignment only the conditions that tell the variants apart.
void drop_constant_conditions(TableDefinition& definition) {
  Assignment first = definition.variants.front().when;
  for (const auto& [name, truth] : first) {
    const bool constant = std::all_of(definition.variants.begin(), definition.variants.end(),
                                      [&, n = name, t = truth](const TableVariant& variant) {
                                        const auto found = variant.when.find(n);
                                        return found != variant.when.end() && found->second == t;
                                      });
    if (!constant) continue;
    for (auto& variant : definition.variants) variant.when.erase(name);
  }
}

void read_table(const Template& source, const Resource& resource, Definitions& out) {
  const Node* condition = resource.node->find("Condition");
  const auto required = condition == nullptr ? std::string_view() : condition->text;
  TableDefinition definition;
  Scenarios scenarios = feasible_scenarios(source, *resource.node, resource.loop, required);
  if (!scenarios.all) {
    out.open.push_back({.what = resource.id,
                        .why = "its conditions combine in too many ways: only those are looked at "
                               "that differ from the parameters' defaults in one parameter",
                        .span = resource.key->span});
  }
  for (auto& scenario : scenarios.items) {
    Table table = ResourceReader(source, resource, scenario, out.diagnostics).read();
    definition.variants.push_back(
        {.when = std::move(scenario.conditions), .table = std::move(table)});
  }
  if (definition.variants.empty()) return;  // its condition never holds
  drop_constant_conditions(definition);
  add_metadata(*resource.node, resource.id, out);
  out.tables.push_back(std::move(definition));
}

}  // namespace

bool has_table_resource(const Node& root) {
  const Node* resources = root.find("Resources");
  if (resources == nullptr || !resources->is_mapping()) return false;
  std::vector<const Node*> open{resources};
  // Loops nest their bodies; a few levels are all there is.
  for (std::size_t i = 0; i < open.size() && i < 10'000; ++i) {
    for (const auto& member : open[i]->members) {
      if (is_table_type(type_of(*member.value))) return true;
      const bool loop =
          member.key->text.starts_with("Fn::ForEach::") && member.value->items.size() == 3;
      if (loop) open.push_back(member.value->items[2]);
    }
  }
  return false;
}

void read_template(const Node& root, const Node& document, Dialect dialect, std::string_view text,
                   const ReadOptions& options, Definitions& out) {
  const Template source(root, document, text, dialect, options);
  const Resources resources = resources_of(source);
  if (resources.cut != nullptr) {
    out.diagnostics.push_back(
        {.kind = DiagnosticKind::unreadable_input,
         .span = resources.cut->span,
         .message = "the loops make too many resources; the rest is not read"});
  }
  for (const auto& resource : resources.items) {
    if (!resource.node->complete) continue;  // what follows the break could change it
    const auto type = type_of(*resource.node);
    if (is_table_type(type)) read_table(source, resource, out);
    if (type == "AWS::ApplicationAutoScaling::ScalableTarget") {
      read_scaling_target(source, resource, out.siblings);
    }
    if (type == "AWS::CloudWatch::Alarm") read_alarm(resource, out.siblings);
  }
  add_metadata(root, "", out);
}

}  // namespace ddblint
