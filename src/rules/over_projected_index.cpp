#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/wording.h"

namespace ddblint {

Findings over_projected_index(const Subject& subject, const Rule& rule) {
  std::vector<const Index*> all;
  for (const auto& index : subject.table.global_indexes.items) {
    if (index.projection.type.is("ALL")) all.push_back(&index);
  }
  const auto count = static_cast<std::int64_t>(all.size());
  if (all.empty() || count < rule.integer("min-all-indexes")) return {};

  Finding finding = make_finding(
      rule, Evidence::structural, all.front()->projection.type.span(),
      fmt::format("{} global indexes project every attribute, so a new item is written up to {} "
                  "times in full",
                  count, count + 1));
  finding.label = fmt::format("the first of {}", count);
  for (std::size_t i = 1; i < all.size(); ++i) {
    finding.related.push_back({all[i]->projection.type.span(),
                               fmt::format("`{}` projects every attribute too", name_of(*all[i]))});
  }
  finding.measurements = {exact("indexes-projecting-all", count, "indexes")};
  finding.remedy =
      "project what the queries of each index read: `KEYS_ONLY`, or `INCLUDE` and its attributes";
  finding.notes.emplace_back(
      "an entry of up to 1 KB costs one write unit whatever it carries; a narrow projection saves "
      "on larger items, and on updates that change no projected attribute");
  return {finding};
}

}  // namespace ddblint
