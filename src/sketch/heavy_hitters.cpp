#include "sketch/heavy_hitters.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>

#include "sketch/special_functions.h"

namespace ddblint {

namespace {

constexpr std::size_t kLeastSlots = 8;
constexpr std::size_t kMaxSlots = 1U << 24U;

}  // namespace

HeavyHitters::HeavyHitters(std::size_t slots, std::size_t text_limit)
    : table_(text_limit),
      sums_(kSums),
      slots_(std::bit_ceil(std::clamp(slots, kLeastSlots, kMaxSlots))) {}

void HeavyHitters::add(std::span<const Addition> additions) {
  std::vector<Addition> fresh;
  fresh.reserve(additions.size());
  for (const Addition& addition : additions) {
    total_ = saturating_add(total_, addition.weight);
    const bool negative = (addition.hash & kSign) != 0;
    signed_sum(addition.hash) += negative ? 0 - addition.weight : addition.weight;
    if (CounterTable::Counter* const counter = table_.find(addition.hash)) {
      counter->count = saturating_add(counter->count, addition.weight);
    } else if (addition.weight > 0) {
      fresh.push_back(addition);
    }
  }
  insert(fresh);
}

void HeavyHitters::insert(std::span<const Addition> fresh) {
  std::uint64_t subtracted = 0;
  if (table_.size() + fresh.size() > room()) {
    std::vector<std::uint64_t> counts;
    counts.reserve(table_.size() + fresh.size());
    table_.for_each([&](const auto& counter, auto) { counts.push_back(counter.count); });
    for (const Addition& addition : fresh) counts.push_back(addition.weight);
    const auto must_go = counts.begin() + static_cast<std::ptrdiff_t>(room());
    std::ranges::nth_element(counts, must_go, std::ranges::greater());
    subtracted = *must_go;
    offset_ = saturating_add(offset_, subtracted);
    table_.keep_if([subtracted](CounterTable::Counter& counter) {
      counter.count -= std::min(counter.count, subtracted);
      return counter.count > 0;
    });
  }
  for (const Addition& addition : fresh) {
    if (addition.weight <= subtracted) continue;
    table_.insert({.hash = addition.hash, .count = addition.weight - subtracted}, addition.text);
  }
}

void HeavyHitters::merge(const HeavyHitters& other) {
  total_ = saturating_add(total_, other.total_);
  offset_ = saturating_add(offset_, other.offset_);
  for (std::size_t i = 0; i < kSums; ++i) sums_[i] += other.sums_[i];
  std::vector<Addition> fresh;
  other.table_.for_each([&](const CounterTable::Counter& counter, std::string_view text) {
    if (CounterTable::Counter* own = table_.find(counter.hash)) {
      own->count = saturating_add(own->count, counter.count);
    } else {
      fresh.push_back({.hash = counter.hash, .weight = counter.count, .text = text});
    }
  });
  insert(fresh);
}

Estimate HeavyHitters::squares() const {
  if (offset_ == 0) {
    double sum = 0;
    table_.for_each([&](const auto& counter, auto) {
      const auto count = static_cast<double>(counter.count);
      sum += count * count;
    });
    return {.value = sum, .low = sum, .high = sum, .exact = true};
  }
  // The variance is 2 (F2^2 - F4) / kSums, where F2 and F4 are the sums of squares and of fourth
  // powers: what the bounds surely give to F4 is taken off.
  double squares = 0;
  for (const std::uint64_t sum : sums_) {
    const auto value = static_cast<double>(static_cast<std::int64_t>(sum));
    squares += value * value;
  }
  double fourths = 0;
  table_.for_each([&](const auto& counter, auto) {
    const auto count = static_cast<double>(counter.count);
    fourths += count * count * count * count;
  });
  const double share = std::clamp(1 - fourths / std::max(squares * squares, 1.0), 0.0, 1.0);
  // A chi-square distribution of as many degrees of freedom has that variance.
  const double degrees = static_cast<double>(kSums) / std::max(share, 1e-6);
  const double half = degrees / 2;
  return {.value = squares,
          .low = squares * half / gamma_quantile(half, 0.975),
          .high = squares * half / gamma_quantile(half, 0.025)};
}

std::vector<HeavyHitters::Entry> HeavyHitters::top(std::size_t count) const {
  const std::vector<const CounterTable::Counter*> counters = table_.highest(count);
  std::vector<Entry> result;
  result.reserve(counters.size());
  for (const CounterTable::Counter* counter : counters) {
    result.push_back({.hash = counter->hash,
                      .text = std::string(table_.text(*counter)),
                      .low = counter->count,
                      .high = saturating_add(counter->count, offset_)});
  }
  return result;
}

void HeavyHitters::save(ArchiveWriter& out) const {
  out.varint(slots_);
  out.varint(table_.text_limit());
  out.varint(total_);
  out.varint(offset_);
  std::vector<Entry> entries = top(size());
  std::ranges::sort(entries, {}, &Entry::hash);
  out.varint(entries.size());
  for (const Entry& entry : entries) {
    out.fixed64(entry.hash);
    out.varint(entry.low);
    out.text(entry.text);
  }
  for (const std::uint64_t sum : sums_) {
    // The sign in the lowest bit, so that small numbers are short.
    out.varint((sum << 1U) ^ (0 - (sum >> 63U)));
  }
}

std::expected<HeavyHitters, std::string> HeavyHitters::load(ArchiveReader& in) {
  const std::uint64_t slots = in.varint(kMaxSlots, "a number of slots");
  if (slots < kLeastSlots || !std::has_single_bit(slots)) in.fail("a number of slots is no power");
  HeavyHitters result(slots, in.varint(CounterTable::kMaxTextLimit, "a limit of texts"));
  result.total_ = in.varint();
  result.offset_ = in.varint(result.total_, "an offset");
  std::uint64_t sum = 0;
  std::optional<std::uint64_t> previous;
  for (std::size_t left = in.count(result.room(), 10); left > 0 && in.ok(); --left) {
    const CounterTable::Counter counter{.hash = in.fixed64(), .count = in.varint()};
    const std::string_view text = in.text(result.table_.text_limit());
    if (previous && counter.hash <= *previous) in.fail("the hashes do not rise");
    if (counter.count == 0) in.fail("a count is 0");
    if (!in.ok()) break;
    previous = counter.hash;
    sum = saturating_add(sum, counter.count);
    result.table_.insert(counter, text);
  }
  for (std::uint64_t& signed_sum : result.sums_) {
    const std::uint64_t folded = in.varint();
    signed_sum = (folded >> 1U) ^ (0 - (folded & 1U));
  }
  if (sum > result.total_) in.fail("the counts of frequent values do not add up");
  if (!in.ok()) return std::unexpected(in.error());
  return result;
}

}  // namespace ddblint
