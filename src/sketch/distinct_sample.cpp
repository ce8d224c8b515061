#include "sketch/distinct_sample.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "sketch/hash_level.h"

namespace ddblint {

namespace {

constexpr std::size_t kMaxCapacity = 1U << 28U;

}  // namespace

DistinctSample::DistinctSample(std::size_t capacity, std::size_t text_limit)
    : table_(text_limit), capacity_(std::clamp<std::size_t>(capacity, 1, kMaxCapacity)) {}

void DistinctSample::rise_to(unsigned level) {
  // A single hash fits in any capacity, and level 64 has no more.
  do {
    level_ = level++;
    last_hash_ = last_hash_of(level_);
    table_.keep_if([last = last_hash_](const auto& counter) { return counter.hash <= last; });
  } while (table_.size() > capacity_);
}

void DistinctSample::merge(const DistinctSample& other) {
  if (other.level_ > level_) rise_to(other.level_);
  total_ = saturating_add(total_, other.total_);
  total_weight_ = saturating_add(total_weight_, other.total_weight_);
  other.table_.for_each([this](const CounterTable::Counter& counter, std::string_view text) {
    if (counter.hash <= last_hash_) keep(counter.hash, counter.count, counter.weight, text);
  });
}

Estimate DistinctSample::distinct() const {
  std::uint64_t kept = 0;
  if (!exact()) {
    table_.for_each([&](const auto& counter, auto) { kept = saturating_add(kept, counter.count); });
  }
  return estimate_kept({.kept = table_.size(),
                        .capacity = capacity_,
                        .level = level_,
                        .others = total_ - std::min(total_, kept)});
}

std::vector<DistinctSample::Entry> DistinctSample::entries() const {
  // The hashes are uniform: the bits below the level spread them over buckets of eight or so, which
  // are sorted alone.
  constexpr unsigned kBucketBits = 3;
  const auto width = static_cast<unsigned>(std::bit_width(table_.size()));
  const unsigned bits = std::max(width, kBucketBits + 1) - kBucketBits;
  const auto bucket_of = [bits, level = std::min(level_, kMaxLevel - 1)](std::uint64_t hash) {
    return static_cast<std::size_t>((hash << level) >> (kMaxLevel - bits));
  };
  std::vector<std::size_t> begins((std::size_t{1} << bits) + 1);
  table_.for_each([&](const auto& counter, auto) { ++begins[bucket_of(counter.hash)]; });
  std::inclusive_scan(begins.begin(), begins.end(), begins.begin());
  // Filled from their ends, so that these become the begins.
  std::vector<Entry> result(table_.size());
  table_.for_each([&](const CounterTable::Counter& counter, std::string_view text) {
    result[--begins[bucket_of(counter.hash)]] = {counter.hash, counter.count, counter.weight, text};
  });
  for (std::size_t bucket = 0; bucket + 1 < begins.size(); ++bucket) {
    const std::size_t size = begins[bucket + 1] - begins[bucket];
    std::ranges::sort(std::span(result).subspan(begins[bucket], size), {}, &Entry::hash);
  }
  return result;
}

std::optional<DistinctSample::Entry> DistinctSample::find(std::uint64_t hash) const {
  const CounterTable::Counter* counter = table_.find(hash);
  if (counter == nullptr) return std::nullopt;
  return Entry{counter->hash, counter->count, counter->weight, table_.text(*counter)};
}

void DistinctSample::save(ArchiveWriter& out) const {
  out.varint(capacity_);
  out.varint(text_limit());
  out.varint(level_);
  out.varint(total_);
  out.varint(total_weight_);
  out.varint(size());
  for (const Entry& entry : entries()) {
    out.fixed64(entry.hash);
    out.varint(entry.count);
    out.varint(entry.weight);
    if (text_limit() > 0) out.text(entry.text);
  }
}

std::expected<DistinctSample, std::string> DistinctSample::load(ArchiveReader& in) {
  const std::uint64_t capacity = in.varint(kMaxCapacity, "a capacity");
  DistinctSample sample(capacity, in.varint(CounterTable::kMaxTextLimit, "a limit of texts"));
  if (capacity == 0) in.fail("a capacity is 0");
  sample.level_ = static_cast<unsigned>(in.varint(kMaxLevel, "a level"));
  sample.last_hash_ = last_hash_of(sample.level_);
  sample.total_ = in.varint();
  sample.total_weight_ = in.varint();
  std::uint64_t occurrences = 0;
  std::uint64_t weights = 0;
  std::optional<std::uint64_t> previous;
  for (std::size_t left = in.count(capacity, 10); left > 0 && in.ok(); --left) {
    const CounterTable::Counter counter{
        .hash = in.fixed64(), .count = in.varint(), .weight = in.varint()};
    const std::string_view text =
        sample.text_limit() > 0 ? in.text(sample.text_limit()) : std::string_view();
    if (previous && counter.hash <= *previous) in.fail("the hashes do not rise");
    if (counter.hash > sample.last_hash_) in.fail("a hash is not of the sample's level");
    if (counter.count == 0) in.fail("a count is 0");
    if (!in.ok()) break;
    previous = counter.hash;
    occurrences = saturating_add(occurrences, counter.count);
    weights = saturating_add(weights, counter.weight);
    sample.table_.insert(counter, text);
  }
  const bool whole = sample.exact();
  if (occurrences > sample.total_ || (whole && occurrences != sample.total_) ||
      weights > sample.total_weight_ || (whole && weights != sample.total_weight_)) {
    in.fail("the counts of a sample of values do not add up");
  }
  if (!in.ok()) return std::unexpected(in.error());
  return sample;
}

}  // namespace ddblint
