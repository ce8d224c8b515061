#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "data/wanted_names.h"
#include "data/words.h"

namespace ddblint {

/// A hash of a name that has at least eight readable bytes from its begin: of its length and its
/// first and last eight bytes, which are all of nearly every name; longer ones add what is between.
/// 0 for the empty name. Its high bits are the good ones.
inline std::uint64_t hash_name(std::string_view name) {
  // Any odd words without a pattern: names that differ meet by chance alone.
  constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15U;
  constexpr std::uint64_t kLength = 0xA0761D6478BD642FU;
  constexpr std::uint64_t kAll = 0xD6E8FEB86659FD93U;
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  const std::size_t size = name.size();
  const std::size_t end = std::min(size, kWord);
  std::uint64_t hash = low_bytes(load_word(name.data()), end) * kFirst + size * kLength;
  for (std::size_t at = kWord; at + kWord < size; at += kWord) {
    hash = (std::rotl(hash, 29) + load_word(name.data() + at)) * kAll;
  }
  return (hash + low_bytes(load_word(name.data() + size - end), end)) * kAll;
}

/// The names seen in the objects of one record, to find one that stands twice. An open hash table
/// that is never cleared: an entry is alive while its object's number is one of the record's.
class NameTable {
 public:
  NameTable() : slots_(kSlots) {}

  /// Forgets all names.
  void new_record();
  /// A number for the next object.
  std::uint32_t new_object() { return ++object_; }
  /// Notes a name with its hash; false when the object has it already.
  bool add(std::uint32_t object, std::string_view name, std::uint64_t hash) {
    if (2 * ++used_ > mask_) grow();
    const std::size_t mask = mask_;
    for (std::size_t i = place(object, hash) & mask;; i = (i + 1) & mask) {
      Slot& slot = slots_[i];
      if (slot.object < first_object_) {
        slot = {name.data(), static_cast<std::uint32_t>(name.size()), object, hash};
        return true;
      }
      if (slot.hash == hash && slot.object == object &&
          std::string_view(slot.name, slot.length) == name) {
        return false;
      }
    }
  }

 private:
  struct Slot {
    const char* name = nullptr;
    std::uint32_t length = 0;
    std::uint32_t object = 0;  // 0 is no object's number
    std::uint64_t hash = 0;
  };
  static constexpr std::size_t kSlots = 128;

  static std::uint64_t place(std::uint32_t object, std::uint64_t hash) {
    return (hash >> 32U) + object * std::uint64_t{0x9E3779B9U};
  }
  void grow();

  std::vector<Slot> slots_;
  std::size_t mask_ = kSlots - 1;
  std::size_t used_ = 0;
  std::uint32_t object_ = 0;
  std::uint32_t first_object_ = 1;
};

/// Marks names with the object that has them, to tell at once that a name is new in its object. A
/// dictionary of the names of all items: names come again and again. A name is what has its 64-bit
/// hash, as everywhere where values are counted.
class NameMarks {
 public:
  /// `numbered`: names get numbers.
  NameMarks(const WantedNames& wanted, bool numbered)
      : wanted_(wanted), numbered_(numbered ? ~0U : 0U), slots_(kSlots) {}

  /// Forgets the dictionary when it is full of names that do not come again.
  void new_item();
  /// A number for the next object.
  std::uint32_t new_object() { return ++object_; }

  struct Answer {
    /// False when the name may be in the object already, when an item's is empty, or when there is
    /// no room to tell.
    bool is_new = false;
    /// The name's place among the wanted ones, as Attribute::wanted.
    std::uint16_t wanted = Attribute::kUnasked;
    /// As Attribute::name_number.
    std::uint32_t number = 0;
  };
  /// Marks a name of an object. Objects of one depth follow one another; an object and those inside
  /// it need different depths, that of an item is 0.
  [[gnu::always_inline]] inline Answer mark(std::string_view name, std::uint32_t object,
                                            unsigned depth) {
    const std::uint64_t key = hash_name(name) + depth * kOdd;
    for (std::size_t i = key >> kShift;; i = (i + 1) % kSlots) {
      Slot& slot = slots_[i];
      if (slot.key == key) {
        if (slot.object >= object) return {};
        slot.object = object;
        return {true, slot.wanted, number_of(i)};
      }
      if (slot.key == 0) return add(i, name, {.key = key, .object = object});
    }
  }

 private:
  struct Slot {
    /// 0 in an empty slot. The empty name of an item has this key: it is never new.
    std::uint64_t key = 0;
    /// The last object that had the name.
    std::uint32_t object = 0xFFFFFFFFU;
    std::uint16_t wanted = Attribute::kUnasked;
  };
  static constexpr std::size_t kSlots = 4096;
  static constexpr unsigned kShift = 52;
  static_assert(kSlots == std::size_t{1} << (64U - kShift));
  static constexpr std::size_t kMostNames = kSlots / 2;
  static constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;

  /// Slots of one dictionary are numbered after those of all before it.
  [[nodiscard]] std::uint32_t number_of(std::size_t slot) const {
    return (first_number_ + static_cast<std::uint32_t>(slot)) & numbered_;
  }
  [[gnu::noinline]] Answer add(std::size_t slot, std::string_view name, Slot filled);

  const WantedNames& wanted_;
  /// All ones, or none where there are no numbers, or no more of them.
  std::uint32_t numbered_ = 0;
  std::uint32_t first_number_ = 1;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint32_t object_ = 0;
};

}  // namespace ddblint
