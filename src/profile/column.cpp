#include "profile/column.h"

#include <algorithm>

namespace ddblint {

const Column* SampledRows::find(std::string_view name) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

}  // namespace ddblint
