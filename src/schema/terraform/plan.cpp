#include "schema/terraform/plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "schema/terraform/node_maker.h"
#include "schema/terraform/resources.h"

// The JSON output format (https://developer.hashicorp.com/terraform/internals/json-format) leaves
// out what is only known after apply and marks it in `after_unknown`; both are put together here.

namespace ddblint {
namespace {

std::string_view text_at(const Node& mapping, std::string_view key) {
  const Node* value = mapping.find(key);
  return value == nullptr ? std::string_view() : value->text;
}

class PlanReader {
 public:
  explicit PlanReader(Definitions& out) : out_(out), maker_(scratch_) {}

  void plan(const Node& document);
  void shown_state(const Node& values);
  void state_file(const Node& document);

 private:
  using References = std::map<std::string, std::string, std::less<>>;

  void module_values(const Node& module);
  void resource(const Node& resource, const Node* values);
  void state_resource(const Node& resource);
  void configured(const Node& resource, const std::string& address);
  void configuration(const Node& module, const std::string& prefix);
  References referring(std::string_view address, std::string_view type) const;
  const Node* merged(const Node* value, const Node& unknown, const Node* stated);
  const Node* merged_list(const Node* value, const Node& unknown, const Node* stated);
  const Node* merged_mapping(const Node* value, const Node& unknown, const Node* stated);
  void read(Dialect dialect) { read_provider_resources(resources_, dialect, out_); }

  Definitions& out_;
  Tree scratch_;
  NodeMaker maker_;
  std::vector<ProviderResource> resources_;
  /// `after_unknown` by address.
  std::map<std::string_view, const Node*> unknown_;
  /// `expressions` by the address in the configuration.
  std::map<std::string, const Node*, std::less<>> stated_;
  /// What arguments refer to, by the address in the configuration.
  std::map<std::string, References, std::less<>> references_;
};

/// True when the configuration may say something of a member: blocks are lists of mappings.
bool may_state(const Node* stated, std::string_view key) {
  if (stated == nullptr || stated->find(key) != nullptr) return true;
  const auto states = [key](const Node* block) { return block->find(key) != nullptr; };
  return stated->is_sequence() && std::ranges::any_of(stated->items, states);
}

// A member that is `true` in `unknown` is known after apply; lists and mappings are looked into.
// One that the configuration does not state is what the service makes of it, thus not stated here
// either. Without a configuration (`stated` is null) that cannot be told.
const Node* PlanReader::merged(const Node* value, const Node& unknown, const Node* stated) {
  if (unknown.is_scalar() && unknown.text == "true") {
    return maker_.node(
        Value::unknown({.expression = "", .why = "it is known after apply"}, unknown.span));
  }
  if (unknown.is_sequence()) return merged_list(value, unknown, stated);
  const bool mapping = unknown.is_mapping() && !unknown.members.empty();
  return mapping ? merged_mapping(value, unknown, stated) : value;
}

const Node* PlanReader::merged_list(const Node* value, const Node& unknown, const Node* stated) {
  std::vector<const Node*> items;
  if (value != nullptr) items.assign(value->items.begin(), value->items.end());
  for (std::size_t i = 0; i < unknown.items.size(); ++i) {
    const Node* item = merged(i < items.size() ? items[i] : nullptr, *unknown.items[i], stated);
    if (i < items.size()) {
      items[i] = item;
    } else if (item != nullptr) {
      items.push_back(item);
    }
  }
  return items.empty() ? value : maker_.sequence(items, value ? value->span : unknown.span);
}

const Node* PlanReader::merged_mapping(const Node* value, const Node& unknown, const Node* stated) {
  std::vector<Member> members;
  if (value != nullptr) members.assign(value->members.begin(), value->members.end());
  for (const auto& [key, item] : unknown.members) {
    if (item->is_scalar() && !may_state(stated, key->text)) continue;
    const Node* old = value == nullptr ? nullptr : value->find(key->text);
    const Node* now = merged(old, *item, stated == nullptr ? nullptr : stated->find(key->text));
    if (now == old) continue;
    std::erase_if(members, [&](const Member& member) { return member.key->text == key->text; });
    members.push_back({.key = key, .value = now});
  }
  return maker_.mapping(members, value ? value->span : unknown.span);
}

void PlanReader::resource(const Node& resource, const Node* values) {
  const std::string_view type = text_at(resource, "type");
  const Node* address = resource.find("address");
  const bool managed = text_at(resource, "mode") != "data";
  if (!managed || !is_relevant_resource(type) || address == nullptr || !resource.complete) return;
  const auto unknown = unknown_.find(address->text);
  if (unknown != unknown_.end()) {
    const auto stated = stated_.find(without_keys(address->text));
    values = merged(values, *unknown->second, stated == stated_.end() ? nullptr : stated->second);
  }
  if (values == nullptr) return;
  resources_.push_back({.address = std::string(address->text),
                        .type = type,
                        .id_span = address->span,
                        .span = resource.span,
                        .called = {},
                        .arguments = values,
                        .references = referring(address->text, type)});
}

PlanReader::References PlanReader::referring(std::string_view address,
                                             std::string_view type) const {
  const auto found = references_.find(without_keys(address));
  if (found == references_.end()) return {};
  // The instance of the module that the resource lies in.
  const auto at = address.rfind(fmt::format("{}.", type));
  const std::string prefix(address.substr(0, at == std::string_view::npos ? 0 : at));
  References result;
  for (const auto& [argument, table] : found->second) result.emplace(argument, prefix + table);
  return result;
}

void PlanReader::module_values(const Node& module) {
  if (const Node* resources = module.find("resources")) {
    for (const Node* item : resources->items) resource(*item, item->find("values"));
  }
  if (const Node* children = module.find("child_modules")) {
    for (const Node* child : children->items) module_values(*child);
  }
}

// What a resource of the configuration states, and which tables its arguments name.
void PlanReader::configured(const Node& resource, const std::string& address) {
  const Node* expressions = resource.find("expressions");
  if (expressions == nullptr || !is_relevant_resource(text_at(resource, "type"))) return;
  stated_.emplace(address, expressions);
  for (const auto& [argument, expression] : expressions->members) {
    const Node* names = expression->find("references");
    if (names == nullptr) continue;
    for (const Node* name : names->items) {
      constexpr std::string_view kTable = "aws_dynamodb_table.";
      if (!name->text.starts_with(kTable)) continue;
      const auto end = name->text.find_first_of(".[", kTable.size());
      references_[address].emplace(argument->text, name->text.substr(0, end));
    }
  }
}

void PlanReader::configuration(const Node& module, const std::string& prefix) {
  if (const Node* resources = module.find("resources")) {
    for (const Node* item : resources->items) {
      configured(*item, fmt::format("{}{}", prefix, text_at(*item, "address")));
    }
  }
  if (const Node* calls = module.find("module_calls")) {
    for (const auto& [name, call] : calls->members) {
      const Node* child = call->find("module");
      if (child != nullptr) configuration(*child, fmt::format("{}module.{}.", prefix, name->text));
    }
  }
}

void PlanReader::plan(const Node& document) {
  const Node* changes = document.find("resource_changes");
  const Node* planned = document.find("planned_values");
  const Node* config = document.find("configuration");
  const Node* root = config == nullptr ? nullptr : config->find("root_module");
  if (root != nullptr) configuration(*root, "");
  if (changes != nullptr) {
    for (const Node* item : changes->items) {
      const Node* change = item->find("change");
      const Node* unknown = change == nullptr ? nullptr : change->find("after_unknown");
      if (unknown != nullptr) unknown_.emplace(text_at(*item, "address"), unknown);
    }
  }
  const Node* values = planned == nullptr ? nullptr : planned->find("root_module");
  if (values != nullptr) {
    module_values(*values);
  } else if (changes != nullptr) {
    for (const Node* item : changes->items) {
      const Node* change = item->find("change");
      const Node* after = change == nullptr ? nullptr : change->find("after");
      if (after != nullptr && after->is_mapping()) resource(*item, after);
    }
  }
  read(Dialect::terraform_plan);
}

void PlanReader::shown_state(const Node& values) {
  if (const Node* root = values.find("root_module")) module_values(*root);
  read(Dialect::terraform_state);
}

void PlanReader::state_resource(const Node& resource) {
  const std::string_view type = text_at(resource, "type");
  const Node* name = resource.find("name");
  const Node* instances = resource.find("instances");
  const bool managed = text_at(resource, "mode") != "data";
  if (!managed || !is_relevant_resource(type) || name == nullptr || instances == nullptr) return;
  const std::string_view module = text_at(resource, "module");
  const std::string base =
      fmt::format("{}{}{}.{}", module, module.empty() ? "" : ".", type, name->text);
  for (const Node* instance : instances->items) {
    const Node* attributes = instance->find("attributes");
    if (attributes == nullptr || !instance->complete) continue;
    std::string suffix;
    if (const Node* key = instance->find("index_key")) {
      suffix = key->quoted ? fmt::format("[\"{}\"]", key->text) : fmt::format("[{}]", key->text);
    }
    resources_.push_back({.address = base + suffix,
                          .type = type,
                          .id_span = name->span,
                          .span = resource.span,
                          .called = {},
                          .arguments = attributes,
                          .references = {}});
  }
}

void PlanReader::state_file(const Node& document) {
  for (const Node* item : document.find("resources")->items) state_resource(*item);
  read(Dialect::terraform_state);
}

bool is_state_file(const Node& document) {
  const Node* resources = document.find("resources");
  if (document.find("version") == nullptr || resources == nullptr) return false;
  return document.find("terraform_version") != nullptr || document.find("lineage") != nullptr;
}

}  // namespace

std::string without_keys(std::string_view address) {
  std::string result;
  int depth = 0;
  for (const char c : address) {
    if (c == '[') ++depth;
    if (depth == 0) result += c;
    if (c == ']' && depth > 0) --depth;
  }
  return result;
}

bool read_plan_or_state(const Node& document, Definitions& out) {
  const Node* values = document.find("values");
  if (document.find("planned_values") != nullptr || document.find("resource_changes") != nullptr) {
    PlanReader(out).plan(document);
    return true;
  }
  if (values != nullptr && values->find("root_module") != nullptr) {
    PlanReader(out).shown_state(*values);
    return true;
  }
  if (!is_state_file(document)) return false;
  PlanReader(out).state_file(document);
  return true;
}

}  // namespace ddblint
