#include "cli/data_findings.h"

#include <utility>

#include <fmt/format.h>

#include "report/profile_report.h"
#include "report/quantities.h"
#include "rules/catalogue.h"

namespace ddblint {
namespace {

Finding input_finding(std::string_view code, std::string path, std::string message) {
  Finding finding;
  finding.rule = find_rule(code);
  finding.path = std::move(path);
  finding.message = std::move(message);
  return finding;
}

}  // namespace

Finding problem_finding(const DataProblem& problem) {
  const bool unreadable = problem.kind == DataProblem::Kind::unreadable;
  return input_finding(unreadable ? "DDB001" : "DDB005", problem.path,
                       fmt::format("`{}`: {}", problem.path, problem.message));
}

Finding bad_records_finding(const BadRecords& bad, bool no_values) {
  return input_finding(
      "DDB004", bad.path,
      fmt::format("{} of the data cannot be read as items, the first in line {} of `{}`: {}",
                  counted(bad.count, "record"), bad.line, bad.path,
                  no_values ? std::string(describe(bad.kind)) : bad.message));
}

}  // namespace ddblint
