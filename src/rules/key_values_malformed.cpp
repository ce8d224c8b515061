#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_schemas.h"
#include "rules/measured_keys.h"

namespace ddblint {
namespace {

/// A malformed key of the table or of an index.
class Malformed {
 public:
  Malformed(const Subject& subject, const Rule& rule, const OwnedKey& key,
            const KeyProfile& profile)
      : subject_(subject), rule_(rule), key_(key), profile_(profile) {}

  [[nodiscard]] Findings findings() const {
    Findings found;
    add(found, profile_.empty, "empty", "an empty key value in {}: their writes are refused");
    add(found, profile_.too_long, "too-long",
        "a key value in {} over its limit (2,048 bytes for a partition key, 1,024 for a sort key): "
        "their writes are refused");
    if (key_.index != nullptr) return found;
    add(found, profile_.mistyped, "mistyped",
        "a key value of another type than {} defines: their writes are refused");
    add(found, profile_.missing, "missing",
        "not all attributes of the key of {}: their writes are "
        "refused");
    return found;
  }

 private:
  void add(Findings& found, std::uint64_t items, const std::string& name,
           std::string_view what) const {
    if (items == 0) return;
    const std::string all =
        counted(static_cast<double>(subject_.profile->source.items), "item", "items");
    const auto place = std::ranges::find_if(
        key_.schema->elements.items, [](const KeyElement& each) { return each.name.known(); });
    const KeyElement& element = *place;
    Finding finding = make_finding(
        rule_, Evidence::measured, element.name.span(),
        fmt::format("{} of {} {} {}", count_text(static_cast<double>(items)), all,
                    items == 1 ? "has" : "have", fmt::format(fmt::runtime(what), key_.owner())));
    finding.severity = Severity::error;
    finding.index = key_.index_name();
    finding.attribute = element.name.value();
    finding.label = name;
    if (name == "mistyped" && !profile_.mistyped_example.empty()) {
      finding.notes.push_back("for example " + profile_.mistyped_example);
    }
    finding.remedy = "mend the data before they are loaded";
    finding.measurements = {
        measurement(name + "-keys", static_cast<double>(items), "items"),
        measurement("items", static_cast<double>(subject_.profile->source.items), "items")};
    found.push_back(std::move(finding));
  }

  const Subject& subject_;
  const Rule& rule_;
  const OwnedKey& key_;
  const KeyProfile& profile_;
};

std::string kind_text(const MixedFormatFact& fact) {
  if (fact.kind == "case") return "in upper and lower case";
  if (fact.kind == "padding") return "with and without leading zeros";
  if (fact.kind == "white space") return "with and without white space around them";
  return "in two formats";
}

const KeyElement* element_of(const Table& table, const std::string& name) {
  for (const OwnedKey& key : every_key(table)) {
    for (const KeyElement& element : key.schema->elements.items) {
      if (element.name.is(name)) return &element;
    }
  }
  return nullptr;
}

Finding describe(const Rule& rule, const KeyElement& element, const MixedFormatFact& fact) {
  // Two formats can be two kinds of things; two spellings of one value are one thing twice.
  const bool spelling = fact.kind != "format";
  Finding finding = make_finding(
      rule, Evidence::measured, element.name.span(),
      fmt::format("values of key attribute `{}` stand {} (`{}` and `{}`): {}", fact.attribute,
                  kind_text(fact), fact.first_example, fact.second_example,
                  spelling ? "DynamoDB takes two spellings for two keys, so a read by one misses "
                             "the items of the other"
                           : "a read must know which of them an item has"));
  finding.severity = spelling ? Severity::warning : Severity::info;
  finding.attribute = fact.attribute;
  finding.label = "two spellings";
  finding.remedy = "write every value in one form, and convert the others";
  finding.measurements = {
      measurement("first-form", static_cast<double>(fact.first_rows), "items"),
      measurement("second-form", static_cast<double>(fact.second_rows), "items")};
  return finding;
}

}  // namespace

Findings key_values_malformed(const Subject& subject, const Rule& rule) {
  Findings findings;
  if (subject.profile == nullptr || subject.profile->source.items == 0) return findings;
  for (const OwnedKey& key : every_key(subject.table)) {
    if (!settled(*key.schema) || key.schema->elements.items.empty()) continue;
    const KeyProfile* profile = subject.profile->key(key.index_name());
    if (profile == nullptr || (key.index != nullptr && profile->key.index.empty())) continue;
    for (Finding& finding : Malformed(subject, rule, key, *profile).findings()) {
      findings.push_back(std::move(finding));
    }
  }
  for (const MixedFormatFact& fact : subject.profile->mixed_formats) {
    const KeyElement* element = element_of(subject.table, fact.attribute);
    if (element != nullptr) findings.push_back(describe(rule, *element, fact));
  }
  return findings;
}

}  // namespace ddblint
