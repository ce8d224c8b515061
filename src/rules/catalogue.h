#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rules/finding.h"

// The catalogue is generated from the pages in rules/ when the project is built: one table of plain
// data, no start-up cost. Its texts are views of the binary.

namespace ddblint {

/// A setting of a rule that users may change.
struct RuleOption {
  std::string_view name = {};
  /// "integer", "number", "boolean" or "strings".
  std::string_view type = {};
  /// The default as text.
  std::string_view default_value = {};
  std::string_view unit = {};
  std::string_view summary = {};
};

/// A named list of word patterns (see rules/names.h).
struct WordList {
  std::string_view name = {};
  std::span<const std::string_view> entries = {};
};

/// What a rule looks at, so that twin rules share one detector.
enum class AppliesTo { table, index };

/// Everything that is text or number about one rule.
struct RuleInfo {
  std::string_view code = {};
  std::string_view slug = {};
  std::string_view title = {};
  std::string_view category = {};
  Severity severity = Severity::warning;
  std::span<const Evidence> evidence = {};
  std::span<const RuleOption> options = {};
  std::span<const WordList> words = {};
  std::span<const std::string_view> references = {};
  std::string_view since = {};
  std::string_view status = {};
  AppliesTo applies_to = AppliesTo::table;
  /// False: the rule runs only when it is selected.
  bool on_by_default = true;
  /// Runs on templates and create inputs only, not on what describe-table prints.
  bool requests_only = false;
  /// True when a reader, the config or the engine raises it: it has no detector.
  bool raised_elsewhere = false;
  /// First paragraph of "What it checks".
  std::string_view summary = {};
  /// The page without its front matter.
  std::string_view markdown = {};
  /// File name of the page.
  std::string_view page = {};
};

/// Every rule, by code.
std::span<const RuleInfo> catalogue();

/// A rule by code (any case) or slug; null when there is none.
const RuleInfo* find_rule(std::string_view name);

/// The code or slug nearest to a name that is neither; empty when none is near.
std::string_view nearest_rule(std::string_view name);

/// The address of a rule's page.
std::string rule_url(const RuleInfo& rule);

}  // namespace ddblint
