#include "design/units.h"

#include <algorithm>
#include <cmath>

namespace ddblint {

double read_price(Consistency consistency) {
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

double write_price(bool transactional) { return transactional ? 2 : 1; }

double steps(double item_bytes, double unit_bytes) {
  return std::max(1.0, std::ceil(item_bytes / unit_bytes));
}

double get_units(double item_bytes, Consistency consistency) {
  return steps(item_bytes, kReadUnitBytes) * read_price(consistency);
}

// An empty page is charged like the smallest one.
double page_units(double bytes, Consistency consistency) { return get_units(bytes, consistency); }

double put_units(double item_bytes, bool transactional) {
  return steps(item_bytes, kWriteUnitBytes) * write_price(transactional);
}

PagedRead paged_read(double items, double item_bytes, Consistency consistency) {
  if (!std::isfinite(items)) return {.pages = items, .units = items};
  const double of_a_page = std::max(1.0, std::floor(kPageBytes / std::max(1.0, item_bytes)));
  const double full = std::floor(items / of_a_page);
  const double rest = items - full * of_a_page;
  PagedRead read{.pages = full, .units = full * page_units(of_a_page * item_bytes, consistency)};
  if (rest > 0 || full == 0) {
    read.pages += 1;
    read.units += page_units(rest * item_bytes, consistency);
  }
  return read;
}

}  // namespace ddblint
