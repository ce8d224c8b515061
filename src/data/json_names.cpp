#include "data/json_names.h"

#include <algorithm>
#include <utility>

namespace ddblint {

void NameTable::new_record() {
  constexpr std::uint32_t kLastObject = 0xF0000000U;
  constexpr std::size_t kKept = std::size_t{1} << 16U;
  if (object_ > kLastObject || slots_.size() > kKept) {
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

WantedNames::WantedNames(const std::vector<std::string>& names) : all_(names.empty()) {
  if (all_) bits_ = ~std::uint64_t{0};
  for (const std::string& name : names) {
    constexpr std::size_t kWord = 8;
    const std::string padded = name + std::string(kWord, '\0');
    const std::uint64_t hash = hash_name(std::string_view(padded).substr(0, name.size()));
    names_.push_back({name, hash});
    bits_ |= std::uint64_t{1} << (hash >> 58U);
  }
}

bool WantedNames::find(std::string_view name, std::uint64_t hash) const {
  return std::any_of(names_.begin(), names_.end(), [&](const Name& wanted) {
    return wanted.hash == hash && wanted.text == name;
  });
}

void NameMarks::new_item() {
  constexpr std::uint32_t kLastObject = 0xF0000000U;
  if (used_ < kMostNames / 2 && object_ < kLastObject) return;
  slots_.assign(kSlots, Slot{});
  used_ = 0;
  object_ = 0;
}

NameMarks::Mark NameMarks::add(Slot& slot, Slot filled, std::uint64_t hash, unsigned depth) {
  if (used_ == kMostNames) return Mark::again;
  ++used_;
  if (depth == 0 && wanted_.has_hash(hash)) filled.mark = Mark::wanted;
  slot = filled;
  return slot.mark;
}

}  // namespace ddblint
