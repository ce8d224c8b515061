#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/item.h"
#include "data/words.h"

namespace ddblint {

/// The attributes that a caller wants.
class WantedNames {
 public:
  /// All.
  WantedNames() = default;
  /// As ParseOptions has them.
  explicit WantedNames(std::vector<std::string> names, bool others = false);

  /// True when attributes that are not named are wanted, too.
  [[nodiscard]] bool all() const { return all_; }
  /// How many are wanted by name.
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  /// The place of a name, as Attribute::wanted; one that has eight readable bytes from its begin is
  /// found faster by place_of_readable().
  [[nodiscard]] std::uint16_t place(std::string_view name) const {
    const auto found = std::ranges::find(names_, name);
    return found == names_.end() ? Attribute::kUnasked
                                 : static_cast<std::uint16_t>(found - names_.begin());
  }
  [[nodiscard]] std::uint16_t place_of_readable(std::string_view name) const {
    const std::uint64_t start = low_bytes(load_word(name.data()), std::min(name.size(), kStart));
    for (std::size_t place = 0; place < names_.size(); ++place) {
      const bool may_be = starts_[place] == start && names_[place].size() == name.size();
      if (may_be && (name.size() <= kStart || names_[place] == name)) {
        return static_cast<std::uint16_t>(place);
      }
    }
    return Attribute::kUnasked;
  }
  /// False when no name that is wanted by itself ends in this character; true for the quote before
  /// an empty name.
  [[nodiscard]] bool may_end(char last) const { return ends_[static_cast<unsigned char>(last)]; }

 private:
  static constexpr std::size_t kStart = sizeof(std::uint64_t);

  std::vector<std::string> names_;
  /// The first bytes of each.
  std::vector<std::uint64_t> starts_;
  bool all_ = true;
  std::array<bool, 256> ends_{};
};

}  // namespace ddblint
