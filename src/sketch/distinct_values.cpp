#include "sketch/distinct_values.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

#include "sketch/hash_level.h"
#include "sketch/saturating.h"

namespace ddblint {

namespace {

constexpr std::size_t kLeastSlots = 16;
constexpr std::size_t kMaxCapacity = 1U << 28U;

/// So that one more is within 64 bits.
constexpr std::uint64_t kMostMore = std::numeric_limits<std::uint64_t>::max() - 1;

/// How many values this many slots may hold.
constexpr std::size_t room(std::size_t slots) { return slots / 8 * 5; }

}  // namespace

DistinctValues::DistinctValues(std::size_t capacity)
    : hashes_(kLeastSlots), capacity_(std::clamp<std::size_t>(capacity, 1, kMaxCapacity)) {}

void DistinctValues::add(std::span<const std::uint64_t> hashes) {
  // In two steps for a block: the hashes of this level are picked out without branches; then memory
  // brings in the places of those that follow.
  constexpr std::size_t kBlock = 256;
  constexpr std::size_t kAhead = 12;
  std::array<std::uint64_t, kBlock + kAhead> picked{};
  total_ = saturating_add(total_, hashes.size());
  while (!hashes.empty()) {
    const auto block = hashes.first(std::min(kBlock, hashes.size()));
    hashes = hashes.subspan(block.size());
    std::size_t count = 0;
    for (const std::uint64_t hash : block) {
      picked[count] = hash;
      count += hash <= last_hash_ ? 1 : 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t ahead = picked[i + kAhead] & (hashes_.size() - 1);
      __builtin_prefetch(&hashes_[ahead], 1);
      if (!more_.empty()) __builtin_prefetch(&more_[ahead], 1);
      keep(held(picked[i]), 1);
    }
  }
}

void DistinctValues::add_counted(std::uint64_t hash, std::uint64_t count) {
  if (count == 0) return;
  total_ = saturating_add(total_, count);
  if (hash <= last_hash_) keep(held(hash), count);
}

void DistinctValues::keep(std::uint64_t hash, std::uint64_t count) {
  const std::size_t slot = place(hash);
  if (hashes_[slot] == hash) {
    kept_ = saturating_add(kept_, count);
    add_more(slot, count);
    return;
  }
  // Room is made first, so that there is never more than the capacity.
  while (size_ == capacity_ && hash <= last_hash_) rise_to(level_ + 1);
  if (hash <= last_hash_) insert(hash, count);
}

void DistinctValues::insert(std::uint64_t hash, std::uint64_t count) {
  if (size_ == room(hashes_.size())) resize(2 * hashes_.size());
  const std::size_t slot = place(hash);
  hashes_[slot] = hash;
  ++size_;
  kept_ = saturating_add(kept_, count);
  if (count > 1) add_more(slot, count - 1);
}

void DistinctValues::add_more(std::size_t slot, std::uint64_t count) {
  if (more_.empty()) more_.resize(hashes_.size());
  more_[slot] = std::min(saturating_add(more_[slot], count), kMostMore);
}

void DistinctValues::resize(std::size_t slots) {
  std::vector<std::uint64_t> hashes = std::exchange(hashes_, std::vector<std::uint64_t>(slots));
  std::vector<std::uint64_t> more =
      std::exchange(more_, std::vector<std::uint64_t>(more_.empty() ? 0 : slots));
  place_all(hashes, more, 0);
}

void DistinctValues::rise_to(unsigned level) {
  // A single hash fits in any capacity, and the last level has no more.
  do {
    level_ = level++;
    last_hash_ = last_hash_of(level_);
    drop_above_level();
  } while (size_ > capacity_);
}

void DistinctValues::drop_above_level() {
  // From an empty slot on, each survivor moves to its place among those that already did: never
  // beyond the slot it had, for all slots from its first one to that were visited.
  std::size_t begin = 0;
  while (hashes_[begin] != kEmpty) ++begin;
  place_all(hashes_, more_, begin);
}

void DistinctValues::place_all(std::vector<std::uint64_t>& from_hashes,
                               std::vector<std::uint64_t>& from_more, std::size_t begin) {
  // In blocks, whose values are picked out without branches: nobody can guess which slots are empty
  // or above the level.
  constexpr std::size_t kBlock = 256;
  std::array<std::uint64_t, kBlock> hashes{};
  std::array<std::uint64_t, kBlock> more{};
  size_ = 0;
  kept_ = 0;
  for (std::size_t left = from_hashes.size(); left > 0;) {
    const std::size_t slots = std::min({kBlock, left, from_hashes.size() - begin});
    std::size_t count = 0;
    for (std::size_t i = begin; i < begin + slots; ++i) {
      const std::uint64_t hash = std::exchange(from_hashes[i], kEmpty);
      hashes[count] = hash;
      if (!from_more.empty()) more[count] = std::exchange(from_more[i], 0);
      // An empty slot wraps around, beyond all.
      count += hash - 1 < last_hash_ ? 1 : 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t to = place(hashes[i]);
      hashes_[to] = hashes[i];
      if (!more_.empty()) more_[to] = more[i];
      kept_ = saturating_add(kept_, more[i] + 1);
    }
    size_ += count;
    left -= slots;
    begin = (begin + slots) & (from_hashes.size() - 1);
  }
}

void DistinctValues::merge(const DistinctValues& other) {
  if (other.level_ > level_) rise_to(other.level_);
  total_ = saturating_add(total_, other.total_);
  for (std::size_t i = 0; i < other.hashes_.size(); ++i) {
    const std::uint64_t hash = other.hashes_[i];
    if (hash != kEmpty && hash <= last_hash_) keep(hash, other.count_at(i));
  }
}

Estimate DistinctValues::distinct() const {
  return estimate_kept(
      {.kept = size_, .capacity = capacity_, .level = level_, .others = total_ - kept_});
}

std::uint64_t DistinctValues::count_of(std::uint64_t hash) const {
  const std::size_t slot = place(held(hash));
  return hashes_[slot] == kEmpty ? 0 : count_at(slot);
}

void DistinctValues::save(ArchiveWriter& out) const {
  out.varint(capacity_);
  out.varint(level_);
  out.varint(total_);
  out.varint(size_);
  std::vector<std::uint64_t> order;
  order.reserve(size_);
  std::ranges::copy_if(hashes_, std::back_inserter(order),
                       [](std::uint64_t hash) { return hash != kEmpty; });
  std::ranges::sort(order);
  for (const std::uint64_t hash : order) {
    out.fixed64(hash);
    out.varint(count_of(hash));
  }
}

std::expected<DistinctValues, std::string> DistinctValues::load(ArchiveReader& in) {
  const std::uint64_t capacity = in.varint(kMaxCapacity, "a capacity");
  if (capacity == 0) in.fail("a capacity is 0");
  DistinctValues values(capacity);
  values.level_ = static_cast<unsigned>(in.varint(kMaxLevel, "a level"));
  values.last_hash_ = last_hash_of(values.level_);
  values.total_ = in.varint();
  std::uint64_t previous = kEmpty;
  for (std::size_t left = in.count(capacity, 9); left > 0 && in.ok(); --left) {
    const std::uint64_t hash = in.fixed64();
    const std::uint64_t count = in.varint();
    if (hash <= previous) in.fail("the hashes do not rise");
    if (hash > values.last_hash_) in.fail("a hash is not of its level");
    if (count == 0) in.fail("a count is 0");
    if (!in.ok()) break;
    previous = hash;
    values.insert(hash, count);
  }
  if (values.kept_ > values.total_ || (values.exact() && values.kept_ != values.total_)) {
    in.fail("the counts of distinct values do not add up");
  }
  if (!in.ok()) return std::unexpected(in.error());
  return values;
}

}  // namespace ddblint
