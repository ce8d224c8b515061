#include "schema/terraform/module.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "schema/open_values.h"
#include "schema/terraform/embedded_template.h"
#include "schema/terraform/evaluator.h"
#include "schema/terraform/node_maker.h"
#include "schema/terraform/registry.h"
#include "schema/terraform/resources.h"
#include "schema/terraform/type_constraint.h"
#include "syntax/parse.h"

// A module instance evaluates lazily: a local, a variable or an attribute is looked up when an
// expression names it, and kept. What names itself meets its own unfinished entry and stays open.
// All instances share one budget, so that modules in modules in loops end.

namespace fs = std::filesystem;

namespace ddblint {
namespace {

/// Instances of one block, and of dynamic blocks in one place; more are reported and left out.
constexpr std::size_t kMaxInstances = 1000;
/// Module calls inside each other.
constexpr int kMaxModuleDepth = 20;
/// Modules of one configuration.
constexpr std::size_t kMaxModules = 2000;

/// Arguments that are Terraform's own, in every resource and module call.
constexpr std::array<std::string_view, 9> kMetaArguments = {"count",      "for_each",   "provider",
                                                            "providers",  "depends_on", "lifecycle",
                                                            "connection", "source",     "version"};

/// Arguments of tables that are maps; as a block they are what Terraform 0.11 took.
constexpr std::array<std::string_view, 1> kMapArguments = {"tags"};

/// Arguments whose expression tells which table is meant, also where its value is not known.
constexpr std::array<std::string_view, 3> kReferring = {"table_name", "global_table_arn",
                                                        "resource_id"};

bool is_meta(std::string_view name) {
  return std::ranges::find(kMetaArguments, name) != kMetaArguments.end();
}

/// One instance of a resource or a module call.
struct Instance {
  /// `[0]`, `["a"]` or nothing.
  std::string suffix;
  /// `each` or `count`.
  Bindings bindings;
};

/// An instance's key as its address ends: `[0]`, `["a"]`.
std::string suffix_of(const Value& key) {
  const std::string text = as_text(key).value_or("");
  return key.is(Value::Kind::number) ? fmt::format("[{}]", text) : fmt::format("[\"{}\"]", text);
}

/// What the modules of one configuration share.
struct Run {
  const FindFolder& find;
  const SourceSet& sources;
  const ReadOptions& options;
  Definitions& out;
  Tree scratch = {};
  Budget budget = {};
  std::size_t modules = 0;
  std::vector<ProviderResource> resources = {};
};

/// The declarations of one name; a folder of unrelated files has several.
using Declarations = std::map<std::string, std::vector<const Node*>, std::less<>>;

/// The one declaration that a file means: its own, else the only one.
const Node* declared(const Declarations& declarations, std::string_view name, FileId from) {
  const auto found = declarations.find(name);
  if (found == declarations.end()) return nullptr;
  for (const Node* node : found->second) {
    if (node->span.file == from) return node;
  }
  return found->second.size() == 1 ? found->second.front() : nullptr;
}

/// The label of a block at a position, or nothing.
std::string_view label(const Node& block, std::size_t index) {
  return index < block.items.size() ? block.items[index]->text : std::string_view();
}

/// A module that is called, or the root.
class Module {
 public:
  Module(const ModuleFolder& folder, Run& run) : folder_(folder), run_(run) { index(); }
  Module(const ModuleFolder& folder, const Module& caller, const Node& call, Instance instance);

  /// Collects the resources of this module and of those it calls.
  void collect();

 private:
  void index();
  void index_block(std::string_view type, const Node& block);

  HclEvaluator evaluator(const Instance& instance) const;
  Reference lookup(const Node& name, std::span<const Value> steps) const;
  Reference resource(const Node& name, std::span<const Value> steps) const;
  Reference module_output(const Node& name, std::span<const Value> steps) const;
  Value attribute_of(const Node& block, const Instance& instance, std::string_view name) const;
  Value variable(std::string_view name, const Node& from) const;
  std::optional<Value> given(std::string_view name, const Node* declaration) const;
  std::optional<Value> default_of(const Node* declaration) const;
  Value converted(const Value& value, const Node* declaration, const Node& from) const;
  /// Evaluates what a name stands for once; what names itself is open.
  Value remember(const Node& declaration, const std::function<Value()>& evaluate) const;

  std::vector<Instance> instances(const Node& block) const;
  std::vector<Instance> counted(const Node& count) const;
  std::vector<Instance> for_each(const Node& collection) const;
  Instance open_instance(const Node& expression, std::string_view why) const;
  [[nodiscard]] bool rests_on_default(const Node& expression, int depth) const;
  void note(const Node& node, std::string what, std::string why) const;

  const Node* arguments(const Node& body, HclEvaluator& evaluator) const;
  void expand_dynamic(const Node& block, HclEvaluator& evaluator,
                      std::vector<const Node*>& out) const;
  void collect_resource(const Node& block);
  void collect_call(const Node& block);
  void add_resource(std::string address, std::string_view type, const Node& block, const Node& id,
                    const Instance& instance);
  std::map<std::string, std::string, std::less<>> references(const Node& block) const;
  const std::vector<std::unique_ptr<Module>>& called(const Node& block) const;
  void embedded(const Node& block);
  void check_blocks(const Node& block) const;

  const ModuleFolder& folder_;
  Run& run_;
  const Module* caller_ = nullptr;
  const Node* call_ = nullptr;
  Instance call_instance_;
  std::string prefix_;
  Span called_at_;
  int depth_ = 0;

  Declarations variables_;
  Declarations locals_;
  Declarations outputs_;
  Declarations resources_;
  Declarations calls_;
  std::vector<const Node*> resource_blocks_;
  std::vector<const Node*> call_blocks_;

  mutable std::map<const Node*, std::optional<Value>> values_;
  mutable std::map<const Node*, std::vector<std::unique_ptr<Module>>> called_;
};

Module::Module(const ModuleFolder& folder, const Module& caller, const Node& call,
               Instance instance)
    : folder_(folder),
      run_(caller.run_),
      caller_(&caller),
      call_(&call),
      call_instance_(std::move(instance)),
      prefix_(fmt::format("{}module.{}{}.", caller.prefix_, label(call, 0), call_instance_.suffix)),
      called_at_(caller.called_at_.valid() ? caller.called_at_ : call.items[0]->span),
      depth_(caller.depth_ + 1) {
  index();
}

void Module::index() {
  for (const Node* body : folder_.bodies) {
    for (const auto& [key, value] : body->members) {
      if (value->block) index_block(key->text, *value);
    }
  }
}

void Module::index_block(std::string_view type, const Node& block) {
  if (block.items.empty() && type != "locals") return;
  const std::string name(label(block, 0));
  if (type == "variable") variables_[name].push_back(&block);
  if (type == "output") outputs_[name].push_back(&block);
  if (type == "module") {
    calls_[name].push_back(&block);
    call_blocks_.push_back(&block);
  }
  if (type == "resource") {
    resources_[fmt::format("{}.{}", name, label(block, 1))].push_back(&block);
    resource_blocks_.push_back(&block);
  }
  if (type != "locals") return;
  for (const auto& [key, value] : block.members) {
    locals_[std::string(key->text)].push_back(value);
  }
}

HclEvaluator Module::evaluator(const Instance& instance) const {
  return {[this](const Node& name, std::span<const Value> steps) { return lookup(name, steps); },
          run_.sources, run_.budget, instance.bindings};
}

Value Module::remember(const Node& declaration, const std::function<Value()>& evaluate) const {
  const auto [entry, added] = values_.try_emplace(&declaration);
  if (!added) {
    if (entry->second) return *entry->second;
    return Value::unknown({.expression = "", .why = "it depends on itself"}, declaration.span);
  }
  Value value = evaluate();
  values_[&declaration] = value;
  return value;
}

Reference Module::lookup(const Node& name, std::span<const Value> steps) const {
  const auto open = [&](std::string why, std::size_t taken) {
    return Reference{.value = Value::unknown({.expression = "", .why = std::move(why)}, name.span),
                     .steps = std::min(taken, steps.size())};
  };
  const auto first = steps.empty() ? std::nullopt : as_text(steps[0]);
  if (!first) return open("it names nothing", steps.size());
  if (name.text == "var") return {.value = variable(*first, name), .steps = 1};
  if (name.text == "local") {
    const Node* local = declared(locals_, *first, name.span.file);
    if (local == nullptr) return open(fmt::format("local `{}` is not declared here", *first), 1);
    Value value = remember(*local, [&] { return evaluator({}).evaluate(*local); });
    return {.value = std::move(value), .steps = 1};
  }
  if (name.text == "module") return module_output(name, steps);
  if (name.text == "data") return open("a data source is read at deployment", steps.size());
  if (name.text == "path" || name.text == "terraform" || name.text == "self") {
    return open("it is known when Terraform runs", steps.size());
  }
  return resource(name, steps);
}

Reference Module::resource(const Node& name, std::span<const Value> steps) const {
  const auto open = [&](std::string why) {
    return Reference{.value = Value::unknown({.expression = "", .why = std::move(why)}, name.span),
                     .steps = steps.size()};
  };
  const std::string address = fmt::format("{}.{}", name.text, steps[0].text());
  const Node* block = declared(resources_, address, name.span.file);
  if (block == nullptr) return open(fmt::format("`{}` is not declared here", address));
  const bool several = block->find("count") != nullptr || block->find("for_each") != nullptr;
  std::size_t taken = 1;
  Instance chosen;
  if (several) {
    if (steps.size() < 3) return open("it is known after deployment");
    const auto all = instances(*block);
    const std::string suffix = suffix_of(steps[1]);
    const auto found = std::ranges::find(all, suffix, &Instance::suffix);
    if (found == all.end()) return open("it is known after deployment");
    chosen = *found;
    taken = 2;
  }
  const auto attribute = steps.size() > taken ? as_text(steps[taken]) : std::nullopt;
  if (!attribute) return open("it is known after deployment");
  return {.value = attribute_of(*block, chosen, *attribute), .steps = taken + 1};
}

// Only what the configuration states is known before deployment; a table's id is its name.
Value Module::attribute_of(const Node& block, const Instance& instance,
                           std::string_view name) const {
  const bool table_id = name == "id" && label(block, 0) == "aws_dynamodb_table";
  const Node* value = block.find(table_id ? "name" : name);
  if (value == nullptr || value->block) {
    return Value::unknown({.expression = "", .why = "it is known after deployment"}, block.span);
  }
  if (instance.suffix.empty()) {
    return remember(*value, [&] { return evaluator(instance).evaluate(*value); });
  }
  return evaluator(instance).evaluate(*value);
}

Reference Module::module_output(const Node& name, std::span<const Value> steps) const {
  const auto open = [&](std::string why) {
    return Reference{.value = Value::unknown({.expression = "", .why = std::move(why)}, name.span),
                     .steps = steps.size()};
  };
  const Node* block = declared(calls_, steps[0].text(), name.span.file);
  if (block == nullptr) {
    return open(fmt::format("module `{}` is not called here", steps[0].text()));
  }
  const bool several = block->find("count") != nullptr || block->find("for_each") != nullptr;
  const std::size_t at = several ? 2 : 1;
  const auto output = steps.size() > at ? as_text(steps[at]) : std::nullopt;
  if (!output) return open("it is known after deployment");
  const std::string suffix = several ? suffix_of(steps[1]) : "";
  for (const auto& module : called(*block)) {
    if (module->call_instance_.suffix != suffix) continue;
    const Node* declaration = declared(module->outputs_, *output, kNoFile);
    const Node* value = declaration == nullptr ? nullptr : declaration->find("value");
    if (value == nullptr) break;
    Value result = module->remember(*value, [&] { return module->evaluator({}).evaluate(*value); });
    return {.value = std::move(result), .steps = at + 1};
  }
  return open("the module's source is not here");
}

/// A text from a command line: as it stands for a string, else an expression.
Value parsed_value(Run& run, const std::string& text, const Node* declaration) {
  const Node* type = declaration == nullptr ? nullptr : declaration->find("type");
  const bool plain = type == nullptr || type->text == "string" || type->text == "any";
  const Span place = declaration == nullptr ? Span{} : declaration->span;
  if (plain) return Value::string(text, place);
  const Node* expression = parse_hcl_expression(run.scratch, place, text);
  const auto nothing = [](const Node& name, std::span<const Value> steps) {
    return Reference{
        .value = Value::unknown({.expression = "", .why = "a value names nothing"}, name.span),
        .steps = steps.size()};
  };
  return HclEvaluator(nothing, run.sources, run.budget).evaluate(*expression);
}

std::optional<Value> Module::given(std::string_view name, const Node* declaration) const {
  if (caller_ != nullptr) {
    const Node* input = call_->find(name);
    if (input == nullptr || input->block) return std::nullopt;
    return caller_->evaluator(call_instance_).evaluate(*input);
  }
  const auto option = run_.options.parameters.find(std::string(name));
  if (option != run_.options.parameters.end()) {
    return parsed_value(run_, option->second, declaration);
  }
  for (const auto* bodies : {&run_.options.variables, &folder_.values}) {
    for (auto body = bodies->rbegin(); body != bodies->rend(); ++body) {
      if (const Node* value = (*body)->find(name)) return evaluator({}).evaluate(*value);
    }
  }
  return std::nullopt;
}

std::optional<Value> Module::default_of(const Node* declaration) const {
  const Node* value = declaration == nullptr ? nullptr : declaration->find("default");
  if (value == nullptr) return std::nullopt;
  return evaluator({}).evaluate(*value);
}

/// A variable's value as its type has it; one that does not fit is open.
Value Module::converted(const Value& value, const Node* declaration, const Node& from) const {
  const Node* type = declaration == nullptr ? nullptr : declaration->find("type");
  if (type == nullptr) return value;
  const auto evaluate = [this](const Node& node) { return evaluator({}).evaluate(node); };
  auto result = convert_to_type(value, type, evaluate);
  if (result) return *std::move(result);
  return Value::unknown({.expression = "", .why = std::move(result.error())}, from.span);
}

Value Module::variable(std::string_view name, const Node& from) const {
  const auto several = variables_.find(name);
  const Node* declaration = declared(variables_, name, from.span.file);
  if (declaration == nullptr && several != variables_.end()) {
    return Value::unknown(
        {.expression = "", .why = fmt::format("variable `{}` is declared in several files", name)},
        from.span);
  }
  const auto evaluate = [&] {
    std::optional<Value> value = given(name, declaration);
    const Node* nullable = declaration == nullptr ? nullptr : declaration->find("nullable");
    const bool refuses_null = nullable != nullptr && nullable->text == "false";
    if (!value || (value->is_null() && refuses_null)) value = default_of(declaration);
    if (value) return converted(*value, declaration, from);
    std::string why =
        fmt::format("variable `{}` {}", name,
                    declaration == nullptr ? "is not declared here" : "has no default");
    return Value::unknown({.expression = "", .why = std::move(why)}, from.span);
  };
  return declaration == nullptr ? evaluate() : remember(*declaration, evaluate);
}

Instance Module::open_instance(const Node& expression, std::string_view why) const {
  const Value open = Value::unknown({.expression = "", .why = std::string(why)}, expression.span);
  return {.suffix = {}, .bindings = {{"each", open}, {"count", open}}};
}

std::vector<Instance> Module::counted(const Node& count) const {
  const Value value = evaluator({}).evaluate(count);
  const auto number = as_number(value);
  if (value.is_unknown() || !number) {
    return {open_instance(count, "how often it is made is not known")};
  }
  if (*number < 1 && rests_on_default(count, 0)) {
    return {open_instance(count, "it is not made by default")};
  }
  if (*number > static_cast<double>(kMaxInstances)) {
    note(count, "count", fmt::format("only {} instances are looked at", kMaxInstances));
  }
  std::vector<Instance> result;
  for (std::size_t i = 0; static_cast<double>(i) < *number && i < kMaxInstances; ++i) {
    const Value index = Value::number(static_cast<double>(i), count.span);
    result.push_back({.suffix = fmt::format("[{}]", i),
                      .bindings = {{"count", Value::map({{"index", index}}, count.span)}}});
  }
  return result;
}

std::vector<Instance> Module::for_each(const Node& collection) const {
  const Value value = evaluator({}).evaluate(collection);
  ValueMap entries;
  if (value.is(Value::Kind::map)) entries = value.members();
  if (value.is(Value::Kind::list)) {
    for (const Value& item : value.items()) {
      const auto key = as_text(item);
      if (!key) return {open_instance(collection, "a key of it is not known")};
      entries.emplace_back(*key, item);
    }
  }
  if (value.is_unknown()) {
    return {open_instance(collection, "what it is made for is not known")};
  }
  if (entries.empty() && rests_on_default(collection, 0)) {
    return {open_instance(collection, "it is made for nothing by default")};
  }
  if (entries.size() > kMaxInstances) {
    note(collection, "for_each", fmt::format("only {} instances are looked at", kMaxInstances));
    entries.resize(kMaxInstances);
  }
  std::vector<Instance> result;
  for (const auto& [key, item] : entries) {
    Value each =
        Value::map({{"key", Value::string(key, item.span())}, {"value", item}}, item.span());
    result.push_back(
        {.suffix = fmt::format("[\"{}\"]", key), .bindings = {{"each", std::move(each)}}});
  }
  return result;
}

std::vector<Instance> Module::instances(const Node& block) const {
  if (const Node* count = block.find("count")) return counted(*count);
  if (const Node* collection = block.find("for_each")) return for_each(*collection);
  return {Instance{}};
}

// A table that a reusable module makes only when it is asked to is looked at all the same: nothing
// given here says that nobody asks.
bool Module::rests_on_default(const Node& expression, int depth) const {
  if (caller_ != nullptr || depth > kMaxModuleDepth) return false;
  if (expression.op == Op::attribute && expression.items[0]->op == Op::variable) {
    const Node& root = *expression.items[0];
    if (root.text == "local") {
      const Node* local = declared(locals_, expression.text, root.span.file);
      return local != nullptr && rests_on_default(*local, depth + 1);
    }
    if (root.text != "var") return false;
    const Node* declaration = declared(variables_, expression.text, root.span.file);
    return !given(expression.text, declaration);
  }
  const auto rests = [&](const Node* node) { return rests_on_default(*node, depth); };
  return std::ranges::any_of(expression.items, rests) ||
         std::ranges::any_of(expression.members,
                             [&](const Member& member) { return rests(member.value); });
}

void Module::note(const Node& node, std::string what, std::string why) const {
  run_.out.open.push_back({.what = std::move(what), .why = std::move(why), .span = node.span});
}

void Module::expand_dynamic(const Node& block, HclEvaluator& evaluator,
                            std::vector<const Node*>& out) const {
  NodeMaker maker(run_.scratch);
  const Node* collection = block.find("for_each");
  const Node* content = block.find("content");
  if (collection == nullptr || content == nullptr) return;
  const Node* named = block.find("iterator");
  const std::string iterator(named != nullptr ? named->text : label(block, 0));
  const Value value = evaluator.evaluate(*collection);
  if (value.is_unknown()) {
    out.push_back(maker.node(value.at(block.span)));
    return;
  }
  ValueMap entries;
  if (value.is(Value::Kind::map)) entries = value.members();
  if (value.is(Value::Kind::list)) {
    for (const Value& item : value.items()) {
      const std::string index = std::to_string(entries.size());
      entries.emplace_back(value.is_set() ? as_text(item).value_or(index) : index, item);
    }
  }
  if (entries.size() > kMaxInstances) {
    note(*collection, "dynamic", fmt::format("only {} blocks are looked at", kMaxInstances));
    entries.resize(kMaxInstances);
  }
  for (const auto& [key, item] : entries) {
    evaluator.bind(iterator, Value::map({{"key", Value::string(key, item.span())}, {"value", item}},
                                        item.span()));
    out.push_back(arguments(*content, evaluator));
    evaluator.unbind();
  }
}

// A body as a mapping of values, its blocks of one type as a list under their type.
const Node* Module::arguments(const Node& body, HclEvaluator& evaluator) const {
  NodeMaker maker(run_.scratch);
  std::vector<Member> members;
  std::vector<std::pair<const Node*, std::vector<const Node*>>> blocks;
  const auto of_type = [&blocks](const Node* type) -> std::vector<const Node*>& {
    for (auto& [key, list] : blocks) {
      if (key->text == type->text) return list;
    }
    return blocks.emplace_back(type, std::vector<const Node*>()).second;
  };
  for (const auto& [key, value] : body.members) {
    if (is_meta(key->text)) continue;
    if (!value->block) {
      members.push_back({.key = key, .value = maker.node(evaluator.evaluate(*value))});
    } else if (key->text == "dynamic" && !value->items.empty()) {
      expand_dynamic(*value, evaluator, of_type(value->items[0]));
    } else {
      of_type(key).push_back(arguments(*value, evaluator));
    }
  }
  for (const auto& [key, list] : blocks) {
    const Span place = list.empty() ? key->span : list.front()->span;
    members.push_back({.key = key, .value = maker.sequence(list, place)});
  }
  return maker.mapping(members, body.span);
}

/// The first table or module that an expression refers to.
std::string referred_table(const Node& node) {
  if (node.op == Op::attribute && node.items[0]->op == Op::variable) {
    const std::string_view root = node.items[0]->text;
    if (root == "aws_dynamodb_table" || root == "module") {
      return fmt::format("{}.{}", root, node.text);
    }
  }
  for (const Node* item : node.items) {
    if (std::string found = referred_table(*item); !found.empty()) return found;
  }
  return {};
}

std::map<std::string, std::string, std::less<>> Module::references(const Node& block) const {
  std::map<std::string, std::string, std::less<>> result;
  for (const auto name : kReferring) {
    const Node* value = block.find(name);
    if (value == nullptr) continue;
    std::string table = referred_table(*value);
    if (!table.empty()) result.emplace(name, prefix_ + table);
  }
  return result;
}

void Module::add_resource(std::string address, std::string_view type, const Node& block,
                          const Node& id, const Instance& instance) {
  HclEvaluator evaluator = this->evaluator(instance);
  run_.resources.push_back({.address = std::move(address),
                            .type = type,
                            .id_span = id.span,
                            .span = block.span,
                            .called = called_at_,
                            .arguments = arguments(block, evaluator),
                            .references = references(block)});
}

void Module::check_blocks(const Node& block) const {
  for (const auto& [key, value] : block.members) {
    const bool known = std::ranges::find(kMapArguments, key->text) != kMapArguments.end();
    if (!known || !value->block) continue;
    run_.out.diagnostics.push_back(
        {.span = key->span,
         .message = fmt::format("`{0}` is an argument, not a block: write `{0} = {{ ... }}` "
                                "(Terraform 0.11 took both)",
                                key->text)});
  }
}

void Module::embedded(const Node& block) {
  const Node* body = block.find("template_body");
  if (body == nullptr) return;
  HclEvaluator evaluator = this->evaluator({});
  const bool encoded = body->op == Op::call && body->text == "jsonencode" && !body->items.empty();
  if (encoded) {
    const Node* root = NodeMaker(run_.scratch).node(evaluator.evaluate(*body->items[0]));
    read_embedded_template(*root, run_.sources, run_.options, run_.out);
  } else if (body->is_scalar()) {
    read_embedded_template_text(*body, run_.sources, run_.options, run_.out);
  } else {
    note(*body,
         fmt::format("{}aws_cloudformation_stack.{}.template_body", prefix_, label(block, 1)),
         "the template is put together when Terraform runs, or is another file; check it as well");
  }
}

void Module::collect_resource(const Node& block) {
  const std::string_view type = label(block, 0);
  if (block.items.size() < 2 || !block.complete) return;
  if (type == "aws_cloudformation_stack") embedded(block);
  if (!is_relevant_resource(type)) return;
  check_blocks(block);
  const Node& id = *block.items[1];
  for (const Instance& instance : instances(block)) {
    add_resource(fmt::format("{}{}.{}{}", prefix_, type, id.text, instance.suffix), type, block, id,
                 instance);
  }
}

const std::vector<std::unique_ptr<Module>>& Module::called(const Node& block) const {
  const auto [entry, added] = called_.try_emplace(&block);
  const Node* source = block.find("source");
  if (!added || source == nullptr) return entry->second;
  const std::string path = local_module_path(folder_.path, source->text);
  const ModuleFolder* folder = path.empty() ? nullptr : run_.find(path);
  if (folder == nullptr || depth_ >= kMaxModuleDepth) return entry->second;
  for (Instance& instance : instances(block)) {
    if (++run_.modules > kMaxModules) break;
    entry->second.push_back(std::make_unique<Module>(*folder, *this, block, std::move(instance)));
  }
  return entry->second;
}

void Module::collect_call(const Node& block) {
  const Node* source = block.find("source");
  if (block.items.empty() || source == nullptr || !block.complete) return;
  const Node& id = *block.items[0];
  if (const auto module = registry_module(source->text)) {
    for (const Instance& instance : instances(block)) {
      add_resource(fmt::format("{}module.{}{}", prefix_, id.text, instance.suffix), *module, block,
                   id, instance);
    }
    return;
  }
  const std::string path = local_module_path(folder_.path, source->text);
  if (path.empty()) return;
  if (run_.find(path) == nullptr || depth_ >= kMaxModuleDepth) {
    note(*source, fmt::format("{}module.{}", prefix_, id.text),
         fmt::format("there is no module at `{}`", path));
    return;
  }
  for (const auto& module : called(block)) module->collect();
}

void Module::collect() {
  for (const Node* block : resource_blocks_) collect_resource(*block);
  for (const Node* block : call_blocks_) collect_call(*block);
}

}  // namespace

bool could_make_table(std::string_view bytes) {
  const auto holds = [bytes](std::string_view word) {
    return bytes.find(word) != std::string_view::npos;
  };
  if (holds("dynamodb") || holds("aws_cloudformation_stack")) return true;
  return holds("module") && (holds("\"./") || holds("\"../"));
}

std::string local_module_path(std::string_view caller, std::string_view source) {
  if (!source.starts_with("./") && !source.starts_with("../")) return {};
  std::string path = (fs::path(caller) / source).lexically_normal().generic_string();
  if (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::vector<std::string> local_modules(const ModuleFolder& folder) {
  std::vector<std::string> paths;
  for (const Node* body : folder.bodies) {
    for (const auto& [key, value] : body->members) {
      const Node* source = key->text == "module" && value->block ? value->find("source") : nullptr;
      if (source == nullptr) continue;
      std::string path = local_module_path(folder.path, source->text);
      if (!path.empty()) paths.push_back(std::move(path));
    }
  }
  return paths;
}

Definitions read_terraform(const ModuleFolder& root, const FindFolder& find,
                           const SourceSet& sources, const ReadOptions& options) {
  Definitions out;
  Run run{.find = find, .sources = sources, .options = options, .out = out};
  Module(root, run).collect();
  read_provider_resources(run.resources, Dialect::terraform, out);
  add_open_values(out);
  return out;
}

}  // namespace ddblint
