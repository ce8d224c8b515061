#include "profile/state.h"

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace ddblint {
namespace {

/// Bytes that a kept key takes at most times: its slot at the emptiest the table gets, twice while
/// it grows, and its text.
constexpr std::uint64_t kKeyBytes = 160;
constexpr std::uint64_t kPrimaryBytes = 80;
constexpr std::uint64_t kFewestKept = 4096;
/// Distinct counts are exact up to here: more than any threshold of a rule needs.
constexpr std::uint64_t kAttributeValues = std::uint64_t{1} << 16U;
/// Attributes that are expected to have that many.
constexpr std::uint64_t kWideAttributes = 24;
/// Bytes kept of a key's text.
constexpr std::size_t kKeyText = 96;

std::uint64_t fitting(std::uint64_t bytes, std::uint64_t entry) {
  return std::bit_floor(std::clamp(bytes / entry, kFewestKept, kMostKept));
}

/// Duplicates are looked for in the table's own key; where it has no sort key, the partition key is
/// all there is.
bool needs_primary(const KeyPlan& plan, std::size_t key, const Capacities& capacities) {
  const PlannedKey& planned = plan.keys[key];
  return key == 0 && planned.index.empty() && !planned.sort.empty() && !capacities.keys_only;
}

}  // namespace

Capacities Capacities::for_memory(std::uint64_t memory, const KeyPlan& plan, bool keys_only) {
  // Half of the memory is for keys: two shares for partition keys, one for the primary key; the
  // rest for attributes, rows, batches and what the program itself takes.
  const std::uint64_t keys = std::max<std::uint64_t>(plan.keys.size(), 1);
  Capacities sizes;
  sizes.keys_only = keys_only;
  sizes.partition_keys = fitting(memory / (keys_only ? 2 : 4) / keys, kKeyBytes);
  sizes.primary_keys = fitting(memory / 4, kPrimaryBytes);
  sizes.attribute_values =
      std::min(fitting(memory / 4 / kWideAttributes, kPrimaryBytes), kAttributeValues);
  return sizes;
}

KeyMeasurements::KeyMeasurements(PlannedKey planned, const Capacities& capacities,
                                 bool with_primary)
    : key(std::move(planned)),
      partition(capacities.partition_keys, kKeyText),
      by_items(kHotKeySlots, kHotKeyText),
      by_bytes(kHotKeySlots, kHotKeyText) {
  if (with_primary) primary.emplace(capacities.primary_keys);
}

AttributeMeasurements::AttributeMeasurements(std::uint64_t capacity)
    : values(capacity), frequent(kAttributeSlots, kAttributeText) {}

std::optional<std::uint32_t> AttributeNames::number(std::string_view name) {
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return found->second;
  if (names_.size() == kMostAttributes) return std::nullopt;
  const auto given = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(name);
  numbers_.emplace(name, given);
  return given;
}

Measurements::State::State(KeyPlan key_plan, const Capacities& sizes)
    : plan(std::move(key_plan)), capacities(sizes) {
  for (std::size_t i = 0; i < plan.keys.size(); ++i) {
    keys.emplace_back(plan.keys[i], capacities, needs_primary(plan, i, capacities));
  }
}

}  // namespace ddblint
