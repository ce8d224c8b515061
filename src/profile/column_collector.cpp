#include "profile/column_collector.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "profile/value_hash.h"

namespace ddblint {
namespace {

/// 2^64 / golden ratio: spreads what differs in few bits over the leading ones.
constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
/// The bytes of a name that are held in its slot.
constexpr std::size_t kHeld = 16;

/// Zeros begin behind so many set bytes; read from `kHeld - n` on, they leave n bytes of a name.
constexpr auto kMask = [] {
  std::array<unsigned char, 2 * kHeld> mask{};
  std::fill_n(mask.begin(), kHeld, 0xFF);
  return mask;
}();

}  // namespace

ColumnCollector::NameStart ColumnCollector::start_of(std::string_view name,
                                                     std::string_view readable) {
  std::array<std::uint64_t, 2> words{};
  const std::size_t held = std::min(name.size(), kHeld);
  // Wraps around for what lies before it.
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(name.data()) -
                             reinterpret_cast<std::uintptr_t>(readable.data());
  if (readable.size() >= kHeld && offset <= readable.size() - kHeld) {
    // All at once, whatever its length: a processor cannot guess the lengths of names.
    std::array<std::uint64_t, 2> mask{};
    std::memcpy(mask.data(), kMask.data() + (kHeld - held), kHeld);
    std::memcpy(words.data(), name.data(), kHeld);
    words[0] &= mask[0];
    words[1] &= mask[1];
  } else if (held > 0) {
    std::memcpy(words.data(), name.data(), held);
  }
  return {.low = words[0], .high = words[1], .length = name.size()};
}

std::uint32_t ColumnCollector::column(std::string_view name, std::string_view readable) {
  const NameStart start = start_of(name, readable);
  const std::uint64_t mixed = (start.low ^ std::rotl(start.high, 29) ^ start.length) * kOdd;
  std::size_t at = mixed >> (64U - std::bit_width(kNameSlots - 1));
  for (;; at = (at + 1) % kNameSlots) {
    const NameSlot& slot = slots_[at];
    if (slot.column == kNoColumn) break;
    if (slot.start == start && (name.size() <= kHeld || columns_[slot.column].name == name)) {
      return slot.column;
    }
  }
  if (columns_.size() == kMostColumns) return kNoColumn;
  const auto number = static_cast<std::uint32_t>(columns_.size());
  columns_.emplace_back().name = name;
  slots_[at] = {.start = start, .column = number};
  return number;
}

void ColumnCollector::measure(Column& column, const AttributeList& attributes) {
  std::size_t scalars = column.hashes.size();
  const std::size_t end = column.places.size();
  column.present += end - scalars;
  column.hashes.resize(end);
  for (std::size_t i = scalars; i < end; ++i) {
    const std::uint32_t place = column.places[i];
    const Attribute& attribute = attributes[place];
    ++column.types[static_cast<std::size_t>(attribute.type)];
    column.bytes += attribute.size;
    column.largest = std::max<std::uint64_t>(column.largest, attribute.size);
    if (const auto hash = hash_value(attribute, buffer_)) {
      column.hashes[scalars] = *hash;
      column.places[scalars++] = place;
    }
  }
  column.hashes.resize(scalars);
  column.places.resize(scalars);
}

void ColumnCollector::measure(const AttributeList& attributes) {
  for (Column& column : columns_) {
    if (column.places.size() > column.hashes.size()) measure(column, attributes);
  }
}

const std::vector<ColumnCollector::Column>& ColumnCollector::collect(const ParsedItems& items,
                                                                     std::string_view readable) {
  // So many as stay in the cache with their values until they are measured.
  constexpr std::size_t kTogether = 1024;
  for (Column& column : columns_) {
    static_cast<AttributeCounts&>(column) = {};
    column.hashes.clear();
    column.places.clear();
  }
  left_out_ = 0;
  column_of_.resize(items.attributes.size());
  std::size_t waiting = 0;
  for (const Item& item : items.items) {
    for (std::uint32_t place = item.first; place < item.first + item.count; ++place) {
      const std::uint32_t number = column_of(items.attributes[place], readable);
      column_of_[place] = number;
      if (number == kNoColumn) {
        ++left_out_;
      } else if (!item.removed) {
        columns_[number].places.push_back(place);
      }
    }
    waiting += item.count;
    if (waiting < kTogether) continue;
    measure(items.attributes);
    waiting = 0;
  }
  measure(items.attributes);
  return columns_;
}

}  // namespace ddblint
