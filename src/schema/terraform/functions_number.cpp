#include <algorithm>
#include <array>
#include <cmath>

#include "schema/terraform/conversion.h"
#include "schema/terraform/function_table.h"

namespace ddblint {
namespace {

/// Whole numbers are exact up to here.
constexpr double kExact = 0x1p53;

FunctionResult number(double value) {
  if (std::isnan(value)) return fail("the result is no number");
  if (std::isinf(value)) return open_result("an infinite number");
  return Value::number(value);
}

FunctionResult absolute(FunctionArguments arguments) {
  return number(std::abs(arguments[0].number()));
}

FunctionResult ceiling(FunctionArguments arguments) {
  return number(std::ceil(arguments[0].number()));
}

FunctionResult floor(FunctionArguments arguments) {
  return number(std::floor(arguments[0].number()));
}

FunctionResult logarithm(FunctionArguments arguments) {
  return number(std::log(arguments[0].number()) / std::log(arguments[1].number()));
}

double size_of(const Value& value) { return value.number(); }

FunctionResult largest(FunctionArguments arguments) {
  return number(std::ranges::max(arguments, {}, size_of).number());
}

FunctionResult smallest(FunctionArguments arguments) {
  return number(std::ranges::min(arguments, {}, size_of).number());
}

FunctionResult power(FunctionArguments arguments) {
  return number(std::pow(arguments[0].number(), arguments[1].number()));
}

FunctionResult sign(FunctionArguments arguments) {
  const double value = arguments[0].number();
  return number(value < 0 ? -1 : value > 0 ? 1 : 0);
}

/// The value of a digit; up to base 36 capital letters are the same as small ones.
int digit_value(char c, int base) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + (base <= 36 ? 10 : 36);
  return base;
}

FunctionResult parse_integer(FunctionArguments arguments) {
  if (!arguments[0].is(Value::Kind::string)) return fail("argument 1: a string is needed");
  if (arguments[1].number() < 2 || arguments[1].number() > 62) {
    return fail("the base must be between 2 and 62");
  }
  const int base = static_cast<int>(arguments[1].number());
  std::string_view digits = arguments[0].text();
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0;
  for (const char c : digits) {
    const int digit = digit_value(c, base);
    if (digit >= base) return fail("{} is no integer of base {}", value_phrase(arguments[0]), base);
    value = value * base + digit;
  }
  if (digits.empty()) return fail("{} is no integer of base {}", value_phrase(arguments[0]), base);
  if (value > kExact) return open_result("too large a number");
  return number(negative ? -value : value);
}

constexpr std::array kFunctions = {
    Function{"abs", "n", absolute},
    Function{"ceil", "n", ceiling},
    Function{"floor", "n", floor},
    Function{"log", "nn", logarithm},
    Function{"max", "n+", largest},
    Function{"min", "n+", smallest},
    Function{"parseint", "vi", parse_integer},
    Function{"pow", "nn", power},
    Function{"signum", "i", sign},
};

}  // namespace

std::span<const Function> number_functions() { return kFunctions; }

}  // namespace ddblint
