#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

namespace ddblint::report_test {

/// A rule page for tests of reports.
inline const RuleInfo& sample_rule() {
  static constexpr Evidence kEvidence[] = {Evidence::suspected, Evidence::measured};
  static constexpr RuleOption kOptions[] = {
      {"min-values", "integer", "1000", "values", "Fewer distinct values are low."},
      {"names", "strings", "[a, \"b c\"]", "", "Names to look for."}};
  static constexpr std::string_view kReferences[] = {"Partitions <https://example.org/p>"};
  static constexpr RuleInfo kRule = {
      .code = "DDB201",
      .slug = "index-low-cardinality-key",
      .title = "Index key with few values",
      .category = "indexes",
      .severity = Severity::warning,
      .evidence = kEvidence,
      .options = kOptions,
      .references = kReferences,
      .since = "0.1.0",
      .status = "stable",
      .summary = "Looks for index keys with few values | such as `status`.",
      .markdown = "# Index key with few values (DDB201)\n\n## What it checks\n\nLooks.\n",
      .page = "DDB201-index-low-cardinality-key.md"};
  return kRule;
}

/// A second rule, of a lower code.
inline const RuleInfo& input_rule() {
  static constexpr RuleInfo kRule = {.code = "DDB003",
                                     .slug = "no-tables",
                                     .title = "Nothing to check",
                                     .category = "input",
                                     .severity = Severity::info,
                                     .since = "0.1.0",
                                     .status = "stable",
                                     .on_by_default = false,
                                     .raised_elsewhere = true,
                                     .page = "DDB003-no-tables.md"};
  return kRule;
}

/// An expected text in which `PAGES/` stands for the address of the rule pages of this build.
inline std::string with_pages(std::string text) {
  constexpr std::string_view kMark = "PAGES/";
  std::string address = rule_url(sample_rule());
  address.resize(address.size() - sample_rule().page.size());
  for (auto at = text.find(kMark); at != std::string::npos; at = text.find(kMark)) {
    text.replace(at, kMark.size(), address);
  }
  return text;
}

/// Adds a file with its bytes.
inline FileId add_file(SourceSet& sources, std::string path, std::string_view text) {
  const FileId file = sources.add(std::move(path));
  sources.file(file).set_text(std::string(text));
  return file;
}

/// The span of the first `needle` in a file; the needle must be there.
inline Span span_of(const SourceSet& sources, FileId file, std::string_view needle) {
  const auto begin = static_cast<std::uint32_t>(sources.file(file).text().find(needle));
  return {file, begin, begin + static_cast<std::uint32_t>(needle.size())};
}

/// A finding of the sample rule.
inline Finding sample_finding(Span span, std::string message, std::string label = "") {
  Finding finding;
  finding.rule = &sample_rule();
  finding.span = span;
  finding.message = std::move(message);
  finding.label = std::move(label);
  return finding;
}

/// A report of one finding.
inline CheckReport report_of(const SourceSet& sources, Finding finding) {
  CheckReport report;
  report.sources = &sources;
  report.findings.push_back(std::move(finding));
  return report;
}

}  // namespace ddblint::report_test
