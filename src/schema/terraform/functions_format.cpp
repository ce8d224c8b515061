#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "schema/terraform/conversion.h"
#include "schema/terraform/function_table.h"
#include "schema/terraform/number_text.h"
#include "schema/terraform/unicode.h"

// `format` knows the verbs of Go's fmt that Terraform lets through, with their flags, width and
// precision. Strings are padded by characters as people see them.

namespace ddblint {
namespace {

using Kind = Value::Kind;

/// Longest width or precision.
constexpr int kMaxWidth = 10'000;

/// One `%` sequence: `%[flags][width][.precision][[argument]]letter`.
struct Verb {
  bool zero = false;
  bool sharp = false;
  bool plus = false;
  bool minus = false;
  bool space = false;
  std::optional<int> width;
  std::optional<int> precision;
  std::size_t argument = 0;
  char letter = ' ';
};

/// A text, an error, or nothing when it cannot be told (the width of foreign characters).
using Piece = std::expected<std::optional<std::string>, std::string>;

std::string repeated(std::size_t count, char c) { return std::string(count, c); }

/// Where `content` is shorter than the verb's width: how much.
std::size_t missing(const Verb& verb, std::size_t length) {
  const auto width = static_cast<std::size_t>(verb.width.value_or(0));
  return width > length ? width - length : 0;
}

std::optional<std::string> padded(const Verb& verb, std::string content) {
  if (!verb.width) return content;
  const auto bounds = character_bounds(content);
  if (!bounds) return std::nullopt;
  const std::size_t count = missing(verb, bounds->size() - 1);
  if (verb.minus) return content.append(count, verb.zero ? '0' : ' ');
  return content.insert(0, count, verb.zero ? '0' : ' ');
}

/// `1e+06`, `0.1`: the exponent is written where the number is small or its digits are many.
std::string general_text(double number, std::optional<int> precision) {
  const Decimal decimal =
      precision ? rounded_decimal(number, *precision) : shortest_decimal(number);
  const int digits = static_cast<int>(decimal.digits.size());
  int most = 6;
  if (precision) {
    most = std::max(*precision, 1);
    if (most > digits && digits >= decimal.point) most = digits;
  }
  const int exponent = decimal.digits.empty() ? -1 : decimal.point - 1;
  return exponent < -4 || exponent >= most ? scientific_text(decimal) : fixed_text(decimal);
}

/// Sign, what stands before the digits, and the digits of a number, brought to the width.
std::string number_field(const Verb& verb, bool negative, std::string_view prefix,
                         std::string digits) {
  const std::string sign = negative ? "-" : verb.plus ? "+" : verb.space ? " " : "";
  const std::size_t count = missing(verb, sign.size() + prefix.size() + digits.size());
  std::string out = fmt::format("{}{}", sign, prefix);
  if (verb.minus) return fmt::format("{}{}{}", out, digits, repeated(count, ' '));
  if (verb.zero) return fmt::format("{}{}{}", out, repeated(count, '0'), digits);
  return fmt::format("{}{}{}", repeated(count, ' '), out, digits);
}

std::string float_text(const Verb& verb, double number) {
  const double size = std::abs(number);
  const int precision = verb.precision.value_or(6);
  std::string digits;
  switch (verb.letter) {
    case 'e':
      digits = fmt::format("{:.{}e}", size, precision);
      break;
    case 'E':
      digits = fmt::format("{:.{}E}", size, precision);
      break;
    case 'f':
      digits = fmt::format("{:.{}f}", size, precision);
      break;
    default:
      digits = general_text(size, verb.precision);
      if (verb.letter == 'G') std::ranges::replace(digits, 'e', 'E');
      break;
  }
  return number_field(verb, std::signbit(number), "", std::move(digits));
}

std::string_view base_prefix(char letter) {
  switch (letter) {
    case 'b':
      return "0b";
    case 'o':
      return "0";
    case 'x':
      return "0x";
    case 'X':
      return "0X";
    default:
      return "";
  }
}

Piece integer_text(const Verb& verb, double number) {
  if (number != std::floor(number)) return std::unexpected("a whole number is needed");
  const double size = std::abs(number);
  std::string digits;
  if (verb.letter == 'd') {
    digits = number_text(size);
  } else {
    if (size >= 0x1p63) return std::nullopt;
    const auto whole = static_cast<std::uint64_t>(size);
    digits = verb.letter == 'b'   ? fmt::format("{:b}", whole)
             : verb.letter == 'o' ? fmt::format("{:o}", whole)
             : verb.letter == 'x' ? fmt::format("{:x}", whole)
                                  : fmt::format("{:X}", whole);
  }
  Verb field = verb;
  if (verb.precision) {
    field.zero = false;
    const auto least = static_cast<std::size_t>(*verb.precision);
    if (least == 0 && size == 0) return "";
    if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
  }
  return number_field(field, number < 0, verb.sharp ? base_prefix(verb.letter) : "",
                      std::move(digits));
}

Piece plain_text(const Verb& verb, const Value& value) {
  if (verb.sharp || (!value.is(Kind::string) && !value.is(Kind::number))) {
    return padded(verb, json_text(value));
  }
  if (value.is(Kind::string)) return padded(verb, value.text());
  return padded(verb, general_text(value.number(), std::nullopt));
}

Piece string_text(const Verb& verb, const Value& value) {
  const Conversion converted = to_string_value(value);
  if (!converted) return std::unexpected(converted.error());
  std::string text = converted->text();
  // Zero is as good as no precision.
  if (const int precision = verb.precision.value_or(0); precision > 0) {
    const auto bounds = character_bounds(text);
    if (!bounds) return std::nullopt;
    const std::size_t last = std::min(static_cast<std::size_t>(precision), bounds->size() - 1);
    text.resize((*bounds)[last]);
  }
  if (verb.letter == 'q') text = json_text(Value::string(std::move(text)));
  return padded(verb, std::move(text));
}

Piece formatted(const Verb& verb, const Value& value) {
  if (verb.letter == 'v') return plain_text(verb, value);
  if (value.is_null()) return std::unexpected("null cannot be formatted");
  if (verb.letter == 's' || verb.letter == 'q') return string_text(verb, value);
  if (verb.letter == 't') {
    const Conversion truth = to_boolean_value(value);
    if (!truth) return std::unexpected(truth.error());
    return truth->truth() ? "true" : "false";
  }
  const bool integer = std::string_view("bdoxX").contains(verb.letter);
  if (!integer && !std::string_view("eEfgG").contains(verb.letter)) {
    return std::unexpected(fmt::format("there is no verb %{}", verb.letter));
  }
  const Conversion number = to_number_value(value);
  if (!number) return std::unexpected(number.error());
  if (!std::isfinite(number->number())) return std::nullopt;
  if (integer) return integer_text(verb, number->number());
  return float_text(verb, number->number());
}

/// Reads a format text and writes the result.
class Formatter {
 public:
  Formatter(std::string_view format, FunctionArguments values) : rest_(format), values_(values) {}

  FunctionResult run();

 private:
  std::expected<Verb, std::string> verb();
  void flags(Verb& verb);
  std::optional<int> number();
  bool eat(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view rest_;
  FunctionArguments values_;
  /// The argument that the next verb takes, and how many have been named.
  std::size_t next_ = 0;
  std::size_t used_ = 0;
};

void Formatter::flags(Verb& verb) {
  for (;; rest_.remove_prefix(1)) {
    switch (rest_.empty() ? '\0' : rest_.front()) {
      case '0':
        verb.zero = true;
        break;
      case '#':
        verb.sharp = true;
        break;
      case '+':
        verb.plus = true;
        break;
      case '-':
        verb.minus = true;
        break;
      case ' ':
        verb.space = true;
        break;
      default:
        return;
    }
  }
}

// Zero where there are no digits, nothing where there are too many.
std::optional<int> Formatter::number() {
  int out = 0;
  for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; rest_.remove_prefix(1)) {
    out = out * 10 + (rest_.front() - '0');
    if (out > kMaxWidth) return std::nullopt;
  }
  return out;
}

std::expected<Verb, std::string> Formatter::verb() {
  Verb verb;
  verb.argument = next_;
  flags(verb);
  const auto width = number();
  if (!width) return fail("a width beyond {}", kMaxWidth);
  if (*width > 0) verb.width = width;
  if (eat('.')) {
    verb.precision = number();
    if (!verb.precision) return fail("a precision beyond {}", kMaxWidth);
  }
  if (eat('[')) {
    const auto index = number();
    if (!index || *index == 0 || !eat(']')) return fail("a malformed argument number");
    verb.argument = static_cast<std::size_t>(*index) - 1;
  }
  const char letter = rest_.empty() ? '\0' : rest_.front();
  if ((letter < 'a' || letter > 'z') && (letter < 'A' || letter > 'Z')) {
    return fail("a `%` without a verb");
  }
  verb.letter = letter;
  rest_.remove_prefix(1);
  return verb;
}

FunctionResult Formatter::run() {
  std::string out;
  while (!rest_.empty()) {
    const std::size_t percent = std::min(rest_.find('%'), rest_.size());
    out += rest_.substr(0, percent);
    rest_.remove_prefix(percent);
    if (!eat('%')) break;
    if (eat('%')) {
      out += '%';
      continue;
    }
    const auto next = verb();
    if (!next) return std::unexpected(next.error());
    if (next->argument >= values_.size()) {
      return fail("there is no argument {} to format", next->argument + 1);
    }
    next_ = next->argument + 1;
    used_ = std::max(used_, next_);
    const Piece piece = formatted(*next, values_[next->argument]);
    if (!piece) return fail("%{}: {}", next->letter, piece.error());
    if (!*piece) return open_result("its characters cannot be told apart without all of Unicode");
    out += **piece;
    if (out.size() > kMaxText) return bounded_text(std::move(out));
  }
  if (used_ < values_.size()) return fail("only {} of {} arguments used", used_, values_.size());
  return Value::string(std::move(out));
}

FunctionResult format_values(std::string_view format, FunctionArguments values) {
  for (const Value& value : values) {
    if (const Unknown* open = first_unknown(value)) return Value::unknown(*open);
  }
  return Formatter(format, values).run();
}

FunctionResult format(FunctionArguments arguments) {
  return format_values(arguments[0].text(), arguments.subspan(1));
}

/// The common length of the lists among the arguments; nothing when there is no list.
std::expected<std::optional<std::size_t>, std::string> common_length(FunctionArguments values) {
  std::optional<std::size_t> length;
  for (const Value& value : values) {
    if (!value.is(Kind::list)) continue;
    if (length && *length != value.items().size()) return fail("the lists differ in length");
    length = value.items().size();
  }
  return length;
}

FunctionResult format_list(FunctionArguments arguments) {
  const FunctionArguments values = arguments.subspan(1);
  for (const Value& value : values) {
    const bool open_set = value.is_set() && value.items().size() > 1 && !value.wholly_known();
    if (value.is_unknown() || open_set) return Value::unknown(*first_unknown(value));
  }
  const auto length = common_length(values);
  if (!length) return std::unexpected(length.error());
  ValueList out;
  for (std::size_t i = 0; i < length->value_or(1); ++i) {
    ValueList row;
    for (const Value& value : values) {
      row.push_back(value.is(Kind::list) ? value.items()[i] : value);
    }
    FunctionResult text = format_values(arguments[0].text(), row);
    if (!text) return text;
    out.push_back(*std::move(text));
    if (out.size() > kMaxItems) return fail("more than {} results", kMaxItems);
  }
  return Value::list(std::move(out));
}

constexpr std::array kFunctions = {
    Function{"format", "sx*", format},
    Function{"formatlist", "sx*", format_list},
};

}  // namespace

std::span<const Function> format_functions() { return kFunctions; }

}  // namespace ddblint
