#include "schema/terraform/functions.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "schema/terraform/conversion.h"
#include "schema/terraform/function_table.h"

namespace ddblint {
namespace {

using Kind = Value::Kind;

/// Parameters of a function, read from its row.
struct Parameters {
  std::string_view letters;
  std::size_t least = 0;
  /// No more than that many arguments, unless `open_end`.
  std::size_t most = 0;
  bool open_end = false;
  bool whole = false;
};

Parameters parameters_of(const Function& function) {
  Parameters out{.letters = function.parameters};
  out.whole = out.letters.starts_with('!');
  if (out.whole) out.letters.remove_prefix(1);
  char repeat = ' ';
  if (!out.letters.empty() && std::string_view("*+?").contains(out.letters.back())) {
    repeat = out.letters.back();
    out.letters.remove_suffix(1);
  }
  out.most = out.letters.size();
  out.least = repeat == '*' || repeat == '?' ? out.most - 1 : out.most;
  out.open_end = repeat == '*' || repeat == '+';
  return out;
}

Conversion whole_number(const Value& value) {
  Conversion number = to_number_value(value);
  if (!number) return number;
  const double size = number->number();
  if (size != std::floor(size) || std::abs(size) >= 0x1p63) {
    return std::unexpected("a whole number is needed");
  }
  return number;
}

/// A list whose elements are each converted; what stands beside an element does not matter.
template <class Convert>
Conversion list_of(const Value& value, Convert convert) {
  if (!value.is(Kind::list) || (value.is_set() && !value.wholly_known())) {
    return to_list_value(value);
  }
  ValueList items;
  items.reserve(value.items().size());
  for (const Value& item : value.items()) {
    Conversion converted = convert(item);
    if (!converted) return converted;
    items.push_back(*std::move(converted));
  }
  return Value::list(std::move(items), value.span());
}

Conversion of_kind(const Value& value, Kind kind, std::string_view phrase) {
  if (value.is(kind)) return value;
  return fail("{} is needed, not {}", phrase, kind_phrase(value));
}

/// A known argument as its parameter wants it.
Conversion convert(char letter, const Value& value) {
  switch (letter) {
    case 's':
      return to_string_value(value);
    case 'n':
      return to_number_value(value);
    case 'i':
      return whole_number(value);
    case 'L':
      return list_of(value, to_string_value);
    case 'B':
      return list_of(value, to_boolean_value);
    case 'l':
      return to_list_value(value);
    case 'S':
      return to_set_value(value);
    case 'm':
      return of_kind(value, Kind::map, "a map");
    case 'Q':
      return of_kind(value, Kind::list, "a list or set");
    case 'q':
      if (value.is_set()) return fail("a list is needed, not a set");
      return of_kind(value, Kind::list, "a list");
    default:
      return value;
  }
}

FunctionResult wrong_count(const Parameters& parameters, std::size_t count) {
  const std::string_view bound = parameters.open_end                   ? "at least "
                                 : parameters.least == parameters.most ? ""
                                                                       : "at most ";
  const std::size_t wanted = parameters.open_end ? parameters.least : parameters.most;
  return fail("needs {}{} argument{}, not {}", bound, wanted, wanted == 1 ? "" : "s", count);
}

FunctionResult call(const Function& function, FunctionArguments arguments) {
  const Parameters parameters = parameters_of(function);
  const std::size_t count = arguments.size();
  if (count < parameters.least || (count > parameters.most && !parameters.open_end)) {
    return wrong_count(parameters, count);
  }
  ValueList converted;
  converted.reserve(count);
  const Unknown* open = nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    const char letter = parameters.letters[std::min(i, parameters.letters.size() - 1)];
    const Value& argument = arguments[i];
    if (argument.is_null() && letter != 'x') return fail("argument {} must not be null", i + 1);
    if (argument.is_unknown()) {
      converted.push_back(argument);
    } else {
      Conversion fitting = convert(letter, argument);
      if (!fitting) return fail("argument {}: {}", i + 1, fitting.error());
      converted.push_back(*std::move(fitting));
    }
    const bool may_be_open = letter == 'u' || letter == 'x';
    if (open == nullptr && converted.back().is_unknown() && !may_be_open) {
      open = &converted.back().reason();
    }
    if (open == nullptr && parameters.whole) open = first_unknown(converted.back());
  }
  if (open != nullptr) return Value::unknown(*open);
  return function.call(converted);
}

template <class Entry>
const Entry* find(std::span<const Entry> table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &Entry::name);
  return found == table.end() ? nullptr : &*found;
}

const Function* find_function(std::string_view name) {
  for (const auto& table :
       {string_functions(), format_functions(), regex_functions(), number_functions(),
        collection_functions(), set_functions(), encoding_functions(), type_functions()}) {
    if (const Function* found = find(table, name)) return found;
  }
  return nullptr;
}

std::string_view without_namespace(std::string_view name) {
  if (name.starts_with("core::")) name.remove_prefix(6);
  return name;
}

}  // namespace

std::expected<Value, std::string> call_function(std::string_view name,
                                                std::span<const Value> arguments) {
  if (name.starts_with("provider::")) return open_result("a function of a provider");
  name = without_namespace(name);
  if (const Function* function = find_function(name)) return call(*function, arguments);
  if (const OpenFunction* function = find(open_functions(), name)) {
    return open_result(std::string(function->why));
  }
  return fail("there is no function of this name");
}

bool is_function(std::string_view name) {
  if (name.starts_with("provider::")) return true;
  name = without_namespace(name);
  return find_function(name) != nullptr || find(open_functions(), name) != nullptr;
}

}  // namespace ddblint
