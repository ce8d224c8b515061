#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_schemas.h"

namespace ddblint {
namespace {

/// The keys that an attribute is part of, for a note; empty when there are none.
std::string owners_of(const Table& table, const std::string& attribute) {
  std::string owners;
  for (const OwnedKey& key : every_key(table)) {
    const bool part = std::ranges::any_of(
        key.schema->elements.items,
        [&attribute](const KeyElement& element) { return element.name.is(attribute); });
    if (part) owners += fmt::format("{}{}", owners.empty() ? "" : " and of ", key.owner());
  }
  return owners;
}

}  // namespace

Findings ttl_never_expires(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!table.ttl_enabled.is(true) || !table.ttl_attribute.known()) return {};
  const std::string& name = table.ttl_attribute.value();
  const auto definition = std::ranges::find_if(
      table.attributes.items,
      [&name](const AttributeDefinition& attribute) { return attribute.name.is(name); });
  if (definition == table.attributes.items.end()) return {};
  const Setting<std::string>& type = definition->type;
  if (!type.is("S") && !type.is("B")) return {};

  Finding finding = make_finding(
      rule, Evidence::structural, table.ttl_attribute.span(),
      fmt::format(
          "time to live reads `{}`, which is defined as `{}` and not as a Number, so no item "
          "ever expires",
          name, type.value()));
  finding.label = "not a Number";
  finding.attribute = name;
  finding.related.push_back({type.span(), fmt::format("defined as `{}`", type.value())});
  finding.remedy = "let it read a Number attribute that holds the expiry in epoch seconds";
  if (const auto owners = owners_of(table, name); !owners.empty()) {
    finding.notes.push_back(
        fmt::format("`{}` is a key attribute of {}: keep it there, and add an attribute of its own "
                    "for the expiry",
                    name, owners));
  }
  return {finding};
}

}  // namespace ddblint
