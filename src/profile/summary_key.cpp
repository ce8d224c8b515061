// The figures of one key. The partition keys that are kept are all of them, or a uniform sample
// with exact sizes; the few largest come from the heavy hitters, which a uniform sample would miss.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "data/key_text.h"
#include "profile/analyses.h"
#include "profile/summary.h"
#include "profile/value_hash.h"
#include "sketch/hash.h"
#include "sketch/intervals.h"
#include "sketch/skew.h"

namespace ddblint {
namespace {

constexpr std::size_t kNamedCollections = 5;
constexpr std::size_t kDuplicateExamples = 5;
/// Rows of the hottest collection that its sort keys are judged by.
constexpr std::size_t kHotRows = 8;

double standard_deviation(const std::vector<DistinctSample::Entry>& entries, double mean) {
  double squares = 0;
  for (const auto& entry : entries) {
    const double off = static_cast<double>(entry.count) - mean;
    squares += off * off;
  }
  return std::sqrt(squares / static_cast<double>(entries.size()));
}

/// The values of a key in a row that has them all: `1`, or `a=1, b=2` of several attributes.
std::string key_text(const std::vector<const Column*>& columns, std::size_t row) {
  std::string text;
  for (const Column* column : columns) {
    append_key_value(text, column->name, column->values[row]->text, columns.size() == 1);
  }
  return text;
}

/// One key's figures in the making.
class KeySummary {
 public:
  KeySummary(const KeyMeasurements& key, const Measurements::State& state, const SampledRows& rows,
             const ProfileSource& source)
      : key_(key), state_(state), rows_(rows), source_(source), entries_(key.partition.entries()) {}

  KeyProfile make(std::size_t top);

 private:
  [[nodiscard]] bool of_table() const { return key_.key.index.empty(); }
  void add_distinct();
  void add_collections();
  [[nodiscard]] SizeCounts collection_sizes() const;
  void add_largest();
  void add_duplicates();
  template <class Primary>
  void add_duplicates(const Primary& primary);
  template <class Primary>
  void add_duplicate_examples(const Primary& primary);
  void add_load_order();
  void add_hottest_sort_shape();
  [[nodiscard]] double expected_keys(std::uint64_t window) const;

  const KeyMeasurements& key_;
  const Measurements::State& state_;
  const SampledRows& rows_;
  const ProfileSource& source_;
  const std::vector<DistinctSample::Entry> entries_;
  KeyProfile out_;
};

KeyProfile KeySummary::make(std::size_t top) {
  out_.key = key_.key;
  out_.items = key_.items;
  out_.missing = key_.missing;
  out_.mistyped = key_.mistyped;
  out_.mistyped_example = key_.mistyped_example;
  out_.empty = key_.empty;
  out_.too_long = key_.too_long;
  out_.top = top_of(key_.by_items, key_.partition, top, key_.items);
  if (key_.items == 0) {
    out_.distinct = Estimate::counted(0);
    out_.collections = Estimate::counted(0);
    return std::move(out_);
  }
  add_distinct();
  const Skew skew = measure_skew(key_.partition, key_.by_items, source_.sampled());
  out_.hottest_share = skew.hottest_share;
  out_.effective_keys = skew.effective_values;
  add_collections();
  add_largest();
  add_duplicates();
  add_load_order();
  add_hottest_sort_shape();
  return std::move(out_);
}

void KeySummary::add_distinct() {
  out_.counts = counts_of(key_.partition);
  const bool clustered = source_.drawn == Drawn::scan_head && of_table() && source_.population;
  if (clustered) {
    const double mean = static_cast<double>(key_.items) /
                        static_cast<double>(std::max<std::size_t>(out_.counts.distinct, 1));
    out_.distinct = estimate_clustered(out_.counts.distinct, key_.items, *source_.population,
                                       standard_deviation(entries_, mean) / mean);
  } else {
    out_.distinct = population_distinct(key_.partition.distinct(), out_.counts, source_);
  }
}

void KeySummary::add_collections() {
  // The head of a scan has whole collections; any other sample has parts of them.
  out_.collections_whole = !source_.sampled() || (source_.drawn == Drawn::scan_head && of_table());
  out_.collections = key_.partition.distinct();
  LogHistogram items;
  LogHistogram bytes;
  const std::uint64_t scale = std::uint64_t{1} << key_.partition.level();
  for (const auto& entry : entries_) {
    items.add(entry.count, scale);
    bytes.add(entry.weight, scale);
  }
  const auto quantiles = [](const LogHistogram& histogram) {
    return Quantiles{.p50 = static_cast<double>(histogram.quantile(0.5)),
                     .p90 = static_cast<double>(histogram.quantile(0.9)),
                     .p99 = static_cast<double>(histogram.quantile(0.99)),
                     .max = static_cast<double>(histogram.maximum())};
  };
  out_.collection_items = quantiles(items);
  out_.collection_bytes = quantiles(bytes);
  out_.collection_decades = items.decades();
  if (out_.collections_whole) out_.populations = two_populations(collection_sizes());
}

// A sample of the keys misses some of a few huge collections: the heavy hitters have them all.
SizeCounts KeySummary::collection_sizes() const {
  const std::uint64_t scale = std::uint64_t{1} << key_.partition.level();
  SizeCounts sizes;
  std::unordered_set<std::uint64_t> heavy;
  if (scale > 1) {
    for (const auto& hitter : key_.by_items.top(std::numeric_limits<std::size_t>::max())) {
      if (hitter.high > 2 * hitter.low) continue;
      ++sizes[hitter.low];
      heavy.insert(hitter.hash);
    }
  }
  for (const auto& entry : entries_) {
    if (!heavy.contains(entry.hash)) sizes[entry.count] += scale;
  }
  return sizes;
}

void KeySummary::add_largest() {
  // By bytes: that is what limits a collection.
  for (auto& entry : key_.by_bytes.top(kNamedCollections)) {
    const auto kept = key_.partition.find(entry.hash);
    NamedCollection named{.key = std::move(entry.text), .items = 0, .bytes = entry.low};
    if (kept) {
      named.items = kept->count;
      named.bytes = kept->weight;
    } else {
      const auto hot = std::ranges::find(out_.top, named.key, &TopValue::value);
      if (hot != out_.top.end()) named.items = hot->low;
    }
    out_.largest.push_back(std::move(named));
  }
  std::ranges::sort(out_.largest, [](const NamedCollection& one, const NamedCollection& other) {
    return std::pair(other.bytes, std::string_view(one.key)) <
           std::pair(one.bytes, std::string_view(other.key));
  });
  for (const NamedCollection& named : out_.largest) {
    out_.collection_bytes.max =
        std::max(out_.collection_bytes.max, static_cast<double>(named.bytes));
  }
  for (const TopValue& value : out_.top) {
    out_.collection_items.max = std::max(out_.collection_items.max, static_cast<double>(value.low));
  }
}

void KeySummary::add_duplicates() {
  if (!of_table() || source_.changes) return;
  if (state_.counted_repeats) {
    out_.duplicates = Estimate::counted(*state_.counted_repeats);
    return;
  }
  if (key_.key.sort.empty()) {
    add_duplicates(key_.partition);
  } else if (key_.primary) {
    add_duplicates(*key_.primary);
  }
}

template <class Primary>
void KeySummary::add_duplicates(const Primary& primary) {
  std::uint64_t extra = 0;
  primary.for_each_count([&extra](std::uint64_t occurrences) { extra += occurrences - 1; });
  // That a sample repeats no key says nothing of the table.
  if (source_.sampled() && extra == 0) return;
  const double scale = std::ldexp(1.0, static_cast<int>(primary.level()));
  Estimate duplicates = primary.exact() ? Estimate::counted(extra) : count_interval(extra);
  duplicates.value *= scale;
  duplicates.low = static_cast<double>(extra) > duplicates.low * scale ? static_cast<double>(extra)
                                                                       : duplicates.low * scale;
  duplicates.high *= scale;
  if (source_.sampled() && !source_.examples) {
    duplicates.high = std::numeric_limits<double>::infinity();
    duplicates.exact = false;
  }
  out_.duplicates = duplicates;
  if (extra > 0) add_duplicate_examples(primary);
}

// Only rows of the sample can be named, for the keys themselves are not kept.
template <class Primary>
void KeySummary::add_duplicate_examples(const Primary& primary) {
  std::vector<const Column*> columns;
  std::string buffer;
  for (const auto* attributes : {&key_.key.partition, &key_.key.sort}) {
    for (const auto& attribute : *attributes) columns.push_back(rows_.find(attribute.name));
  }
  if (std::ranges::find(columns, nullptr) != columns.end()) return;
  std::set<std::string> named;
  for (std::size_t row = 0; row < rows_.rows && named.size() < kDuplicateExamples; ++row) {
    std::uint64_t hash = 0;
    bool whole = true;
    for (std::size_t i = 0; i < columns.size() && whole; ++i) {
      const auto& value = columns[i]->values[row];
      whole = value.has_value();
      if (!whole) break;
      const Attribute attribute{
          .name = columns[i]->name, .type = value->type, .value = value->text, .size = 0};
      const std::uint64_t part = hash_value(attribute, buffer).value_or(0);
      hash = i == 0 ? part : combine(hash, part);
    }
    if (whole && primary.count_of(hash) > 1) named.insert(key_text(columns, row));
  }
  out_.duplicate_examples.assign(named.begin(), named.end());
}

// Each of the n items of a key is in a window of W of the N items with a chance of W / N, so the
// key is there with 1 - (1 - W / N)^n.
double KeySummary::expected_keys(std::uint64_t window) const {
  const double share = std::min(static_cast<double>(window) / static_cast<double>(key_.items), 1.0);
  const double absent = std::log1p(-share);
  // Most keys have few items: the chance of each such number is calculated once.
  std::array<double, 64> known{};
  double sum = 0;
  for (const auto& entry : entries_) {
    double once = 0;
    double& chance = entry.count < known.size() ? known[entry.count] : once;
    if (chance == 0) chance = -std::expm1(static_cast<double>(entry.count) * absent);
    sum += chance;
  }
  return std::ldexp(sum, static_cast<int>(key_.partition.level()));
}

void KeySummary::add_load_order() {
  // Items that were drawn at random have lost their order.
  if (!of_table() || source_.drawn == Drawn::random) return;
  std::map<std::uint64_t, double> expected;
  for (const auto& input : state_.inputs) {
    if (input.order != RecordOrder::file || input.changes || input.windows == 0) continue;
    const std::uint64_t window = std::min(input.items, LoadWindows::kWindow);
    const auto [found, added] = expected.try_emplace(window, 0);
    if (added) found->second = expected_keys(window);
    out_.load_order.push_back({.path = input.path,
                               .window = window,
                               .windows = input.windows,
                               .distinct_keys = input.window_keys,
                               .expected_keys = found->second,
                               .effective_parallelism = input.window_parallelism});
  }
  std::ranges::sort(out_.load_order, {}, &LoadOrder::path);
}

void KeySummary::add_hottest_sort_shape() {
  const PlannedKey& key = key_.key;
  if (key.sort.empty() || key.partition.size() != 1 || out_.top.empty()) return;
  const Column* partition = rows_.find(key.partition.front().name);
  const Column* sort = rows_.find(key.sort.front().name);
  if (partition == nullptr || sort == nullptr || out_.top.front().cut) return;
  Column hot{.name = sort->name, .values = {}, .present = 0, .distinct = 0};
  std::set<std::string_view> distinct;
  for (std::size_t i = 0; i < rows_.rows; ++i) {
    const auto& value = partition->values[i];
    if (!value || value->text != out_.top.front().value || !sort->values[i]) continue;
    hot.values.push_back(sort->values[i]);
    distinct.insert(sort->values[i]->text);
  }
  if (hot.values.size() < kHotRows) return;
  hot.present = hot.values.size();
  hot.distinct = static_cast<double>(distinct.size());
  const SampledRows among{
      .rows = hot.values.size(), .items = hot.present, .ordered = rows_.ordered, .columns = {}};
  out_.hottest_sort_shape = value_shape(hot, among);
}

}  // namespace

KeyProfile summarise_key(const KeyMeasurements& key, const Measurements::State& state,
                         const SampledRows& rows, const ProfileSource& source, std::size_t top) {
  return KeySummary(key, state, rows, source).make(top);
}

}  // namespace ddblint
