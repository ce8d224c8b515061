#include "data/wanted_names.h"

#include <utility>

namespace ddblint {

WantedNames::WantedNames(std::vector<std::string> names, bool others)
    : names_(std::move(names)), all_(others || names_.empty()) {
  starts_.reserve(names_.size());
  ends_[static_cast<unsigned char>('"')] = true;
  for (const std::string& name : names_) {
    std::array<char, kStart> start{};
    std::copy_n(name.begin(), std::min(name.size(), kStart), start.begin());
    starts_.push_back(load_word(start.data()));
    if (!name.empty()) ends_[static_cast<unsigned char>(name.back())] = true;
  }
}

}  // namespace ddblint
