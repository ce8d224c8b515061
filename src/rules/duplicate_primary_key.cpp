#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/measured_keys.h"

namespace ddblint {
namespace {

/// Files that a load reads. Exports and scans cannot hold an item twice, and a stream's records are
/// changes of the same items.
bool is_load(const ProfileSource& source) { return !source.hash_order && !source.changes; }

}  // namespace

Findings duplicate_primary_key(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const auto& [key, profile] : keys_with_data(subject, rule)) {
    if (!is_load(subject.profile->source) || !profile->duplicates) continue;
    const Estimate& duplicates = *profile->duplicates;
    if (duplicates.low < 1) continue;
    Finding finding = make_measured(
        rule, key, duplicates.exact ? Severity::error : Severity::warning,
        fmt::format(
            "{}{} of {} repeat{} the primary key of another: each overwrites it, and one of "
            "the two is lost",
            duplicates.exact ? "" : "about ", count_text(duplicates.value),
            counted(static_cast<double>(profile->items), "item", "items"),
            duplicates.value == 1 ? "s" : ""));
    finding.label = "not unique";
    finding.remedy = key.schema->sort.empty()
                         ? "add a sort key that tells the items apart, or remove the repeated ones"
                         : "let the sort key tell the items apart, or remove the repeated ones";
    if (!profile->duplicate_examples.empty()) {
      finding.notes.push_back(
          fmt::format("for example `{}`", fmt::join(profile->duplicate_examples, "`, `")));
    }
    if (!duplicates.exact) {
      finding.notes.emplace_back(
          "estimated, since the keys are too many to be kept; a count of all of them settles it");
    }
    finding.measurements = {measurement("duplicates", duplicates, "items"),
                            measurement("items", static_cast<double>(profile->items), "items")};
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
