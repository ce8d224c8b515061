#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_schemas.h"
#include "rules/measured_keys.h"

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

void finish(Finding& finding, const Table& table, const std::string& name) {
  finding.attribute = name;
  finding.remedy = "let it read a Number attribute that holds the expiry in epoch seconds";
  if (const auto owners = owners_of(table, name); !owners.empty()) {
    finding.notes.push_back(
        fmt::format("`{}` is a key attribute of {}: keep it there, and add an attribute of its own "
                    "for the expiry",
                    name, owners));
  }
}

std::optional<Finding> by_definition(const Table& table, const Rule& rule,
                                     const std::string& name) {
  const auto definition = std::ranges::find_if(
      table.attributes.items,
      [&name](const AttributeDefinition& attribute) { return attribute.name.is(name); });
  if (definition == table.attributes.items.end()) return std::nullopt;
  const Setting<std::string>& type = definition->type;
  if (!type.is("S") && !type.is("B")) return std::nullopt;

  Finding finding = make_finding(
      rule, Evidence::structural, table.ttl_attribute.span(),
      fmt::format(
          "time to live reads `{}`, which is defined as `{}` and not as a Number, so no item "
          "ever expires",
          name, type.value()));
  finding.label = "not a Number";
  finding.related.push_back({type.span(), fmt::format("defined as `{}`", type.value())});
  finish(finding, table, name);
  return finding;
}

double number_of(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

/// The range of some values: those that the profile shows.
std::optional<std::pair<double, double>> range_of(const AttributeProfile& attribute) {
  std::vector<double> numbers;
  for (const std::string* text : {&attribute.minimum, &attribute.maximum}) {
    if (!text->empty()) numbers.push_back(number_of(*text));
  }
  for (const TopValue& value : attribute.top) numbers.push_back(number_of(value.value));
  if (numbers.empty()) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(numbers);
  return std::pair(least, most);
}

/// What is wrong with numbers that are no epoch seconds; empty when they may be some. A second of
/// 2001 has ten digits, one of the year 5138 twelve.
std::string wrong_unit(const AttributeProfile& attribute) {
  const auto range = range_of(attribute);
  if (!range) return "";
  const auto [least, most] = *range;
  if (least >= 1e17) return "counts nanoseconds and not seconds";
  if (least >= 1e14) return "counts microseconds and not seconds";
  if (least >= 1e11) return "counts milliseconds and not seconds";
  if (least >= 1e9 && most >= 1e11) return "mixes seconds with finer units";
  if (least >= 19'000'000 && most <= 21'000'000) return "holds dates as YYYYMMDD";
  // Zero and the like say "never" in some schemes.
  if (most >= 1e6 && most < 1e9) return "holds no epoch seconds of this century";
  return "";
}

/// What keeps the items from expiring; empty when nothing does.
std::string wrong_values(const AttributeProfile& attribute) {
  const auto of = [&attribute](ValueType type) {
    return attribute.types.at(static_cast<std::size_t>(type));
  };
  const std::uint64_t numbers = of(ValueType::number);
  if (numbers == attribute.present) return wrong_unit(attribute);
  const std::uint64_t strings = of(ValueType::string);
  const std::string share = percent(static_cast<double>(attribute.present - numbers) /
                                    static_cast<double>(attribute.present));
  if (strings == 0) return fmt::format("is no Number on {} of the items that have it", share);
  const bool dates = attribute.shape && (attribute.shape->shape == Shape::date ||
                                         attribute.shape->shape == Shape::timestamp ||
                                         attribute.shape->shape == Shape::time_bucket);
  return fmt::format(
      "is a string{} on {} of the items that have it",
      dates && numbers == 0 ? fmt::format(" ({})", shape_text(*attribute.shape)) : "", share);
}

std::optional<Finding> by_data(const Subject& subject, const Rule& rule, const std::string& name) {
  if (subject.profile == nullptr || subject.profile->source.items < kFewestItems) {
    return std::nullopt;
  }
  const TableProfile& profile = *subject.profile;
  const auto items = static_cast<double>(profile.source.items);
  const AttributeProfile* attribute = profile.attribute(name);
  const bool nowhere = attribute == nullptr || attribute->present == 0;
  // Among very many attributes it may be one that was not followed.
  if (nowhere && profile.attributes_left_out > 0) return std::nullopt;
  const std::string wrong = nowhere
                                ? fmt::format("is on none of {}", counted(items, "item", "items"))
                                : wrong_values(*attribute);
  if (wrong.empty()) return std::nullopt;
  Finding finding =
      make_finding(rule, Evidence::measured, subject.table.ttl_attribute.span(),
                   fmt::format("time to live reads `{}`, which {}, so {}", name, wrong,
                               nowhere ? "nothing ever expires" : "those items never expire"));
  finding.label = nowhere ? "on no item" : "no epoch seconds";
  finding.measurements = {
      measurement("items", items, "items"),
      measurement("items-with-it", nowhere ? 0 : static_cast<double>(attribute->present), "items")};
  finish(finding, subject.table, name);
  return finding;
}

}  // namespace

Findings ttl_never_expires(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!table.ttl_enabled.is(true) || !table.ttl_attribute.known()) return {};
  const std::string& name = table.ttl_attribute.value();
  if (auto finding = by_data(subject, rule, name)) return {std::move(*finding)};
  if (auto finding = by_definition(table, rule, name)) return {std::move(*finding)};
  return {};
}

}  // namespace ddblint
