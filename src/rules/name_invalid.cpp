#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_schemas.h"

namespace ddblint {
namespace {

// Lengths of the service: characters of a table or an index, bytes of a key attribute.
constexpr std::size_t kShortest = 3;
constexpr std::size_t kLongest = 255;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

/// A mark that another tool replaces before the deployment sees the name.
bool is_template(std::string_view name) {
  return name.find("${") != std::string_view::npos || name.find("{{") != std::string_view::npos ||
         name.find("<%") != std::string_view::npos;
}

/// What is wrong with the name of a table or an index.
std::optional<std::string> fault_of(std::string_view name) {
  if (is_template(name)) return std::nullopt;
  const auto wrong = std::ranges::find_if_not(name, is_name_character);
  if (wrong != name.end()) {
    if (*wrong == ' ') return "has a blank";
    const bool printable = *wrong > ' ' && *wrong <= '~';
    return printable ? fmt::format("has the character `{}`", *wrong)
                     : "has a character outside printable ASCII";
  }
  if (name.size() < kShortest) return fmt::format("is shorter than {} characters", kShortest);
  if (name.size() > kLongest) return fmt::format("is longer than {} characters", kLongest);
  return std::nullopt;
}

/// A name for a message: long ones would bury it.
std::string shown(std::string_view name) {
  constexpr std::size_t kShown = 40;
  if (name.size() <= kShown) return std::string(name);
  std::size_t end = kShown - 3;
  // Whole characters only.
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("{}...", name.substr(0, end));
}

Findings check_name(const Setting<std::string>& name, std::string_view what, const Rule& rule) {
  if (!name.known()) return {};
  const auto fault = fault_of(name.value());
  if (!fault) return {};
  Finding finding = make_finding(rule, Evidence::structural, name.span(),
                                 fmt::format("{} name `{}` {}, so the table cannot be created",
                                             what, shown(name.value()), *fault));
  finding.label = "not a valid name";
  finding.remedy =
      "use 3 to 255 of the characters `a` to `z`, `A` to `Z`, `0` to `9`, `_`, `-` and `.`";
  return {finding};
}

Findings check_index(const Setting<std::string>& name, Span index, std::string_view what,
                     const Rule& rule) {
  if (name.absent()) {
    Finding finding =
        make_finding(rule, Evidence::structural, index, fmt::format("a {} has no name", what));
    finding.label = "no `IndexName`";
    finding.remedy = "give it an `IndexName`";
    return {finding};
  }
  Findings findings = check_name(name, what, rule);
  for (auto& finding : findings) finding.index = name.value();
  return findings;
}

/// Names of attributes may hold any character, but not any number of them. Those of keys are the
/// same as those of definitions and are reported once.
Findings check_attributes(const Table& table, const Rule& rule) {
  Findings findings;
  std::set<std::string_view> seen;
  const auto check = [&](const Setting<std::string>& name) {
    if (!name.known() || !seen.insert(name.value()).second) return;
    const std::size_t bytes = name.value().size();
    if (bytes >= 1 && bytes <= kLongest) return;
    Finding finding = make_finding(
        rule, Evidence::structural, name.span(),
        bytes == 0 ? "a key attribute has an empty name"
                   : fmt::format("the name of key attribute `{}` is longer than {} bytes",
                                 shown(name.value()), kLongest));
    finding.label = "not a valid name";
    finding.attribute = name.value();
    finding.remedy = "use 1 to 255 bytes of UTF-8";
    findings.push_back(std::move(finding));
  };
  for (const AttributeDefinition& attribute : table.attributes.items) check(attribute.name);
  for (const OwnedKey& key : every_key(table)) {
    for (const KeyElement& element : key.schema->elements.items) check(element.name);
  }
  return findings;
}

}  // namespace

Findings name_invalid(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  Findings findings = check_name(table.name, "table", rule);
  const auto add = [&findings](Findings more) {
    std::ranges::move(more, std::back_inserter(findings));
  };
  for (const Index& index : table.global_indexes.items) {
    add(check_index(index.name, index.span, "global index", rule));
  }
  for (const Index& index : table.local_indexes.items) {
    add(check_index(index.name, index.span, "local index", rule));
  }
  for (const VectorIndex& index : table.vector_indexes.items) {
    add(check_index(index.name, index.span, "vector index", rule));
  }
  add(check_attributes(table, rule));
  return findings;
}

}  // namespace ddblint
