#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "relational/ddl_reader.h"

#include "report/report.h"
#include "rules/engine.h"
#include "schema/reader.h"
#include "source/source_file.h"
#include "syntax/parse.h"

namespace ddblint::test {

/// The DDL that a table comes from, with the path it is shown by; none when the path is empty.
struct SourceDdl {
  std::string path = {};
  std::string text = {};
};

/// What data say of the tables that were defined.
using ProfilesOf = std::function<std::vector<TableProfile>(const Definitions&)>;

/// How the tables that were defined are asked; its files are added to the sources.
using WorkloadsOf = std::function<std::vector<Workload>(const Definitions&, SourceSet&)>;

/// One text read and judged by one rule alone.
class RuleRun {
 public:
  RuleRun(const RuleInfo& rule, const std::string& path, std::string text,
          const SourceDdl& ddl = {}, const ProfilesOf& profiles_of = {},
          const WorkloadsOf& workloads_of = {}) {
    const FileId file = sources_.add(path);
    sources_.file(file).set_text(std::move(text));
    tree_ = parse(file, path, sources_.file(file).text());
    definitions_ = read_definitions(tree_, path, sources_.file(file).text(), {});
    RuleSettings settings;
    for (const auto& other : catalogue()) {
      settings[std::string(other.code)] = {
          .enabled = &other == &rule, .severity = {}, .options = {}};
    }
    const auto profiles = profiles_of ? profiles_of(definitions_) : std::vector<TableProfile>();
    const auto workloads =
        workloads_of ? workloads_of(definitions_, sources_) : std::vector<Workload>();
    const auto schemas = sources_of(ddl);
    RuleResults results = run_rules(
        definitions_, settings, {.sources = schemas, .profiles = profiles, .workloads = workloads});
    findings_ = std::move(results.findings);
    withdrawn_ = std::move(results.withdrawn);
    Diagnostics diagnostics = tree_.diagnostics;
    diagnostics.insert(diagnostics.end(), definitions_.diagnostics.begin(),
                       definitions_.diagnostics.end());
    for (auto& finding : findings_of(diagnostics, settings)) findings_.push_back(finding);
    sort_findings(findings_);
  }

  [[nodiscard]] const Findings& findings() const { return findings_; }
  /// The suspicions that data withdraws.
  [[nodiscard]] const Findings& withdrawn() const { return withdrawn_; }
  [[nodiscard]] const Definitions& definitions() const { return definitions_; }
  [[nodiscard]] const SourceSet& sources() const { return sources_; }
  [[nodiscard]] const Tree& tree() const { return tree_; }
  /// The findings as people see them.
  [[nodiscard]] std::string rendered() const {
    CheckReport report;
    report.sources = &sources_;
    report.findings = findings_;
    return render_text(report, {.color = false, .hyperlinks = false, .quiet = true});
  }

 private:
  std::vector<SourceSchema> sources_of(const SourceDdl& ddl) {
    if (ddl.path.empty()) return {};
    const FileId file = sources_.add(ddl.path);
    SchemaBuilder builder;
    DdlReader reader(file, builder);
    reader.feed(ddl.text);
    sources_.file(file).set_excerpts(reader.finish().excerpts);
    std::vector<SourceSchema> schemas;
    schemas.emplace_back("", builder.finish());
    return schemas;
  }

  SourceSet sources_;
  Tree tree_;
  Definitions definitions_;
  Findings findings_;
  Findings withdrawn_;
};

}  // namespace ddblint::test
