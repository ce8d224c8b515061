#include <optional>
#include <set>
#include <string>

#include "design/units.h"
#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// What the reads of an index need of an item.
struct Needs {
  /// All attributes; only when every pattern that reads the index says what it needs.
  std::set<std::string> attributes = {};
  const AccessPattern* pattern = nullptr;
  bool told = false;
};

Needs needs_of(const std::vector<ServedPattern>& patterns, const Index& index) {
  Needs needs;
  for (const ServedPattern& served : patterns) {
    const Service* asked = served.asked();
    if (!is_read(*served.pattern) || asked == nullptr || asked->index != &index) continue;
    if (!served.pattern->attributes || served.pattern->as_projected) return {};
    needs.told = true;
    needs.pattern = served.pattern;
    for (const Stated& name : *served.pattern->attributes) needs.attributes.insert(name.text);
    for (const Stated& name : served.pattern->filter) needs.attributes.insert(name.text);
  }
  return needs;
}

/// Mean bytes of the needed attributes and of whole items; nothing without data.
struct Sizes {
  double needed = 0;
  double whole = 0;
};
std::optional<Sizes> sizes_of(const Subject& subject, const Needs& needs) {
  if (subject.profile == nullptr || subject.profile->source.items == 0) return std::nullopt;
  const auto items = static_cast<double>(subject.profile->source.items);
  Sizes sizes{.whole = static_cast<double>(subject.profile->item_bytes) / items};
  for (const std::string& name : needs.attributes) {
    const AttributeProfile* attribute = subject.profile->attribute(name);
    if (attribute == nullptr) continue;
    sizes.needed +=
        static_cast<double>(attribute->total_bytes) / items + static_cast<double>(name.size());
  }
  return sizes;
}

/// An index that copies items of several KB for reads that need little of them. Up to 1 KB an entry
/// costs one write unit whatever it carries.
std::optional<Finding> by_patterns(const Subject& subject, const Rule& rule, const Index& index,
                                   const Needs& needs) {
  const auto sizes = sizes_of(subject, needs);
  if (!needs.told || !sizes) return std::nullopt;
  const double now = put_units(sizes->whole, false);
  const double then = put_units(sizes->needed, false);
  if (then >= now) return std::nullopt;
  const std::vector<std::string> names(needs.attributes.begin(), needs.attributes.end());
  Finding finding = make_finding(
      rule, Evidence::measured, index.projection.type.span(),
      fmt::format("index `{}` copies whole items of {}, but its reads need {} of them alone: each "
                  "write of an entry takes {} write units in place of {}",
                  name_of(index), bytes_text(sizes->whole), quoted_list(names), count_text(now),
                  count_text(then)));
  finding.index = name_of(index);
  finding.label = "more than reads need";
  finding.related.push_back({needs.pattern->name.span, "reads this much"});
  finding.measurements = {measurement("entry-bytes", sizes->whole, "bytes"),
                          measurement("needed-bytes", sizes->needed, "bytes")};
  finding.remedy = fmt::format("project `INCLUDE` with {}", quoted_list(names));
  return finding;
}

Findings many_indexes(const Subject& subject, const Rule& rule) {
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

}  // namespace

Findings over_projected_index(const Subject& subject, const Rule& rule) {
  Findings findings = many_indexes(subject, rule);
  if (subject.workload == nullptr || !subject.workload->complete) return findings;
  const std::vector<ServedPattern>& patterns = serving_of(subject).patterns;
  for (const Index& index : subject.table.global_indexes.items) {
    if (!index.projection.type.is("ALL")) continue;
    auto finding = by_patterns(subject, rule, index, needs_of(patterns, index));
    if (finding) findings.push_back(std::move(*finding));
  }
  return findings;
}

}  // namespace ddblint
