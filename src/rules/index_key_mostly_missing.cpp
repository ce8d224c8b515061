#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/measured_keys.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

Finding describe(const Rule& rule, const Index& index, const KeyProfile& profile,
                 std::uint64_t all) {
  const auto items = static_cast<double>(profile.items);
  const double missing = 1 - items / static_cast<double>(all);
  std::string message =
      profile.items == 0
          ? fmt::format("none of {} has the key of index `{}`: the index is empty",
                        counted(static_cast<double>(all), "item", "items"), name_of(index))
          : fmt::format(
                "index `{}` is sparse: {} of {} ({}) have no entry in it, since they lack its "
                "key",
                name_of(index), count_text(static_cast<double>(all) - items),
                counted(static_cast<double>(all), "item", "items"), percent(missing));
  Finding finding = make_finding(rule, Evidence::measured, place_of(index), std::move(message));
  finding.severity = Severity::info;
  finding.index = index.name.value_or("");
  finding.label = profile.items == 0 ? "empty" : "sparse";
  finding.remedy = profile.items == 0
                       ? "compare the names of its key attributes with those that the items have"
                       : "none, if only these items are looked for; a query on the index does not "
                         "find the others";
  finding.measurements = {measurement("missing-share", missing, "share"),
                          measurement("entries", items, "items"),
                          measurement("items", static_cast<double>(all), "items")};
  return finding;
}

}  // namespace

Findings index_key_mostly_missing(const Subject& subject, const Rule& rule) {
  if (subject.profile == nullptr || subject.profile->source.examples) return {};
  const std::uint64_t all = subject.profile->source.items;
  if (all < kFewestItems) return {};
  const double least = static_cast<double>(rule.integer("min-missing-share")) / 100;
  Findings findings;
  for (const Index& index : subject.table.global_indexes.items) {
    if (!index.name.known()) continue;
    const KeyProfile* profile = subject.profile->key(index.name.value());
    // Items of another type are no entries either: those are DDB406's.
    if (profile == nullptr || profile->mistyped > 0) continue;
    const double missing = 1 - static_cast<double>(profile->items) / static_cast<double>(all);
    if (missing >= least) findings.push_back(describe(rule, index, *profile, all));
  }
  return findings;
}

}  // namespace ddblint
