#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "config/config.h"
#include "config/fields.h"
#include "source/text.h"

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;

/// The entries of a list option, which are joined by commas.
std::vector<std::string> entries_of(std::string_view text) {
  std::vector<std::string> entries;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    entries.emplace_back(trim(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return entries;
}

/// An option's text as the JSON value of its type.
Json option_value(const RuleOption& option, std::string_view text) {
  if (option.type == "strings") return entries_of(text);
  if (option.type == "boolean") return text == "true";
  return Json::parse(text, nullptr, false);
}

Json reference(std::string_view name) { return {{"$ref", fmt::format("#/$defs/{}", name)}}; }

Json text_or_list(const Json& item, std::string_view description) {
  return {{"description", description},
          {"anyOf", Json::array({item, {{"type", "array"}, {"items", item}}})}};
}

Json texts(std::string_view description) {
  return text_or_list({{"type", "string"}, {"minLength", 1}}, description);
}

Json option_schema(const RuleOption& option) {
  std::string description(option.summary);
  if (!option.unit.empty()) description += fmt::format(" In {}.", option.unit);
  Json schema;
  if (option.type == "strings") {
    schema = texts(description);
  } else {
    schema = {{"description", description}, {"type", option.type}};
  }
  schema["default"] = option_value(option, option.default_value);
  return schema;
}

Json rule_schema(const RuleInfo& rule) {
  Json settings = {
      {"severity", reference("severity")},
      {"enabled", {{"type", "boolean"}, {"default", rule.on_by_default}}},
  };
  for (const RuleOption& option : rule.options) {
    settings[std::string(option.name)] = option_schema(option);
  }
  const Json mapping = {
      {"type", "object"}, {"additionalProperties", false}, {"properties", settings}};
  return {{"title", fmt::format("{} {}", rule.code, rule.slug)},
          {"description", rule.title},
          {"anyOf", Json::array({reference("word"), mapping})}};
}

Json ignore_schema() {
  const Json properties = {
      {"rules", text_or_list(reference("rule-name"),
                             "Codes, beginnings of codes (DDB2) or slugs of rules.")},
      {"tables", texts("Globs over table ids and physical names; none means every table.")},
      {"indexes", texts("Globs over index names; none means every place.")},
      {"paths", texts("Gitignore-style globs relative to this file; none means every file.")},
      {"reason", {{"type", "string"}}},
      {"until",
       {{"description", "The last day on which the entry holds."},
        {"type", "string"},
        {"format", "date"}}},
  };
  return {{"type", "object"},
          {"additionalProperties", false},
          {"required", Json::array({"rules"})},
          {"properties", properties}};
}

Json table_schema() {
  const Json properties = {
      {"data", texts("Items of the table: files, folders, globs, exports, saved profiles.")},
      {"patterns", texts("Access-pattern files, folders or globs of them.")},
      {"trace", texts("What was asked of the table: files, folders or globs of traces.")},
      {"source-ddl", texts("DDL of the relational database that the table comes from.")},
      {"growth",
       {{"description", "Factor of growth that shard plans keep free."},
        {"type", "number"},
        {"minimum", 1},
        {"default", 1}}},
  };
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", properties}};
}

Json definitions() {
  Json names = Json::array();
  for (const RuleInfo& rule : catalogue()) {
    names.push_back(rule.code);
    names.push_back(rule.slug);
  }
  Json result = {
      {"severity", {{"enum", {"error", "warning", "info"}}}},
      {"word",
       {{"description", "A severity, which also turns the rule on; or on, or off."},
        {"enum", {"error", "warning", "info", "on", "off", true, false}}}},
      {"rule-name",
       {{"anyOf", Json::array({{{"enum", names}}, {{"pattern", "^DDB[0-9]{1,2}$"}}})}}},
  };
  for (const RuleInfo& rule : catalogue()) result[std::string(rule.code)] = rule_schema(rule);
  return result;
}

/// A text in double quotes, which YAML reads as JSON does.
std::string quote(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// `name: value` for the settings of one rule that a run works with.
std::string settings_of(const RuleInfo& rule, const ConfiguredRule& effective) {
  std::string text =
      fmt::format("severity: {}", to_string(effective.severity.value_or(rule.severity)));
  for (const RuleOption& option : rule.options) {
    const auto set = effective.options.find(option.name);
    const Json value =
        option_value(option, set == effective.options.end() ? option.default_value : set->second);
    text += fmt::format(", {}: {}", option.name,
                        value.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return text;
}

std::string list_of(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  quoted.reserve(texts.size());
  for (const std::string& text : texts) quoted.push_back(quote(text));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string show_ignore(const ConfiguredIgnore& entry) {
  std::vector<std::string> rules;
  rules.reserve(entry.rules.size());
  for (const RuleName& rule : entry.rules) rules.push_back(rule.text);
  std::string text = fmt::format("  - {{ rules: [{}]", fmt::join(rules, ", "));
  const auto add_list = [&text](std::string_view key, const std::vector<std::string>& globs) {
    if (!globs.empty()) text += fmt::format(", {}: {}", key, list_of(globs));
  };
  add_list("tables", entry.tables);
  add_list("indexes", entry.indexes);
  add_list("paths", entry.paths);
  if (!entry.reason.empty()) text += fmt::format(", reason: {}", quote(entry.reason));
  if (entry.until) text += fmt::format(", until: {}", date_text(*entry.until));
  return text + " }\n";
}

std::string show_table(const ConfiguredTable& entry) {
  std::vector<std::string> members;
  const auto add = [&members](std::string_view key, const std::vector<ConfiguredPath>& files) {
    std::vector<std::string> paths;
    paths.reserve(files.size());
    for (const ConfiguredPath& file : files) paths.push_back(file.path);
    if (!paths.empty()) members.push_back(fmt::format("{}: {}", key, list_of(paths)));
  };
  add("data", entry.data);
  add("patterns", entry.patterns);
  add("trace", entry.trace);
  add("source-ddl", entry.source_ddl);
  if (entry.growth) members.push_back(fmt::format("growth: {}", *entry.growth));
  return fmt::format("  {}: {{ {} }}\n", quote(entry.tables), fmt::join(members, ", "));
}

std::string show_rule(const Config& config, const RuleInfo& rule) {
  const ConfiguredRule effective = effective_rule(config, rule);
  const std::string value = effective.enabled.value_or(false)
                                ? fmt::format("{{ {} }}", settings_of(rule, effective))
                                : "off";
  const std::string origin =
      config.rules.contains(rule.code) ? fmt::format("; set in {}", config.path) : "";
  return fmt::format("  {}: {}  # {}{}\n", rule.code, value, rule.slug, origin);
}

}  // namespace

std::string config_schema() {
  Json rules = Json::object();
  for (const RuleInfo& rule : catalogue()) rules[std::string(rule.code)] = reference(rule.code);
  for (const RuleInfo& rule : catalogue()) rules[std::string(rule.slug)] = reference(rule.code);
  const Json preset = {{"enum", {"ddblint:recommended", "ddblint:strict", "ddblint:audit"}}};
  const Json properties = {
      {"extends", text_or_list(preset, "Presets; they add up.")},
      {"include", texts("Gitignore-style globs of files to read; none means every file.")},
      {"exclude", texts("Gitignore-style globs of files to leave out.")},
      {"tables",
       {{"description",
         "What is known of tables beside their definitions, by logical id or physical name, globs "
         "allowed. Paths are relative to this file."},
        {"type", "object"},
        {"additionalProperties", table_schema()}}},
      {"rules",
       {{"description", "Settings by rule."},
        {"type", "object"},
        {"additionalProperties", false},
        {"properties", rules}}},
      {"ignore",
       {{"description", "Findings to silence."}, {"type", "array"}, {"items", ignore_schema()}}},
  };
  const Json schema = {
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", "ddblint.yaml"},
      {"description", "Settings of ddblint, a linter of DynamoDB table definitions."},
      {"type", {"object", "null"}},
      {"additionalProperties", false},
      {"properties", properties},
      {"$defs", definitions()},
  };
  return schema.dump(2) + '\n';
}

std::string show_config(const Config& config) {
  std::string text = fmt::format("# {}\n", config.path.empty() ? "built-in defaults" : config.path);
  text += fmt::format("extends: {}\n", list_of(config.extends));
  text += fmt::format("include: {}\n", list_of(config.include));
  text += fmt::format("exclude: {}\n", list_of(config.exclude));
  text += config.tables.empty() ? "tables: {}\n" : "tables:\n";
  for (const ConfiguredTable& entry : config.tables) text += show_table(entry);
  text += "rules:\n";
  for (const RuleInfo& rule : catalogue()) text += show_rule(config, rule);
  text += config.ignore.empty() ? "ignore: []\n" : "ignore:\n";
  for (const ConfiguredIgnore& entry : config.ignore) text += show_ignore(entry);
  return text;
}

}  // namespace ddblint
