#include "sketch/frequent_values.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace ddblint {

namespace {

constexpr std::size_t kLeastSlots = 8;
constexpr std::size_t kMaxSlots = 1U << 24U;
/// Totals end here, so that twice a cell is within its 64 bits whatever is merged.
constexpr std::uint64_t kMostCounted = 1ULL << 60U;

std::uint64_t capped(std::uint64_t count) { return std::min(count, kMostCounted); }

std::uint64_t high_of(const CounterTable::Counter& counter) {
  return counter.count + counter.weight;
}

}  // namespace

FrequentValues::FrequentValues(std::size_t slots, std::size_t text_limit)
    : table_(text_limit), slots_(std::bit_ceil(std::clamp(slots, kLeastSlots, kMaxSlots))) {}

void FrequentValues::set_threshold(std::uint64_t threshold) {
  threshold_ = threshold;
  limit_ = (threshold - 1) * kOne;
}

void FrequentValues::take(std::uint64_t hash, std::string_view text) {
  if (table_.size() == room()) drop();
  std::uint64_t& cell = cells_[cell_of(hash)];
  if (cell < limit_) {
    cell += kOne;
    return;
  }
  table_.insert({.hash = hash, .count = 1, .weight = cell / kOne}, text);
  cell |= kHeld;
}

void FrequentValues::drop() {
  cells_.resize(2 * slots_);
  std::vector<std::uint64_t> bounds;
  bounds.reserve(table_.size());
  table_.for_each([&](const auto& counter, auto) { bounds.push_back(high_of(counter)); });
  const auto last = bounds.begin() + static_cast<std::ptrdiff_t>(bounds.size() - room() / 2 - 1);
  std::ranges::nth_element(bounds, last);
  set_threshold(std::max({threshold_, *last + 1, total_ / slots_}));
  table_.keep_if([this](const CounterTable::Counter& counter) {
    if (high_of(counter) >= threshold_) return true;
    std::uint64_t& cell = cells_[cell_of(counter.hash)];
    cell = std::max(cell, high_of(counter) * kOne);
    return false;
  });
  mark_held();
}

void FrequentValues::mark_held() {
  if (exact()) return;
  for (std::uint64_t& cell : cells_) cell &= ~kHeld;
  table_.for_each([this](const auto& counter, auto) { cells_[cell_of(counter.hash)] |= kHeld; });
}

void FrequentValues::merge(const FrequentValues& other) {
  total_ = capped(total_ + other.total_);
  const auto bound_of = [](const FrequentValues& values, std::uint64_t hash) {
    return values.exact() ? 0 : values.cells_[values.cell_of(hash)] / kOne;
  };
  const auto add = [this](CounterTable::Counter& to, std::uint64_t count, std::uint64_t weight) {
    to.count = capped(to.count + count);
    to.weight = std::min(to.weight + weight, total_ - to.count);
  };
  // Every counter is visited, none is dropped.
  table_.keep_if([&](CounterTable::Counter& own) {
    const CounterTable::Counter* const met = other.table_.find(own.hash);
    add(own, met == nullptr ? 0 : met->count,
        met == nullptr ? bound_of(other, own.hash) : met->weight);
    return true;
  });
  other.table_.for_each([&](CounterTable::Counter counter, std::string_view text) {
    if (table_.find(counter.hash) != nullptr) return;
    add(counter, 0, bound_of(*this, counter.hash));
    table_.insert(counter, text);
  });
  if (!other.exact()) {
    cells_.resize(2 * slots_);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      cells_[i] = capped(cells_[i] / kOne + other.cells_[i] / kOne) * kOne;
    }
  }
  set_threshold(std::min(threshold_ + other.threshold_, total_ + 2) - 1);
  if (table_.size() > room()) {
    drop();
  } else {
    mark_held();
  }
}

std::uint64_t FrequentValues::offset() const {
  return exact() ? 0 : std::ranges::max(cells_) / kOne;
}

std::vector<FrequentValue> FrequentValues::top(std::size_t count) const {
  const std::vector<const CounterTable::Counter*> counters = table_.highest(count);
  std::vector<FrequentValue> result;
  result.reserve(counters.size());
  for (const CounterTable::Counter* counter : counters) {
    result.push_back({.hash = counter->hash,
                      .text = std::string(table_.text(*counter)),
                      .low = counter->count,
                      .high = high_of(*counter)});
  }
  return result;
}

void FrequentValues::save(ArchiveWriter& out) const {
  out.varint(slots_);
  out.varint(table_.text_limit());
  out.varint(total_);
  std::vector<FrequentValue> values = top(size());
  std::ranges::sort(values, {}, &FrequentValue::hash);
  out.varint(values.size());
  for (const FrequentValue& value : values) {
    out.fixed64(value.hash);
    out.varint(value.low);
    out.varint(value.high - value.low);
    out.text(value.text);
  }
  out.varint(threshold_);
  out.byte(exact() ? 1 : 0);
  for (const std::uint64_t cell : cells_) out.varint(cell / kOne);
}

std::expected<FrequentValues, std::string> FrequentValues::load(ArchiveReader& in) {
  const std::uint64_t slots = in.varint(kMaxSlots, "a number of slots");
  if (slots < kLeastSlots || !std::has_single_bit(slots)) in.fail("a number of slots is no power");
  FrequentValues result(slots, in.varint(CounterTable::kMaxTextLimit, "a limit of texts"));
  result.total_ = in.varint(kMostCounted, "a total");
  std::uint64_t sum = 0;
  bool uncertain = false;
  std::optional<std::uint64_t> previous;
  for (std::size_t left = in.count(result.room(), 11); left > 0 && in.ok(); --left) {
    const CounterTable::Counter counter{.hash = in.fixed64(),
                                        .count = in.varint(result.total_, "a count"),
                                        .weight = in.varint(result.total_, "an uncertainty")};
    const std::string_view text = in.text(result.text_limit());
    if (previous && counter.hash <= *previous) in.fail("the hashes do not rise");
    if (counter.count == 0) in.fail("a count is 0");
    if (high_of(counter) > result.total_) in.fail("a count is above the total");
    if (!in.ok()) break;
    previous = counter.hash;
    sum = capped(sum + counter.count);
    result.table_.insert(counter, text);
  }
  result.load_cells(in);
  if (sum > result.total_ || (result.exact() && (sum < result.total_ || uncertain))) {
    in.fail("the counts of frequent values do not add up");
  }
  if (!in.ok()) return std::unexpected(in.error());
  return result;
}

void FrequentValues::load_cells(ArchiveReader& in) {
  const std::uint64_t threshold = in.varint(total_ + 1, "a threshold");
  if (threshold == 0) in.fail("a threshold is 0");
  const std::uint8_t form = in.byte();
  if (form > 1) in.fail("frequent values of an unknown form");
  const bool whole = form == 1;
  if (whole && threshold != 1) in.fail("a threshold where all values are held");
  if (whole || !in.ok()) return;
  set_threshold(threshold);
  const std::size_t cells = 2 * slots_;
  if (in.remaining() < cells) in.fail("the cells of frequent values break off");
  if (!in.ok()) return;
  cells_.resize(cells);
  for (std::uint64_t& cell : cells_) cell = in.varint(threshold - 1, "a cell") * kOne;
  mark_held();
}

}  // namespace ddblint
