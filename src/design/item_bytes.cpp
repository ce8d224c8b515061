#include "design/item_bytes.h"

#include <algorithm>
#include <cmath>

#include "design/bounded.h"
#include "design/key_match.h"
#include "design/units.h"

namespace ddblint {
namespace {

/// Mean steps of measured sizes: of so many quantiles, which are within 1/128 of the values.
double mean_steps(const LogHistogram& sizes, double unit_bytes) {
  constexpr int kQuantiles = 400;
  double total = 0;
  for (int i = 0; i < kQuantiles; ++i) {
    const auto size = sizes.quantile((i + 0.5) / kQuantiles);
    total += steps(static_cast<double>(size), unit_bytes);
  }
  return total / kQuantiles;
}

Bounded steps_of(const ItemBytes& bytes, double unit_bytes, std::optional<double> measured) {
  const auto whole = [unit_bytes](double size) { return steps(size, unit_bytes); };
  if (bytes.each) return mapped(bytes.mean, whole);
  return bounded(measured.value_or(whole(bytes.mean.value)),
                 std::max(1.0, bytes.mean.low / unit_bytes), bytes.mean.high / unit_bytes + 1);
}

/// Bytes that an attribute takes in an item on average: its name and its values, over the items
/// that `items` counts.
double mean_bytes(const AttributeProfile& attribute, double items) {
  const auto present = static_cast<double>(attribute.present);
  const double bytes = static_cast<double>(attribute.total_bytes) +
                       present * static_cast<double>(attribute.name.size());
  return bytes / std::max(1.0, items);
}

/// Mean bytes of entries with these attributes, where data tell it.
std::optional<double> measured_entry(const Subject& subject, const Index& index,
                                     const std::vector<std::string>& names) {
  const TableProfile* profile = subject.profile;
  if (profile == nullptr || profile->source.items == 0) return std::nullopt;
  if (profile->attributes.empty() || profile->attributes_left_out > 0) return std::nullopt;
  double bytes = 0;
  for (const std::string& name : names) {
    const AttributeProfile* attribute = profile->attribute(name);
    if (attribute == nullptr) continue;
    // Items without the index's key are not in it, so that the key's own attributes always are.
    const bool in_key = element_of(index.key, name) != nullptr;
    bytes += mean_bytes(*attribute, in_key ? static_cast<double>(attribute->present)
                                           : static_cast<double>(profile->source.items));
  }
  return bytes;
}

/// The profile of a key schema, whatever its number of items.
const KeyProfile* profile_of_key(const Subject& subject, const KeySchema& schema,
                                 const Index* index) {
  if (subject.profile == nullptr || !key_known(schema)) return nullptr;
  if (index != nullptr && !index->name.known()) return nullptr;
  const KeyProfile* profile = subject.profile->key(index == nullptr ? "" : index->name.value());
  const auto same = [](const PlannedAttribute& planned, const KeyElement& element) {
    return element.name.is(planned.name);
  };
  const bool same_key =
      profile != nullptr && std::ranges::equal(profile->key.partition, schema.partition, same);
  return same_key ? profile : nullptr;
}

}  // namespace

std::optional<ItemBytes> item_bytes(const Subject& subject, const AccessPattern& pattern) {
  if (pattern.item_size) {
    return ItemBytes{.mean = exactly(*pattern.item_size)};
  }
  const TableProfile* profile = subject.profile;
  if (profile != nullptr && profile->source.items > 0) {
    const double mean =
        static_cast<double>(profile->item_bytes) / static_cast<double>(profile->source.items);
    ItemBytes bytes{.mean = exactly(mean), .each = false};
    if (profile->item_sizes.count() > 0) {
      bytes.read_steps = mean_steps(profile->item_sizes, kReadUnitBytes);
      bytes.write_steps = mean_steps(profile->item_sizes, kWriteUnitBytes);
    }
    return bytes;
  }
  const Table& table = subject.table;
  if (table.item_count.value_or(0) > 0 && table.size_bytes.value_or(0) > 0) {
    const double mean = static_cast<double>(table.size_bytes.value()) /
                        static_cast<double>(table.item_count.value());
    return ItemBytes{.mean = exactly(mean), .each = false};
  }
  return std::nullopt;
}

ItemBytes entry_bytes(const Subject& subject, const Index& index, const ItemBytes& item) {
  const Projected part = projected(subject.table, index);
  if (part.known && part.all) return item;
  if (part.known) {
    if (const auto mean = measured_entry(subject, index, part.names)) {
      return {.mean = exactly(std::min(*mean, item.mean.high)), .each = false};
    }
  }
  double least = 0;
  for (const std::string& name : part.names) {
    const bool in_key =
        element_of(index.key, name) != nullptr || element_of(subject.table.key, name) != nullptr;
    if (in_key) least += static_cast<double>(name.size()) + 1;
  }
  return {.mean = bounded(item.mean.high, std::min(least, item.mean.high), item.mean.high),
          .each = item.each};
}

Bounded read_steps(const ItemBytes& bytes) {
  return steps_of(bytes, kReadUnitBytes, bytes.read_steps);
}

Bounded write_steps(const ItemBytes& bytes) {
  return steps_of(bytes, kWriteUnitBytes, bytes.write_steps);
}

bool Projected::holds(std::string_view attribute) const {
  return all || std::ranges::find(names, attribute) != names.end();
}

Projected projected(const Table& table, const Index& index) {
  Projected part;
  const bool keys_known = key_known(table.key) && key_known(index.key);
  if (keys_known) {
    part.names = names_of(table.key);
    std::ranges::copy(names_of(index.key), std::back_inserter(part.names));
  }
  part.all = index.projection.type.is("ALL");
  const bool include = index.projection.type.is("INCLUDE");
  const auto& more = index.projection.non_key_attributes;
  for (const Setting<std::string>& name : more.items) {
    if (include && name.known()) part.names.push_back(name.value());
  }
  std::ranges::sort(part.names);
  part.names.erase(std::ranges::unique(part.names).begin(), part.names.end());
  part.known = part.all ||
               (keys_known && (index.projection.type.is("KEYS_ONLY") || (include && more.whole())));
  return part;
}

std::optional<double> table_items(const Subject& subject) {
  if (subject.profile != nullptr && subject.profile->source.items > 0) {
    const ProfileSource& source = subject.profile->source;
    if (!source.sampled()) return static_cast<double>(source.items);
    if (source.population) return static_cast<double>(*source.population);
  }
  const auto& count = subject.table.item_count;
  if (count.known() && count.value() > 0) return static_cast<double>(count.value());
  return std::nullopt;
}

const KeyProfile* measured_key(const Subject& subject, const KeySchema& schema,
                               const Index* index) {
  const KeyProfile* profile = profile_of_key(subject, schema, index);
  return profile != nullptr && profile->items > 0 ? profile : nullptr;
}

Bounded indexed_share(const Subject& subject, const Index& index) {
  const auto& elements = index.key.elements.items;
  const bool always =
      key_known(index.key) && std::ranges::all_of(elements, [&](const KeyElement& element) {
        return element_of(subject.table.key, element.name.value()) != nullptr;
      });
  if (always) return exactly(1);
  const KeyProfile* profile = profile_of_key(subject, index.key, &index);
  const std::uint64_t items = profile == nullptr ? 0 : profile->items + profile->missing;
  if (items == 0) return bounded(1, 0, 1);
  return exactly(static_cast<double>(profile->items) / static_cast<double>(items));
}

}  // namespace ddblint
