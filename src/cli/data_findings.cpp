#include "cli/data_findings.h"

#include <fmt/format.h>

#include "cli/binding_problems.h"
#include "report/profile_report.h"
#include "report/quantities.h"

namespace ddblint {
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
