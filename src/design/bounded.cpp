#include "design/bounded.h"

#include <algorithm>

namespace ddblint {
namespace {

double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

}  // namespace

Bounded exactly(double value) { return {.value = value, .low = value, .high = value}; }

Bounded at_least(double low) { return {.value = low, .low = low, .high = kUnbounded}; }

Bounded bounded(double value, double low, double high) {
  const double top = std::max(low, high);
  return {.value = std::clamp(value, low, top), .low = low, .high = top};
}

Bounded sum(const Bounded& a, const Bounded& b) {
  return {.value = a.value + b.value, .low = a.low + b.low, .high = a.high + b.high};
}

Bounded product(const Bounded& a, const Bounded& b) {
  return {
      .value = times(a.value, b.value), .low = times(a.low, b.low), .high = times(a.high, b.high)};
}

Bounded product(const Bounded& a, double factor) { return product(a, exactly(factor)); }

}  // namespace ddblint
