#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/measured_keys.h"
#include "rules/source_key.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// Rows a shard from which on an uneven spread is no accident: few are enough where most shards
/// stay empty, many where some get somewhat less.
constexpr double kRowsForHalf = 10;
constexpr double kRowsForLess = 100;

bool is_skewed(const ShardSuffixFact& fact) {
  const auto shards = static_cast<double>(fact.shards);
  const double rows = static_cast<double>(fact.rows) / shards;
  const double used = fact.effective_shards / shards;
  return (used < 0.5 && rows >= kRowsForHalf) || (used < 0.9 && rows >= kRowsForLess);
}

std::string function_name(const ShardSuffixFact& fact) {
  if (fact.function == "code_point_product") return "the product of code points";
  if (fact.function == "code_point_sum") return "the sum of code points";
  return fact.function;
}

Finding describe(const Rule& rule, const NamedKey& key, const ShardSuffixFact& fact) {
  const auto shards = static_cast<double>(fact.shards);
  const bool most_idle = fact.effective_shards < shards / 2;
  const std::string how =
      fact.function.empty() ? ""
                            : fmt::format(" ({} of {})", function_name(fact), quoted_list(fact.of));
  Finding finding = make_measured(
      rule, key, most_idle ? Severity::warning : Severity::info,
      fmt::format("the shard numbers in {}{} do not spread: of {} shards the fullest has {} of the "
                  "items, as if there were {}",
                  key.shown(), how, count_text(shards), percent(fact.hottest_share),
                  count_text(fact.effective_shards)));
  if (!fact.function.empty() && fact.tested > 0) finding.evidence = Evidence::proved;
  finding.label = fmt::format("{} in one shard", percent(fact.hottest_share));
  finding.remedy =
      fact.better_function.empty()
          ? "calculate the number with a hash such as CRC-32 or FNV-1a, modulo the number of "
            "shards, "
            "of an attribute that has many values"
          : fmt::format(
                "calculate the number as {} of `{}`, modulo {}: on the same items its fullest "
                "shard has {}",
                fact.better_function, fact.better_of, count_text(shards),
                percent(fact.better_hottest_share));
  finding.measurements = {measurement("shards", shards, "shards"),
                          measurement("effective-shards", fact.effective_shards, "shards"),
                          measurement("hottest-share", fact.hottest_share, "share"),
                          measurement("rows", static_cast<double>(fact.rows), "items")};
  return finding;
}

}  // namespace

Findings shard_suffix_skew(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const auto& [key, profile] : measured_keys(subject, rule)) {
    const ShardSuffixFact* fact = shards_of(subject, *key.schema);
    if (fact != nullptr && is_skewed(*fact)) findings.push_back(describe(rule, key, *fact));
  }
  return findings;
}

}  // namespace ddblint
