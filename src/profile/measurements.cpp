#include "profile/measurements.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "profile/state.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{512} << 20U;
constexpr std::uint64_t kKeysOnlyMemory = std::uint64_t{64} << 20U;

bool same(const PlannedKey& one, const PlannedKey& other) {
  const auto equal = [](const auto& a, const auto& b) {
    return std::ranges::equal(a, b, [](const PlannedAttribute& x, const PlannedAttribute& y) {
      return x.name == y.name && x.type == y.type;
    });
  };
  return one.index == other.index && one.local == other.local &&
         equal(one.partition, other.partition) && equal(one.sort, other.sort);
}

bool same(const KeyPlan& one, const KeyPlan& other) {
  return std::ranges::equal(one.keys, other.keys,
                            [](const PlannedKey& a, const PlannedKey& b) { return same(a, b); });
}

/// What keeps two profiles apart; nothing when they can be merged.
std::optional<std::string> conflict(const Measurements::State& one,
                                    const Measurements::State& other) {
  if (!same(one.plan, other.plan)) return "they measure different keys";
  if (!(one.capacities == other.capacities)) {
    return "they were made with different --memory or --keys-only";
  }
  std::map<std::uint64_t, const InputIdentity*> known;
  for (const auto& input : one.inputs) {
    if (input.records > 0) known.emplace(input.fingerprint, &input);
  }
  for (const auto& input : other.inputs) {
    const auto found = known.find(input.fingerprint);
    if (input.records == 0 || found == known.end()) continue;
    return fmt::format("`{}` of one and `{}` of the other are the same input", found->second->path,
                       input.path);
  }
  return std::nullopt;
}

void add(KeyMeasurements& to, const KeyMeasurements& from) {
  to.partition.merge(from.partition);
  if (to.primary && from.primary) to.primary->merge(*from.primary);
  to.by_items.merge(from.by_items);
  to.by_bytes.merge(from.by_bytes);
  to.items += from.items;
  to.KeyCounts::add(from);
}

void add(AttributeMeasurements& to, const AttributeMeasurements& from) {
  to.AttributeCounts::add(from);
  to.values.merge(from.values);
  to.frequent.merge(from.frequent);
}

/// Numbers of the other's attributes among ours; nothing where there is no room.
std::vector<std::optional<std::uint32_t>> add_attributes(Measurements::State& to,
                                                         const Measurements::State& from) {
  std::vector<std::optional<std::uint32_t>> numbers;
  const std::vector<std::string>& names = from.names.names();
  numbers.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    numbers.push_back(to.names.number(names[i]));
    if (!numbers.back()) {
      to.values_left_out += from.attributes[i].present;
      continue;
    }
    const std::uint32_t number = *numbers.back();
    if (number == to.attributes.size()) {
      to.attributes.emplace_back(from.attributes[i].values.capacity());
    }
    add(to.attributes[number], from.attributes[i]);
  }
  return numbers;
}

/// Rows of the other, with files and attributes renumbered.
std::vector<RowSample::Row> renumbered(const RowSample& rows, std::uint32_t first_file,
                                       const std::vector<std::optional<std::uint32_t>>& numbers) {
  std::vector<RowSample::Row> renamed = rows.rows();
  for (RowSample::Row& row : renamed) {
    row.file += first_file;
    std::erase_if(row.values,
                  [&](const RowSample::Value& value) { return !numbers[value.attribute]; });
    for (RowSample::Value& value : row.values) value.attribute = *numbers[value.attribute];
  }
  return renamed;
}

void add_bad(Measurements::State& to, const Measurements::State& from) {
  for (const auto& [kind, bad] : from.bad) {
    const auto [found, added] = to.bad.try_emplace(kind, bad);
    if (added) continue;
    BadRecords& known = found->second;
    const std::uint64_t count = known.count + bad.count;
    if (std::tie(bad.path, bad.line) < std::tie(known.path, known.line)) known = bad;
    known.count = count;
  }
}

}  // namespace

Measurements::Measurements() = default;
Measurements::~Measurements() = default;
Measurements::Measurements(Measurements&&) noexcept = default;
Measurements& Measurements::operator=(Measurements&&) noexcept = default;

Measurements::Measurements(KeyPlan plan, const MeasureOptions& options) {
  const std::uint64_t memory =
      options.memory.value_or(options.keys_only ? kKeysOnlyMemory : kMemory);
  const Capacities sizes = Capacities::for_memory(memory, plan, options.keys_only);
  state_ = std::make_unique<State>(std::move(plan), sizes);
}

const KeyPlan& Measurements::plan() const { return state_->plan; }

std::uint64_t Measurements::items() const { return state_->items; }

std::vector<BadRecords> Measurements::bad_records() const {
  std::vector<BadRecords> bad;
  for (const auto& [kind, records] : state_->bad) bad.push_back(records);
  return bad;
}

const std::vector<DataProblem>& Measurements::problems() const { return state_->problems; }

std::expected<void, std::string> Measurements::merge(const Measurements& part) {
  State& to = *state_;
  const State& from = *part.state_;
  if (const auto why = conflict(to, from)) return std::unexpected(*why);
  const auto first_file = static_cast<std::uint32_t>(to.inputs.size());
  to.inputs.insert(to.inputs.end(), from.inputs.begin(), from.inputs.end());
  to.ItemCounts::add(from);
  for (std::size_t i = 0; i < to.keys.size(); ++i) add(to.keys[i], from.keys[i]);
  const auto numbers = add_attributes(to, from);
  to.rows.merge(renumbered(from.rows, first_file, numbers), from.rows.level());
  // What repeats between the parts is not in either count.
  to.counted_repeats.reset();
  add_bad(to, from);
  to.problems.insert(to.problems.end(), from.problems.begin(), from.problems.end());
  to.promised_items += from.promised_items;
  to.partial = to.partial || from.partial;
  return {};
}

}  // namespace ddblint
