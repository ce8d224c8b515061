#include "sketch/log_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sketch/saturating.h"

namespace ddblint {

namespace {

/// Buckets of an octave: 2^6.
constexpr unsigned kOctaveBits = 6;
constexpr std::uint64_t kOctave = 1ULL << kOctaveBits;
/// The first 128 values stand alone; 57 octaves follow.
constexpr std::size_t kBuckets = 2 * kOctave + (64 - kOctaveBits - 1) * kOctave;

std::size_t bucket_of(std::uint64_t value) {
  if (value < 2 * kOctave) return value;
  const auto shift = static_cast<unsigned>(std::bit_width(value)) - kOctaveBits - 1;
  return shift * kOctave + (value >> shift);
}

/// The middle of a bucket.
std::uint64_t middle_of(std::size_t bucket) {
  if (bucket < 2 * kOctave) return bucket;
  const std::uint64_t shift = bucket / kOctave - 1;
  const std::uint64_t width = 1ULL << shift;
  return (bucket - shift * kOctave) * width + (width - 1) / 2;
}

/// 1, 10, 100 ... as far as 64 bits go.
constexpr auto kPowersOfTen = [] {
  std::array<std::uint64_t, 20> powers{};
  std::uint64_t power = 1;
  for (auto& place : powers) {
    place = power;
    power *= 10;
  }
  return powers;
}();

/// The number of digits; 0 has none.
std::size_t decade_of(std::uint64_t value) {
  if (value == 0) return 0;
  // log10(2) = 0.30103 = 1233 / 4096: right, or one too few.
  const auto digits = static_cast<std::size_t>(std::bit_width(value)) * 1233 >> 12U;
  return digits < kPowersOfTen.size() && value >= kPowersOfTen[digits] ? digits + 1 : digits;
}

}  // namespace

void LogHistogram::add(std::uint64_t value, std::uint64_t count) {
  if (count == 0) return;
  const std::size_t bucket = bucket_of(value);
  if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
  buckets_[bucket] = saturating_add(buckets_[bucket], count);
  std::uint64_t& decade = decades_[decade_of(value)];
  decade = saturating_add(decade, count);
  count_ = saturating_add(count_, count);
  minimum_ = std::min(minimum_, value);
  maximum_ = std::max(maximum_, value);
}

void LogHistogram::merge(const LogHistogram& other) {
  if (other.buckets_.size() > buckets_.size()) buckets_.resize(other.buckets_.size());
  for (std::size_t i = 0; i < other.buckets_.size(); ++i) {
    buckets_[i] = saturating_add(buckets_[i], other.buckets_[i]);
  }
  for (std::size_t i = 0; i < kDecades; ++i) {
    decades_[i] = saturating_add(decades_[i], other.decades_[i]);
  }
  count_ = saturating_add(count_, other.count_);
  minimum_ = std::min(minimum_, other.minimum_);
  maximum_ = std::max(maximum_, other.maximum_);
}

std::uint64_t LogHistogram::quantile(double q) const {
  if (count_ == 0) return 0;
  const double wanted = std::ceil(std::clamp(q, 0.0, 1.0) * static_cast<double>(count_));
  if (wanted <= 1) return minimum_;
  if (wanted >= static_cast<double>(count_)) return maximum_;
  const auto rank = static_cast<std::uint64_t>(wanted);
  std::uint64_t seen = 0;
  std::size_t bucket = 0;
  while (bucket + 1 < buckets_.size() && (seen = saturating_add(seen, buckets_[bucket])) < rank) {
    ++bucket;
  }
  return std::clamp(middle_of(bucket), minimum_, maximum_);
}

std::vector<LogHistogram::Bucket> LogHistogram::decades() const {
  std::vector<Bucket> result;
  if (count_ == 0) return result;
  for (std::size_t i = decade_of(minimum_); i <= decade_of(maximum_); ++i) {
    result.push_back({.from = i == 0 ? 0 : kPowersOfTen[i - 1],
                      .to = i < kPowersOfTen.size() ? kPowersOfTen[i] - 1 : ~0ULL,
                      .count = decades_[i]});
  }
  return result;
}

void LogHistogram::save(ArchiveWriter& out) const {
  out.varint(count_);
  if (count_ == 0) return;
  out.varint(minimum_);
  out.varint(maximum_);
  for (std::size_t i = decade_of(minimum_); i <= decade_of(maximum_); ++i) out.varint(decades_[i]);
  out.varint(static_cast<std::uint64_t>(
      std::ranges::count_if(buckets_, [](std::uint64_t count) { return count != 0; })));
  std::size_t next = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    if (buckets_[i] == 0) continue;
    out.varint(i - next);
    out.varint(buckets_[i]);
    next = i + 1;
  }
}

std::expected<LogHistogram, std::string> LogHistogram::load(ArchiveReader& in) {
  LogHistogram result;
  result.count_ = in.varint();
  if (!in.ok()) return std::unexpected(in.error());
  if (result.count_ == 0) return result;
  result.minimum_ = in.varint();
  result.maximum_ = in.varint();
  if (result.minimum_ > result.maximum_) in.fail("a minimum is above the maximum");
  std::uint64_t in_decades = 0;
  for (std::size_t i = decade_of(result.minimum_); i <= decade_of(result.maximum_); ++i) {
    result.decades_[i] = in.varint();
    in_decades = saturating_add(in_decades, result.decades_[i]);
  }
  std::uint64_t in_buckets = 0;
  for (std::size_t left = in.count(kBuckets, 2); left > 0 && in.ok(); --left) {
    const std::uint64_t gap = in.varint(kBuckets, "a bucket");
    const std::uint64_t count = in.varint();
    const std::size_t bucket = result.buckets_.size() + gap;
    if (bucket >= kBuckets || count == 0) in.fail("a bucket is malformed");
    if (!in.ok()) break;
    if (in_buckets == 0 && bucket != bucket_of(result.minimum_)) {
      in.fail("the first bucket does not hold the minimum");
    }
    result.buckets_.resize(bucket + 1);
    result.buckets_[bucket] = count;
    in_buckets = saturating_add(in_buckets, count);
  }
  if (in_buckets != result.count_ || in_decades != result.count_ ||
      result.decades_[decade_of(result.minimum_)] == 0 ||
      result.decades_[decade_of(result.maximum_)] == 0 ||
      result.buckets_.size() != bucket_of(result.maximum_) + 1) {
    in.fail("the counts of a histogram do not add up");
  }
  if (!in.ok()) return std::unexpected(in.error());
  return result;
}

}  // namespace ddblint
