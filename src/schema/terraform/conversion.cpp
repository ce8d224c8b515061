#include "schema/terraform/conversion.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace ddblint {
namespace {

using Kind = Value::Kind;

std::unexpected<std::string> needed(std::string_view what, const Value& value) {
  return std::unexpected(fmt::format("{} is needed, not {}", what, value_phrase(value)));
}

bool is_open(const Value& value) { return value.is_null() || value.is_unknown(); }

// Unification goes level by level: values that stand side by side are brought to one kind, then the
// values inside them that have to agree with each other stand side by side in turn. Each value is
// visited once.
class Unifier {
 public:
  /// False when the values have no type in common.
  static bool unify(const std::vector<Value*>& row) {
    std::optional<Kind> kind;
    bool mixed = false;
    bool text = false;
    for (const Value* value : row) {
      if (is_open(*value)) continue;
      mixed = mixed || (kind && *kind != value->kind());
      text = text || value->is(Kind::string);
      kind = value->kind();
    }
    if (mixed) return text && to_strings(row);
    if (kind == Kind::list) return unify_lists(row);
    if (kind == Kind::map) return unify_maps(row);
    return true;
  }

 private:
  static bool to_strings(const std::vector<Value*>& row) {
    for (Value* value : row) {
      Conversion text = to_string_value(*value);
      if (!text) return false;
      *value = *std::move(text);
    }
    return true;
  }

  // Tuples of one length agree place by place, others as lists: all their elements.
  static bool unify_lists(const std::vector<Value*>& row) {
    std::vector<ValueList> lists;
    for (const Value* value : row) {
      if (!is_open(*value)) lists.push_back(value->items());
    }
    const std::size_t length = lists.front().size();
    const bool tuples =
        std::ranges::all_of(lists, [&](const ValueList& list) { return list.size() == length; });
    std::vector<std::vector<Value*>> columns(tuples ? length : 1);
    for (ValueList& list : lists) {
      for (std::size_t i = 0; i < list.size(); ++i) columns[tuples ? i : 0].push_back(&list[i]);
    }
    if (!std::ranges::all_of(columns, unify)) return false;
    auto list = lists.begin();
    for (Value* value : row) {
      if (is_open(*value)) continue;
      *value = value->is_set() ? Value::set(std::move(*list++), value->span())
                               : Value::list(std::move(*list++), value->span());
    }
    return true;
  }

  // Objects with the same attributes agree attribute by attribute, others as maps.
  static bool unify_maps(const std::vector<Value*>& row) {
    std::vector<ValueMap> maps;
    for (const Value* value : row) {
      if (!is_open(*value)) maps.push_back(value->members());
    }
    const bool objects = std::ranges::all_of(maps, [&](const ValueMap& map) {
      return std::ranges::equal(map, maps.front(), {}, &ValueMap::value_type::first,
                                &ValueMap::value_type::first);
    });
    std::vector<std::vector<Value*>> columns(objects ? maps.front().size() : 1);
    for (ValueMap& map : maps) {
      for (std::size_t i = 0; i < map.size(); ++i)
        columns[objects ? i : 0].push_back(&map[i].second);
    }
    if (!std::ranges::all_of(columns, unify)) return false;
    auto map = maps.begin();
    for (Value* value : row) {
      if (!is_open(*value)) *value = Value::map(std::move(*map++), value->span());
    }
    return true;
  }
};

}  // namespace

std::string_view kind_phrase(const Value& value) {
  switch (value.kind()) {
    case Kind::null:
      return "null";
    case Kind::unknown:
      return "an unknown value";
    case Kind::boolean:
      return "a truth value";
    case Kind::number:
      return "a number";
    case Kind::string:
      return "a string";
    case Kind::list:
      return value.is_set() ? "a set" : "a list";
    case Kind::map:
      return "a map";
  }
  return "a value";
}

std::string value_phrase(const Value& value) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  const bool shown = value.is(Kind::string) && value.text().size() <= 40 &&
                     std::ranges::none_of(value.text(), control);
  return shown ? fmt::format("\"{}\"", value.text()) : std::string(kind_phrase(value));
}

Conversion to_string_value(const Value& value) {
  if (is_open(value) || value.is(Kind::string)) return value;
  auto text = as_text(value);
  if (!text) return needed("a string", value);
  return Value::string(*std::move(text), value.span());
}

Conversion to_number_value(const Value& value) {
  if (is_open(value) || value.is(Kind::number)) return value;
  const auto number = as_number(value);
  if (!number) return needed("a number", value);
  return Value::number(*number, value.span());
}

Conversion to_boolean_value(const Value& value) {
  if (is_open(value) || value.is(Kind::boolean)) return value;
  const auto truth = as_truth(value);
  if (!truth) return needed("a truth value", value);
  return Value::boolean(*truth, value.span());
}

std::expected<ValueList, std::string> to_one_type(ValueList values) {
  std::vector<Value*> row;
  row.reserve(values.size());
  for (Value& value : values) row.push_back(&value);
  if (!Unifier::unify(row)) return std::unexpected("the elements have no type in common");
  return values;
}

Conversion to_list_value(const Value& value) {
  if (is_open(value)) return value;
  if (!value.is(Kind::list)) return needed("a list", value);
  if (value.is_set() && value.items().size() > 1) {
    if (const Unknown* open = first_unknown(value)) return Value::unknown(*open, value.span());
  }
  auto items = to_one_type(value.items());
  if (!items) return std::unexpected(std::move(items.error()));
  return Value::list(*std::move(items), value.span());
}

Conversion to_set_value(const Value& value) {
  if (is_open(value)) return value;
  if (!value.is(Kind::list)) return needed("a set", value);
  auto items = to_one_type(value.items());
  if (!items) return std::unexpected(std::move(items.error()));
  return Value::set(*std::move(items), value.span());
}

Conversion to_map_value(const Value& value) {
  if (is_open(value)) return value;
  if (!value.is(Kind::map)) return needed("a map", value);
  ValueList items;
  items.reserve(value.members().size());
  for (const auto& member : value.members()) items.push_back(member.second);
  auto same = to_one_type(std::move(items));
  if (!same) return std::unexpected(std::move(same.error()));
  ValueMap members = value.members();
  for (std::size_t i = 0; i < members.size(); ++i) members[i].second = std::move((*same)[i]);
  return Value::map(std::move(members), value.span());
}

const Unknown* first_unknown(const Value& value) {
  if (value.is_unknown()) return &value.reason();
  if (value.is(Kind::list)) {
    for (const Value& item : value.items()) {
      if (const Unknown* found = first_unknown(item)) return found;
    }
  }
  if (value.is(Kind::map)) {
    for (const auto& member : value.members()) {
      if (const Unknown* found = first_unknown(member.second)) return found;
    }
  }
  return nullptr;
}

}  // namespace ddblint
