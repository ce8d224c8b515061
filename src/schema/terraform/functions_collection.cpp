#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>

#include "schema/terraform/conversion.h"
#include "schema/terraform/function_table.h"
#include "schema/terraform/unicode.h"

namespace ddblint {
namespace {

using Kind = Value::Kind;

Value count(std::size_t value) { return Value::number(static_cast<double>(value)); }

/// Elements of a set are only told apart when all are known.
const Unknown* open_set(const Value& value) {
  const bool open = value.is_set() && value.items().size() > 1;
  return open ? first_unknown(value) : nullptr;
}

/// Equal, not equal, or nothing when an unknown part decides.
std::optional<bool> equal(const Value& a, const Value& b) {
  if (a.is_unknown() || b.is_unknown()) return std::nullopt;
  if (a.kind() != b.kind()) return false;
  std::optional<bool> same = true;
  const auto compare = [&](const Value& left, const Value& right) {
    const auto part = equal(left, right);
    if (same != false && part != true) same = part;
  };
  if (a.is(Kind::list)) {
    if (a.items().size() != b.items().size()) return false;
    for (std::size_t i = 0; i < a.items().size(); ++i) compare(a.items()[i], b.items()[i]);
    return same;
  }
  if (!a.is(Kind::map)) return a == b;
  if (!std::ranges::equal(a.members(), b.members(), {}, &ValueMap::value_type::first,
                          &ValueMap::value_type::first)) {
    return false;
  }
  for (std::size_t i = 0; i < a.members().size(); ++i) {
    compare(a.members()[i].second, b.members()[i].second);
  }
  return same;
}

FunctionResult length(FunctionArguments arguments) {
  const Value& value = arguments[0];
  if (value.is_unknown()) return value;
  if (const Unknown* open = open_set(value)) return Value::unknown(*open);
  if (value.is(Kind::list)) return count(value.items().size());
  if (value.is(Kind::map)) return count(value.members().size());
  if (!value.is(Kind::string)) {
    return fail("a string, list or map is needed, not {}", kind_phrase(value));
  }
  const auto bounds = character_bounds(value.text());
  if (!bounds) return open_result("its characters cannot be told apart without all of Unicode");
  return count(bounds->size() - 1);
}

// Elements after the one that decides do not count; one that is unknown before it does.
FunctionResult all_true(FunctionArguments arguments) {
  for (const Value& item : arguments[0].items()) {
    if (item.is_unknown()) return item;
    if (item.is_null() || !item.truth()) return Value::boolean(false);
  }
  return Value::boolean(true);
}

FunctionResult any_true(FunctionArguments arguments) {
  const Value* open = nullptr;
  for (const Value& item : arguments[0].items()) {
    if (item.is(Kind::boolean) && item.truth()) return Value::boolean(true);
    if (item.is_unknown() && open == nullptr) open = &item;
  }
  return open != nullptr ? *open : Value::boolean(false);
}

FunctionResult chunk_list(FunctionArguments arguments) {
  const ValueList& items = arguments[0].items();
  const double size = arguments[1].number();
  if (size < 0) return fail("the size must not be negative");
  ValueList out;
  const auto chunk = size == 0 ? items.size() : static_cast<std::size_t>(size);
  for (std::size_t at = 0; at < items.size();) {
    const std::size_t taken = std::min(chunk, items.size() - at);
    const auto begin = items.begin() + static_cast<std::ptrdiff_t>(at);
    out.push_back(Value::list({begin, begin + static_cast<std::ptrdiff_t>(taken)}));
    at += taken;
  }
  return Value::list(std::move(out));
}

// The arguments get one type first: beside a string, 0 is "0".
FunctionResult coalesce(FunctionArguments arguments) {
  auto values = to_one_type({arguments.begin(), arguments.end()});
  if (!values) return fail("the arguments have no type in common");
  for (Value& value : *values) {
    const bool empty = value.is(Kind::string) && value.text().empty();
    if (!value.is_null() && !empty) return std::move(value);
  }
  return fail("no argument is neither null nor empty");
}

FunctionResult coalesce_list(FunctionArguments arguments) {
  for (const Value& value : arguments) {
    if (value.is_unknown()) return value;
    if (value.is_null()) continue;
    if (!value.is(Kind::list)) return fail("a list is needed, not {}", kind_phrase(value));
    if (!value.items().empty()) return value;
  }
  return fail("no argument is neither null nor empty");
}

FunctionResult compact(FunctionArguments arguments) {
  ValueList out;
  for (const Value& item : arguments[0].items()) {
    if (!item.is_null() && !item.text().empty()) out.push_back(item);
  }
  return Value::list(std::move(out));
}

FunctionResult concat(FunctionArguments arguments) {
  ValueList out;
  for (const Value& list : arguments) {
    if (out.size() + list.items().size() > kMaxItems) {
      return fail("more than {} elements", kMaxItems);
    }
    out.insert(out.end(), list.items().begin(), list.items().end());
  }
  return Value::list(std::move(out));
}

FunctionResult contains(FunctionArguments arguments) {
  const Unknown* open = nullptr;
  for (const Value& item : arguments[0].items()) {
    const auto same = equal(item, arguments[1]);
    if (same && *same) return Value::boolean(true);
    if (same || open != nullptr) continue;
    open = first_unknown(item);
    if (open == nullptr) open = first_unknown(arguments[1]);
  }
  return open != nullptr ? Value::unknown(*open) : Value::boolean(false);
}

FunctionResult distinct(FunctionArguments arguments) {
  const ValueList& items = arguments[0].items();
  std::vector<const Value*> sorted;
  for (const Value& item : items) sorted.push_back(&item);
  // Of equal elements the first stands first: it is the one to keep.
  std::ranges::sort(sorted, [](const Value* a, const Value* b) {
    if (value_less(*a, *b)) return true;
    return !value_less(*b, *a) && a < b;
  });
  const auto same = [](const Value* a, const Value* b) { return *a == *b; };
  const auto repeated = std::ranges::unique(sorted, same);
  sorted.erase(repeated.begin(), repeated.end());
  std::ranges::sort(sorted);
  ValueList out;
  for (const Value* item : sorted) out.push_back(*item);
  return Value::list(std::move(out));
}

FunctionResult element(FunctionArguments arguments) {
  const ValueList& items = arguments[0].items();
  const double index = arguments[1].number();
  if (index < 0) return fail("the index must not be negative");
  if (items.empty()) return fail("the list is empty");
  return items[static_cast<std::size_t>(index) % items.size()];
}

/// Adds the elements of a list and of the lists in it. An unknown element could be a list too.
const Unknown* flatten_into(ValueList& out, const Value& list) {
  if (const Unknown* open = open_set(list)) return open;
  for (const Value& item : list.items()) {
    if (item.is_unknown()) return &item.reason();
    if (!item.is(Kind::list)) {
      out.push_back(item);
    } else if (const Unknown* open = flatten_into(out, item)) {
      return open;
    }
  }
  return nullptr;
}

FunctionResult flatten(FunctionArguments arguments) {
  ValueList out;
  if (const Unknown* open = flatten_into(out, arguments[0])) return Value::unknown(*open);
  return Value::list(std::move(out));
}

FunctionResult index(FunctionArguments arguments) {
  const ValueList& items = arguments[0].items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto same = equal(items[i], arguments[1]);
    if (!same) {
      const Unknown* open = first_unknown(items[i]);
      return Value::unknown(open != nullptr ? *open : *first_unknown(arguments[1]));
    }
    if (*same) return count(i);
  }
  return fail("the list does not hold the value");
}

FunctionResult keys(FunctionArguments arguments) {
  ValueList out;
  for (const auto& member : arguments[0].members()) out.push_back(Value::string(member.first));
  return Value::list(std::move(out));
}

FunctionResult values(FunctionArguments arguments) {
  ValueList out;
  for (const auto& member : arguments[0].members()) out.push_back(member.second);
  return Value::list(std::move(out));
}

FunctionResult list(FunctionArguments arguments) {
  auto items = to_one_type({arguments.begin(), arguments.end()});
  if (!items) return std::unexpected(std::move(items.error()));
  return Value::list(*std::move(items));
}

FunctionResult map(FunctionArguments arguments) {
  if (arguments.size() % 2 != 0) return fail("needs keys and values in turn");
  ValueMap members;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    if (arguments[i].is_unknown()) return arguments[i];
    auto key = as_text(arguments[i]);
    if (!key) return fail("a key is {}", kind_phrase(arguments[i]));
    members.emplace_back(*std::move(key), arguments[i + 1]);
  }
  return to_map_value(Value::map(std::move(members)));
}

FunctionResult lookup(FunctionArguments arguments) {
  if (const Value* found = arguments[0].find(arguments[1].text())) return *found;
  if (arguments.size() == 3) return arguments[2];
  return fail("the map has no {}", value_phrase(arguments[1]));
}

FunctionResult match_keys(FunctionArguments arguments) {
  const ValueList& found = arguments[0].items();
  const std::size_t size = found.size();
  if (arguments[1].items().size() != size) return fail("the first two lists differ in length");
  if (arguments[2].items().empty()) return Value::list({});
  for (const Value& argument : arguments) {
    if (const Unknown* open = first_unknown(argument)) return Value::unknown(*open);
  }
  ValueList both = arguments[1].items();
  both.insert(both.end(), arguments[2].items().begin(), arguments[2].items().end());
  const auto same_type = to_one_type(std::move(both));
  if (!same_type) return std::unexpected(same_type.error());
  const auto middle = same_type->begin() + static_cast<std::ptrdiff_t>(size);
  const Value searched = Value::set({middle, same_type->end()});
  ValueList out;
  for (std::size_t i = 0; i < size; ++i) {
    if (std::ranges::binary_search(searched.items(), (*same_type)[i], value_less)) {
      out.push_back(found[i]);
    }
  }
  return Value::list(std::move(out));
}

FunctionResult merge(FunctionArguments arguments) {
  ValueMap members;
  for (const Value& argument : arguments) {
    if (argument.is_unknown()) return argument;
    if (argument.is_null()) continue;
    if (!argument.is(Kind::map)) return fail("a map is needed, not {}", kind_phrase(argument));
    members.insert(members.end(), argument.members().begin(), argument.members().end());
  }
  return Value::map(std::move(members));
}

FunctionResult one(FunctionArguments arguments) {
  if (const Unknown* open = open_set(arguments[0])) return Value::unknown(*open);
  const ValueList& items = arguments[0].items();
  if (items.size() > 1) return fail("the list has more than one element");
  return items.empty() ? Value::null() : items.front();
}

FunctionResult range(FunctionArguments arguments) {
  const std::size_t size = arguments.size();
  if (size > 3) return fail("needs at most 3 arguments, not {}", size);
  const double start = size == 1 ? 0 : arguments[0].number();
  const double end = arguments[size == 1 ? 0 : 1].number();
  const double step = size == 3 ? arguments[2].number() : end < start ? -1 : 1;
  if (step < 0 ? end > start : end < start) return fail("the step leads away from the end");
  ValueList out;
  for (double at = start; step < 0 ? at > end : at < end; at += step) {
    // Terraform's own limit.
    if (out.size() == 1024) return fail("more than 1024 elements");
    out.push_back(Value::number(at));
  }
  return Value::list(std::move(out));
}

FunctionResult reverse(FunctionArguments arguments) {
  if (const Unknown* open = open_set(arguments[0])) return Value::unknown(*open);
  const ValueList& items = arguments[0].items();
  return Value::list({items.rbegin(), items.rend()});
}

FunctionResult slice(FunctionArguments arguments) {
  const ValueList& items = arguments[0].items();
  const double begin = arguments[1].number();
  const double end = arguments[2].number();
  if (begin < 0 || end < begin || end > static_cast<double>(items.size())) {
    return fail("the list has no elements from {} to {}", begin, end);
  }
  return Value::list({items.begin() + static_cast<std::ptrdiff_t>(begin),
                      items.begin() + static_cast<std::ptrdiff_t>(end)});
}

FunctionResult sort(FunctionArguments arguments) {
  ValueList items = arguments[0].items();
  if (const Unknown* open = first_unknown(arguments[0])) {
    // The order is open, the length is not.
    std::ranges::fill(items, Value::unknown(*open));
    return Value::list(std::move(items));
  }
  if (std::ranges::any_of(items, &Value::is_null)) return fail("an element is null");
  std::ranges::sort(items, value_less);
  return Value::list(std::move(items));
}

FunctionResult sum(FunctionArguments arguments) {
  if (arguments[0].items().empty()) return fail("the list is empty");
  double total = 0;
  for (const Value& item : arguments[0].items()) {
    const auto number = as_number(item);
    if (!number) return fail("an element is {}, not a number", kind_phrase(item));
    total += *number;
  }
  return Value::number(total);
}

FunctionResult transpose(FunctionArguments arguments) {
  std::map<std::string, ValueList> out;
  for (const auto& [key, list] : arguments[0].members()) {
    if (!list.is(Kind::list)) return fail("an entry is {}, not a list", kind_phrase(list));
    for (const Value& item : list.items()) {
      const auto text = as_text(item);
      if (!text) return fail("an element is {}, not a string", kind_phrase(item));
      out[*text].push_back(Value::string(key));
    }
  }
  ValueMap members;
  for (auto& [key, list] : out) members.emplace_back(key, Value::list(std::move(list)));
  return Value::map(std::move(members));
}

FunctionResult zipmap(FunctionArguments arguments) {
  const ValueList& names = arguments[0].items();
  const ValueList& entries = arguments[1].items();
  if (const Unknown* open = first_unknown(arguments[0])) return Value::unknown(*open);
  if (names.size() != entries.size()) return fail("the lists differ in length");
  ValueMap members;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].is_null()) return fail("a key is null");
    members.emplace_back(names[i].text(), entries[i]);
  }
  return Value::map(std::move(members));
}

constexpr std::array kFunctions = {
    Function{"alltrue", "B", all_true},
    Function{"anytrue", "B", any_true},
    Function{"chunklist", "li", chunk_list},
    Function{"coalesce", "x*", coalesce},
    Function{"coalescelist", "x+", coalesce_list},
    Function{"compact", "!L", compact},
    Function{"concat", "q+", concat},
    Function{"contains", "Qv", contains},
    Function{"distinct", "!l", distinct},
    Function{"element", "qi", element},
    Function{"flatten", "Q", flatten},
    Function{"index", "qv", index},
    Function{"keys", "m", keys},
    Function{"length", "u", length},
    Function{"list", "x*", list},
    Function{"lookup", "msx?", lookup},
    Function{"map", "x*", map},
    Function{"matchkeys", "lll", match_keys},
    Function{"merge", "x*", merge},
    Function{"one", "Q", one},
    Function{"range", "n+", range},
    Function{"reverse", "Q", reverse},
    Function{"slice", "qii", slice},
    Function{"sort", "L", sort},
    Function{"sum", "!Q", sum},
    Function{"transpose", "!m", transpose},
    Function{"values", "m", values},
    Function{"zipmap", "Lq", zipmap},
};

}  // namespace

std::span<const Function> collection_functions() { return kFunctions; }

}  // namespace ddblint
