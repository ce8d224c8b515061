#include "profile/table_profile.h"

#include <algorithm>

namespace ddblint {

std::string_view to_string(Drawn drawn) {
  switch (drawn) {
    case Drawn::whole:
      return "whole";
    case Drawn::random:
      return "random";
    case Drawn::scan_head:
      return "scan-head";
    case Drawn::file_head:
      return "file-head";
  }
  return "whole";
}

const AttributeProfile* TableProfile::attribute(std::string_view name) const {
  const auto found = attributes.find(name);
  return found == attributes.end() ? nullptr : &found->second;
}

const KeyProfile* TableProfile::key(std::string_view index) const {
  const auto found = std::ranges::find_if(
      keys, [index](const KeyProfile& profile) { return profile.key.index == index; });
  return found == keys.end() ? nullptr : &*found;
}

std::optional<double> TableProfile::table_bytes() const {
  const auto bytes = static_cast<double>(item_bytes);
  if (!source.sampled()) return bytes;
  if (!source.population || source.items == 0) return std::nullopt;
  return bytes * static_cast<double>(*source.population) / static_cast<double>(source.items);
}

}  // namespace ddblint
