#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// Local or global, and what to do when there are too many.
struct Kind {
  std::string_view name;
  std::string_view option;
  std::string_view remedy;
};

constexpr Kind kLocal = {"local", "max-local-indexes",
                         "delete some, or make them global indexes: the limit is fixed"};
constexpr Kind kGlobal = {"global", "max-global-indexes",
                          "delete those that no query uses, or let one serve several queries"};

Findings check(const std::vector<Index>& indexes, const Kind& kind, const Rule& rule) {
  const auto count = static_cast<std::int64_t>(indexes.size());
  const std::int64_t limit = rule.integer(kind.option);
  if (limit < 0 || count <= limit) return {};
  const Index& first_over = indexes[static_cast<std::size_t>(limit)];
  Finding finding = make_finding(
      rule, Evidence::structural, place_of(first_over),
      fmt::format("the table has {} {} indexes and may have {}, so it cannot be created", count,
                  kind.name, limit));
  finding.label = fmt::format("number {}", limit + 1);
  finding.measurements = {exact(fmt::format("{}-indexes", kind.name), count, "indexes")};
  finding.remedy = kind.remedy;
  if (kind.option == kGlobal.option) {
    finding.notes.push_back(fmt::format(
        "the quota can be raised for an account; the option `{}` is what this rule allows",
        kind.option));
  }
  return {finding};
}

}  // namespace

Findings too_many_indexes(const Subject& subject, const Rule& rule) {
  Findings findings = check(subject.table.local_indexes.items, kLocal, rule);
  for (auto& finding : check(subject.table.global_indexes.items, kGlobal, rule)) {
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
