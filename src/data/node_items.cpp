#include "data/node_items.h"

#include <expected>
#include <optional>

#include "data/item_size.h"
#include "data/json_text.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

/// DynamoDB itself ends at 32 levels.
constexpr unsigned kDepth = 100;
/// Values of one item; aliases of YAML could make a small file a huge item.
constexpr std::size_t kValues = std::size_t{1} << 20U;

struct Problem {
  BadRecordKind kind = BadRecordKind::bad_value;
  std::string message;
};

template <typename Value>
using Read = std::expected<Value, Problem>;

std::unexpected<Problem> wrong(std::string message) {
  return std::unexpected(Problem{BadRecordKind::bad_value, std::move(message)});
}

std::optional<ValueType> type_named(std::string_view name) {
  for (std::size_t i = 0; i < kValueTypes; ++i) {
    const auto type = static_cast<ValueType>(i);
    if (to_string(type) == name) return type;
  }
  return std::nullopt;
}

std::string shown(const Node& node) {
  if (node.is_scalar()) return fmt::format("`{}`", shown_text(node.text));
  if (node.is_mapping()) return node.members.empty() ? "an empty object" : "an object";
  return node.is_sequence() ? "an array" : "nothing";
}

/// Reads the values of one item.
class ItemReader {
 public:
  struct Value {
    ValueType type = ValueType::null;
    std::string_view text;
    std::uint32_t size = 0;
  };

  Read<Value> value(const Node& node, unsigned depth) {
    if (depth >= kDepth) {
      return std::unexpected(
          Problem{BadRecordKind::too_deep, fmt::format("nested deeper than {} levels", kDepth)});
    }
    if (++values_ > kValues) {
      return std::unexpected(
          Problem{BadRecordKind::too_long, fmt::format("an item of more than {} values", kValues)});
    }
    if (!node.is_mapping() || node.members.empty()) {
      return wrong(fmt::format(R"(a typed value such as {{"S": "text"}} was expected, not {})",
                               shown(node)));
    }
    if (node.members.size() > 1) return wrong("a value has one type, this one has several");
    const Member& member = node.members.front();
    const std::optional<ValueType> type = type_named(member.key->text);
    if (!type) {
      return wrong(fmt::format("`{}` is no type of DynamoDB", shown_text(member.key->text)));
    }
    return content(*type, *member.value, depth);
  }

 private:
  Read<Value> content(ValueType type, const Node& node, unsigned depth) {
    switch (type) {
      case ValueType::map:
        if (node.is_mapping()) return map(node, depth);
        break;
      case ValueType::list:
        if (node.is_sequence()) return list(node, depth);
        break;
      case ValueType::string_set:
      case ValueType::number_set:
      case ValueType::binary_set:
        if (node.is_sequence()) return set(type, node);
        break;
      default:
        if (node.is_scalar()) return scalar(type, node);
    }
    return wrong(fmt::format("{} cannot be {}", to_string(type), shown(node)));
  }

  static Read<Value> scalar(ValueType type, const Node& node) {
    const bool truth = node.text == "true" || node.text == "false";
    const bool literal = type == ValueType::boolean || type == ValueType::null;
    const std::optional<std::uint32_t> size = scalar_size(type, node.text);
    if (!size || (literal && !truth) || (type == ValueType::null && node.text == "false")) {
      return wrong(fmt::format("{} cannot be {}", to_string(type), shown(node)));
    }
    return Value{type, type == ValueType::null ? std::string_view() : node.text, *size};
  }

  Read<Value> map(const Node& node, unsigned depth) {
    Value map{ValueType::map, {}, kContainerSize};
    for (const Member& member : node.members) {
      const Read<Value> inner = value(*member.value, depth + 1);
      if (!inner) return inner;
      map.size += static_cast<std::uint32_t>(member.key->text.size()) + inner->size + kElementSize;
    }
    return map;
  }

  Read<Value> list(const Node& node, unsigned depth) {
    Value list{ValueType::list, {}, kContainerSize};
    for (const Node* const element : node.items) {
      const Read<Value> inner = value(*element, depth + 1);
      if (!inner) return inner;
      list.size += inner->size + kElementSize;
    }
    return list;
  }

  static Read<Value> set(ValueType type, const Node& node) {
    if (node.items.empty()) return wrong("a set cannot be empty");
    ValueType element = ValueType::string;
    if (type == ValueType::number_set) element = ValueType::number;
    if (type == ValueType::binary_set) element = ValueType::binary;
    Value set{type, {}, 0};
    for (const Node* const item : node.items) {
      if (!item->is_scalar()) return wrong(fmt::format("a set cannot have {}", shown(*item)));
      const Read<Value> inner = scalar(element, *item);
      if (!inner) return inner;
      set.size += inner->size;
    }
    return set;
  }

  std::size_t values_ = 0;
};

/// The mapping of an element's attributes.
const Node& attributes_of(const Node& element) {
  const Node* const put = element.find("PutRequest");
  const Node& outer = put != nullptr && put->is_mapping() ? *put : element;
  const Node* const item = outer.find("Item");
  const bool is_item = item != nullptr && item->is_mapping() && !item->members.empty() &&
                       item->members.front().value->is_mapping() &&
                       (put != nullptr || outer.members.size() == 1);
  return is_item ? *item : element;
}

Read<Item> read_item(const Node& element, ParsedItems& items) {
  const Node& attributes = attributes_of(element);
  if (!attributes.is_mapping() || attributes.members.empty()) {
    return std::unexpected(
        Problem{BadRecordKind::not_an_item,
                fmt::format("an object with attributes was expected, not {}", shown(attributes))});
  }
  Item item;
  item.first = static_cast<std::uint32_t>(items.attributes.size());
  ItemReader reader;
  for (const Member& member : attributes.members) {
    const std::string_view name = member.key->text;
    const Read<ItemReader::Value> value = reader.value(*member.value, 0);
    if (!value) {
      return std::unexpected(
          Problem{value.error().kind,
                  fmt::format("attribute `{}`: {}", shown_text(name), value.error().message)});
    }
    items.attributes.push_back({name, value->type, value->text, value->size});
    item.size += static_cast<std::uint32_t>(name.size()) + value->size;
    ++item.count;
  }
  return item;
}

}  // namespace

ParsedItems parse_node_items(const Node& list) {
  ParsedItems items;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::size_t before = items.attributes.size();
    Read<Item> item = read_item(*list.items[i], items);
    if (item) {
      item->record = static_cast<std::uint32_t>(i);
      items.items.push_back(*item);
    } else {
      items.attributes.resize(before);
      items.bad.push_back({item.error().kind, i + 1, item.error().message});
    }
  }
  return items;
}

}  // namespace ddblint
