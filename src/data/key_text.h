#pragma once

#include <string>
#include <string_view>

namespace ddblint {

/// Adds the value of one attribute of a key to what people read of the key: `42` where it is the
/// key's only attribute (`alone`), else `tenant=a, user=42`.
inline void append_key_value(std::string& text, std::string_view name, std::string_view value,
                             bool alone) {
  if (!text.empty()) text += ", ";
  if (!alone) text.append(name).append("=");
  text += value;
}

}  // namespace ddblint
