#include "workload/trace_keys.h"

#include <algorithm>
#include <bit>
#include <cctype>

namespace ddblint {
namespace {

constexpr std::size_t kFewestKeys = 64;
constexpr std::size_t kSortLimit = 64;
/// Memory of a key beside its text: the record, the last sort key, its places in the index.
constexpr std::size_t kKeyBytes = sizeof(CountedKey) + kSortLimit + 4 * sizeof(std::uint32_t);

std::uint64_t bytes_of(const CountedKey& key) { return kKeyBytes + key.text.size(); }

/// A text cut at a limit, between code points.
std::string_view cut(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0U) == 0x80U) --limit;
  return text.substr(0, limit);
}

/// A whole number without its sign and leading zeros; nothing when the text is none.
std::optional<std::string_view> digits_of(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (!std::ranges::all_of(text, is_digit)) return std::nullopt;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));
  return text;
}

int sign_of(auto order) { return (order > 0 ? 1 : 0) - (order < 0 ? 1 : 0); }

}  // namespace

int compare_sort_keys(std::string_view first, std::string_view second) {
  const auto a = digits_of(first);
  const auto b = a ? digits_of(second) : std::nullopt;
  if (!a || !b) return sign_of(first.compare(second));
  const bool a_negative = first.starts_with('-') && *a != "0";
  const bool b_negative = second.starts_with('-') && *b != "0";
  if (a_negative != b_negative) return a_negative ? -1 : 1;
  const int size =
      a->size() == b->size() ? sign_of(a->compare(*b)) : (a->size() > b->size() ? 1 : -1);
  return a_negative ? -size : size;
}

void SortSteps::see(std::string_view sort, TraceTime time) {
  if (sort.empty() || time == kNoTime || time <= last_time_) return;
  sort = cut(sort, kSortLimit);
  if (last_time_ != kNoTime) {
    const int order = compare_sort_keys(sort, last_);
    if (order > 0) ++up_;
    if (order < 0) ++down_;
  }
  last_time_ = time;
  last_ = sort;
}

TraceKeys::TraceKeys(std::uint64_t bytes, std::size_t schemas)
    : index_(2 * kFewestKeys),
      floors_(schemas),
      most_bytes_(std::max<std::uint64_t>(kFewestKeys * kKeyBytes, bytes)) {}

std::size_t TraceKeys::place(std::uint64_t hash) const {
  const std::size_t mask = index_.size() - 1;
  std::size_t at = (hash >> 1U) & mask;
  while (index_[at] != 0 && keys_[index_[at] - 1].hash != hash) at = (at + 1) & mask;
  return at;
}

void TraceKeys::prefetch(std::uint64_t hash) const {
  __builtin_prefetch(&index_[(hash >> 1U) & (index_.size() - 1)]);
}

CountedKey& TraceKeys::at(std::uint64_t hash, std::uint32_t schema, std::string_view text) {
  std::size_t at = place(hash);
  if (index_[at] != 0) return keys_[index_[at] - 1];
  text = cut(text, kTextLimit);
  if (bytes_ + kKeyBytes + text.size() > most_bytes_ && !keys_.empty()) purge();
  if (2 * (keys_.size() + 1) > index_.size()) index_all(2 * index_.size());
  at = place(hash);
  const Floors& floors = floors_[schema];
  // Not beyond what it may take.
  if (keys_.size() == keys_.capacity()) {
    const std::size_t most = most_bytes_ / kKeyBytes + 1;
    keys_.reserve(std::max(keys_.size() + 1, std::min(most, 2 * keys_.size() + kFewestKeys)));
  }
  CountedKey& key = keys_.emplace_back();
  index_[at] = static_cast<std::uint32_t>(keys_.size());
  key.hash = hash;
  key.schema = schema;
  key.text = text;
  bytes_ += bytes_of(key);
  key.reads.high = floors.reads;
  key.writes.high = floors.writes;
  key.highest_read.units.high = floors.highest_read;
  key.highest_write.units.high = floors.highest_write;
  return key;
}

void TraceKeys::purge() {
  purged_ = true;
  const auto part = [this](auto amount, std::size_t of_four) {
    std::vector<MilliUnits> amounts;
    amounts.reserve(keys_.size());
    for (const CountedKey& key : keys_) amounts.push_back(amount(key));
    const auto nth = amounts.begin() + static_cast<std::ptrdiff_t>(amounts.size() / 4 * of_four);
    std::ranges::nth_element(amounts, nth);
    return *nth;
  };
  const MilliUnits load = part([](const CountedKey& key) { return key.load(); }, 2);
  const MilliUnits highest = part([](const CountedKey& key) { return key.highest_load(); }, 3);
  const auto goes = [&](const CountedKey& key) {
    if (key.load() > load || key.highest_load() > highest) return false;
    Floors& floors = floors_[key.schema];
    floors.reads = std::max(floors.reads, key.reads.high);
    floors.writes = std::max(floors.writes, key.writes.high);
    floors.highest_read = std::max(floors.highest_read, key.highest_read.units.high);
    floors.highest_write = std::max(floors.highest_write, key.highest_write.units.high);
    return true;
  };
  std::erase_if(keys_, goes);
  bytes_ = 0;
  for (const CountedKey& key : keys_) bytes_ += bytes_of(key);
  index_all(index_.size());
}

void TraceKeys::index_all(std::size_t slots) {
  index_.assign(slots, 0);
  for (std::uint32_t i = 0; i < keys_.size(); ++i) index_[place(keys_[i].hash)] = i + 1;
}

RecentIds::RecentIds(std::size_t capacity)
    : slots_(kFewestKeys), ring_size_(std::max<std::size_t>(capacity, 1)) {}

std::size_t RecentIds::place(std::uint64_t id) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (id >> 1U) & mask;
  while (slots_[at] != 0 && slots_[at] != id) at = (at + 1) & mask;
  return at;
}

bool RecentIds::add(std::uint64_t id) {
  if (slots_[place(id)] != 0) return false;
  if (ring_.size() < ring_size_) {
    ring_.push_back(id);
    if (2 * ring_.size() > slots_.size()) grow();
  } else {
    remove(ring_[next_]);
    ring_[next_] = id;
    next_ = (next_ + 1) % ring_size_;
  }
  slots_[place(id)] = id;
  return true;
}

void RecentIds::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (const std::uint64_t id : ring_) slots_[place(id)] = id;
}

/// Those behind it that probed over its slot move up.
void RecentIds::remove(std::uint64_t id) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t hole = place(id);
  slots_[hole] = 0;
  for (std::size_t at = (hole + 1) & mask; slots_[at] != 0; at = (at + 1) & mask) {
    const std::size_t home = (slots_[at] >> 1U) & mask;
    if (((at - home) & mask) < ((at - hole) & mask)) continue;
    slots_[hole] = slots_[at];
    slots_[at] = 0;
    hole = at;
  }
}

}  // namespace ddblint
