#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/catalogue.h"
#include "rules/finding.h"
#include "schema/reader.h"
#include "source/diagnostic.h"
#include "source/source_file.h"

namespace ddblint {

/// Version in reports; from CMake's project version.
std::string_view tool_version();

/// Counts that a report closes with.
struct Summary {
  std::size_t files = 0;
  std::size_t tables = 0;
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t info = 0;
  std::size_t suppressed = 0;
  std::size_t baselined = 0;
};

/// A suspicion that better evidence took back.
struct Withdrawn {
  std::string code;
  std::string table;
  std::string index;
  std::string because;
};

/// Files that a table was judged by, beside its definition.
struct BoundFiles {
  /// Position of the input that defines the table, which tells tables of one id apart.
  std::size_t input = 0;
  std::string table;
  /// data, patterns, trace or source-ddl.
  std::string kind;
  std::vector<std::string> paths;
  /// How much there was: `300 items`; empty where nothing was counted.
  std::string amount;
};

/// All that `check` has to say, in the order of showing.
struct CheckReport {
  const SourceSet* sources = nullptr;
  Findings findings;
  std::vector<Withdrawn> withdrawn;
  std::vector<BoundFiles> bound;
  Diagnostics diagnostics;
  /// Values that stayed open, for --explain-unknown (empty otherwise).
  std::vector<OpenValue> open;
  Summary summary;
  /// Rules that ran (SARIF lists all of them).
  std::vector<const RuleInfo*> rules;
  /// A shown path as a path relative to the repository's root.
  std::function<std::string(std::string_view)> repository_path;
};

/// How text is shown.
struct TextStyle {
  bool color = false;
  /// Hyperlinks on rule codes (OSC 8).
  bool hyperlinks = false;
  /// No summary line.
  bool quiet = false;
  /// Also what was withdrawn, and what was bound to the tables.
  bool verbose = false;
};

/// Snippets with labelled carets, remedy, link, and a summary.
std::string render_text(const CheckReport& report, const TextStyle& style);
/// `path:line:column: severity[CODE] message`, one line a finding, and a summary unless quiet.
std::string render_concise(const CheckReport& report, const TextStyle& style);
/// The `check` object of json.md.
std::string render_json(const CheckReport& report);
/// SARIF 2.1.0 for code scanning.
std::string render_sarif(const CheckReport& report);

/// The tables of one file, for `inspect`.
struct InspectedFile {
  FileId file = kNoFile;
  const Definitions* definitions = nullptr;
  /// What was wrong with the file's syntax.
  const Diagnostics* diagnostics = nullptr;
};

/// The `inspect` object of json.md.
std::string render_inspect_json(const SourceSet& sources, std::span<const InspectedFile> files);
/// The models for people.
std::string render_inspect_text(const SourceSet& sources, std::span<const InspectedFile> files,
                                const TextStyle& style);

/// The tables of files as inputs of the service's CreateTable.
struct CreateTableInputs {
  /// One object, or a list of them; empty without any.
  std::string text;
  /// Each table that cannot be created as far as it is known, with the reason.
  std::vector<std::string> left_out;
};

/// What `aws dynamodb create-table --cli-input-json` takes, of each table's first variant.
CreateTableInputs render_create_table(const SourceSet& sources,
                                      std::span<const InspectedFile> files);

/// The `rules` object of json.md.
std::string render_rules_json(std::span<const RuleInfo* const> rules);
/// One line a rule.
std::string render_rules_text(std::span<const RuleInfo* const> rules, const TextStyle& style);
/// A table of all rules, for the docs.
std::string render_rules_markdown(std::span<const RuleInfo* const> rules);
/// A rule's page for a terminal, or as it stands in Markdown.
std::string render_rule_text(const RuleInfo& rule, const TextStyle& style);
std::string render_rule_markdown(const RuleInfo& rule);

/// GitHub's primaryLocationLineHash of every line of a text: element i is that of line i + 1.
std::vector<std::string> github_line_hashes(std::string_view text);

}  // namespace ddblint
