#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_schemas.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// The names of a table's indexes; nothing when some are open.
std::optional<std::vector<std::string_view>> index_names(const Table& table) {
  std::vector<std::string_view> names;
  const auto add = [&names](const auto& list) {
    if (!list.whole()) return false;
    for (const auto& index : list.items) {
      if (!index.name.known()) return false;
      names.push_back(index.name.value());
    }
    return true;
  };
  if (!add(table.global_indexes) || !add(table.local_indexes) || !add(table.vector_indexes)) {
    return std::nullopt;
  }
  return names;
}

Finding unknown_index(const Subject& subject, const Rule& rule, const AccessPattern& pattern,
                      const std::vector<std::string_view>& names) {
  Finding finding = make_finding(
      rule, Evidence::structural, pattern.index.span,
      fmt::format("{} asks index `{}`, which the table does not have, so the service refuses it{}",
                  pattern_text(pattern), pattern.index.text,
                  did_you_mean(pattern.index.text, names)));
  finding.severity = Severity::error;
  finding.index = pattern.index.text;
  finding.label = "no such index";
  finding.related.push_back({subject.table.id_span, "of this table"});
  finding.remedy = "define the index, or name one that is defined";
  return finding;
}

/// The attributes that a pattern names, each at its first place.
std::vector<Stated> attributes_of(const AccessPattern& pattern) {
  std::vector<Stated> all;
  const auto add = [&all](const Stated& name) {
    const bool known = std::ranges::find(all, name.text, &Stated::text) != all.end();
    if (!known && !name.absent()) all.push_back(name);
  };
  for (const auto& equal : pattern.equals) add(equal.attribute);
  if (pattern.range) add(pattern.range->attribute);
  for (const auto& name : pattern.filter) add(name);
  if (pattern.attributes) std::ranges::for_each(*pattern.attributes, add);
  return all;
}

/// Data in which an attribute's absence means something.
bool tells_attributes(const Subject& subject, const Rule& rule) {
  if (subject.profile == nullptr || subject.profile->attributes_left_out > 0) return false;
  const ProfileSource& source = subject.profile->source;
  return source.items >= static_cast<std::uint64_t>(rule.integer("min-items"));
}

Finding unknown_attribute(const Subject& subject, const Rule& rule, const AccessPattern& pattern,
                          const Stated& name) {
  const TableProfile& profile = *subject.profile;
  std::vector<std::string_view> known;
  known.reserve(profile.attributes.size());
  for (const auto& [attribute, figures] : profile.attributes) known.push_back(attribute);
  Finding finding =
      make_finding(rule, Evidence::measured, name.span,
                   fmt::format("{} names `{}`, which none of {} items has{}", pattern_text(pattern),
                               name.text, count_text(static_cast<double>(profile.source.items)),
                               did_you_mean(name.text, known)));
  finding.attribute = name.text;
  finding.label = "on no item";
  finding.measurements = {measurement("items", static_cast<double>(profile.source.items), "items")};
  finding.remedy = "name an attribute that the items have";
  return finding;
}

/// A request that the service refuses for what the definition says of the key that it asks. Missing
/// keys and consistent reads of global indexes are rules of their own.
std::optional<Finding> contradiction(const Subject& subject, const Rule& rule,
                                     const ServedPattern& served) {
  const AccessPattern& pattern = *served.pattern;
  const Service* asked = served.asked();
  if (asked == nullptr || asked->how != How::impossible) return std::nullopt;
  const bool global = asked->index != nullptr && !asked->local;
  const bool told =
      is_read(pattern) && (pattern.operation != Operation::query ||
                           (global && pattern.effective_consistency() != Consistency::eventual));
  if (told) return std::nullopt;
  Finding finding = make_stated(
      rule, Evidence::structural, served, pattern.operation_span,
      fmt::format("{} cannot be served as it stands: {}", pattern_text(pattern), asked->why));
  finding.severity = Severity::error;
  finding.label = "the service refuses it";
  finding.related.push_back({place_of(*asked, subject.table), "what it asks"});
  finding.remedy = "correct the pattern, or the definition";
  return finding;
}

}  // namespace

Findings pattern_names_unknown(const Subject& subject, const Rule& rule) {
  Findings findings;
  if (subject.workload == nullptr) return findings;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    if (auto finding = contradiction(subject, rule, served)) {
      findings.push_back(std::move(*finding));
    }
  }
  const auto indexes = index_names(subject.table);
  const KeyNames keys = names_in_keys(subject.table);
  const bool data = tells_attributes(subject, rule);
  std::set<std::string> told;
  for (const AccessPattern& pattern : subject.workload->patterns) {
    if (indexes && !pattern.index.absent() &&
        std::ranges::find(*indexes, pattern.index.text) == indexes->end()) {
      findings.push_back(unknown_index(subject, rule, pattern, *indexes));
    }
    if (!data) continue;
    for (const Stated& name : attributes_of(pattern)) {
      const bool key = std::ranges::find(keys.names, name.text) != keys.names.end();
      // Nested attributes have paths, which profiles do not follow.
      const bool nested = name.text.find_first_of(".[") != std::string::npos;
      if (key || nested || subject.profile->attribute(name.text) != nullptr) continue;
      if (told.insert(name.text).second) {
        findings.push_back(unknown_attribute(subject, rule, pattern, name));
      }
    }
  }
  return findings;
}

}  // namespace ddblint
