#pragma once

#include <chrono>
#include <expected>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/catalogue.h"
#include "rules/finding.h"
#include "source/diagnostic.h"
#include "source/source_file.h"
#include "syntax/node.h"

namespace ddblint {

/// A rule as someone named it, by code, slug or the beginning of a code, and where.
struct RuleName {
  std::string text;
  Span span;
};

/// The rules that a name stands for: a code (any case), a slug, or the beginning of a code with at
/// least one digit (DDB2, DDB20). Empty when no rule is called so.
std::vector<const RuleInfo*> rules_named(std::string_view name);

/// What a config says of one rule.
struct ConfiguredRule {
  /// Nothing: the presets decide. A severity without `enabled` turns the rule on.
  std::optional<bool> enabled;
  std::optional<Severity> severity;
  /// Values by option name: whole numbers in digits, `true` or `false`, lists joined by commas.
  std::map<std::string, std::string, std::less<>> options;
  Span span;
};

/// One entry of `ignore:` in the config.
struct ConfiguredIgnore {
  std::vector<RuleName> rules;
  std::vector<std::string> tables;
  std::vector<std::string> indexes;
  std::vector<std::string> paths;
  std::string reason;
  std::optional<std::chrono::year_month_day> until;
  /// The value of its `rules`.
  Span span;
};

/// Files as a config names them: a path, folder or glob, relative to the config.
struct ConfiguredPath {
  std::string path;
  Span span;
};

/// One entry of `tables:`: what is known of some tables beside their definitions.
struct ConfiguredTable {
  /// Id or physical name of the tables, a glob.
  std::string tables;
  Span span;
  std::vector<ConfiguredPath> data;
  std::vector<ConfiguredPath> patterns;
  std::vector<ConfiguredPath> trace;
  std::vector<ConfiguredPath> source_ddl;
  /// Factor of growth that shard plans keep free, at least 1.
  std::optional<double> growth;
};

/// A whole ddblint.yaml.
struct Config {
  /// Path as shown; empty for the built-in defaults.
  std::string path;
  /// Directory that globs are relative to, as shown.
  std::string directory = ".";
  /// Presets: `ddblint:recommended` is what the rule pages say, and what holds without any;
  /// `ddblint:strict` raises info to warning where a rule has structural evidence; `ddblint:audit`
  /// turns every rule on. They add up.
  std::vector<std::string> extends;
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::vector<ConfiguredTable> tables;
  /// By code, however the rule was named.
  std::map<std::string, ConfiguredRule, std::less<>> rules;
  std::vector<ConfiguredIgnore> ignore;
};

/// A config with everything that is wrong in it; any diagnostic makes the run fail with 2.
struct LoadedConfig {
  Config config;
  Diagnostics diagnostics;
};

/// Reads a config from its parsed text: unknown keys, rules, options and wrong values are
/// diagnostics that name the nearest valid word. The tree's own diagnostics come first; a tree that
/// is not complete is not read any further.
LoadedConfig read_config(const SourceFile& source, const Tree& tree);

/// What holds for one rule, presets included: `enabled` is always set, `severity` only where it is
/// not the finding's own.
ConfiguredRule effective_rule(const Config& config, const RuleInfo& rule);

/// The config that governs a file or directory: the nearest ddblint.yaml or .ddblint.yaml from
/// there up to the repository root (the directory with .git), or none. Never merged with others.
/// The result is relative to the working directory when `path` is.
std::optional<std::string> find_config(const std::string& path);

/// The JSON Schema of ddblint.yaml, made from the catalogue.
std::string config_schema();
/// The effective settings of a config as YAML that is a config again, for `config show`.
std::string show_config(const Config& config);

/// A comment, metadata entry or config entry that silences findings.
struct Suppression {
  enum class Scope { lines, file, table, config };
  Scope scope = Scope::lines;
  /// Where it is written: a comment from `ddblint:` to `]`, else the value that names the rules.
  Span span;
  std::vector<RuleName> rules;
  std::string reason;
  std::optional<std::chrono::year_month_day> until;
  /// Scope::lines: the lines (from 1) whose findings it silences.
  std::set<std::uint32_t> lines;
  /// Scope::table: the table's id; empty for every table of the file.
  std::string table;
  /// Scope::table and Scope::config: globs over names; empty lists match everything.
  std::vector<std::string> tables;
  std::vector<std::string> indexes;
  /// Scope::config: gitignore-style globs, relative to `directory`.
  std::vector<std::string> paths;
  std::string directory;
  bool used = false;
};

/// Suppressions of one input, and what was wrong with them.
struct FoundSuppressions {
  std::vector<Suppression> suppressions;
  Diagnostics diagnostics;
};

/// `# ddblint: ignore[CODE, ...] reason` and `# ddblint: ignore-file[...]` in a text's comments. A
/// comment on a line of its own speaks of the next line that is neither blank nor a comment. One
/// without a rule list is a diagnostic.
FoundSuppressions comment_suppressions(const SourceFile& source, FileId file, const Tree& tree);
/// `ignore:` of a `Metadata: ddblint:` block at a table, or at the template (empty id).
FoundSuppressions metadata_suppressions(const Node& block, const std::string& table_id);
/// The `ignore:` entries of a config.
std::vector<Suppression> config_suppressions(const Config& config);

/// What is left after suppression.
struct SuppressionResult {
  Findings kept;
  std::size_t suppressed = 0;
};

/// Takes away what is silenced, and marks all suppressions that cover it as used. A comment on or
/// above the line of a table's id speaks of the whole table. One that has
/// expired silences nothing. Only a config silences DDB001, and no suppression a finding about
/// itself.
SuppressionResult apply_suppressions(Findings findings, std::vector<Suppression>& suppressions,
                                     const SourceSet& sources, std::chrono::year_month_day today);

/// Findings about suppressions themselves: unknown rule (DDB011), expired (DDB012), and unused
/// (DDB010) unless it has expired or one of its rules did not run.
Findings audit_suppressions(const std::vector<Suppression>& suppressions,
                            const std::vector<const RuleInfo*>& ran,
                            std::chrono::year_month_day today);

}  // namespace ddblint
