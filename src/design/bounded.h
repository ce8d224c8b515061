#pragma once

#include <limits>

#include "workload/trace.h"

// Arithmetic of figures that are known only between bounds. All are zero or more, so that sums and
// products of the bounds bound the sum and the product.

namespace ddblint {

/// The high bound of a figure that nothing bounds from above.
inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// A figure that is known.
Bounded exactly(double value);
/// A figure of which only the low bound is known, which is taken for its value.
Bounded at_least(double low);
/// A figure between two bounds; `value` is moved between them.
Bounded bounded(double value, double low, double high);

Bounded sum(const Bounded& a, const Bounded& b);
/// Zero times unbounded is zero: what does not happen costs nothing.
Bounded product(const Bounded& a, const Bounded& b);
Bounded product(const Bounded& a, double factor);

/// `function` of value and bounds, for one that does not fall.
template <class Function>
Bounded mapped(const Bounded& a, Function function) {
  return bounded(function(a.value), function(a.low), function(a.high));
}

}  // namespace ddblint
