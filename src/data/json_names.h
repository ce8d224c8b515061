#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace ddblint {

/// Eight bytes of memory as a number.
inline std::uint64_t load_word(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// A hash of a name that has at least eight readable bytes from its begin: one or two loads for
/// the names that there are.
inline std::uint64_t hash_name(std::string_view name) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
  constexpr std::size_t kWord = 8;
  const char* at = name.data();
  std::size_t left = name.size();
  std::uint64_t hash = left * kOdd;
  for (; left > kWord; left -= kWord, at += kWord) {
    hash = std::rotl((hash ^ load_word(at)) * kOdd, 29);
  }
  const std::uint64_t mask = left == 0 ? 0 : ~std::uint64_t{0} >> (64U - 8U * left);
  std::uint64_t word = load_word(at);
  if constexpr (std::endian::native == std::endian::big) word = std::byteswap(word);
  hash = (hash ^ (word & mask)) * kOdd;
  return hash ^ (hash >> 32U);
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
    const std::uint64_t mixed = hash + object * std::uint64_t{0x9E3779B9U};
    for (std::size_t i = mixed & mask;; i = (i + 1) & mask) {
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
  explicit WantedNames(const std::vector<std::string>& names);

  [[nodiscard]] bool has(std::string_view name, std::uint64_t hash) const {
    return (bits_ >> (hash & 63U) & 1U) != 0 && (all_ || find(name, hash));
  }

 private:
  struct Name {
    std::string text;
    std::uint64_t hash = 0;
  };

  [[nodiscard]] bool find(std::string_view name, std::uint64_t hash) const;

  std::vector<Name> names_;
  /// One bit a hash: most names that are not wanted cost one test.
  std::uint64_t bits_ = 0;
  bool all_ = false;
};

}  // namespace ddblint
