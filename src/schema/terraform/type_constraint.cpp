#include "schema/terraform/type_constraint.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "syntax/parse.h"

namespace ddblint {
namespace {

using Kind = Value::Kind;

std::unexpected<std::string> no_type() {
  return std::unexpected(std::string("the type cannot be read"));
}

/// An error inside a value, with the way there.
std::unexpected<std::string> inside(std::string_view place, std::string_view error) {
  return std::unexpected(fmt::format("{}: {}", place, error));
}

const Node& without_parentheses(const Node& node) {
  const Node* inner = &node;
  while (inner->is_expression() && inner->op == Op::parentheses) inner = inner->items[0];
  return *inner;
}

bool is_call(const Node& type, std::string_view name) {
  return type.is_expression() && type.op == Op::call && type.text == name;
}

/// The name of an object's attribute: `name` or `"name"`.
std::string_view attribute_name(const Node& key) {
  const Node& name = without_parentheses(key);
  const bool named = name.is_scalar() || (name.is_expression() && name.op == Op::variable);
  return named ? name.text : std::string_view();
}

/// Converts values to types. Its depth is that of the type.
class Converter {
 public:
  explicit Converter(const DefaultValue& evaluate) : evaluate_(evaluate) {}

  [[nodiscard]] Conversion convert(const Value& value, const Node& type_node) const {
    const Node& type = without_parentheses(type_node);
    if (type.is_scalar()) return quoted(value, type);
    if (!type.is_expression()) return no_type();
    if (type.op == Op::variable) return named(value, type.text);
    if (type.op != Op::call || type.items.size() != 1) return no_type();
    return constructed(value, type);
  }

 private:
  /// `"string"`, and any type in JSON syntax.
  [[nodiscard]] Conversion quoted(const Value& value, const Node& type) const {
    Tree tree;
    const Node* inner = parse_hcl_expression(tree, type.span, type.text);
    const bool good = inner != nullptr && inner->is_expression() && tree.diagnostics.empty();
    if (!good) return no_type();
    return convert(value, *inner);
  }

  /// A type without argument; `list` alone is a list of anything.
  static Conversion named(const Value& value, std::string_view name) {
    if (name == "any") return value;
    if (name == "string") return to_string_value(value);
    if (name == "number") return to_number_value(value);
    if (name == "bool") return to_boolean_value(value);
    if (name == "list") return to_list_value(value);
    if (name == "set") return to_set_value(value);
    if (name == "map") return to_map_value(value);
    return no_type();
  }

  [[nodiscard]] Conversion constructed(const Value& value, const Node& type) const {
    const Node& argument = without_parentheses(*type.items[0]);
    if (type.text == "list") return list(value, argument);
    if (type.text == "set") return set(value, argument);
    if (type.text == "map") return map(value, argument);
    if (type.text == "object" && argument.is_mapping()) return object(value, argument);
    if (type.text == "tuple" && argument.is_sequence()) return tuple(value, argument);
    return no_type();
  }

  /// Elements each converted, then given one type: `any` may stand for several.
  [[nodiscard]] std::expected<ValueList, std::string> elements(const ValueList& items,
                                                               const Node& type) const {
    ValueList out;
    out.reserve(items.size());
    for (const Value& item : items) {
      Conversion element = convert(item, type);
      if (!element) return inside(fmt::format("element {}", out.size()), element.error());
      out.push_back(*std::move(element));
    }
    return to_one_type(std::move(out));
  }

  [[nodiscard]] Conversion list(const Value& value, const Node& type) const {
    if (!value.is(Kind::list) || (value.is_set() && !value.wholly_known())) {
      return to_list_value(value);
    }
    auto items = elements(value.items(), type);
    if (!items) return std::unexpected(std::move(items.error()));
    return Value::list(*std::move(items), value.span());
  }

  [[nodiscard]] Conversion set(const Value& value, const Node& type) const {
    if (!value.is(Kind::list)) return to_set_value(value);
    auto items = elements(value.items(), type);
    if (!items) return std::unexpected(std::move(items.error()));
    return Value::set(*std::move(items), value.span());
  }

  [[nodiscard]] Conversion map(const Value& value, const Node& type) const {
    if (!value.is(Kind::map)) return to_map_value(value);
    ValueMap members;
    for (const auto& [key, item] : value.members()) {
      Conversion entry = convert(item, type);
      if (!entry) return inside(fmt::format("\"{}\"", key), entry.error());
      members.emplace_back(key, *std::move(entry));
    }
    return to_map_value(Value::map(std::move(members), value.span()));
  }

  [[nodiscard]] Conversion tuple(const Value& value, const Node& types) const {
    if (!value.is(Kind::list)) return to_list_value(value);
    if (value.is_set()) return std::unexpected("a list is needed, not a set");
    const ValueList& items = value.items();
    if (items.size() != types.items.size()) {
      return std::unexpected(
          fmt::format("{} elements are needed, not {}", types.items.size(), items.size()));
    }
    ValueList out;
    for (std::size_t i = 0; i < items.size(); ++i) {
      Conversion element = convert(items[i], *types.items[i]);
      if (!element) return inside(fmt::format("element {}", i), element.error());
      out.push_back(*std::move(element));
    }
    return Value::list(std::move(out), value.span());
  }

  [[nodiscard]] Conversion object(const Value& value, const Node& attributes) const {
    if (!value.is(Kind::map)) return to_map_value(value);
    ValueMap members;
    for (const Member& attribute : attributes.members) {
      const std::string_view name = attribute_name(*attribute.key);
      if (name.empty()) return no_type();
      Conversion member = attribute_value(value, name, without_parentheses(*attribute.value));
      if (!member) return inside(fmt::format("\"{}\"", name), member.error());
      members.emplace_back(std::string(name), *std::move(member));
    }
    return Value::map(std::move(members), value.span());
  }

  /// One attribute of an object; the default also stands in for null.
  [[nodiscard]] Conversion attribute_value(const Value& object, std::string_view name,
                                           const Node& type) const {
    const Value* given = object.find(name);
    if (!is_call(type, "optional")) {
      if (given == nullptr) return std::unexpected("is not given");
      return convert(*given, type);
    }
    if (type.items.empty() || type.items.size() > 2) return no_type();
    const bool absent = given == nullptr || given->is_null();
    if (absent && type.items.size() == 2) {
      return convert(evaluate_(*type.items[1]), *type.items[0]);
    }
    return convert(given == nullptr ? Value::null(object.span()) : *given, *type.items[0]);
  }

  const DefaultValue& evaluate_;
};

}  // namespace

Conversion convert_to_type(const Value& value, const Node* type, const DefaultValue& evaluate) {
  if (type == nullptr || type->is_null()) return value;
  return Converter(evaluate).convert(value, *type);
}

}  // namespace ddblint
