#include <algorithm>

#include <fmt/format.h>

#include "rules/better_keys.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_reads.h"
#include "rules/measured_keys.h"
#include "rules/source_key.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// What makes a key bad enough to look for another: too few values, or a hot one (DDB101, DDB105).
bool is_bad(const Subject& subject, const Rule& rule, const MeasuredKey& measured) {
  const KeyProfile& profile = *measured.profile;
  if (profile.items < kFewestItems || shards_of(subject, *measured.key.schema) != nullptr) {
    return false;
  }
  const auto threshold = static_cast<std::uint64_t>(rule.integer("min-distinct-values"));
  const bool few = judge_spread(subject, profile, threshold).spread == Spread::few;
  const double share = profile.hottest_share.value;
  return (few && share >= 0.1) || share >= 0.8;
}

/// True when a single attribute does it. One that every item has for its own only names the item.
bool one_is_enough(const Subject& subject, const NamedKey& key, double hottest_share) {
  const auto items = static_cast<double>(subject.profile->source.items);
  return std::ranges::any_of(better_attributes(subject, *key.schema, hottest_share),
                             [items](const BetterKey& one) { return one.distinct < 0.9 * items; });
}

}  // namespace

Findings composite_key_opportunity(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const MeasuredKey& measured : measured_keys(subject, rule)) {
    if (!is_bad(subject, rule, measured)) continue;
    const NamedKey& key = measured.key;
    const double share = measured.profile->hottest_share.value;
    if (one_is_enough(subject, key, share)) continue;
    const auto better =
        better_combination(subject, *key.schema, measured.profile->key.index, share);
    if (!better) continue;
    const bool settled = subject.workload != nullptr && subject.workload->complete;
    const bool given = always_given(subject, better->attributes);
    if (settled && !given) continue;
    Finding finding = make_measured(
        rule, key, given ? Severity::warning : Severity::info,
        fmt::format(
            "no single attribute spreads what {} does not ({}, the most frequent on {}), but "
            "{} together do: {} distinct values, the most frequent on {}",
            key.shown(), distinct_text(subject, *measured.profile), percent(share),
            quoted_list(better->attributes), count_text(better->distinct),
            percent(better->hottest_share)));
    finding.label = "together with more attributes?";
    finding.remedy = fmt::format("make {}, joined, the partition key, if all reads know them",
                                 quoted_list(better->attributes));
    finding.notes.emplace_back(
        given ? "every access pattern that reads by a key gives all of them with equality"
              : "access patterns would settle it: a read must give every attribute of the "
                "combination with equality");
    finding.measurements = {measurement("distinct-values", measured.profile->distinct, "values"),
                            measurement("hottest-share", measured.profile->hottest_share, "share"),
                            measurement("combined-distinct-values", better->distinct, "values"),
                            measurement("combined-hottest-share", better->hottest_share, "share")};
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
