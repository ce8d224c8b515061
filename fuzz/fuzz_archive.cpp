// The binary forms of all sketches. Damaged bytes are an error; what is accepted is written again
// as the same bytes, answers its questions, and can be merged with itself.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "sketch/archive.h"
#include "sketch/distinct_sample.h"
#include "sketch/distinct_values.h"
#include "sketch/frequent_values.h"
#include "sketch/heavy_hitters.h"
#include "sketch/log_histogram.h"
#include "sketch/skew.h"

namespace {

using namespace ddblint;

void require(bool holds) {
  if (!holds) std::abort();
}

template <typename Sketch>
std::string saved(const Sketch& sketch) {
  ArchiveWriter out;
  sketch.save(out);
  return out.take();
}

/// Reads a sketch; returns whether it was one.
template <typename Sketch, typename Ask>
bool check(std::string_view bytes, Ask ask) {
  ArchiveReader in(bytes);
  auto loaded = Sketch::load(in);
  if (!loaded) {
    require(!loaded.error().empty());
    return false;
  }
  require(in.ok());
  require(saved(*loaded) == bytes.substr(0, bytes.size() - in.remaining()));
  ask(*loaded);
  const Sketch copy = *loaded;
  loaded->merge(copy);
  ask(*loaded);
  const std::string merged = saved(*loaded);
  ArchiveReader again(merged);
  require(Sketch::load(again).has_value());
  return true;
}

void ask_values(const DistinctSample& sample) {
  const Estimate distinct = sample.distinct();
  require(distinct.low <= distinct.value && distinct.value <= distinct.high);
  require(sample.size() <= sample.capacity());
  for (const auto& entry : sample.entries()) {
    require(entry.count > 0 && entry.text.size() <= sample.text_limit());
    require(sample.find(entry.hash)->count == entry.count);
  }
  const HeavyHitters none(8, 0);
  const Skew skew = measure_skew(sample, none, true);
  require(skew.hottest_share.low <= skew.hottest_share.high);
}

void ask_frequent(const HeavyHitters& frequent) {
  const Estimate squares = frequent.squares();
  require(squares.low <= squares.high);
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  for (const auto& entry : frequent.top(frequent.size())) {
    require(entry.low > 0 && entry.low <= entry.high && entry.low <= last);
    last = entry.low;
  }
}

void ask_counts(const DistinctValues& values) {
  const Estimate distinct = values.distinct();
  require(distinct.low <= distinct.value && distinct.value <= distinct.high);
  require(values.size() <= values.capacity());
  std::size_t kept = 0;
  values.for_each_count([&kept](std::uint64_t count) { kept += count > 0 ? 1 : 0; });
  require(kept == values.size());
}

void ask_bounds(const FrequentValues& frequent) {
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  for (const auto& value : frequent.top(frequent.size())) {
    require(value.low > 0 && value.low <= value.high && value.low <= last);
    require(value.high <= frequent.total());
    last = value.low;
  }
  require(frequent.offset() <= frequent.total());
  FrequentValues more = frequent;
  for (std::uint64_t hash = 1; hash < 100; ++hash) {
    const std::array hashes{hash << (hash % 57)};
    more.add(hashes, [](std::size_t) { return ""; });
  }
  require(more.size() <= more.slots());
}

void ask_sizes(const LogHistogram& histogram) {
  std::uint64_t last = 0;
  for (const double q : {0.0, 0.1, 0.5, 0.9, 1.0}) {
    const std::uint64_t quantile = histogram.quantile(q);
    require(quantile >= last && quantile >= histogram.minimum() && quantile <= histogram.maximum());
    last = quantile;
  }
  for (const auto& bucket : histogram.decades()) require(bucket.from <= bucket.to);
}

/// The bytes as additions, so that forms that are accepted are reached at once.
void check_built(std::string_view bytes) {
  DistinctSample values(7, 3);
  HeavyHitters frequent(8, 3);
  LogHistogram sizes;
  DistinctValues distinct(7);
  FrequentValues counted(8, 3);
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const auto first = static_cast<std::uint8_t>(bytes[i]);
    const auto second = static_cast<std::uint8_t>(bytes[i + 1]);
    // Few different hashes, some of them with many leading zeros.
    const std::uint64_t hash = static_cast<std::uint64_t>(first & 15U) << (4 * (first >> 4U));
    values.add_counted(hash, second, second, bytes.substr(i, second % 5));
    const HeavyHitters::Addition addition{
        .hash = hash, .weight = second, .text = bytes.substr(i, second % 5)};
    frequent.add({&addition, 1});
    sizes.add(hash + second, second);
    const std::array hashes{hash, hash + second};
    distinct.add(hashes);
    counted.add(hashes, [&](std::size_t) { return bytes.substr(i, second % 5); });
  }
  require(check<DistinctSample>(saved(values), ask_values));
  require(check<HeavyHitters>(saved(frequent), ask_frequent));
  require(check<LogHistogram>(saved(sizes), ask_sizes));
  require(check<DistinctValues>(saved(distinct), ask_counts));
  require(check<FrequentValues>(saved(counted), ask_bounds));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.empty()) return 0;
  const std::string_view rest = bytes.substr(1);
  switch (data[0] % 6) {
    case 0:
      check<DistinctSample>(rest, ask_values);
      break;
    case 1:
      check<HeavyHitters>(rest, ask_frequent);
      break;
    case 2:
      check<LogHistogram>(rest, ask_sizes);
      break;
    case 3:
      check<DistinctValues>(rest, ask_counts);
      break;
    case 4:
      check<FrequentValues>(rest, ask_bounds);
      break;
    default:
      check_built(rest);
      break;
  }
  return 0;
}
