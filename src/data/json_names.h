#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ddblint {

/// Eight bytes of memory as a number, the first one lowest.
inline std::uint64_t load_word(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = std::byteswap(word);
  return word;
}

/// Four bytes of memory, the first one lowest.
inline std::uint32_t load_half(const char* at) {
  std::uint32_t half = 0;
  std::memcpy(&half, at, sizeof half);
  if constexpr (std::endian::native == std::endian::big) half = std::byteswap(half);
  return half;
}

/// A hash of a name that has at least eight readable bytes from its begin: of its length and its
/// first and last eight bytes, which are all of nearly every name; longer ones add what is between.
/// Its high bits are the good ones.
inline std::uint64_t hash_name(std::string_view name) {
  constexpr std::uint64_t kEven = 0x9E3779B97F4A7C14U;
  constexpr std::uint64_t kOdd = 0xD6E8FEB86659FD93U;
  constexpr std::size_t kWord = 8;
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  // The low bytes of a word. A table, since a shift by a variable or a branch takes longer.
  static constexpr std::array<std::uint64_t, kWord + 1> kLowBytes = {
      0, kAll >> 56, kAll >> 48, kAll >> 40, kAll >> 32, kAll >> 24, kAll >> 16, kAll >> 8, kAll};
  const std::size_t size = name.size();
  const std::size_t end = std::min(size, kWord);
  const std::uint64_t mask = kLowBytes[end];
  std::uint64_t hash = (load_word(name.data()) & mask) * kEven + size;
  for (std::size_t at = kWord; at + kWord < size; at += kWord) {
    hash = (std::rotl(hash, 29) + load_word(name.data() + at)) * kOdd;
  }
  return (hash + (load_word(name.data() + size - end) & mask)) * kOdd;
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

/// The attributes that a caller wants; none named means all.
class WantedNames {
 public:
  explicit WantedNames(std::vector<std::string> names);

  [[nodiscard]] bool all() const { return names_.empty(); }
  /// The names that are wanted by themselves.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The position of a name that is wanted by itself.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
  }
  /// False when no name that is wanted by itself ends in this character; true for the quote before
  /// an empty name.
  [[nodiscard]] bool may_end(char last) const { return ends_[static_cast<unsigned char>(last)]; }

 private:
  std::vector<std::string> names_;
  std::array<bool, 256> ends_{};
};

/// Marks names with the object that has them, to tell at once that a name is new in its object. A
/// dictionary of the names of all items, by hash: names come again and again. It may be wrong about
/// a name that is not new, never about one that is; NameTable is exact.
class NameMarks {
 public:
  NameMarks() : slots_(kSlots) {}

  /// Forgets the dictionary when it is full of names that do not come again.
  void new_item();
  /// A number for the next object.
  std::uint32_t new_object() { return ++object_; }

  /// Marks a name of an object; false when it may be in the object already, when an item's is
  /// empty, or when there is no room to tell. Objects of one depth follow one another; an object
  /// and those inside it need different depths, that of an item is 0.
  bool mark(std::uint64_t hash, std::uint32_t object, unsigned depth) {
    const std::uint64_t key = hash + depth * kOdd;
    for (std::size_t i = key >> kShift;; i = (i + 1) % kSlots) {
      Slot& slot = slots_[i];
      if (slot.key == key) {
        if (slot.object >= object) return false;
        slot.object = object;
        return true;
      }
      if (slot.key == 0) return add(slot, {.key = key, .object = object});
    }
  }

 private:
  struct Slot {
    /// 0 in an empty slot. The empty name of an item has this key: it is never new.
    std::uint64_t key = 0;
    /// The last object that had the name.
    std::uint32_t object = 0xFFFFFFFFU;
  };
  static constexpr std::size_t kSlots = 4096;
  static constexpr unsigned kShift = 52;
  static_assert(kSlots == std::size_t{1} << (64U - kShift));
  static constexpr std::size_t kMostNames = kSlots / 2;
  static constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;

  [[gnu::noinline]] bool add(Slot& slot, Slot filled);

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint32_t object_ = 0;
};

}  // namespace ddblint
