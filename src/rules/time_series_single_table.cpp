#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_names.h"
#include "rules/measured_keys.h"

namespace ddblint {
namespace {

bool says_no_expiry(const Table& table) {
  return states_settings(table.dialect) &&
         (table.ttl_enabled.absent() || table.ttl_enabled.is(false));
}

/// A table whose partitions are dates already has a period in its key: DDB104 speaks of it.
bool is_keyed_by_date(const Subject& subject, const NamedKey& key) {
  const KeyElement& first = key.schema->partition.front();
  if (const ShapeFact* shape = shape_of(subject, first)) {
    return shape->shape == Shape::date || shape->shape == Shape::time_bucket;
  }
  const RuleInfo* dates = find_rule("DDB104");
  return dates != nullptr && NameJudge(*dates).judge(first.name.value()).has_value();
}

bool is_named_so(const Subject& subject, const Rule& rule, const KeyElement& sort) {
  return match_words(rule.words("times"), sort.name.value()).has_value() &&
         table_mentions(subject.table, rule.words("tables"));
}

Finding describe(const Subject& subject, const Rule& rule, const KeyElement& time,
                 const std::string& how) {
  Finding finding = make_finding(
      rule, Evidence::suspected, time.name.span(),
      fmt::format(
          "items of `{}` are sorted by `{}`{} and nothing lets them expire: the table grows "
          "for ever and keeps old items beside the recent ones that most reads want",
          subject.table.name.value_or(subject.table.id), time.name.value(), how));
  finding.severity = Severity::info;
  finding.label = "grows at one end";
  finding.attribute = time.name.value();
  finding.remedy =
      "let old items expire by time to live, or keep one table a period and lower the capacity of "
      "the old ones";
  finding.notes.emplace_back(
      "access patterns would settle it: the share of reads that ask for old items");
  return finding;
}

/// Times of writing, not the dates of a handful of bookings.
bool is_moment(const ShapeFact& shape) {
  switch (shape.shape) {
    case Shape::timestamp:
    case Shape::time_bucket:
    case Shape::uuid6:
    case Shape::uuid7:
    case Shape::ulid:
    case Shape::ksuid:
    case Shape::snowflake:
      return true;
    default:
      return false;
  }
}

/// A series goes on: most collections hold many moments.
bool is_series(const Rule& rule, const KeyProfile& profile) {
  return profile.items >= kFewestItems && profile.collections_whole &&
         profile.collection_items.p50 >= static_cast<double>(rule.integer("min-collection-items"));
}

Finding by_data(const Subject& subject, const Rule& rule, const KeyElement& time,
                const KeyProfile& profile, const ShapeFact& shape) {
  Finding finding = describe(subject, rule, time, fmt::format(" ({})", shape_text(shape)));
  finding.evidence = Evidence::measured;
  const AttributeProfile& values = *subject.profile->attribute(time.name.value());
  if (!values.minimum.empty()) {
    finding.notes.push_back(
        fmt::format("`{}` goes from {} to {}", time.name.value(), values.minimum, values.maximum));
  }
  finding.measurements = {measurement("items", static_cast<double>(profile.items), "items"),
                          measurement("collections", profile.collections, "collections"),
                          measurement("median-collection", profile.collection_items.p50, "items")};
  return finding;
}

/// A pattern that reads a range of the times; null when none does.
const AccessPattern* ranges_over(const Subject& subject, const KeyElement& time) {
  if (subject.workload == nullptr) return nullptr;
  const auto& patterns = subject.workload->patterns;
  const auto found = std::ranges::find_if(patterns, [&time](const AccessPattern& pattern) {
    return pattern.range && time.name.is(pattern.range->attribute.text);
  });
  return found == patterns.end() ? nullptr : &*found;
}

/// What access patterns settle of a series that its names suggest.
Finding settle_by_patterns(const Subject& subject, const KeyElement& time, Finding suspicion) {
  if (const AccessPattern* pattern = ranges_over(subject, time)) {
    suspicion.evidence = Evidence::structural;
    suspicion.related.push_back({pattern->range->attribute.span, "read as a series"});
    return suspicion;
  }
  const bool settled = subject.workload != nullptr && subject.workload->complete;
  if (!settled) return suspicion;
  return withdraw(std::move(suspicion),
                  fmt::format("no access pattern reads a range of `{}`", time.name.value()));
}

}  // namespace

Findings time_series_single_table(const Subject& subject, const Rule& rule) {
  if (!says_no_expiry(subject.table)) return {};
  const NamedKey key{&subject.table.key, nullptr};
  if (!key.schema->known() || key.schema->partition.empty() ||
      !key.schema->partition.front().name.known() || key.schema->sort.empty() ||
      !key.schema->sort.front().name.known() || is_keyed_by_date(subject, key)) {
    return {};
  }
  const KeyElement& time = key.schema->sort.front();
  const bool suspected = is_named_so(subject, rule, time);
  const KeyProfile* profile = profile_of(subject, *key.schema, nullptr);
  const ShapeFact* shape = shape_of(subject, time);
  if (profile != nullptr && shape != nullptr) {
    const bool moments = is_moment(*shape);
    if (moments && (suspected || is_series(rule, *profile))) {
      return {by_data(subject, rule, time, *profile, *shape)};
    }
    // Dates order a series as well as moments do; what is no time at all does not.
    if (suspected && !shape->time_ordered) {
      return {withdraw(describe(subject, rule, time, ""),
                       fmt::format("{} of the values of `{}` are no times: {}",
                                   percent(shape->share), time.name.value(), shape_text(*shape)))};
    }
  }
  if (suspected) return {settle_by_patterns(subject, time, describe(subject, rule, time, ""))};
  return {};
}

}  // namespace ddblint
