#include "data/json_names.h"

namespace ddblint {

void NameTable::new_record() {
  constexpr std::uint32_t kLast = 0xF0000000U;
  constexpr std::size_t kKept = std::size_t{1} << 16U;
  if (object_ > kLast || slots_.size() > kKept) {
    slots_.assign(kSlots, Slot{});
    slots_.shrink_to_fit();
    mask_ = kSlots - 1;
    object_ = 0;
  }
  first_object_ = object_ + 1;
  used_ = 0;
}

void NameTable::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = mask_ = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.object < first_object_) continue;
    std::size_t i = place(slot.object, slot.hash) & mask;
    while (slots_[i].object >= first_object_) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

void NameMarks::new_item() {
  constexpr std::uint32_t kLast = 0xF0000000U;
  if (used_ < kMostNames / 2 && object_ < kLast) return;
  slots_.assign(kSlots, Slot{});
  used_ = 0;
  object_ = 0;
  first_number_ += kSlots;
  if (first_number_ > kLast) numbered_ = 0;
}

NameMarks::Answer NameMarks::add(std::size_t slot, std::string_view name, Slot filled) {
  if (used_ == kMostNames) return {};
  ++used_;
  filled.wanted = wanted_.place(name);
  slots_[slot] = filled;
  return {.is_new = true, .wanted = filled.wanted, .number = number_of(slot)};
}

}  // namespace ddblint
