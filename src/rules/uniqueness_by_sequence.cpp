#include <algorithm>

#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/key_names.h"
#include "rules/source_key.h"

namespace ddblint {
namespace {

bool holds(const RelationalKey& key, const RelationalColumn& column) {
  return std::ranges::any_of(
      key.columns, [&](const std::string& name) { return same_identifier(name, column.name); });
}

/// True when the column is part of what made a row unique.
bool made_unique(const RelationalTable& table, const RelationalColumn& column) {
  return (table.primary_key && holds(*table.primary_key, column)) ||
         std::ranges::any_of(table.unique_keys,
                             [&](const RelationalKey& key) { return holds(key, column); });
}

Finding describe(const Subject& subject, const Rule& rule, const KeyElement& key,
                 const RelationalColumn& column) {
  const RelationalSource& source = *subject.source;
  const std::string_view partition = subject.table.key.partition.front().name.value();
  Finding finding = make_finding(
      rule, Evidence::structural, key.name.span(),
      fmt::format("the values of `{}` were made unique by the engine, since `{}` is {}: DynamoDB "
                  "hands out no numbers, and an item that counts takes at most 1,000 writes a "
                  "second",
                  key.name.value(), source.column_name(column), filled_by(*column.generator)));
  finding.attribute = key.name.value();
  finding.label = "who hands it out now?";
  relate(finding, column.generator->place, "the engine hands it out");
  finding.remedy = fmt::format(
      "let the writer choose the value and write with the condition `attribute_not_exists({})`: a "
      "second item with the same key is refused",
      partition);
  return finding;
}

/// The word that says that a pattern draws numbers from an item: its constant key or its name.
bool names_counter(const Rule& rule, const AccessPattern& pattern) {
  const auto counter = [&rule](std::string_view text) {
    return match_words(rule.words("counters"), text).has_value();
  };
  return counter(pattern.name.text) ||
         std::ranges::any_of(pattern.equals, [&counter](const EqualCondition& equal) {
           return equal.value && counter(*equal.value);
         });
}

/// An update of one and the same item, named as what hands out numbers.
bool draws_numbers(const Rule& rule, const ServedPattern& served) {
  const AccessPattern& pattern = *served.pattern;
  const bool constant = !pattern.equals.empty() &&
                        std::ranges::all_of(pattern.equals, [](const EqualCondition& equal) {
                          return equal.value.has_value();
                        });
  return pattern.operation == Operation::update_item && constant && names_counter(rule, pattern);
}

Finding by_pattern(const Rule& rule, const ServedPattern& served) {
  const AccessPattern& pattern = *served.pattern;
  Finding finding = make_stated(
      rule, Evidence::structural, served, pattern.equals.front().attribute.span,
      fmt::format("{} draws numbers from one item: every writer waits for it, and it takes at most "
                  "1,000 writes a second",
                  pattern_text(pattern)));
  finding.attribute = pattern.equals.front().attribute.text;
  finding.label = "one item for all writers";
  finding.remedy =
      "let the writer choose the value, a UUID or what names the thing, and write with the "
      "condition `attribute_not_exists`; where numbers must have no gaps, draw them in blocks";
  return finding;
}

}  // namespace

Findings uniqueness_by_sequence(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    if (draws_numbers(rule, served)) findings.push_back(by_pattern(rule, served));
  }
  if (subject.source == nullptr || !subject.table.key.known()) return findings;
  for (const auto* keys : {&subject.table.key.partition, &subject.table.key.sort}) {
    for (const KeyElement& key : *keys) {
      const RelationalColumn* column = subject.source->column(key);
      const bool generated =
          column != nullptr && column->generator && made_unique(*subject.source->table, *column);
      if (generated) findings.push_back(describe(subject, rule, key, *column));
    }
  }
  return findings;
}

}  // namespace ddblint
