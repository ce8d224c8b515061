#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_schemas.h"
#include "source/text.h"

// A table and a local index have one HASH attribute and at most one RANGE attribute; a global index
// has up to four of each. HASH stands before RANGE. Each schema is reported once, for the first
// thing that is wrong with it, since the rest may follow from that.

namespace ddblint {
namespace {

using Elements = std::vector<KeyElement>;

/// Attributes of one role in the key of a global index.
constexpr std::size_t kMostInGlobalIndex = 4;

/// What is wrong with a schema and what to do.
struct Fault {
  Span span;
  std::string message;
  std::string label;
  std::string remedy;
};

/// The entry's own token for one of its members, or the entry where the member is missing.
Span place_of(const Setting<std::string>& member, const KeyElement& element) {
  return member.absent() ? element.span : member.span();
}

std::string remedy_for_role(std::string_view role) {
  const std::string word = to_lower(role);
  if (word == "hash" || word.starts_with("partition")) return "write `HASH`";
  if (word == "range" || word.starts_with("sort")) return "write `RANGE`";
  return "write `HASH` for a partition attribute and `RANGE` for a sort attribute";
}

std::optional<Fault> bad_entry(const Elements& elements, const std::string& owner) {
  for (const KeyElement& element : elements) {
    if (element.name.absent()) {
      return Fault{.span = element.span,
                   .message = fmt::format("an entry in the key of {} names no attribute", owner),
                   .label = "no `AttributeName`",
                   .remedy = "name the attribute"};
    }
    if (element.role.absent()) {
      return Fault{.span = element.span,
                   .message = fmt::format("an entry in the key of {} has no role", owner),
                   .label = "no `KeyType`",
                   .remedy = remedy_for_role("")};
    }
    if (!element.role.known() || element.role.is("HASH") || element.role.is("RANGE")) continue;
    return Fault{.span = element.role.span(),
                 .message = fmt::format("`{}` is no role in the key of {}: it is `HASH` or `RANGE`",
                                        element.role.value(), owner),
                 .label = "no role",
                 .remedy = remedy_for_role(element.role.value())};
  }
  return std::nullopt;
}

std::optional<Fault> too_many(const Elements& elements, std::string_view role, std::size_t most,
                              const std::string& owner) {
  std::size_t count = 0;
  const KeyElement* first_over = nullptr;
  for (const KeyElement& element : elements) {
    if (!element.role.is(std::string(role))) continue;
    if (++count == most + 1) first_over = &element;
  }
  if (first_over == nullptr) return std::nullopt;
  return Fault{.span = first_over->role.span(),
               .message = fmt::format("the key of {} has {} {} attributes and may have {}", owner,
                                      count, role, most),
               .label = fmt::format("number {}", most + 1),
               .remedy = role == "HASH" && most == 1
                             ? "make it the sort key with `RANGE`: only a global index has several "
                               "partition attributes"
                             : "join values into one attribute, or leave some out"};
}

std::optional<Fault> wrong_order(const Elements& elements, const std::string& owner) {
  const auto is_hash = [](const KeyElement& element) { return element.role.is("HASH"); };
  if (std::ranges::none_of(elements, is_hash)) {
    return Fault{.span = place_of(elements.front().role, elements.front()),
                 .message = fmt::format("the key of {} has no HASH attribute", owner),
                 .label = "only RANGE",
                 .remedy = "name the partition key first, with `KeyType: HASH`"};
  }
  const auto first_range = std::ranges::find_if_not(elements, is_hash);
  const auto late = std::find_if(first_range, elements.end(), is_hash);
  if (late == elements.end()) return std::nullopt;
  return Fault{
      .span = late->role.span(),
      .message = fmt::format("the key of {} has a HASH attribute after a RANGE attribute", owner),
      .label = "must stand before RANGE",
      .remedy = "list the HASH attributes first"};
}

std::optional<Fault> named_twice(const Elements& elements, const std::string& owner) {
  for (auto again = elements.begin(); again != elements.end(); ++again) {
    if (!again->name.known()) continue;
    const bool named_before = std::any_of(elements.begin(), again, [&](const KeyElement& element) {
      return element.name.is(again->name.value());
    });
    if (!named_before) continue;
    return Fault{
        .span = again->name.span(),
        .message = fmt::format("the key of {} names `{}` twice", owner, again->name.value()),
        .label = "again",
        .remedy = "use another attribute, or leave it out"};
  }
  return std::nullopt;
}

std::optional<Fault> fault_of(const OwnedKey& key, const Table& table) {
  if (!key.schema->elements.whole()) return std::nullopt;
  const Elements& elements = key.schema->elements.items;
  const Span list = key.schema->elements.span;
  const std::string owner = key.owner();
  if (elements.empty()) {
    return Fault{.span = list.valid() ? list : key.place(table),
                 .message = fmt::format("{} has no key", owner),
                 .label = "no `KeySchema`",
                 .remedy = "give it a `KeySchema` with at least a HASH attribute"};
  }
  if (auto fault = bad_entry(elements, owner)) return fault;
  if (auto fault = named_twice(elements, owner)) return fault;
  const auto open = [](const KeyElement& element) { return !element.role.known(); };
  if (std::ranges::any_of(elements, open)) return std::nullopt;
  const std::size_t most = key.global() ? kMostInGlobalIndex : 1;
  if (auto fault = too_many(elements, "HASH", most, owner)) return fault;
  if (auto fault = too_many(elements, "RANGE", most, owner)) return fault;
  return wrong_order(elements, owner);
}

}  // namespace

Findings key_schema_shape(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (taken_from_source(table)) return {};
  Findings findings;
  for (const OwnedKey& key : every_key(table)) {
    auto fault = fault_of(key, table);
    if (!fault) continue;
    Finding finding =
        make_finding(rule, Evidence::structural, fault->span, std::move(fault->message));
    finding.label = std::move(fault->label);
    finding.remedy = std::move(fault->remedy);
    finding.index = key.index_name();
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
