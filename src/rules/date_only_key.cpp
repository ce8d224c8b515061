#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_names.h"
#include "rules/measured_keys.h"

namespace ddblint {
namespace {

/// A number named date can be epoch milliseconds as well as 20260301.
bool may_be_fine_grained(const KeyElement& element) {
  return element.type.is("N") && normalise_name(element.name.value()).ends_with("date");
}

std::optional<Severity> judge_date(const NameJudge& dates, const KeyElement& element) {
  auto severity = dates.judge(element.name.value());
  if (severity && may_be_fine_grained(element)) severity = Severity::info;
  return severity;
}

/// How sure the dates are; nothing unless there is one and every other attribute is a date or an
/// enumeration: an attribute with many values would spread the key.
std::optional<Severity> judge_key(const NameJudge& dates, const NamedKey& key) {
  std::optional<Severity> least;
  std::vector<const KeyElement*> others;
  for (const KeyElement& element : key.schema->partition) {
    const auto severity = judge_date(dates, element);
    if (severity) {
      least = std::min(least.value_or(Severity::warning), *severity);
    } else {
      others.push_back(&element);
    }
  }
  if (!least || others.empty()) return least;
  const RuleInfo* enumerations = find_rule("DDB101");
  if (enumerations == nullptr) return std::nullopt;
  const NameJudge judge(*enumerations);
  const bool all = std::ranges::all_of(others, [&](const KeyElement* element) {
    return !is_identifier(element->name.value()) && judge.judge(element->name.value()).has_value();
  });
  if (!all) return std::nullopt;
  return Severity::info;
}

/// The first attribute that is a date: in a key of several the one to look at.
const KeyElement& date_of(const NameJudge& dates, const NamedKey& key) {
  return *std::ranges::find_if(key.schema->partition, [&](const KeyElement& element) {
    return dates.judge(element.name.value()).has_value();
  });
}

Finding describe(const Rule& rule, const NamedKey& key, Severity severity) {
  const bool several = key.schema->partition.size() > 1;
  std::string message = fmt::format(
      "partition key {}{} {} share one partition's 1,000 write units and 3,000 read units a second",
      key.shown(), key.owner(),
      several ? "are named like a date and little else: all items that share the values"
              : "is named like a date or period and nothing else: all items of one date");
  if (key.index != nullptr) message += ", and a throttled index throttles the table's writes";
  Finding finding = suspect(rule, key, severity, std::move(message));
  finding.label = "one value a day?";
  finding.remedy =
      "append a shard number to the date (`2026-03-01.7`), calculated from an attribute that "
      "look-ups know, or lead with an attribute that has many values and sort by the date";
  finding.notes.emplace_back(
      "a profile of the data (format of the values, items of the largest date) or the write rate "
      "would settle it");
  return finding;
}

/// What the name of the key makes one think.
std::optional<Finding> by_name(const Subject& subject, const Rule& rule, const NamedKey& key) {
  const bool identified = std::ranges::all_of(key.schema->partition, [](const KeyElement& element) {
    return is_identifier(element.name.value());
  });
  if (identified) return std::nullopt;
  const NameJudge dates(rule.info);
  const auto severity = judge_key(dates, key);
  if (!severity) return std::nullopt;
  const bool small = table_mentions(subject.table, rule.words("small-tables"));
  Finding finding = describe(rule, key, small ? Severity::info : *severity);
  const KeyElement& date = date_of(dates, key);
  finding.span = date.name.span();
  finding.attribute = date.name.value();
  if (key.index == nullptr && key.simple()) {
    finding.notes.emplace_back(
        "without a sort key the table holds one item a date, which takes every write of that "
        "date");
  }
  if (small) finding.notes.emplace_back("the table's name says that it holds few items a date");
  return finding;
}

/// The shape of an attribute if it is a date or a bucket of time that gathers writes; else null.
const ShapeFact* date_shape(const Subject& subject, const Rule& rule, const KeyElement& element) {
  const ShapeFact* shape = shape_of(subject, element);
  if (shape == nullptr) return nullptr;
  if (shape->shape == Shape::date) return shape;
  const bool coarse = shape->granularity >= rule.integer("min-granularity");
  return shape->shape == Shape::time_bucket && coarse ? shape : nullptr;
}

/// Beside a date, what has so few values that it spreads nothing.
bool adds_little(const Subject& subject, const KeyElement& element) {
  const ShapeFact* shape = shape_of(subject, element);
  return shape != nullptr && (shape->shape == Shape::enumeration || shape->shape == Shape::boolean);
}

/// The date in a key that is nothing else.
struct DateInKey {
  const KeyElement* element = nullptr;
  const ShapeFact* shape = nullptr;
};
std::optional<DateInKey> date_in(const Subject& subject, const Rule& rule, const NamedKey& key) {
  std::optional<DateInKey> found;
  for (const KeyElement& element : key.schema->partition) {
    const ShapeFact* shape = date_shape(subject, rule, element);
    if (shape == nullptr && !adds_little(subject, element)) return std::nullopt;
    if (shape != nullptr && !found) found = DateInKey{&element, shape};
  }
  return found;
}

Finding by_data(const Subject& subject, const Rule& rule, const MeasuredKey& measured,
                const DateInKey& date, Severity unsized) {
  const KeyProfile& profile = *measured.profile;
  const NamedKey& key = measured.key;
  Heat heat = heat_of(subject, profile, unsized);
  // Whatever its share of the items, the date of now takes every write of its time.
  heat.writes = kPartitionWrites;
  heat.reads = kPartitionReads;
  if (heat.bytes && *heat.bytes >= kPartitionBytes) heat.severity = Severity::warning;
  Finding finding = make_measured(
      rule, key, heat.severity,
      fmt::format(
          "partition key {}{} is a date and nothing else ({}; {}): the writes of the current "
          "one all go to one partition, which throttles above 1,000 a second{}",
          key.shown(), key.owner(), shape_text(*date.shape), distinct_text(subject, profile),
          key.index == nullptr ? "" : ", and a throttled index throttles the table's writes"));
  finding.span = date.element->name.span();
  finding.attribute = date.element->name.value();
  finding.label = shape_text(*date.shape);
  finding.remedy =
      "append a shard number to the date (`2026-03-01.7`), calculated from an attribute that "
      "look-ups know: a peak of 10,000 writes a second takes 13; or lead with an attribute that "
      "has "
      "many values and sort by the date; or keep one table a period";
  add_heat(finding, subject, profile, heat);
  if (date.shape->granularity > 0) {
    finding.measurements.push_back(
        measurement("granularity", static_cast<double>(date.shape->granularity), "s"));
  }
  return finding;
}

/// Why values that were looked at are no dates; empty when that cannot be told.
std::string other_shape(const Subject& subject, const Rule& rule, const NamedKey& key) {
  if (const ShardSuffixFact* shards = shards_of(subject, *key.schema)) {
    return fmt::format("its values carry a shard number, {} of them", shards->shards);
  }
  for (const KeyElement& element : key.schema->partition) {
    const ShapeFact* shape = shape_of(subject, element);
    const bool other = shape != nullptr && date_shape(subject, rule, element) == nullptr &&
                       !adds_little(subject, element);
    if (other) {
      return fmt::format("{} of the values of `{}` are of another form: {}", percent(shape->share),
                         element.name.value(), shape_text(*shape));
    }
  }
  return "";
}

std::optional<Finding> judge(const Subject& subject, const Rule& rule, const MeasuredKey& measured,
                             std::optional<Finding> suspicion) {
  const KeyProfile& profile = *measured.profile;
  const auto date = date_in(subject, rule, measured.key);
  if (!date) {
    if (!suspicion) return std::nullopt;
    std::string because = other_shape(subject, rule, measured.key);
    if (because.empty()) return leave_open(std::move(*suspicion), subject, profile, std::nullopt);
    return withdraw(std::move(*suspicion), std::move(because));
  }
  // A calendar has one item a date; so have rates and daily reports.
  const bool gathers = profile.distinct.value * 2 <= items_of(subject, profile);
  if (gathers) {
    const Severity unsized = suspicion ? suspicion->severity : Severity::info;
    return by_data(subject, rule, measured, *date, unsized);
  }
  if (!suspicion) return std::nullopt;
  // A few rows of many seldom share a date.
  if (subject.profile->source.sampled()) {
    return leave_open(std::move(*suspicion), subject, profile, std::nullopt);
  }
  return withdraw(std::move(*suspicion), distinct_text(subject, profile));
}

}  // namespace

Findings date_only_key(const Subject& subject, const Rule& rule) {
  return settle_by_data(subject, rule, by_name, judge);
}

}  // namespace ddblint
