#include "profile/column_collector.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "profile/collector.h"

namespace ddblint {
namespace {

/// 2^64 / golden ratio: spreads what differs in few bits over the leading ones.
constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
constexpr std::size_t kWord = 8;

struct NameEnds {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

template <typename Word>
std::uint64_t word_at(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// The first and the last bytes of a name, as many as fit in two words; they may be the same ones.
NameEnds ends_of(std::string_view name) {
  const char* const begin = name.data();
  const char* const end = begin + name.size();
  if (name.size() >= kWord) {
    return {.first = word_at<std::uint64_t>(begin), .last = word_at<std::uint64_t>(end - kWord)};
  }
  if (name.size() >= kWord / 2) {
    return {.first = word_at<std::uint32_t>(begin), .last = word_at<std::uint32_t>(end - 4)};
  }
  if (name.empty()) return {};
  return {.first = word_at<std::uint8_t>(begin) | word_at<std::uint8_t>(begin + name.size() / 2)
                                                      << 8U,
          .last = word_at<std::uint8_t>(end - 1)};
}

}  // namespace

std::uint32_t ColumnCollector::column(std::string_view name) {
  const auto [first, last] = ends_of(name);
  const std::uint64_t mixed = (first ^ std::rotl(last, 29) ^ name.size()) * kOdd;
  std::size_t at = mixed >> (64U - std::bit_width(kNameSlots - 1));
  for (;; at = (at + 1) % kNameSlots) {
    const NameSlot& slot = slots_[at];
    if (slot.column == kNoColumn) break;
    const bool same = slot.first == first && slot.last == last && slot.length == name.size();
    if (same && (name.size() <= 2 * kWord || columns_[slot.column].name == name)) {
      return slot.column;
    }
  }
  if (columns_.size() == kMostColumns) return kNoColumn;
  const auto number = static_cast<std::uint32_t>(columns_.size());
  columns_.emplace_back().name = name;
  slots_[at] = {.first = first, .last = last, .length = name.size(), .column = number};
  return number;
}

void ColumnCollector::measure(Column& column, const AttributeList& attributes) {
  // So many ahead as memory takes to answer.
  constexpr std::size_t kAhead = 12;
  column.present = column.places.size();
  column.hashes.resize(column.places.size());
  std::size_t scalars = 0;
  for (std::size_t i = 0; i < column.places.size(); ++i) {
    if (i + kAhead < column.places.size()) {
      __builtin_prefetch(&attributes[column.places[i + kAhead]]);
    }
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

const std::vector<ColumnCollector::Column>& ColumnCollector::collect(const ParsedItems& items) {
  for (Column& column : columns_) {
    static_cast<AttributeCounts&>(column) = {};
    column.hashes.clear();
    column.places.clear();
  }
  left_out_ = 0;
  for (const Item& item : items.items) {
    for (std::uint32_t place = item.first; place < item.first + item.count; ++place) {
      const std::uint32_t number = column(items.attributes[place].name);
      if (number == kNoColumn) {
        ++left_out_;
      } else if (!item.removed) {
        columns_[number].places.push_back(place);
      }
    }
  }
  for (Column& column : columns_) measure(column, items.attributes);
  return columns_;
}

}  // namespace ddblint
