#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"

namespace ddblint {
namespace {

std::string same_prefix(const EntityFact& fact) {
  return fmt::format(
      "items of `{}` `{}` and `{}` have keys of one form (`{}`): a query for the one returns the "
      "other, too, and equal ids overwrite each other",
      fact.type_attribute, fact.first_type, fact.second_type, fact.first_format);
}

std::string two_formats(const EntityFact& fact) {
  return fmt::format(
      "items of `{}` `{}` have keys of two forms (`{}` and `{}`): a query by the one misses the "
      "items of the other",
      fact.type_attribute, fact.first_type, fact.first_format, fact.second_format);
}

}  // namespace

Findings entities_collide(const Subject& subject, const Rule& rule) {
  Findings findings;
  const KeySchema& key = subject.table.key;
  if (subject.profile == nullptr || key.partition.empty()) return findings;
  for (const EntityFact& fact : subject.profile->entities) {
    const bool collide = fact.kind == EntityFact::Kind::same_prefix;
    Finding finding = make_finding(rule, Evidence::measured, key.partition.front().name.span(),
                                   collide ? same_prefix(fact) : two_formats(fact));
    finding.attribute = key.partition.front().name.value_or("");
    finding.label = collide ? "two types, one form" : "one type, two forms";
    finding.remedy = collide ? "begin the keys of each type with a word of its own: `ORDER#17`, "
                               "`INVOICE#17`"
                             : "write the keys of a type in one form, and convert the others";
    finding.measurements = {measurement("first", static_cast<double>(fact.first_rows), "items"),
                            measurement("second", static_cast<double>(fact.second_rows), "items")};
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
