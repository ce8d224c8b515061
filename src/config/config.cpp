#include "config/config.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/fields.h"
#include "source/text.h"

namespace ddblint {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecommended = "ddblint:recommended";
constexpr std::string_view kStrict = "ddblint:strict";
constexpr std::string_view kAudit = "ddblint:audit";

std::optional<double> as_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Reads one config; see read_config.
class ConfigReader {
 public:
  explicit ConfigReader(const Tree& tree) : fields_(tree.diagnostics) {}

  void read(const Node& root, Config& config);
  void report(Span span, std::string message) { fields_.report(span, std::move(message)); }
  Diagnostics take() { return fields_.take(); }

 private:
  std::vector<std::string> presets(const Node& root);
  std::map<std::string, ConfiguredRule, std::less<>> rules(const Node& root);
  ConfiguredRule rule(const RuleInfo& info, const Node& value);
  ConfiguredRule rule_word(const RuleInfo& info, const Node& value);
  std::optional<Severity> severity(const Node& value);
  std::optional<std::string> option(const RuleOption& option, const Node& mapping);
  std::optional<std::string> strings(const RuleOption& option, const Node& mapping);
  std::vector<ConfiguredTable> tables(const Node& root);
  ConfiguredTable table(const Node& name, const Node& value);
  std::vector<ConfiguredPath> files(const Node& entry, std::string_view key);
  std::optional<double> growth(const Node& entry);
  std::vector<ConfiguredIgnore> ignores(const Node& root);
  std::optional<ConfiguredIgnore> ignore(const Node& entry);

  FieldReader fields_;
};

void ConfigReader::read(const Node& root, Config& config) {
  if (!root.is_mapping()) {
    report(root.span, "a config is a mapping");
    return;
  }
  fields_.check_keys(root, "a config",
                     {"extends", "include", "exclude", "tables", "rules", "ignore"},
                     {"custom-rules"});
  config.extends = presets(root);
  config.include = fields_.texts(root, "include");
  config.exclude = fields_.texts(root, "exclude");
  config.tables = tables(root);
  config.rules = rules(root);
  config.ignore = ignores(root);
}

std::vector<std::string> ConfigReader::presets(const Node& root) {
  const std::vector<std::string_view> known = {kRecommended, kStrict, kAudit};
  std::vector<std::string> result;
  for (const Node* node : fields_.text_nodes(root, "extends")) {
    const std::string name(node->text);
    if (std::ranges::find(known, name) != known.end()) {
      result.push_back(name);
      continue;
    }
    // A word without its prefix is too far from the whole to be found by its letters.
    std::string hint = did_you_mean(name, known);
    if (hint.empty()) hint = did_you_mean("ddblint:" + name, known);
    report(node->span, fmt::format("unknown preset `{}`{}", name, hint));
  }
  return result;
}

std::map<std::string, ConfiguredRule, std::less<>> ConfigReader::rules(const Node& root) {
  std::map<std::string, ConfiguredRule, std::less<>> result;
  const Node* value = root.find("rules");
  if (value == nullptr || value->is_null()) return result;
  if (!value->is_mapping()) {
    report(value->span, "`rules` takes a mapping from rules to settings");
    return result;
  }
  std::map<std::string_view, const Node*> first_names;
  for (const auto& [key, setting] : value->members) {
    const RuleInfo* info = find_rule(key->text);
    if (info == nullptr) {
      report(key->span, fmt::format("no rule is called `{}`{}", key->text, rule_hint(key->text)));
      continue;
    }
    // The same word twice is the parser's to report, or an entry that overrides a merged one.
    const auto [first, fresh] = first_names.try_emplace(info->code, key);
    if (!fresh && first->second->text != key->text) {
      fields_.report_repeated(*info, *key, first->second->span);
    }
    ConfiguredRule configured = rule(*info, *setting);
    configured.span = key->span;
    result.insert_or_assign(std::string(info->code), std::move(configured));
  }
  return result;
}

ConfiguredRule ConfigReader::rule(const RuleInfo& info, const Node& value) {
  if (!value.is_mapping()) return rule_word(info, value);
  Keys known = {"severity", "enabled"};
  for (const RuleOption& known_option : info.options) known.push_back(known_option.name);
  fields_.check_keys(value, fmt::format("rule {}", info.code), known);

  ConfiguredRule result;
  if (const Node* word = value.find("severity")) {
    result.severity = severity(*word);
    if (result.severity) result.enabled = true;
  }
  if (const Node* enabled = value.find("enabled")) {
    result.enabled = enabled->is_scalar() ? as_boolean(enabled->text) : std::nullopt;
    if (!result.enabled) report(enabled->span, "`enabled` takes true or false");
  }
  for (const RuleOption& known_option : info.options) {
    if (auto text = option(known_option, value)) {
      result.options.insert_or_assign(std::string(known_option.name), std::move(*text));
    }
  }
  return result;
}

ConfiguredRule ConfigReader::rule_word(const RuleInfo& info, const Node& value) {
  ConfiguredRule result;
  if (value.is_scalar()) {
    result.severity = severity_from(value.text);
    result.enabled = result.severity ? true : as_boolean(value.text);
  }
  if (!result.enabled) {
    report(value.span,
           fmt::format("`{}` takes error, warning, info, on, off or a mapping{}", info.code,
                       did_you_mean(value.text, {"error", "warning", "info", "on", "off"})));
  }
  return result;
}

std::optional<Severity> ConfigReader::severity(const Node& value) {
  const auto result = value.is_scalar() ? severity_from(value.text) : std::nullopt;
  if (!result) {
    report(value.span, fmt::format("`severity` takes error, warning or info{}",
                                   did_you_mean(value.text, {"error", "warning", "info"})));
  }
  return result;
}

std::optional<std::string> ConfigReader::option(const RuleOption& option, const Node& mapping) {
  const Node* value = mapping.find(option.name);
  if (value == nullptr) return std::nullopt;
  if (option.type == "strings") return strings(option, mapping);
  const std::string_view text = value->is_scalar() ? trim(value->text) : std::string_view();
  std::string_view wanted;
  if (option.type == "integer") {
    if (const auto number = as_integer(text)) return std::to_string(*number);
    wanted = "a whole number";
  } else if (option.type == "boolean") {
    if (const auto truth = as_boolean(text)) return *truth ? "true" : "false";
    wanted = "true or false";
  } else {
    if (const auto number = as_number(text)) return fmt::format("{}", *number);
    wanted = "a number";
  }
  report(value->span, fmt::format("`{}` takes {}", option.name, wanted));
  return std::nullopt;
}

std::optional<std::string> ConfigReader::strings(const RuleOption& option, const Node& mapping) {
  return fmt::format("{}", fmt::join(fields_.texts(mapping, option.name), ","));
}

std::vector<ConfiguredTable> ConfigReader::tables(const Node& root) {
  std::vector<ConfiguredTable> result;
  const Node* value = root.find("tables");
  if (value == nullptr || value->is_null()) return result;
  if (!value->is_mapping()) {
    report(value->span, "`tables` takes a mapping from ids or names of tables to what is bound");
    return result;
  }
  for (const auto& [name, entry] : value->members) result.push_back(table(*name, *entry));
  return result;
}

ConfiguredTable ConfigReader::table(const Node& name, const Node& value) {
  ConfiguredTable result;
  result.tables = std::string(trim(name.text));
  result.span = name.span;
  if (result.tables.empty()) report(name.span, "a name in `tables` is an id, a name or a glob");
  if (!value.is_mapping()) {
    report(value.is_null() ? name.span : value.span,
           "an entry of `tables` is a mapping with data, patterns, trace, source-ddl or growth");
    return result;
  }
  fields_.check_keys(value, "an entry of `tables`",
                     {"data", "patterns", "trace", "source-ddl", "growth"});
  result.data = files(value, "data");
  result.patterns = files(value, "patterns");
  result.trace = files(value, "trace");
  result.source_ddl = files(value, "source-ddl");
  result.growth = growth(value);
  return result;
}

std::vector<ConfiguredPath> ConfigReader::files(const Node& entry, std::string_view key) {
  std::vector<ConfiguredPath> result;
  for (const Node* node : fields_.text_nodes(entry, key)) {
    result.push_back({.path = std::string(trim(node->text)), .span = node->span});
  }
  return result;
}

std::optional<double> ConfigReader::growth(const Node& entry) {
  const Node* value = entry.find("growth");
  if (value == nullptr || value->is_null()) return std::nullopt;
  const auto factor = value->is_scalar() ? as_number(trim(value->text)) : std::nullopt;
  if (factor && *factor >= 1) return factor;
  report(value->span, "`growth` takes a factor of at least 1");
  return std::nullopt;
}

std::vector<ConfiguredIgnore> ConfigReader::ignores(const Node& root) {
  std::vector<ConfiguredIgnore> result;
  const Node* value = root.find("ignore");
  if (value == nullptr || value->is_null()) return result;
  if (!value->is_sequence()) {
    report(value->span, "`ignore` takes a list of entries");
    return result;
  }
  for (const Node* entry : value->items) {
    if (auto read = ignore(*entry)) result.push_back(std::move(*read));
  }
  return result;
}

std::optional<ConfiguredIgnore> ConfigReader::ignore(const Node& entry) {
  if (!entry.is_mapping()) {
    report(entry.span, "an entry of `ignore` is a mapping with `rules`");
    return std::nullopt;
  }
  const std::size_t mistakes = fields_.mistakes();
  fields_.check_keys(entry, "an entry of `ignore`",
                     {"rules", "tables", "indexes", "paths", "reason", "until"});
  ConfiguredIgnore result;
  result.rules = fields_.rule_names(entry, "rules");
  result.tables = fields_.texts(entry, "tables");
  result.indexes = fields_.texts(entry, "indexes");
  result.paths = fields_.texts(entry, "paths");
  result.reason = fields_.text(entry, "reason");
  result.until = fields_.date(entry, "until");
  for (const RuleName& name : result.rules) {
    if (!rules_named(name.text).empty()) continue;
    fields_.report(name.span,
                   fmt::format("no rule is called `{}`{}", name.text, rule_hint(name.text)));
  }
  // A narrowing that could not be read must not silence more than was meant.
  if (fields_.mistakes() != mistakes) return std::nullopt;
  if (result.rules.empty()) {
    report(entry.span, "an entry of `ignore` needs `rules`");
    return std::nullopt;
  }
  result.span = entry.find("rules")->span;
  return result;
}

bool is_preset(const Config& config, std::string_view preset) {
  return std::ranges::find(config.extends, preset) != config.extends.end();
}

/// The first of the two config names that a directory holds.
std::optional<fs::path> config_in(const fs::path& directory) {
  for (const char* name : {"ddblint.yaml", ".ddblint.yaml"}) {
    std::error_code error;
    if (fs::is_regular_file(directory / name, error)) return directory / name;
  }
  return std::nullopt;
}

}  // namespace

LoadedConfig read_config(const SourceFile& source, const Tree& tree) {
  LoadedConfig loaded;
  loaded.config.path = source.path();
  const std::string directory = fs::path(source.path()).parent_path().generic_string();
  if (!directory.empty()) loaded.config.directory = directory;

  ConfigReader reader(tree);
  if (tree.documents.size() > 1) {
    reader.report(tree.documents[1]->span, "a config is one document; here a second one begins");
  }
  if (tree.complete && !tree.documents.empty() && !tree.documents.front()->is_null()) {
    reader.read(*tree.documents.front(), loaded.config);
  }
  loaded.diagnostics = reader.take();
  return loaded;
}

ConfiguredRule effective_rule(const Config& config, const RuleInfo& rule) {
  ConfiguredRule result;
  const auto configured = config.rules.find(rule.code);
  if (configured != config.rules.end()) result = configured->second;
  if (!result.enabled) result.enabled = rule.on_by_default || is_preset(config, kAudit);
  const bool structural =
      std::ranges::find(rule.evidence, Evidence::structural) != rule.evidence.end();
  if (!result.severity && structural && rule.severity == Severity::info &&
      is_preset(config, kStrict)) {
    result.severity = Severity::warning;
  }
  return result;
}

std::optional<std::string> find_config(const std::string& path) {
  std::error_code error;
  fs::path start = fs::is_directory(path, error) ? fs::path(path) : fs::path(path).parent_path();
  const fs::path here = fs::current_path(error);
  fs::path directory = (here / start).lexically_normal();
  while (true) {
    if (const auto found = config_in(directory)) {
      return fs::path(path).is_absolute() ? found->generic_string()
                                          : found->lexically_relative(here).generic_string();
    }
    const fs::path parent = directory.parent_path();
    if (fs::exists(directory / ".git", error) || parent == directory) return std::nullopt;
    directory = parent;
  }
}

}  // namespace ddblint
