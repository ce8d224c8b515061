#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_schemas.h"

namespace ddblint {

Findings defined_attribute_not_used(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  const KeyNames used = names_in_keys(table);
  // Without a key at all, that is what is wrong.
  if (!used.whole || table.key.elements.items.empty()) return {};

  Findings findings;
  std::vector<std::string_view> seen = used.names;
  for (const AttributeDefinition& attribute : table.attributes.items) {
    if (!attribute.name.known()) continue;
    const std::string& name = attribute.name.value();
    if (std::ranges::find(seen, name) != seen.end()) continue;
    seen.emplace_back(name);
    Finding finding = make_finding(
        rule, Evidence::structural, attribute.name.span(),
        fmt::format("`{}` is defined, and no key uses it, so the table cannot be created", name));
    finding.label = "in no key";
    finding.attribute = name;
    finding.remedy = "take it out: only attributes of keys are defined, items may have any others";
    if (table.ttl_attribute.is(name)) {
      finding.related.push_back(
          {table.ttl_attribute.span(), "time to live needs no definition of its attribute"});
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
