// From measurements to figures: what was counted is told as such, what a sketch or a sample gives
// comes with its interval, and what cannot be known from a sample stays unknown.

#include "profile/summary.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "profile/analyses.h"
#include "profile/state.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

/// Data with fewer items than this share of the table's own count are a sample; DescribeTable's
/// count is up to six hours old.
constexpr double kClearlyLarger = 1.1;

bool in_hash_order(const Measurements::State& state) {
  // The last page of a scan may be empty, and then looks like any file.
  return std::ranges::all_of(state.inputs, [](const auto& input) {
    return input.items == 0 || input.order == RecordOrder::hash;
  });
}

Drawn drawn_of(const Measurements::State& state, const SummaryOptions& options) {
  if (options.drawn) return *options.drawn;
  const bool fewer = options.population && static_cast<double>(*options.population) >
                                               kClearlyLarger * static_cast<double>(state.items);
  if (!options.sampled && !fewer && !state.partial) return Drawn::whole;
  return in_hash_order(state) ? Drawn::scan_head : Drawn::file_head;
}

ProfileSource source_of(const Measurements::State& state, const SummaryOptions& options) {
  ProfileSource source;
  source.files = state.inputs.size();
  std::set<std::string> formats;
  for (const auto& input : state.inputs) {
    source.bytes += input.bytes;
    source.unpacked += input.unpacked;
    if (!input.format.empty()) formats.insert(input.format);
    source.changes = source.changes || input.changes;
  }
  source.formats.assign(formats.begin(), formats.end());
  source.items = state.items;
  source.removals = state.removals;
  for (const auto& [kind, bad] : state.bad) source.bad_items += bad.count;
  source.drawn = drawn_of(state, options);
  if (source.sampled()) source.population = options.population;
  source.hash_order = in_hash_order(state);
  source.partial = state.partial;
  return source;
}

}  // namespace

namespace {

template <class Values>
ValueCounts value_counts(const Values& values) {
  ValueCounts counts{.rows = values.total()};
  const auto scale = std::uint64_t{1} << values.level();
  values.for_each_count([&counts, scale](std::uint64_t occurrences) {
    counts.distinct += scale;
    if (occurrences == 1) counts.once += scale;
    if (occurrences == 2) counts.twice += scale;
  });
  return counts;
}

template <class Frequent, class Values>
std::vector<TopValue> top_values(const Frequent& frequent, const Values& values, std::size_t count,
                                 std::uint64_t rows) {
  std::vector<TopValue> top;
  for (auto& entry : frequent.top(count)) {
    const std::uint64_t kept = values.count_of(entry.hash);
    TopValue value{.value = std::move(entry.text),
                   .cut = false,
                   .low = kept > 0 ? kept : entry.low,
                   .high = kept > 0 ? kept : entry.high};
    // A count that may as well be nothing names a value by accident.
    if (value.low * 2 < value.high) continue;
    value.cut = value.value.size() >= frequent.text_limit();
    value.share = (static_cast<double>(value.low) + static_cast<double>(value.high)) / 2 /
                  static_cast<double>(std::max<std::uint64_t>(rows, 1));
    top.push_back(std::move(value));
  }
  std::ranges::sort(top, [](const TopValue& one, const TopValue& other) {
    return std::pair(other.low, std::string_view(one.value)) <
           std::pair(one.low, std::string_view(other.value));
  });
  return top;
}

}  // namespace

ValueCounts counts_of(const DistinctSample& values) { return value_counts(values); }
ValueCounts counts_of(const DistinctValues& values) { return value_counts(values); }

std::vector<TopValue> top_of(const HeavyHitters& frequent, const DistinctSample& values,
                             std::size_t count, std::uint64_t rows) {
  return top_values(frequent, values, count, rows);
}

std::vector<TopValue> top_of(const FrequentValues& frequent, const DistinctValues& values,
                             std::size_t count, std::uint64_t rows) {
  return top_values(frequent, values, count, rows);
}

Estimate population_distinct(const Estimate& seen, const ValueCounts& counts,
                             const ProfileSource& source) {
  if (!source.sampled()) return seen;
  std::optional<std::uint64_t> population;
  if (source.population && source.items > 0) {
    population = static_cast<std::uint64_t>(
        std::llround(static_cast<double>(*source.population) * static_cast<double>(counts.rows) /
                     static_cast<double>(source.items)));
  }
  if (source.drawn == Drawn::random) return estimate_distinct(counts, population);
  // The rest of the table may hold the same values again, or others on every item.
  const double most = population ? static_cast<double>(std::max(*population, counts.distinct))
                                 : std::numeric_limits<double>::infinity();
  return {.value = seen.value, .low = seen.low, .high = most, .exact = false};
}

namespace {

/// The rows whose partition key stands first among the sampled ones: of the head of a scan, which
/// returns whole item collections, only these are drawn independently.
ValueCounts counts_by_partition(const Column& column, const Column& partition) {
  std::set<std::string_view> keys;
  std::map<std::string_view, std::uint64_t> values;
  ValueCounts counts;
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    if (!column.values[i] || !partition.values[i]) continue;
    if (!keys.insert(partition.values[i]->text).second) continue;
    ++counts.rows;
    ++values[column.values[i]->text];
  }
  counts.distinct = values.size();
  for (const auto& [value, count] : values) {
    if (count == 1) ++counts.once;
    if (count == 2) ++counts.twice;
  }
  return counts;
}

bool is_time(const std::optional<ShapeFact>& shape) {
  return shape && (shape->shape == Shape::date || shape->shape == Shape::time_bucket ||
                   shape->shape == Shape::timestamp);
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

/// The smallest and the greatest sampled value of a column of numbers, or of times in one form.
void add_range(AttributeProfile& profile, const Column& column) {
  std::optional<std::pair<double, std::string_view>> least;
  std::optional<std::pair<double, std::string_view>> greatest;
  const bool times = is_time(profile.shape);
  for (const auto& value : column.values) {
    if (!value) continue;
    const bool number = value->type == ValueType::number;
    if (!number && !times) return;
    const auto rank = number ? number_of(value->text) : std::optional(0.0);
    if (!rank) continue;
    const std::pair entry(*rank, number ? std::string_view() : value->text);
    if (!least || entry < *least) {
      least = entry;
      profile.minimum = value->text;
    }
    if (!greatest || entry > *greatest) {
      greatest = entry;
      profile.maximum = value->text;
    }
  }
}

class Summary {
 public:
  Summary(const Measurements::State& state, const SummaryOptions& options)
      : state_(state), options_(options) {}

  TableProfile make();

 private:
  void add_rows();
  void add_attributes();
  AttributeProfile attribute(std::size_t number) const;
  void add_facts();
  void add_shard_suffixes();
  void add_notes();
  [[nodiscard]] const Column* table_partition() const;

  const Measurements::State& state_;
  const SummaryOptions& options_;
  SampledRows rows_;
  TableProfile out_;
};

TableProfile Summary::make() {
  out_.plan = state_.plan;
  out_.source = source_of(state_, options_);
  out_.item_bytes = state_.item_bytes;
  out_.item_sizes = state_.item_sizes;
  out_.items_over_limit = state_.items_over_limit;
  out_.items_near_limit = state_.items_near_limit;
  out_.largest_item = state_.largest_item;
  out_.sampled_rows = state_.rows.rows().size();
  out_.attributes_left_out = state_.values_left_out;
  add_rows();
  add_facts();
  add_attributes();
  for (const auto& key : state_.keys) {
    out_.keys.push_back(summarise_key(key, state_, rows_, out_.source, options_.top));
  }
  add_shard_suffixes();
  out_.combinations = find_combinations(rows_, out_);
  add_notes();
  return std::move(out_);
}

void Summary::add_rows() {
  // Inputs by path, so that the order of merging does not show.
  std::vector<std::uint32_t> order(state_.inputs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  std::ranges::sort(order, {}, [this](std::uint32_t i) {
    return std::pair(std::string_view(state_.inputs[i].path), i);
  });
  std::vector<std::uint32_t> rank(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<std::uint32_t>(i);
  rows_ = as_columns(state_.rows, state_.names.names(), rank);
  rows_.items = state_.items;
  // The head of a scan is a random sample of keys that each have one item.
  const bool drawn = out_.source.drawn == Drawn::random || out_.source.drawn == Drawn::scan_head;
  if (drawn && out_.source.population && state_.items > 0) {
    rows_.table_items =
        static_cast<double>(*out_.source.population) / static_cast<double>(state_.items);
  }
  rows_.ordered = !out_.source.hash_order && !state_.inputs.empty();
  for (Column& column : rows_.columns) {
    const auto found = std::ranges::find(state_.names.names(), column.name);
    const auto number = static_cast<std::size_t>(found - state_.names.names().begin());
    column.present = state_.attributes[number].present;
    column.distinct = state_.attributes[number].values.distinct().value;
  }
}

void Summary::add_facts() {
  out_.digests = find_digests(rows_);
  for (const Column& column : rows_.columns) {
    if (auto fact = find_sequence(column, rows_)) out_.sequences.push_back(std::move(*fact));
  }
  out_.entities = find_entity_collisions(state_.plan, rows_);
  out_.mixed_formats = find_mixed_formats(state_.plan, rows_);
}

const Column* Summary::table_partition() const {
  const bool one = !state_.plan.keys.empty() && state_.plan.keys.front().partition.size() == 1;
  return one ? rows_.find(state_.plan.keys.front().partition.front().name) : nullptr;
}

AttributeProfile Summary::attribute(std::size_t number) const {
  const AttributeMeasurements& measured = state_.attributes[number];
  AttributeProfile profile;
  profile.name = state_.names.names()[number];
  profile.present = measured.present;
  profile.types = measured.types;
  profile.counts = counts_of(measured.values);
  profile.distinct = population_distinct(measured.values.distinct(), profile.counts, out_.source);
  profile.top = top_of(measured.frequent, measured.values, options_.top, measured.present);
  profile.largest = measured.largest;
  profile.total_bytes = measured.bytes;
  const Column* column = rows_.find(profile.name);
  if (column == nullptr) return profile;
  const Column* partition = table_partition();
  if (out_.source.drawn == Drawn::scan_head && partition != nullptr && partition != column) {
    profile.counts = counts_by_partition(*column, *partition);
  }
  profile.shape = value_shape(*column, rows_);
  add_range(profile, *column);
  if (rows_.ordered) profile.monotonicity = rank_correlation(*column);
  const auto sequence = std::ranges::find(out_.sequences, profile.name, &SequenceFact::attribute);
  if (sequence != out_.sequences.end()) profile.density = sequence->density;
  return profile;
}

void Summary::add_attributes() {
  for (std::size_t i = 0; i < state_.attributes.size(); ++i) {
    // A removal names its key alone.
    if (state_.attributes[i].present == 0) continue;
    AttributeProfile profile = attribute(i);
    out_.attributes.emplace(profile.name, std::move(profile));
  }
}

void Summary::add_shard_suffixes() {
  for (const KeyMeasurements& key : state_.keys) {
    if (key.key.partition.size() != 1 || key.key.local) continue;
    std::vector<KeyCount> counts;
    for (const auto& entry : key.partition.entries()) {
      const bool cut = entry.text.size() >= key.partition.text_limit();
      if (!cut) counts.push_back({.text = entry.text, .items = entry.count});
    }
    if (auto fact = find_shard_suffix(key.key.partition.front().name, counts, rows_)) {
      out_.shard_suffixes.push_back(std::move(*fact));
    }
  }
}

void Summary::add_notes() {
  for (const KeyMeasurements& key : state_.keys) {
    if (key.partition.exact()) continue;
    std::string names;
    for (const auto& attribute : key.key.partition) {
      names += fmt::format("{}`{}`", names.empty() ? "" : " + ", attribute.name);
    }
    out_.notes.push_back(fmt::format(
        "partition keys {}: more than {} distinct values, of which a uniform sample of {} is kept",
        names, key.partition.capacity(), key.partition.size()));
  }
  for (std::size_t i = 0; i < state_.attributes.size(); ++i) {
    const DistinctValues& values = state_.attributes[i].values;
    if (values.exact()) continue;
    out_.notes.push_back(
        fmt::format("`{}`: more than {} distinct values, estimated from a sample of {}",
                    state_.names.names()[i], values.capacity(), values.size()));
  }
  std::ranges::sort(out_.notes);
  if (state_.values_left_out > 0) {
    out_.notes.push_back(
        fmt::format("{} values of attributes beyond the first {} are counted in sizes alone",
                    state_.values_left_out, kMostAttributes));
  }
  if (state_.rows.level() > 0) {
    out_.notes.push_back(fmt::format(
        "shapes, orders and proofs are of a uniform sample of {} items", out_.sampled_rows));
  }
}

}  // namespace

TableProfile summarise(const Measurements& measurements, const SummaryOptions& options) {
  return Summary(measurements.state(), options).make();
}

}  // namespace ddblint
