#include "profile/collector.h"

#include <algorithm>

#include "data/key_text.h"
#include "profile/value_hash.h"
#include "sketch/hash.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

/// DynamoDB: a partition key value has at most 2,048 bytes, a sort key value 1,024 (Quotas page).
constexpr std::size_t kPartitionKeyBytes = 2048;
constexpr std::size_t kSortKeyBytes = 1024;

/// The type of a key attribute by DynamoDB's letter.
std::optional<ValueType> key_type(std::string_view letter) {
  for (const ValueType type : {ValueType::string, ValueType::number, ValueType::binary}) {
    if (to_string(type) == letter) return type;
  }
  return std::nullopt;
}

}  // namespace

void CollectedKeys::clear() {
  keys.clear();
  static_cast<KeyCounts&>(*this) = {};
}

KeyCollector::KeyCollector(const KeyPlan& plan, bool primaries)
    : plan_(plan), primaries_(primaries) {
  for (const PlannedKey& key : plan_.keys) {
    KeyPlaces places;
    for (const auto& attribute : key.partition) places.partition.push_back(place_of(attribute));
    for (const auto& attribute : key.sort) places.sort.push_back(place_of(attribute));
    places_.push_back(std::move(places));
  }
  seen_.resize(names_.size());
  out_.resize(plan_.keys.size());
}

std::size_t KeyCollector::place_of(const PlannedAttribute& attribute) {
  const auto found =
      std::ranges::find_if(names_, [&](const auto& known) { return known.name == attribute.name; });
  const auto place = static_cast<std::size_t>(found - names_.begin());
  if (found == names_.end()) names_.push_back({attribute, key_type(attribute.type)});
  return place;
}

void KeyCollector::look(const ParsedItems& items, const Item& item) {
  for (Seen& seen : seen_) seen = {};
  for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
    const Attribute& attribute = items.attributes[i];
    if (attribute.wanted != Attribute::kUnasked) seen_[attribute.wanted].attribute = &attribute;
  }
}

std::vector<std::string> KeyCollector::names() const {
  std::vector<std::string> names;
  names.reserve(names_.size());
  for (const Name& name : names_) names.push_back(name.name);
  return names;
}

bool KeyCollector::usable(std::size_t place, std::size_t limit, CollectedKeys& out) const {
  const Seen& seen = seen_[place];
  if (seen.attribute == nullptr) {
    ++out.missing;
    return false;
  }
  const ValueType type = seen.attribute->type;
  const std::optional<ValueType> wanted = names_[place].value_type;
  if (wanted ? type != *wanted : type > ValueType::binary) {
    note_mistyped(names_[place], type, out);
    return false;
  }
  if (seen.attribute->value.empty()) ++out.empty;
  if (type != ValueType::number && seen.attribute->size > limit) ++out.too_long;
  return true;
}

void KeyCollector::note_mistyped(const Name& name, ValueType type, CollectedKeys& out) {
  ++out.mistyped;
  if (!out.mistyped_example.empty()) return;
  out.mistyped_example = fmt::format("`{}` is {} instead of {}", name.name, to_string(type),
                                     name.type.empty() ? "S, N or B" : name.type);
}

/// Hash of a value that is usable.
std::uint64_t KeyCollector::hash(std::size_t place) {
  Seen& seen = seen_[place];
  if (!seen.is_hashed) {
    seen.hash = *hash_value(*seen.attribute, buffer_);
    seen.is_hashed = true;
  }
  return seen.hash;
}

std::string_view KeyCollector::joined(const std::vector<std::size_t>& places) {
  if (places.size() == 1) return seen_[places.front()].attribute->value;
  joined_.clear();
  for (const std::size_t place : places) {
    const Attribute& attribute = *seen_[place].attribute;
    append_key_value(joined_, attribute.name, attribute.value, false);
  }
  char* const text = texts_.take(joined_.size());
  return {text, std::ranges::copy(joined_, text).out};
}

void KeyCollector::add(std::size_t key, const Item& item) {
  const KeyPlaces& places = places_[key];
  CollectedKeys& out = out_[key];
  std::uint64_t partition = 0;
  for (std::size_t i = 0; i < places.partition.size(); ++i) {
    const std::size_t place = places.partition[i];
    if (!usable(place, kPartitionKeyBytes, out)) return;
    partition = i == 0 ? hash(place) : combine(partition, hash(place));
  }
  std::uint64_t primary = primaries_ ? partition : 0;
  for (const std::size_t place : places.sort) {
    if (!usable(place, kSortKeyBytes, out)) return;
    if (primaries_) primary = combine(primary, hash(place));
  }
  const std::string_view text = joined(places.partition);
  // In place: what is written in parts is read slowly as a whole.
  CollectedKey& entry = out.keys.emplace_back();
  entry.partition = partition;
  entry.primary = primary;
  entry.item_size = item.size;
  entry.text = text;
}

const std::vector<CollectedKeys>& KeyCollector::collect(const ParsedItems& items) {
  texts_.clear();
  for (CollectedKeys& out : out_) out.clear();
  for (const Item& item : items.items) {
    if (item.removed) continue;
    look(items, item);
    for (std::size_t key = 0; key < places_.size(); ++key) add(key, item);
  }
  return out_;
}

std::string KeyCollector::primary_text(const ParsedItems& items, const Item& item) const {
  std::string text;
  if (plan_.keys.empty()) return text;
  const PlannedKey& key = plan_.keys.front();
  const bool alone = key.partition.size() + key.sort.size() == 1;
  const auto append = [&](const std::vector<PlannedAttribute>& attributes) {
    for (const auto& wanted : attributes) {
      for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
        const Attribute& attribute = items.attributes[i];
        if (attribute.name != wanted.name) continue;
        append_key_value(text, attribute.name, attribute.value.substr(0, 256), alone);
      }
    }
  };
  append(key.partition);
  append(key.sort);
  return text;
}

}  // namespace ddblint
