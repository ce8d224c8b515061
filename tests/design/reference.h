#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "design/served_case.h"
#include "design/units.h"

// Slow and obvious answers, from the guide's sentences.

namespace ddblint::test {

/// Every key condition that the service takes, tried one after the other: equality on all partition
/// attributes, on the first `equal` sort attributes, and perhaps a range on the next.
struct Tried {
  bool possible = false;
  std::set<std::string> used = {};
  bool range = false;
  std::size_t equal = 0;
};

inline Tried best_condition(const Names& partition, const Names& sort, const Names& given,
                            const std::string& ranged) {
  const auto has = [&given](const std::string& name) {
    return std::ranges::find(given, name) != given.end();
  };
  Tried best;
  for (std::size_t equal = 0; equal <= sort.size(); ++equal) {
    for (const bool range : {false, true}) {
      if (range && equal == sort.size()) continue;
      Names needed = partition;
      needed.insert(needed.end(), sort.begin(), sort.begin() + static_cast<std::ptrdiff_t>(equal));
      if (!std::ranges::all_of(needed, has)) continue;
      if (range && (ranged.empty() || sort[equal] != ranged)) continue;
      const std::size_t conditions = needed.size() + (range ? 1 : 0);
      const std::size_t known = best.used.size() + (best.range ? 1 : 0);
      if (best.possible && conditions <= known) continue;
      best = {
          .possible = true, .used = {needed.begin(), needed.end()}, .range = range, .equal = equal};
    }
  }
  return best;
}

/// Item by item: a page ends before the item that would take it over 1 MB.
inline PagedRead one_by_one(int items, double bytes) {
  PagedRead read{.pages = 1, .units = 0};
  double page = 0;
  for (int i = 0; i < items; ++i) {
    if (page + bytes > 1024 * 1024) {
      read.units += std::max(1.0, std::ceil(page / 4096));
      read.pages += 1;
      page = 0;
    }
    page += bytes;
  }
  read.units += std::max(1.0, std::ceil(page / 4096));
  return read;
}

}  // namespace ddblint::test
