#include "workload/trace.h"

#include <algorithm>

namespace ddblint {

const TracedKeyUse* TraceSummary::key(std::string_view index) const {
  const auto found =
      std::ranges::find_if(keys, [&](const TracedKeyUse& use) { return use.key.index == index; });
  return found == keys.end() ? nullptr : &*found;
}

}  // namespace ddblint
