#include <array>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "source/text.h"

namespace ddblint {
namespace {

bool is_key_type(std::string_view type) { return type == "S" || type == "N" || type == "B"; }

/// The letter that a word for a type means; empty when it means none that a key can have.
std::string_view letter_for(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kWords = {
      {{"s", "S"},
       {"string", "S"},
       {"n", "N"},
       {"number", "N"},
       {"int", "N"},
       {"integer", "N"},
       {"b", "B"},
       {"binary", "B"},
       {"bytes", "B"}}};
  const std::string word = to_lower(type);
  for (const auto& [name, letter] : kWords) {
    if (name == word) return letter;
  }
  return {};
}

std::string name_in_message(const AttributeDefinition& attribute) {
  return attribute.name.known() ? fmt::format("attribute `{}`", attribute.name.value())
                                : "an attribute";
}

Finding wrong_type(const AttributeDefinition& attribute, const Rule& rule) {
  const bool stated = attribute.type.known();
  Finding finding = make_finding(
      rule, Evidence::structural, stated ? attribute.type.span() : attribute.span,
      stated ? fmt::format("{} is defined with type `{}`, and a key holds only `S`, `N` or `B`",
                           name_in_message(attribute), attribute.type.value())
             : fmt::format("{} is defined without a type", name_in_message(attribute)));
  finding.label = stated ? "no type of a key" : "no type";
  finding.attribute = attribute.name.value_or("");
  const auto letter = stated ? letter_for(attribute.type.value()) : std::string_view();
  finding.remedy = letter.empty()
                       ? "use `S`, `N` or `B` if it is part of a key, and take it out if not"
                       : fmt::format("write `{}`", letter);
  return finding;
}

Finding two_types(const AttributeDefinition& first, const AttributeDefinition& again,
                  const Rule& rule) {
  Finding finding = make_finding(
      rule, Evidence::structural, again.type.span(),
      fmt::format("attribute `{}` is defined as `{}` and as `{}`, so the table cannot be created",
                  again.name.value(), first.type.value(), again.type.value()));
  finding.label = "another type";
  finding.attribute = again.name.value();
  finding.related.push_back({first.type.span(), "the first definition"});
  finding.remedy = "keep the definition whose type the items have";
  return finding;
}

/// The first definition of the same name, when both types are known and differ.
const AttributeDefinition* contradicted(const std::vector<AttributeDefinition>& all,
                                        const AttributeDefinition& attribute) {
  if (!attribute.name.known() || !attribute.type.known()) return nullptr;
  for (const AttributeDefinition& other : all) {
    if (&other == &attribute) break;
    if (!other.name.is(attribute.name.value())) continue;
    return other.type.known() && !other.type.is(attribute.type.value()) ? &other : nullptr;
  }
  return nullptr;
}

}  // namespace

Findings key_type_invalid(const Subject& subject, const Rule& rule) {
  Findings findings;
  const auto& all = subject.table.attributes.items;
  for (const AttributeDefinition& attribute : all) {
    const Setting<std::string>& type = attribute.type;
    if (type.absent() || (type.known() && !is_key_type(type.value()))) {
      findings.push_back(wrong_type(attribute, rule));
    } else if (const auto* first = contradicted(all, attribute)) {
      findings.push_back(two_types(*first, attribute, rule));
    }
  }
  return findings;
}

}  // namespace ddblint
