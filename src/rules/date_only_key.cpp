#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_names.h"

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

}  // namespace

Findings date_only_key(const Subject& subject, const Rule& rule) {
  std::vector<NamedKey> keys = named_keys(subject, rule);
  std::erase_if(keys, [](const NamedKey& key) {
    return std::ranges::all_of(key.schema->partition, [](const KeyElement& element) {
      return is_identifier(element.name.value());
    });
  });
  if (keys.empty()) return {};

  Findings findings;
  const NameJudge dates(rule.info);
  for (const NamedKey& key : keys) {
    const auto severity = judge_key(dates, key);
    if (!severity) continue;
    const bool one_item_a_date = key.index == nullptr && key.simple();
    const bool small = table_mentions(subject.table, rule.words("small-tables"));
    Finding finding = describe(rule, key, small ? Severity::info : *severity);
    const KeyElement& date = date_of(dates, key);
    finding.span = date.name.span();
    finding.attribute = date.name.value();
    if (one_item_a_date) {
      finding.notes.emplace_back(
          "without a sort key the table holds one item a date, which takes every write of that "
          "date");
    }
    if (small) finding.notes.emplace_back("the table's name says that it holds few items a date");
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
