// Data whose truth is known by how they were made (support/labelled_data.h): each anti-pattern in
// several disguises, each with what only looks like it. Found is what data say, not what names
// suggest.

#include "support/labelled_data.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/run_rule.h"

namespace ddblint {
namespace {

/// The rules that data decide.
bool by_data(const RuleInfo& rule) {
  return std::ranges::any_of(rule.evidence, [](Evidence evidence) {
    return evidence == Evidence::measured || evidence == Evidence::proved;
  });
}

std::set<std::string> found_in(const test::LabelledCase& labelled) {
  Tree tree = parse(FileId{}, "t.yaml", labelled.definition);
  const Definitions definitions = read_definitions(tree, "t.yaml", labelled.definition, {});
  const std::vector<TableProfile> profiles = {
      test::profile_rows(definitions.tables.front(), labelled.data)};
  const RuleResults results = run_rules(definitions, {}, {.profiles = profiles});
  std::set<std::string> codes;
  for (const Finding& finding : results.findings) {
    if (by_data(*finding.rule) && finding.evidence >= Evidence::measured) {
      codes.emplace(finding.rule->code);
    }
  }
  return codes;
}

struct Score {
  int right = 0;
  int wrong = 0;
  int missed = 0;

  [[nodiscard]] double precision() const {
    return right + wrong == 0 ? 1 : 1.0 * right / (right + wrong);
  }
  [[nodiscard]] double recall() const {
    return right + missed == 0 ? 1 : 1.0 * right / (right + missed);
  }
};

std::map<std::string, Score> score() {
  std::map<std::string, Score> scores;
  for (const test::LabelledCase& labelled : test::labelled_cases()) {
    const std::set<std::string> found = found_in(labelled);
    INFO(labelled.name << ": found " << fmt::format("{}", fmt::join(found, " ")) << "; true "
                       << fmt::format("{}", fmt::join(labelled.truth, " ")));
    CHECK(found == labelled.truth);
    for (const auto& code : found) {
      ++(labelled.truth.contains(code) ? scores[code].right : scores[code].wrong);
    }
    for (const auto& code : labelled.truth) scores[code].missed += found.contains(code) ? 0 : 1;
  }
  return scores;
}

TEST_CASE("rules find what is wrong with data, and nothing else") {
  for (const auto& [code, each] : score()) {
    INFO(code);
    CHECK(each.precision() == 1);
    CHECK(each.recall() == 1);
  }
}

TEST_CASE("precision and recall of the rules on labelled data", "[.labelled-table]") {
  fmt::print("{:<8}{:>8}{:>8}{:>8}{:>11}{:>8}\n", "rule", "right", "wrong", "missed", "precision",
             "recall");
  for (const auto& [code, each] : score()) {
    fmt::print("{:<8}{:>8}{:>8}{:>8}{:>11.2f}{:>8.2f}\n", code, each.right, each.wrong, each.missed,
               each.precision(), each.recall());
  }
}

}  // namespace
}  // namespace ddblint
