#include "schema/terraform/registry.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "schema/provider_table.h"
#include "schema/terraform/node_maker.h"
#include "source/text.h"

namespace ddblint {
namespace {

constexpr std::string_view kCommunity = "terraform-aws-modules/dynamodb-table/aws";
constexpr std::string_view kCloudPosse = "cloudposse/dynamodb/aws";

/// Where an input of a module goes in the table resource: an argument, or one of a block.
struct Input {
  std::string_view input;
  std::string_view argument;
  /// Empty when it is an argument of the resource itself.
  std::string_view block = {};
};

// https://github.com/terraform-aws-modules/terraform-aws-dynamodb-table/blob/master/main.tf
constexpr std::array kCommunityInputs = {
    Input{"name", "name"},
    Input{"billing_mode", "billing_mode"},
    Input{"hash_key", "hash_key"},
    Input{"range_key", "range_key"},
    Input{"read_capacity", "read_capacity"},
    Input{"write_capacity", "write_capacity"},
    Input{"stream_enabled", "stream_enabled"},
    Input{"stream_view_type", "stream_view_type"},
    Input{"table_class", "table_class"},
    Input{"deletion_protection_enabled", "deletion_protection_enabled"},
    Input{"attributes", "attribute"},
    Input{"global_secondary_indexes", "global_secondary_index"},
    Input{"local_secondary_indexes", "local_secondary_index"},
    Input{"replica_regions", "replica"},
    Input{"on_demand_throughput", "on_demand_throughput"},
    Input{"warm_throughput", "warm_throughput"},
    Input{"point_in_time_recovery_enabled", "enabled", "point_in_time_recovery"},
    Input{"ttl_enabled", "enabled", "ttl"},
    Input{"ttl_attribute_name", "attribute_name", "ttl"},
    Input{"server_side_encryption_enabled", "enabled", "server_side_encryption"},
    Input{"server_side_encryption_kms_key_arn", "kms_key_arn", "server_side_encryption"},
};

// https://github.com/cloudposse/terraform-aws-dynamodb/blob/main/main.tf
constexpr std::array kCloudPosseInputs = {
    Input{"billing_mode", "billing_mode"},
    Input{"hash_key", "hash_key"},
    Input{"range_key", "range_key"},
    Input{"autoscale_min_read_capacity", "read_capacity"},
    Input{"autoscale_min_write_capacity", "write_capacity"},
    Input{"enable_streams", "stream_enabled"},
    Input{"stream_view_type", "stream_view_type"},
    Input{"table_class", "table_class"},
    Input{"deletion_protection_enabled", "deletion_protection_enabled"},
    Input{"global_secondary_index_map", "global_secondary_index"},
    Input{"local_secondary_index_map", "local_secondary_index"},
    Input{"enable_point_in_time_recovery", "enabled", "point_in_time_recovery"},
    Input{"ttl_enabled", "enabled", "ttl"},
    Input{"ttl_attribute", "attribute_name", "ttl"},
    Input{"enable_encryption", "enabled", "server_side_encryption"},
    Input{"server_side_encryption_kms_key_arn", "kms_key_arn", "server_side_encryption"},
};

const Node* key_of(const Node& inputs, std::string_view name) {
  const Member* member = inputs.member(name);
  return member == nullptr ? nullptr : member->key;
}

/// The members of the table resource that the inputs become.
class Translation {
 public:
  Translation(const Node& inputs, Tree& scratch) : inputs_(inputs), maker_(scratch) {}

  template <std::size_t N>
  void take(const std::array<Input, N>& table) {
    for (const Input& input : table) {
      const Node* value = inputs_.find(input.input);
      if (value == nullptr) continue;
      const Span place = key_of(inputs_, input.input)->span;
      const Member member{.key = maker_.text(input.argument, place), .value = value};
      if (input.block.empty()) {
        members_.push_back(member);
      } else {
        in_block(input.block, member);
      }
    }
  }
  void add(std::string_view argument, const Node* value) {
    members_.push_back({.key = maker_.text(argument, value->span), .value = value});
  }
  const Node* finish() {
    for (const auto& [name, members] : blocks_) add(name, maker_.mapping(members, place(members)));
    return maker_.mapping(members_, inputs_.span);
  }
  NodeMaker& maker() { return maker_; }

 private:
  static Span place(const std::vector<Member>& members) { return members.front().value->span; }
  void in_block(std::string_view name, Member member) {
    const auto block = std::ranges::find(blocks_, name, &Block::first);
    if (block == blocks_.end()) {
      blocks_.emplace_back(name, std::vector{member});
    } else {
      block->second.push_back(member);
    }
  }

  using Block = std::pair<std::string_view, std::vector<Member>>;
  const Node& inputs_;
  NodeMaker maker_;
  std::vector<Member> members_;
  std::vector<Block> blocks_;
};

/// What a switch of a module is, as far as it can be told.
enum class Switch { off, on, open };

Switch switch_of(const Node& inputs, std::string_view name, bool by_default) {
  const Node* value = inputs.find(name);
  if (value == nullptr || value->is_null()) return by_default ? Switch::on : Switch::off;
  if (value->is_expression()) return Switch::open;
  return value->text == "true" ? Switch::on : Switch::off;
}

// An auto scaler that may be there counts as one: rules about missing scaling stay silent.
void scale(Table& table, const Node& inputs, std::string_view input, bool by_default) {
  if (switch_of(inputs, input, by_default) == Switch::off) return;
  table.throughput.scales_read = true;
  table.throughput.scales_write = true;
  for (Index& index : table.global_indexes.items) {
    index.throughput.scales_read = true;
    index.throughput.scales_write = true;
  }
}

void read_community(Fields& fields, const Node& inputs, Tree& scratch, Table& table) {
  Translation translation(inputs, scratch);
  translation.take(kCommunityInputs);
  read_provider_table(fields, fields.resolve(translation.finish()), Spelling::terraform, table);
  table.default_mode = DefaultMode::on_demand;
  scale(table, inputs, "autoscaling_enabled", false);
}

// Attributes are those of the keys, then further ones for the indexes.
const Node* cloudposse_attributes(const Node& inputs, NodeMaker& maker) {
  std::vector<const Node*> items;
  const auto key = [&](std::string_view name, std::string_view type) {
    const Node* attribute = inputs.find(name);
    if (attribute == nullptr || attribute->is_null() || attribute->text.empty()) return;
    const Node* stated = inputs.find(type);
    const Span place = attribute->span;
    const Node* kind = stated != nullptr ? stated : maker.text("S", place);
    items.push_back(maker.mapping({{.key = maker.text("name", place), .value = attribute},
                                   {.key = maker.text("type", kind->span), .value = kind}},
                                  place));
  };
  key("hash_key", "hash_key_type");
  key("range_key", "range_key_type");
  if (const Node* more = inputs.find("dynamodb_attributes")) {
    if (more->is_expression()) items.push_back(more);
    items.insert(items.end(), more->items.begin(), more->items.end());
  }
  return maker.sequence(items, items.empty() ? inputs.span : items.front()->span);
}

// The table's name is that of the module's label: namespace, tenant, environment, stage and name,
// joined, in lower case (https://github.com/cloudposse/terraform-null-label).
Setting<std::string> cloudposse_name(Fields& fields, const Resolved& inputs) {
  if (Setting<std::string> stated = fields.text(inputs, "table_name"); !stated.absent()) {
    return stated;
  }
  const Setting<std::string> last = fields.text(inputs, "name");
  const Unknown composed{.expression = "", .why = "the module puts the name together"};
  const bool plain = fields.get(inputs, "context").kind == Resolved::Kind::absent &&
                     fields.get(inputs, "delimiter").kind == Resolved::Kind::absent &&
                     fields.get(inputs, "attributes").kind == Resolved::Kind::absent &&
                     fields.get(inputs, "label_order").kind == Resolved::Kind::absent;
  std::string name;
  bool known = plain && !last.absent();
  for (const auto* part : {"namespace", "tenant", "environment", "stage", "name"}) {
    const Setting<std::string> piece = fields.text(inputs, part);
    known = known && !piece.unknown();
    if (piece.value_or("").empty()) continue;
    if (!name.empty()) name += '-';
    name += to_lower(piece.value());
  }
  const Span place = last.absent() ? inputs.span : last.span();
  if (!known) return {composed, place};
  return {std::move(name), place};
}

void read_cloudposse(Fields& fields, const Node& inputs, Tree& scratch, Table& table) {
  Translation translation(inputs, scratch);
  translation.take(kCloudPosseInputs);
  translation.add("attribute", cloudposse_attributes(inputs, translation.maker()));
  if (const Node* regions = inputs.find("replicas"); regions != nullptr) {
    std::vector<const Node*> items;
    for (const Node* region : regions->items) {
      NodeMaker& maker = translation.maker();
      items.push_back(maker.mapping(
          {{.key = maker.text("region_name", region->span), .value = region}}, region->span));
    }
    if (regions->is_expression()) items.push_back(regions);
    translation.add("replica", translation.maker().sequence(items, regions->span));
  }
  const Resolved arguments = fields.resolve(translation.finish());
  read_provider_table(fields, arguments, Spelling::terraform, table);
  table.name = cloudposse_name(fields, fields.resolve(&inputs));
  // The module's own defaults, other than the provider's.
  if (table.point_in_time_recovery.absent()) table.point_in_time_recovery = {true, table.id_span};
  if (table.encryption.absent()) table.encryption = {true, table.id_span};
  if (table.throughput.absent()) {
    const Unknown by_version{.expression = "", .why = "the module's default differs by version"};
    table.throughput.span = table.id_span;
    table.throughput.unknown = by_version;
  }
  scale(table, inputs, "enable_autoscaler", true);
}

}  // namespace

std::optional<std::string_view> registry_module(std::string_view source) {
  const auto names = [source](std::string_view registry, std::string_view repository) {
    // A submodule is another module than the one it lies in.
    const auto at = source.find(registry);
    if (at != std::string_view::npos) return source.substr(at + registry.size()).empty();
    const auto from = source.find(repository);
    if (from == std::string_view::npos) return false;
    const std::string_view rest = source.substr(from + repository.size());
    return rest.empty() || rest.starts_with(".git") || rest.starts_with("?");
  };
  if (source.starts_with(".")) return std::nullopt;
  if (names(kCommunity, "terraform-aws-modules/terraform-aws-dynamodb-table")) return kCommunity;
  if (names(kCloudPosse, "cloudposse/terraform-aws-dynamodb")) return kCloudPosse;
  return std::nullopt;
}

bool read_registry_table(Fields& fields, const Node& inputs, std::string_view module, Tree& scratch,
                         Table& table) {
  const bool community = module == kCommunity;
  if (switch_of(inputs, community ? "create_table" : "enabled", true) == Switch::off) return false;
  if (community) {
    read_community(fields, inputs, scratch, table);
  } else {
    read_cloudposse(fields, inputs, scratch, table);
  }
  return true;
}

}  // namespace ddblint
