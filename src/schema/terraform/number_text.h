#pragma once

#include <string>

// Numbers as decimal text, in the layouts that Terraform (Go's big.Float) writes.

namespace ddblint {

/// The decimal digits of a finite number: 0.digits × 10^point, without zeros at the end; `digits`
/// is empty for zero.
struct Decimal {
  bool negative = false;
  std::string digits;
  int point = 0;
};

/// The fewest digits that give the number back.
Decimal shortest_decimal(double number);
/// The number rounded to that many digits (at least one).
Decimal rounded_decimal(double number, int digits);

/// Digits without exponent: `120`, `0.05`.
std::string fixed_text(const Decimal& decimal);
/// Digits with exponent: `1.2e+02`.
std::string scientific_text(const Decimal& decimal);

}  // namespace ddblint
