#include "workload/trace_seconds.h"

#include <algorithm>
#include <bit>

#include "sketch/hash.h"

namespace ddblint {
namespace {

constexpr std::size_t kFewestSlots = 64;
constexpr unsigned kEventsPerTick = 8;  // as a shift
/// An entry of an unordered_map with its share of the buckets.
constexpr std::size_t kFloorBytes = 48;

std::uint64_t pair_of(std::uint64_t key, std::uint32_t second) {
  return mix(key + second * std::uint64_t{0x9E3779B97F4A7C15U}) | 1U;
}

/// Three quarters of the slots.
std::size_t room(std::size_t slots) { return slots / 4 * 3; }

}  // namespace

TraceSeconds::TraceSeconds(std::uint64_t bytes) : slots_(kFewestSlots) {
  // An eighth for floors, and while a purge runs another table of those kept: at most half.
  const std::uint64_t slots = bytes * 7 / 8 * 2 / 3 / sizeof(Slot);
  most_slots_ = std::max(kFewestSlots, std::bit_floor(slots));
  most_floors_ = std::max<std::size_t>(kFewestSlots, bytes / 8 / kFloorBytes);
}

std::size_t TraceSeconds::place(std::uint64_t pair) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (pair >> 1U) & mask;
  while (slots_[at].pair != 0 && slots_[at].pair != pair) at = (at + 1) & mask;
  return at;
}

void TraceSeconds::prefetch(std::uint64_t key, std::uint32_t second) const {
  __builtin_prefetch(&slots_[(pair_of(key, second) >> 1U) & (slots_.size() - 1)], 1);
}

MilliUnits TraceSeconds::floor_of(std::uint32_t second) const {
  if (floors_.empty()) return 0;
  const auto found = floors_.find(second >> block_bits_);
  return found == floors_.end() ? 0 : found->second;
}

UnitBounds TraceSeconds::add(std::uint64_t key, std::uint32_t second, MilliUnits low,
                             MilliUnits high) {
  const std::uint64_t pair = pair_of(key, second);
  std::size_t at = place(pair);
  ++events_;
  if (slots_[at].pair == 0) {
    if (used_ == room(slots_.size())) {
      grow();
      at = place(pair);
    }
    ++used_;
    slots_[at] = {.pair = pair, .low = 0, .high = floor_of(second), .second = second};
  }
  Slot& slot = slots_[at];
  slot.low += low;
  slot.high += high;
  slot.touched = static_cast<std::uint32_t>(events_ >> kEventsPerTick);
  return {slot.low, slot.high};
}

void TraceSeconds::grow() {
  if (slots_.size() >= most_slots_) return purge();
  std::vector<Slot> kept;
  kept.reserve(used_);
  std::ranges::copy_if(slots_, std::back_inserter(kept), [](const Slot& s) { return s.pair != 0; });
  rebuild(2 * slots_.size(), kept);
}

void TraceSeconds::rebuild(std::size_t slots, const std::vector<Slot>& kept) {
  slots_.assign(slots, {});
  used_ = kept.size();
  for (const Slot& slot : kept) slots_[place(slot.pair)] = slot;
}

void TraceSeconds::purge() {
  std::vector<MilliUnits> ages;
  ages.reserve(used_);
  for (const Slot& slot : slots_) {
    if (slot.pair != 0) ages.push_back(slot.touched);
  }
  const auto newest_old = ages.begin() + static_cast<std::ptrdiff_t>(ages.size() / 4 * 3);
  std::ranges::nth_element(ages, newest_old);
  const MilliUnits old = *newest_old;
  std::vector<MilliUnits> amounts;
  amounts.reserve(used_);
  for (const Slot& slot : slots_) {
    if (slot.pair != 0 && slot.touched <= old) amounts.push_back(slot.high);
  }
  const auto largest_gone =
      amounts.begin() + static_cast<std::ptrdiff_t>((amounts.size() - 1) / 3 * 2);
  std::ranges::nth_element(amounts, largest_gone);
  const MilliUnits small = *largest_gone;
  std::vector<Slot> kept;
  kept.reserve(used_ / 2 + 1);
  for (const Slot& slot : slots_) {
    if (slot.pair == 0) continue;
    if (slot.touched <= old && slot.high <= small) {
      raise_floor(slot.second, slot.high);
    } else {
      kept.push_back(slot);
    }
  }
  rebuild(slots_.size(), kept);
}

void TraceSeconds::raise_floor(std::uint32_t second, MilliUnits high) {
  MilliUnits& floor = floors_[second >> block_bits_];
  floor = std::max(floor, high);
  while (floors_.size() > most_floors_) widen_blocks();
}

void TraceSeconds::widen_blocks() {
  ++block_bits_;
  std::unordered_map<std::uint32_t, MilliUnits> wider;
  wider.reserve(floors_.size() / 2);
  for (const auto& [block, floor] : floors_) {
    MilliUnits& merged = wider[block >> 1U];
    merged = std::max(merged, floor);
  }
  floors_ = std::move(wider);
}

std::size_t TraceSeconds::memory() const {
  return sizeof(*this) + slots_.capacity() * sizeof(Slot) + floors_.size() * kFloorBytes;
}

}  // namespace ddblint
