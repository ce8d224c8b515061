#include "profile/load_windows.h"

#include <cmath>

namespace ddblint {
namespace {

constexpr std::size_t kSlots = 4096;
constexpr double kParallelismScale = 10'000;

}  // namespace

LoadWindows::LoadWindows() : slots_(kSlots) {}

void LoadWindows::add(std::uint64_t hash) {
  std::size_t at = hash % kSlots;
  while (slots_[at].stamp == stamp_ && slots_[at].hash != hash) at = (at + 1) % kSlots;
  Slot& slot = slots_[at];
  if (slot.stamp != stamp_) {
    slot = {.hash = hash, .stamp = stamp_, .count = 0};
    ++keys_;
  }
  // (c + 1)^2 - c^2
  squares_ += 2 * std::uint64_t{slot.count} + 1;
  ++slot.count;
  if (++items_ == kWindow) close();
}

void LoadWindows::close() {
  const auto items = static_cast<double>(items_);
  distinct_.add(keys_);
  const double effective = items * items / static_cast<double>(squares_);
  parallelism_.add(static_cast<std::uint64_t>(std::llround(effective / items * kParallelismScale)));
  ++stamp_;
  items_ = 0;
  keys_ = 0;
  squares_ = 0;
}

void LoadWindows::finish() {
  if (items_ > 0 && windows() == 0) close();
}

double LoadWindows::distinct_keys() const { return static_cast<double>(distinct_.quantile(0.5)); }

double LoadWindows::effective_parallelism() const {
  return static_cast<double>(parallelism_.quantile(0.5)) / kParallelismScale;
}

}  // namespace ddblint
