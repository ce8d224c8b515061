#include "sketch/counter_table.h"

#include <algorithm>

namespace ddblint {

namespace {

constexpr std::size_t kLeastSlots = 16;

/// How many counters this many slots may hold: half, for a hash that is not held costs 2.5 probes
/// then, and 8.5 at three quarters (Knuth, The Art of Computer Programming, 6.4).
constexpr std::size_t room(std::size_t slots) { return slots / 2; }

}  // namespace

CounterTable::CounterTable(std::size_t text_limit)
    : text_limit_(std::min(text_limit, kMaxTextLimit)) {
  resize(kLeastSlots);
}

void CounterTable::insert(const Counter& counter, std::string_view text) {
  if (size_ == room(slots_.size())) resize(2 * slots_.size());
  const std::size_t index = place(counter.hash);
  // Part by part, as it was written.
  slots_[index].hash = counter.hash;
  slots_[index].count = counter.count;
  slots_[index].weight = counter.weight;
  ++size_;
  if (text_limit_ == 0) return;
  const std::string_view kept = text.substr(0, text_limit_);
  places_[index] = {.offset = arena_.size() & ((1ULL << 40U) - 1),
                    .size = kept.size() & kMaxTextLimit};
  arena_.append(kept);
}

void CounterTable::clear() {
  std::ranges::fill(slots_, Counter{});
  arena_.clear();
  dead_bytes_ = 0;
  size_ = 0;
}

void CounterTable::resize(std::size_t slots) {
  const std::vector<Counter> old_slots = std::exchange(slots_, std::vector<Counter>(slots));
  const std::vector<TextPlace> old_places =
      std::exchange(places_, std::vector<TextPlace>(text_limit_ == 0 ? 0 : slots));
  mask_ = slots - 1;
  for (std::size_t i = 0; i < old_slots.size(); ++i) {
    if (old_slots[i].count == 0) continue;
    const std::size_t index = place(old_slots[i].hash);
    slots_[index] = old_slots[i];
    if (text_limit_ != 0) places_[index] = old_places[i];
  }
}

void CounterTable::tidy_texts() {
  if (4 * dead_bytes_ <= arena_.size()) return;
  dead_bytes_ = 0;
  if (size_ == 0) {
    arena_.clear();
    return;
  }
  std::string kept;
  kept.reserve(arena_.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].count == 0) continue;
    const std::string_view text =
        std::string_view(arena_).substr(places_[i].offset, places_[i].size);
    places_[i].offset = kept.size() & ((1ULL << 40U) - 1);
    kept.append(text);
  }
  arena_ = std::move(kept);
}

std::vector<const CounterTable::Counter*> CounterTable::highest(std::size_t most) const {
  std::vector<const Counter*> counters;
  counters.reserve(size_);
  for_each([&counters](const Counter& counter, std::string_view) { counters.push_back(&counter); });
  const std::size_t kept = std::min(most, counters.size());
  std::ranges::partial_sort(counters, counters.begin() + static_cast<std::ptrdiff_t>(kept),
                            [](const Counter* left, const Counter* right) {
                              return left->count != right->count ? left->count > right->count
                                                                 : left->hash < right->hash;
                            });
  counters.resize(kept);
  return counters;
}

std::size_t CounterTable::memory() const {
  return slots_.capacity() * sizeof(Counter) + places_.capacity() * sizeof(TextPlace) +
         arena_.capacity();
}

}  // namespace ddblint
