#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "data/item_size.h"
#include "data/json_text.h"
#include "data/json_walker.h"
#include <fmt/format.h>

// Values, typed and plain, with their sizes and all that can be wrong with them. One function reads
// one level of the grammar; an error is noted where it is met, and the names that lead to it are
// added on the way out.

namespace ddblint {
namespace {

std::string_view taken_by(ValueType type) {
  switch (type) {
    case ValueType::boolean:
      return "true or false";
    case ValueType::null:
      return "true";
    case ValueType::map:
      return "an object";
    case ValueType::list:
    case ValueType::string_set:
    case ValueType::number_set:
    case ValueType::binary_set:
      return "an array";
    default:
      return "a string";
  }
}

ValueType element_of(ValueType set) {
  if (set == ValueType::number_set) return ValueType::number;
  return set == ValueType::binary_set ? ValueType::binary : ValueType::string;
}

}  // namespace

JsonWalker::Next JsonWalker::next(char close) {
  const char c = byte(at_);
  if (c == ',') {
    ++at_;
    return Next::another;
  }
  if (c == close) {
    ++at_;
    return Next::closed;
  }
  unexpected(at_, close == '}' ? "`,` or `}`" : "`,` or `]`");
  return Next::wrong;
}

template <bool kTop>
bool JsonWalker::note_member(std::uint32_t object, std::string_view name, std::uint64_t before,
                             const Value& value, Token at) {
  if (!value.valid) {
    in_member(name);
    return false;
  }
  if (kTop && name.empty()) {
    return fail(BadRecordKind::bad_value, at, "an attribute without a name");
  }
  // As json_quick.h: where only some names are wanted, the others may stand twice.
  const std::uint16_t place = kTop ? wanted_.place(name) : Attribute::kUnasked;
  const bool is_wanted = wanted_.all() || place != Attribute::kUnasked;
  if (is_wanted && !names_.add(object, name, hash_name(name))) {
    return fail(BadRecordKind::bad_value, at,
                fmt::format("`{}` stands twice in one object", shown_text(name)));
  }
  if (kTop && is_wanted) {
    items_->attributes.push_back({.name = name,
                                  .type = value.type,
                                  .value = value.text,
                                  .size = static_cast<std::uint32_t>(size_ - before),
                                  .wanted = place});
  }
  size_ += name.size() + (kTop ? 0 : kElementSize);
  return true;
}

JsonWalker::Value JsonWalker::scalar_text(ValueType type, std::string_view text, Token at) {
  const std::optional<std::uint32_t> size = scalar_size(type, text);
  if (!size) {
    fail(BadRecordKind::bad_value, at,
         type == ValueType::number
             ? fmt::format("`{}` is no number of at most 38 digits between 1E-130 and 9.99E+125",
                           shown_text(text))
             : fmt::format("`{}` is not base64", shown_text(text)));
    return {};
  }
  size_ += *size;
  return {type, text, true};
}

/// A list of typed or of plain values.
template <bool kTyped>
bool JsonWalker::list(unsigned depth) {
  if (!deeper(depth)) return false;
  ++at_;  // the bracket
  if (byte(at_) == ']') {
    ++at_;
    return true;
  }
  Next next_is = Next::another;
  while (next_is == Next::another) {
    const Value value = kTyped ? typed_value(depth) : plain_value(depth);
    if (!value.valid) return false;
    size_ += kElementSize;
    next_is = next(']');
  }
  return next_is == Next::closed;
}

template <bool kTop, bool kTyped>
bool JsonWalker::members(unsigned depth) {
  if (!deeper(depth)) return false;
  ++at_;  // the brace
  if (byte(at_) == '}') {
    ++at_;
    return true;
  }
  const std::uint32_t object = names_.new_object();
  Next next_is = Next::another;
  while (next_is == Next::another) {
    const Token member = at_;
    const std::uint64_t before = size_;
    const std::optional<std::string_view> name = member_name();
    if (!name) return false;
    const Value value = kTyped ? typed_value(depth) : plain_value(depth);
    if (!note_member<kTop>(object, *name, before, value, member)) return false;
    next_is = next('}');
  }
  return next_is == Next::closed;
}

JsonWalker::Value JsonWalker::typed_value(unsigned depth) {
  if (byte(at_) != '{' || byte(at_ + 1) != '"') {
    if (byte(at_) == '{' && byte(at_ + 1) != '}') {
      unexpected(at_ + 1, "a name in double quotes");
    } else {
      fail(BadRecordKind::bad_value, at_,
           fmt::format(R"(a typed value such as {{"S": "text"}} was expected, not {})",
                       byte(at_) == '{' ? "an empty object" : shown(at_)));
    }
    return {};
  }
  ++at_;
  const Token name_at = at_;
  const std::optional<std::string_view> name = member_name();
  if (!name) return {};
  const std::optional<ValueType> type = type_named(*name);
  if (!type) {
    fail(BadRecordKind::bad_value, name_at,
         fmt::format("`{}` is no type of DynamoDB", shown_text(*name)));
    return {};
  }
  return closed(typed_content(*type, depth));
}

JsonWalker::Value JsonWalker::closed(const Value& value) {
  if (value.valid && byte(at_) == '}') {
    ++at_;
    return value;
  }
  if (!value.valid) return {};
  if (byte(at_) == ',') {
    fail(BadRecordKind::bad_value, at_, "a value has one type, this one has several");
    return {};
  }
  unexpected(at_, "`}`");
  return {};
}

JsonWalker::Value JsonWalker::typed_content(ValueType type, unsigned depth) {
  const char first = byte(at_);
  const bool is_array = first == '[';
  bool fits = false;
  switch (type) {
    case ValueType::string:
    case ValueType::number:
    case ValueType::binary: {
      if (first != '"') break;
      const Token at = at_;
      const std::optional<std::string_view> text = string_of(at_);
      if (!text) return {};
      ++at_;
      return scalar_text(type, *text, at);
    }
    case ValueType::boolean:
    case ValueType::null:
      return literal(type);
    case ValueType::map:
      if (first != '{') break;
      size_ += kContainerSize;
      fits = members<false, true>(depth + 1);
      return {type, {}, fits};
    case ValueType::list:
      if (!is_array) break;
      size_ += kContainerSize;
      fits = list<true>(depth + 1);
      return {type, {}, fits};
    default:
      if (!is_array) break;
      fits = typed_set(element_of(type));
      return {type, {}, fits};
  }
  fail(BadRecordKind::bad_value, at_,
       fmt::format("{} takes {}, not {}", to_string(type), taken_by(type), shown(at_)));
  return {};
}

JsonWalker::Value JsonWalker::literal(ValueType type) {
  const std::string_view text = token_text(at_);
  if (text != "true" && (text != "false" || type == ValueType::null)) {
    fail(BadRecordKind::bad_value, at_,
         fmt::format("{} takes {}, not {}", to_string(type), taken_by(type), shown(at_)));
    return {};
  }
  ++at_;
  size_ += kBooleanSize;
  return {type, type == ValueType::null ? std::string_view() : text, true};
}

bool JsonWalker::typed_set(ValueType element) {
  ++at_;  // the bracket
  if (byte(at_) == ']') return fail(BadRecordKind::bad_value, at_, "a set cannot be empty");
  Next next_is = Next::another;
  while (next_is == Next::another) {
    if (byte(at_) != '"') {
      return fail(BadRecordKind::bad_value, at_,
                  fmt::format("a set takes strings, not {}", shown(at_)));
    }
    const std::optional<std::string_view> text = string_of(at_);
    if (!text || !scalar_text(element, *text, at_).valid) return false;
    ++at_;
    next_is = next(']');
  }
  return next_is == Next::closed;
}

JsonWalker::Value JsonWalker::plain_value(unsigned depth) {
  bool fits = false;
  switch (byte(at_)) {
    case '{':
      size_ += kContainerSize;
      fits = members<false, false>(depth + 1);
      return {ValueType::map, {}, fits};
    case '[':
      size_ += kContainerSize;
      fits = list<false>(depth + 1);
      return {ValueType::list, {}, fits};
    case '"': {
      const Token at = at_;
      const std::optional<std::string_view> text = string_of(at_);
      if (!text) return {};
      ++at_;
      return scalar_text(ValueType::string, *text, at);
    }
    default:
      return plain_scalar();
  }
}

JsonWalker::Value JsonWalker::plain_scalar() {
  const std::string_view text = token_text(at_);
  const Token at = at_;
  if (text == "true" || text == "false" || text == "null") {
    ++at_;
    size_ += kBooleanSize;
    if (text == "null") return {ValueType::null, {}, true};
    return {ValueType::boolean, text, true};
  }
  if (!is_json_number(text)) {
    unexpected(at, "a value");
    return {};
  }
  ++at_;
  return scalar_text(ValueType::number, text, at);
}

bool JsonWalker::typed_item() {
  if (byte(at_) != '{') return unexpected(at_, "`{`");
  return members<true, true>(0);
}

bool JsonWalker::plain_item() {
  if (byte(at_) != '{') return unexpected(at_, "`{`");
  return members<true, false>(0);
}

}  // namespace ddblint
