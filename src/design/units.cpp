#include "design/units.h"

#include <algorithm>
#include <cmath>

namespace ddblint {
namespace {

/// Read units of a 4-KB step, by consistency.
double per_step(Consistency consistency) {
  switch (consistency) {
    case Consistency::eventual:
      return 0.5;
    case Consistency::strong:
      return 1;
    case Consistency::transactional:
      return 2;
  }
  return 1;
}

}  // namespace

double get_units(double item_bytes, Consistency consistency) {
  return std::max(1.0, std::ceil(item_bytes / kReadUnitBytes)) * per_step(consistency);
}

// An empty page is charged like the smallest one.
double page_units(double bytes, Consistency consistency) { return get_units(bytes, consistency); }

double put_units(double item_bytes, bool transactional) {
  return std::max(1.0, std::ceil(item_bytes / kWriteUnitBytes)) * (transactional ? 2 : 1);
}

}  // namespace ddblint
