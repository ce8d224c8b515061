#include <algorithm>

#include <fmt/format.h>

#include "rules/better_keys.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_names.h"
#include "rules/key_reads.h"
#include "rules/measured_keys.h"
#include "rules/source_key.h"
#include "rules/wording.h"
#include "source/text.h"

namespace ddblint {
namespace {

void explain(Finding& finding) {
  finding.label = "who asks for this number?";
  finding.notes.emplace_back(
      "access patterns would settle it: the key is right where reads give it with equality");
  finding.notes.emplace_back("this is no hot key: DynamoDB hashes a sequence like any other value");
}

Finding by_name(const Rule& rule, const NamedKey& key) {
  Finding finding = suspect(
      rule, key, Severity::info,
      fmt::format("partition key {} is named like a number that a database engine hands out: "
                  "reads that do not know it need an index or a scan",
                  key.shown()));
  finding.remedy =
      "use the identifier that reads know as the key, and the condition "
      "`attribute_not_exists` on writes for uniqueness";
  explain(finding);
  return finding;
}

/// The identifier that people know a row by takes the key's place, where the source has one.
void name_identifier(Finding& finding, const Subject& subject) {
  const RelationalSource& source = *subject.source;
  const RelationalKey* identifier = source.business_identifier();
  if (identifier == nullptr) {
    finding.remedy = "use the identifier that reads know as the key";
    return;
  }
  const std::string names = quoted_list(identifier->columns);
  finding.remedy = fmt::format("use {} as the key, unique in `{}`, where that is what reads know",
                               names, source.table_name());
  relate(finding, identifier->place, "unique, too");
  if (const Index* index = index_on(subject, *identifier)) {
    finding.notes.push_back(
        fmt::format("index `{}` serves reads that know {}, at a second write for each item",
                    name_of(*index), names));
    // Somebody already had to work around the key.
    if (finding.evidence != Evidence::suspected) finding.severity = Severity::warning;
  }
}

Finding by_source(const Subject& subject, const Rule& rule, const RelationalColumn& column) {
  const KeyElement& key = subject.table.key.partition.front();
  const RelationalSource& source = *subject.source;
  Finding finding = make_finding(
      rule, Evidence::structural, key.name.span(),
      fmt::format("partition key `{}` is `{}`, {}: reads that do not know the number need an index "
                  "or a scan",
                  key.name.value(), source.column_name(column), filled_by(*column.generator)));
  finding.attribute = key.name.value();
  relate(finding, column.generator->place, "the engine hands it out");
  name_identifier(finding, subject);
  explain(finding);
  return finding;
}

/// A sequence that no column calls: applications do, in their INSERT statements.
Finding by_own_sequence(const Subject& subject, const Rule& rule, const RelationalColumn& column,
                        const RelationalSequence& sequence) {
  const KeyElement& key = subject.table.key.partition.front();
  const RelationalSource& source = *subject.source;
  Finding finding = make_finding(
      rule, Evidence::suspected, key.name.span(),
      fmt::format("partition key `{}` is `{}`, and sequence `{}` is named after it: reads that do "
                  "not know the number need an index or a scan",
                  key.name.value(), source.column_name(column), sequence.name));
  finding.attribute = key.name.value();
  relate(finding, sequence.place, "hands out numbers");
  name_identifier(finding, subject);
  explain(finding);
  return finding;
}

Findings from_source(const Subject& subject, const Rule& rule, const RelationalColumn& column) {
  if (is_ignored(rule, subject.table.key.partition.front().name.value())) return {};
  if (column.generator) return {by_source(subject, rule, column)};
  const RelationalSequence* sequence = subject.source->own_sequence();
  const auto& primary = subject.source->table->primary_key;
  const bool whole_key =
      primary && subject.source->table->column(primary->columns.front()) == &column;
  if (sequence == nullptr || !whole_key) return {};
  return {by_own_sequence(subject, rule, column, *sequence)};
}

/// The numbers of a sequence as a message describes them: "consecutive numbers behind `ORD-`".
std::string describe(const SequenceFact& sequence) {
  std::string text = sequence.kind == "snowflake" ? "numbers of a snowflake generator"
                     : sequence.kind == "blocks"  ? "blocks of consecutive numbers"
                                                  : "consecutive numbers";
  if (!sequence.prefix.empty()) text += fmt::format(" behind `{}`", sequence.prefix);
  return text;
}

void measure(Finding& finding, const SequenceFact& sequence) {
  finding.measurements.push_back(measurement("rows", static_cast<double>(sequence.rows), "items"));
  finding.measurements.push_back(measurement("density", sequence.density, "share"));
  if (sequence.monotonicity) {
    finding.measurements.push_back(
        measurement("monotonicity", *sequence.monotonicity, "correlation"));
  }
}

/// An index whose partition key tells the items apart and is no sequence itself: it serves the
/// reads that the table's key does not.
const Index* index_on_identifier(const Subject& subject) {
  for (const Index& index : subject.table.global_indexes.items) {
    const KeyProfile* profile = profile_of(subject, index.key, &index);
    if (profile == nullptr || profile->items < kFewestItems) continue;
    const bool unique = profile->distinct.value >= 0.9 * static_cast<double>(profile->items);
    const bool names_items =
        std::ranges::any_of(index.key.partition, [&subject](const KeyElement& element) {
          const ShapeFact* shape = shape_of(subject, element);
          return shape == nullptr || !shape->time_ordered;
        });
    if (unique && names_items && index.key.sort.size() < 2) return &index;
  }
  return nullptr;
}

const SequenceFact* sequence_of(const Subject& subject, const KeyElement& key) {
  if (subject.profile == nullptr) return nullptr;
  const auto& facts = subject.profile->sequences;
  const auto found = std::ranges::find_if(
      facts, [&key](const SequenceFact& fact) { return key.name.is(fact.attribute); });
  return found == facts.end() ? nullptr : &*found;
}

Finding by_data(const Subject& subject, const Rule& rule, const NamedKey& key,
                const SequenceFact& sequence) {
  Finding finding = make_measured(
      rule, key, Severity::info,
      fmt::format("partition key {} holds {} ({} of {} items): reads that do not know the number "
                  "need an index or a scan",
                  key.shown(), describe(sequence),
                  grouped(static_cast<std::int64_t>(sequence.rows - sequence.exceptions)),
                  grouped(static_cast<std::int64_t>(sequence.rows))));
  finding.remedy =
      "use the identifier that reads know as the key, and the condition `attribute_not_exists` on "
      "writes for uniqueness";
  if (const Index* index = index_on_identifier(subject)) {
    finding.severity = Severity::warning;
    const std::string names = NamedKey{&index->key, nullptr}.shown();
    finding.related.push_back({place_of(*index), "reads go here"});
    finding.notes.push_back(
        fmt::format("index `{}` tells the items apart by {}, at a second write for each item",
                    name_of(*index), names));
    finding.remedy = fmt::format(
        "use {} as the key, where that is what reads know, and drop index `{}`; the "
        "condition `attribute_not_exists` on writes keeps it unique",
        names, name_of(*index));
  }
  explain(finding);
  measure(finding, sequence);
  return finding;
}

/// Why the values are no sequence; empty when that cannot be told.
std::string other_shape(const Subject& subject, const KeyElement& key) {
  const ShapeFact* shape = shape_of(subject, key);
  if (shape == nullptr || subject.profile->sampled_rows < kFewestItems) return "";
  if (shape->shape == Shape::sequence || shape->shape == Shape::prefixed_sequence ||
      shape->shape == Shape::snowflake) {
    return "";
  }
  return fmt::format("{} of the values are of another form: {}", percent(shape->share),
                     shape_text(*shape));
}

/// What is known without data.
Findings before_data(const Subject& subject, const Rule& rule) {
  // What the source says of the column takes the place of what its name suggests.
  const auto& partition = subject.table.key.partition;
  if (subject.source != nullptr && subject.table.key.known() && partition.size() == 1) {
    const RelationalColumn* column = subject.source->column(partition.front());
    if (column != nullptr) return from_source(subject, rule, *column);
  }
  Findings findings;
  for (const NamedKey& key : named_keys(subject, rule)) {
    if (is_sequence(rule.info, key.schema->partition.front())) {
      findings.push_back(by_name(rule, key));
    }
  }
  return findings;
}

/// Where it is known who reads by the key, that decides how much a sequence there harms.
void settle_by_reads(Finding& finding, const Subject& subject) {
  const KeyReads reads = reads_by(subject, nullptr);
  if (reads.verdict == ReadsByKey::untold) return;
  std::erase_if(finding.notes,
                [](const std::string& note) { return note.starts_with("access patterns would"); });
  if (reads.verdict == ReadsByKey::some) {
    finding.severity = Severity::info;
    finding.remedy.clear();
    finding.notes.push_back(fmt::format("{} give{} it with equality, so that it is a key",
                                        reads.who, reads.who.starts_with("pattern") ? "s" : ""));
    if (reads.place.valid()) finding.related.push_back({reads.place, "asks for it"});
    return;
  }
  finding.severity = Severity::warning;
  finding.evidence = std::max(finding.evidence, Evidence::structural);
  finding.notes.push_back(fmt::format("{} gives it with equality", reads.who));
  const std::vector<std::string> known = attributes_known_to_reads(subject);
  if (!known.empty()) {
    finding.remedy = fmt::format(
        "use what the reads give as the key ({}), and the condition "
        "`attribute_not_exists` on writes for uniqueness",
        quoted_list(std::span(known).first(std::min<std::size_t>(known.size(), 3))));
  }
}

Findings by_source_and_data(const Subject& subject, const Rule& rule) {
  Findings findings = before_data(subject, rule);
  const std::vector<MeasuredKey> measured = measured_keys(subject, rule);
  if (measured.empty() || measured.front().key.schema->partition.size() != 1) return findings;
  const NamedKey& key = measured.front().key;
  const KeyElement& element = key.schema->partition.front();
  const SequenceFact* sequence = sequence_of(subject, element);
  if (findings.empty()) {
    const bool asked_for = match_words(rule.words("asked-for"), element.name.value()).has_value();
    if (sequence != nullptr && !asked_for) {
      findings.push_back(by_data(subject, rule, key, *sequence));
    }
    return findings;
  }
  Finding& finding = findings.front();
  if (finding.evidence == Evidence::suspected && sequence != nullptr) {
    return {by_data(subject, rule, key, *sequence)};
  }
  if (finding.evidence == Evidence::suspected) {
    std::string because = other_shape(subject, element);
    if (because.empty()) {
      finding = leave_open(std::move(finding), subject, *measured.front().profile, std::nullopt);
    } else {
      finding.withdrawn_because = std::move(because);
    }
  } else if (sequence != nullptr) {
    // The source names the generator, data show it at work.
    finding.evidence = Evidence::measured;
    measure(finding, *sequence);
  }
  return findings;
}

}  // namespace

Findings sequence_key(const Subject& subject, const Rule& rule) {
  Findings findings = by_source_and_data(subject, rule);
  for (Finding& finding : findings) {
    if (finding.withdrawn_because.empty()) settle_by_reads(finding, subject);
  }
  return findings;
}

}  // namespace ddblint
