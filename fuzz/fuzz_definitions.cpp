// From bytes to findings: detection, both parsers, every reader, every rule, and the formatters.

#include <cstddef>
#include <cstdint>
#include <string>

#include "check_tree.h"

#include "config/config.h"
#include "report/report.h"
#include "rules/engine.h"
#include "schema/reader.h"
#include "syntax/parse.h"

namespace {

/// Rules that are off by default run as well.
ddblint::RuleSettings all_rules() {
  ddblint::RuleSettings settings;
  for (const auto& rule : ddblint::catalogue()) settings[std::string(rule.code)] = {};
  return settings;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ddblint;
  static const RuleSettings kSettings = all_rules();
  SourceSet sources;
  const FileId file = sources.add("input");
  sources.file(file).set_text(std::string(reinterpret_cast<const char*>(data), size));
  const auto text = sources.file(file).text();
  const Tree tree = parse(file, "input", text);
  fuzz::TreeCheck(text).tree(tree);
  const Definitions definitions = read_definitions(tree, "input", text, {});
  // The look at the raw bytes may miss only what is written with escapes.
  fuzz::require(definitions.tables.empty() || could_define_table(text) ||
                text.find('\\') != std::string_view::npos);

  CheckReport report;
  report.sources = &sources;
  report.findings = run_rules(definitions, kSettings).findings;
  report.repository_path = [](std::string_view path) { return std::string(path); };
  for (auto& finding : findings_of(tree.diagnostics, kSettings)) report.findings.push_back(finding);
  const auto found = comment_suppressions(sources.file(file), file, tree);
  for (const auto& block : definitions.metadata) {
    metadata_suppressions(*block.node, block.table_id);
  }
  const InspectedFile inspected{
      .file = file, .definitions = &definitions, .diagnostics = &tree.diagnostics};
  fuzz::require(!render_json(report).empty());
  fuzz::require(!render_sarif(report).empty());
  fuzz::require(!render_inspect_json(sources, {&inspected, 1}).empty());
  render_text(report, {.color = true, .hyperlinks = true, .quiet = false});
  return 0;
}
