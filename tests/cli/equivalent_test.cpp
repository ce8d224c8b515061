// The same table in every dialect that can say it is the same model, and has the same findings.

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/inputs.h"
#include "cli/selection.h"
#include "report/report.h"
#include "rules/dialect_words.h"
#include "schema/defaults.h"
#include "support/catch.h"
#include "support/project.h"

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace ddblint {
namespace {

/// Every way to say a design: what stands in its folder, and the dialect that it must be read as.
const std::map<std::string, Dialect>& ways() {
  static const std::map<std::string, Dialect> kWays = {
      {"ack.yaml", Dialect::ack},
      {"cdk.json", Dialect::cdk},
      {"cloudformation.json", Dialect::cloudformation},
      {"cloudformation.yaml", Dialect::cloudformation},
      {"create-table.json", Dialect::create_table},
      {"crossplane-namespaced.yaml", Dialect::crossplane},
      {"crossplane.yaml", Dialect::crossplane},
      {"data-model.json", Dialect::data_model},
      {"describe-table.json", Dialect::describe_table},
      {"pulumi-stack.json", Dialect::pulumi},
      {"pulumi.yaml", Dialect::pulumi},
      {"sam.yaml", Dialect::sam},
      {"serverless.yml", Dialect::serverless},
      {"terraform", Dialect::terraform},
      {"terraform-plan.json", Dialect::terraform_plan},
      {"terraform-state.tfstate", Dialect::terraform_state},
      {"workbench.json", Dialect::workbench},
  };
  return kWays;
}

/// A finding as far as it must be the same in every dialect.
struct Line {
  const RuleInfo* rule = nullptr;
  std::string index;
  std::string text;
  Finding finding;
};

/// What a definition comes to: the table, its model after the service's defaults, its findings.
struct Outcome {
  Table table;
  std::string model;
  std::vector<Line> findings;
};

/// Findings that a table of some dialect does not have, although the same table has it elsewhere.
struct Exception {
  std::string why;
  bool (*holds)(const Table& table, const Line& finding);
};

bool is(const Line& finding, std::initializer_list<std::string_view> codes) {
  return std::ranges::find(codes, finding.rule->code) != codes.end();
}

const std::vector<Exception>& exceptions() {
  static const std::vector<Exception> kExceptions = {
      {"what exists is not asked for",
       [](const Table& table, const Line& finding) {
         return finding.rule->requests_only && !is_request(table.dialect);
       }},
      {"what only creates a table cannot say it",
       [](const Table& table, const Line& finding) {
         return !states_settings(table.dialect) &&
                is(finding, {"DDB503", "DDB504", "DDB505", "DDB510", "DDB514"});
       }},
      {"a Workbench model cannot say it",
       [](const Table& table, const Line& finding) {
         return table.dialect == Dialect::workbench && is(finding, {"DDB511", "DDB513"});
       }},
      {"SAM's simple table cannot say it",
       [](const Table& table, const Line& finding) {
         return table.resource_type == "AWS::Serverless::SimpleTable" &&
                is(finding, {"DDB503", "DDB511"});
       }},
      {"ACK cannot say it of an index",
       [](const Table& table, const Line& finding) {
         return table.dialect == Dialect::ack && is(finding, {"DDB503"}) && !finding.index.empty();
       }},
  };
  return kExceptions;
}

void sort_by(ordered_json& list, const std::string& key) {
  std::sort(list.begin(), list.end(), [&](const ordered_json& a, const ordered_json& b) {
    // Two indexes of one name are in one order, too.
    return std::pair(a[key].dump(), a.dump()) < std::pair(b[key].dump(), b.dump());
  });
}

/// The model without what belongs to a dialect, and with lists in one order: Terraform's are sets.
std::string model_of(const SourceSet& sources, const Table& table) {
  Table whole = with_service_defaults(table);
  // A global table of CloudFormation names its own region among the replicas; others do not.
  if (whole.resource_type == "AWS::DynamoDB::GlobalTable") {
    std::erase_if(whole.replicas.items,
                  [](const Replica& replica) { return replica.region.is("eu-west-1"); });
  }
  Definitions one;
  one.tables.push_back({.variants = {{.when = {}, .table = std::move(whole)}}});
  const std::vector<InspectedFile> files = {
      {.file = table.span.file, .definitions = &one, .diagnostics = nullptr}};
  ordered_json model = ordered_json::parse(render_inspect_json(sources, files))["tables"][0];
  for (const char* own : {"id", "dialect", "location", "resource_type", "origin", "item_count",
                          "size_bytes", "deletion_policy", "update_replace_policy"}) {
    model.erase(own);
  }
  for (const char* list : {"attributes", "global_indexes", "local_indexes"}) {
    for (auto& item : model[list]) {
      if (item.contains("non_key_attributes")) {
        auto& names = item["non_key_attributes"];
        std::sort(names.begin(), names.end());
      }
    }
    sort_by(model[list], "name");
  }
  sort_by(model["replicas"], "region");
  return model.dump(1);
}

/// A message of a table for that of a global one, where each replica has its own settings.
std::string told(std::string message) {
  constexpr std::string_view kReplica = "a replica of ";
  if (message.starts_with(kReplica)) message.erase(0, kReplica.size());
  return message;
}

std::string text_of(const Finding& finding) {
  return fmt::format("{} {} {} table={} index={} attribute={}: {}", finding.rule->code,
                     to_string(finding.severity), to_string(finding.evidence), finding.table_name,
                     finding.index, finding.attribute, told(finding.message));
}

std::vector<Line> lines_of(const Findings& findings) {
  std::vector<Line> lines;
  for (const Finding& finding : findings) {
    lines.push_back({.rule = finding.rule,
                     .index = finding.index,
                     .text = text_of(finding),
                     .finding = finding});
  }
  std::ranges::sort(lines, {}, &Line::text);
  return lines;
}

/// The findings that a table must have, by those of the same table in CloudFormation, in the words
/// of its dialect; counts what each exception takes out.
std::vector<std::string> without_exceptions(const std::vector<Line>& findings, const Table& table,
                                            std::map<std::string, int>& taken) {
  std::vector<std::string> lines;
  for (const Line& finding : findings) {
    const auto exception = std::ranges::find_if(
        exceptions(), [&](const Exception& one) { return one.holds(table, finding); });
    if (exception == exceptions().end()) {
      Finding spoken = finding.finding;
      speak_dialect(spoken, table);
      lines.push_back(text_of(spoken));
    } else {
      ++taken[exception->why];
    }
  }
  std::ranges::sort(lines);
  return lines;
}

std::vector<std::string> texts(const std::vector<Line>& findings) {
  std::vector<std::string> lines;
  for (const Line& finding : findings) lines.push_back(finding.text);
  return lines;
}

/// Reads a path as the program does. Nothing but one table must be in it.
Outcome outcome_of(const fs::path& path) {
  Options options;
  options.paths = {path.string()};
  options.no_config = true;
  options.select = {"ALL"};
  options.threads = 1;
  Inputs inputs = find_inputs(options);
  read_inputs(inputs, options, [](Unit) {});
  const auto settings = rule_settings(options, {});
  REQUIRE(settings.has_value());
  Outcome outcome;
  int tables = 0;
  for (const Input& input : inputs.files) {
    for (const Diagnostic& diagnostic : input.tree.diagnostics) CHECK(diagnostic.message == "");
    for (const Diagnostic& diagnostic : input.definitions.diagnostics) {
      CHECK(diagnostic.message == "");
    }
    for (const OpenValue& open : input.definitions.open) CHECK(open.what + open.why == "");
    for (const TableDefinition& definition : input.definitions.tables) {
      ++tables;
      CHECK(definition.variants.size() == 1);
      outcome.table = definition.first();
      outcome.model = model_of(inputs.sources, outcome.table);
      outcome.findings = lines_of(run_rules(input.definitions, *settings).findings);
    }
  }
  CHECK(tables == 1);
  return outcome;
}

std::vector<fs::path> designs() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(test::project_path("testdata/equivalent"))) {
    if (entry.is_directory()) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

TEST_CASE("a table is the same model in every dialect, with the same findings", "[equivalent]") {
  std::set<std::string_view> codes;
  std::map<std::string, int> taken;
  std::map<Dialect, int> compared;
  for (const fs::path& design : designs()) {
    const Outcome expected = outcome_of(design / "cloudformation.yaml");
    for (const Line& finding : expected.findings) codes.insert(finding.rule->code);
    for (const auto& [file, dialect] : ways()) {
      const fs::path path = design / file;
      if (!fs::exists(path)) continue;
      INFO(path);
      const Outcome outcome = outcome_of(path);
      CHECK(to_string(outcome.table.dialect) == to_string(dialect));
      CHECK(outcome.model == expected.model);
      CHECK(texts(outcome.findings) == without_exceptions(expected.findings, outcome.table, taken));
      ++compared[dialect];
    }
  }
  CHECK(fmt::format("{}", fmt::join(codes, " ")) ==
        "DDB103 DDB201 DDB202 DDB206 DDB210 DDB503 DDB504 DDB505 DDB510 DDB511 DDB513 DDB514 "
        "DDB601 DDB602 DDB603 DDB604 DDB605 DDB610 DDB611");
  // No exception, and no dialect, that nothing stands for.
  CHECK(taken.size() == exceptions().size());
  for (const auto& [file, dialect] : ways()) CHECK(compared[dialect] >= 6);
}

TEST_CASE("what a dialect cannot say of a design is told, all else is there", "[equivalent]") {
  // `| 07-stream | about | `a.json`, `b.json` | why |`
  std::map<std::string, std::set<std::string>> left_out;
  std::istringstream readme(test::slurp(test::project_path("testdata/equivalent/README.md")));
  for (std::string line; std::getline(readme, line);) {
    if (!line.starts_with("| `")) continue;
    std::vector<std::string> quoted;
    for (std::size_t at = line.find('`'); at != std::string::npos; at = line.find('`', at + 1)) {
      const std::size_t end = line.find('`', at + 1);
      quoted.push_back(line.substr(at + 1, end - at - 1));
      at = end;
    }
    left_out[quoted.front()].insert(quoted.begin() + 1, quoted.end());
  }
  CHECK(designs().size() == 18);
  for (const fs::path& design : designs()) {
    std::set<std::string> there = left_out[design.filename().string()];
    for (const auto& entry : fs::directory_iterator(design)) {
      INFO(entry.path());
      CHECK(there.insert(entry.path().filename().string()).second);
    }
    std::set<std::string> all;
    for (const auto& [file, dialect] : ways()) all.insert(file);
    INFO(design);
    CHECK(there == all);
  }
}

}  // namespace
}  // namespace ddblint
