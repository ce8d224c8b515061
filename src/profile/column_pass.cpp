#include "profile/column_pass.h"

#include <span>

namespace ddblint {
namespace {

/// Adds the counts that are certain, since all values are held.
void add_held(SharedColumns::Slot& slot, const FrequentValues& frequent) {
  const std::lock_guard lock(slot.mutex);
  frequent.for_each([&slot](std::uint64_t hash, std::uint64_t count) {
    slot.measured.values.add_counted(hash, count);
  });
}

}  // namespace

SharedColumns::Slot* SharedColumns::slot(std::string_view name,
                                         std::optional<std::uint32_t>& number) {
  const std::lock_guard lock(mutex_);
  number = state_.names.number(name);
  if (!number) return nullptr;
  auto& slot = slots_[*number];
  if (!slot) slot = std::make_unique<Slot>(state_.capacities.attribute_values);
  return slot.get();
}

void SharedColumns::finish() {
  for (std::size_t i = 0; i < state_.names.size(); ++i) {
    state_.attributes.push_back(std::move(slots_[i]->measured));
  }
}

void FileColumns::join(SharedColumns& shared) const {
  for (const auto& [number, frequent] : frequent_) {
    SharedColumns::Slot& slot = shared.slot(number);
    if (frequent.exact()) add_held(slot, frequent);
    slot.measured.frequent.merge(frequent);
  }
}

void ColumnWorker::collect(const ParsedItems& items, std::string_view readable) {
  const auto& columns = collector_.collect(items, readable);
  left_out_ = collector_.left_out();
  for (std::size_t c = places_.size(); c < columns.size(); ++c) {
    Place& place = places_.emplace_back();
    place.slot = shared_.slot(columns[c].name, place.number);
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (places_[c].slot == nullptr) left_out_ += columns[c].present;
  }
}

void ColumnWorker::add_in_order(const ParsedItems& items, FileColumns& file) {
  for (std::size_t c = 0; c < places_.size(); ++c) {
    const ColumnCollector::Column& column = collector_.columns()[c];
    Place& place = places_[c];
    place.held = 0;
    if (column.hashes.empty() || place.slot == nullptr) continue;
    FrequentValues& frequent = file.frequent(*place.number);
    std::span<const std::uint64_t> rest(column.hashes);
    if (frequent.exact()) {
      place.held = frequent.add_exactly(
          rest, [&](std::size_t i) { return items.attributes[column.places[i]].value; });
      rest = rest.subspan(place.held);
      if (rest.empty()) continue;
      add_held(*place.slot, frequent);
    }
    frequent.add(
        rest, [&](std::size_t i) { return items.attributes[column.places[place.held + i]].value; });
  }
}

void ColumnWorker::add() {
  for (std::size_t c = 0; c < places_.size(); ++c) {
    const ColumnCollector::Column& column = collector_.columns()[c];
    const Place& place = places_[c];
    if (column.present == 0 || place.slot == nullptr) continue;
    const std::lock_guard lock(place.slot->mutex);
    AttributeMeasurements& to = place.slot->measured;
    to.add(column);
    to.values.add(std::span(column.hashes).subspan(place.held));
  }
}

std::optional<std::uint32_t> ColumnWorker::number(std::uint32_t place) const {
  const std::uint32_t column = collector_.column_of()[place];
  return column == ColumnCollector::kNoColumn ? std::nullopt : places_[column].number;
}

}  // namespace ddblint
