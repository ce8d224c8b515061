#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "schema/terraform/conversion.h"
#include "schema/terraform/function_table.h"

namespace ddblint {
namespace {

/// The sets' elements, brought to one type together and parted again.
std::expected<std::vector<Value>, std::string> of_one_type(FunctionArguments sets) {
  ValueList all;
  for (const Value& set : sets) all.insert(all.end(), set.items().begin(), set.items().end());
  auto same = to_one_type(std::move(all));
  if (!same) return std::unexpected(std::move(same.error()));
  std::vector<Value> out;
  auto at = same->begin();
  for (const Value& set : sets) {
    const auto end = at + static_cast<std::ptrdiff_t>(set.items().size());
    out.push_back(Value::set({std::make_move_iterator(at), std::make_move_iterator(end)}));
    at = end;
  }
  return out;
}

/// Folds the sets with an operation over two of them.
template <class Operation>
FunctionResult fold(FunctionArguments arguments, Operation operation) {
  const auto sets = of_one_type(arguments);
  if (!sets) return std::unexpected(sets.error());
  ValueList out = sets->front().items();
  for (const Value& set : std::span(*sets).subspan(1)) {
    ValueList next;
    operation(out, set.items(), std::back_inserter(next));
    out = std::move(next);
  }
  return Value::set(std::move(out));
}

FunctionResult set_union(FunctionArguments arguments) {
  return fold(arguments, [](const ValueList& a, const ValueList& b, auto out) {
    std::ranges::copy(b, std::ranges::copy(a, out).out);
  });
}

FunctionResult set_intersection(FunctionArguments arguments) {
  return fold(arguments, [](const ValueList& a, const ValueList& b, auto out) {
    std::ranges::set_intersection(a, b, out, value_less);
  });
}

FunctionResult set_difference(FunctionArguments arguments) {
  return fold(arguments, [](const ValueList& a, const ValueList& b, auto out) {
    std::ranges::set_difference(a, b, out, value_less);
  });
}

/// Every combination of one element of each list; the last list turns fastest.
FunctionResult set_product(FunctionArguments arguments) {
  if (arguments.size() < 2) return fail("needs at least 2 arguments, not {}", arguments.size());
  std::vector<Value> lists;
  std::size_t total = 1;
  bool set = false;
  for (const Value& argument : arguments) {
    set = set || argument.is_set();
    Conversion list = to_list_value(argument);
    if (!list || list->is_unknown()) return list;
    total *= list->items().size();
    if (total > kMaxItems) return fail("more than {} combinations", kMaxItems);
    lists.push_back(*std::move(list));
  }
  std::size_t weight = 0;
  for (const Value& list : lists) {
    weight += list.weight() * (total / std::max<std::size_t>(list.items().size(), 1));
    if (weight > 10 * kMaxItems) return fail("the combinations are too large");
  }
  ValueList out;
  for (std::size_t i = 0; i < total; ++i) {
    ValueList combination(lists.size());
    std::size_t rest = i;
    for (std::size_t j = lists.size(); j-- > 0;) {
      const ValueList& items = lists[j].items();
      combination[j] = items[rest % items.size()];
      rest /= items.size();
    }
    out.push_back(Value::list(std::move(combination)));
  }
  return set ? Value::set(std::move(out)) : Value::list(std::move(out));
}

constexpr std::array kFunctions = {
    Function{"setintersection", "!S+", set_intersection},
    Function{"setproduct", "Q*", set_product},
    Function{"setsubtract", "!SS", set_difference},
    Function{"setunion", "S+", set_union},
};

}  // namespace

std::span<const Function> set_functions() { return kFunctions; }

}  // namespace ddblint
