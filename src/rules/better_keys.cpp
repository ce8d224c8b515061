#include "rules/better_keys.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "rules/figures.h"
#include "rules/source_key.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// A key spreads the load of a whole table's quota when no value has more of it than this.
constexpr double kFairShare = 0.025;
constexpr double kThreshold = 1000;

/// What a table of this size can have: few items cannot show a thousand values.
bool has_many(const Subject& subject, double distinct) {
  const auto items = static_cast<double>(subject.profile->source.items);
  return distinct >= std::min(kThreshold, items / 2);
}

bool spreads(double share, double hottest_share) {
  return share <= kFairShare && share * 4 <= hottest_share;
}

bool on_every_item(const Subject& subject, std::uint64_t items) {
  return static_cast<double>(items) >= 0.99 * static_cast<double>(subject.profile->source.items);
}

bool holds_key_types(const AttributeProfile& attribute) {
  const auto of = [&attribute](ValueType type) {
    return attribute.types.at(static_cast<std::size_t>(type));
  };
  return of(ValueType::string) == attribute.present || of(ValueType::number) == attribute.present ||
         of(ValueType::binary) == attribute.present;
}

/// Names of things and identifiers; not prices, comments or times.
bool could_identify(const AttributeProfile& attribute) {
  if (!attribute.shape) return is_identifier(attribute.name);
  const Shape shape = attribute.shape->shape;
  if (identifies(shape)) return shape != Shape::digest;
  const bool plain = shape == Shape::text || shape == Shape::integer || shape == Shape::mixed;
  return plain && is_identifier(attribute.name);
}

bool in_key(const KeySchema& schema, std::string_view name) {
  return std::ranges::any_of(schema.partition, [name](const KeyElement& element) {
    return element.name.is(std::string(name));
  });
}

double share_of(const AttributeProfile& attribute) {
  if (attribute.top.empty()) return 1.0 / std::max(attribute.distinct.value, 1.0);
  return attribute.top.front().share;
}

bool is_candidate(const Subject& subject, const AttributeProfile& attribute) {
  return on_every_item(subject, attribute.present) && holds_key_types(attribute) &&
         could_identify(attribute) && has_many(subject, attribute.distinct.value) &&
         attribute.largest <= 2048;
}

/// Numbers that measure something, by type or by name: no read gives a price with equality.
bool measures(const AttributeProfile& attribute) {
  if (is_identifier(attribute.name)) return false;
  const RuleInfo* rule = find_rule("DDB113");
  const bool number = attribute.types.at(static_cast<std::size_t>(ValueType::number)) > 0;
  const bool coded = attribute.shape->shape == Shape::enumeration;
  if (number && !coded) return true;
  return number && rule != nullptr &&
         match_words(word_list(*rule, "measures"), attribute.name).has_value();
}

/// What reads may know beside the key: words and codes, not the sort key, times or amounts.
bool could_join(const Subject& subject, const KeySchema& key, const std::string& name) {
  const bool sorts = std::ranges::any_of(
      key.sort, [&name](const KeyElement& element) { return element.name.is(name); });
  const AttributeProfile* attribute = subject.profile->attribute(name);
  if (sorts || attribute == nullptr || !attribute->shape || !holds_key_types(*attribute)) {
    return false;
  }
  const ShapeFact& shape = *attribute->shape;
  return !shape.time_ordered && shape.shape != Shape::digest && shape.shape != Shape::number &&
         !measures(*attribute);
}

}  // namespace

std::string BetterKey::text() const {
  return fmt::format("{} ({} distinct values, the most frequent on {} of the items)",
                     quoted_list(attributes), count_text(distinct), percent(hottest_share));
}

std::vector<BetterKey> better_attributes(const Subject& subject, const KeySchema& instead_of,
                                         double hottest_share) {
  std::vector<BetterKey> found;
  for (const auto& [name, attribute] : subject.profile->attributes) {
    if (in_key(instead_of, name) || !is_candidate(subject, attribute)) continue;
    const double share = share_of(attribute);
    if (!spreads(share, hottest_share)) continue;
    found.push_back({.attributes = {name},
                     .distinct = attribute.distinct.value,
                     .hottest_share = share,
                     .extends_key = false});
  }
  const auto rank = [](const BetterKey& key) {
    return std::tuple(!is_identifier(key.attributes.front()), key.hottest_share,
                      key.attributes.front());
  };
  std::ranges::sort(found, {}, rank);
  return found;
}

std::optional<BetterKey> better_combination(const Subject& subject, const KeySchema& instead_of,
                                            std::string_view index, double hottest_share) {
  std::optional<BetterKey> best;
  // A read that knows the present key knows a part of what extends it.
  const auto rank = [](const BetterKey& key) {
    return std::tuple(!key.extends_key, key.attributes.size(), key.hottest_share, key.attributes);
  };
  for (const CombinationProfile& combination : subject.profile->combinations) {
    if (combination.index != index) continue;
    const double share = combination.hottest_share.value;
    const auto joins = [&](const std::string& name) {
      return in_key(instead_of, name) || could_join(subject, instead_of, name);
    };
    if (!std::ranges::all_of(combination.attributes, joins) ||
        !on_every_item(subject, combination.items) || !spreads(share, hottest_share) ||
        !has_many(subject, combination.distinct.value) || combination.names_items) {
      continue;
    }
    BetterKey key{.attributes = combination.attributes,
                  .distinct = combination.distinct.value,
                  .hottest_share = share,
                  .extends_key = combination.extends_key};
    if (!best || rank(key) < rank(*best)) best = std::move(key);
  }
  return best;
}

bool identifies(Shape shape) {
  switch (shape) {
    case Shape::sequence:
    case Shape::prefixed_sequence:
    case Shape::snowflake:
    case Shape::uuid1:
    case Shape::uuid4:
    case Shape::uuid6:
    case Shape::uuid7:
    case Shape::ulid:
    case Shape::ksuid:
    case Shape::digest:
    case Shape::email:
      return true;
    default:
      return false;
  }
}

}  // namespace ddblint
