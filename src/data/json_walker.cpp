#include "data/json_walker.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "data/item_size.h"
#include "data/json_text.h"
#include "data/number_size.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

/// DynamoDB itself ends at 32 levels.
constexpr unsigned kDepth = 100;

using Bytes = std::array<unsigned char, 8>;

/// A typed value's begin up to its type's closing colon, with the letter left open.
constexpr auto kOneLetter = std::bit_cast<std::uint64_t>(Bytes{'{', '"', 0, '"', ':'});
constexpr auto kOneLetterMask = std::bit_cast<std::uint64_t>(Bytes{0xFF, 0xFF, 0, 0xFF, 0xFF});
constexpr auto kBoolean =
    std::bit_cast<std::uint64_t>(Bytes{'{', '"', 'B', 'O', 'O', 'L', '"', ':'});

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

constexpr std::uint8_t kNoType = 0xFF;
constexpr std::array<std::uint8_t, 256> kLetterTypes = [] {
  std::array<std::uint8_t, 256> types{};
  types.fill(kNoType);
  types['S'] = static_cast<std::uint8_t>(ValueType::string);
  types['N'] = static_cast<std::uint8_t>(ValueType::number);
  types['B'] = static_cast<std::uint8_t>(ValueType::binary);
  types['L'] = static_cast<std::uint8_t>(ValueType::list);
  types['M'] = static_cast<std::uint8_t>(ValueType::map);
  return types;
}();

bool is_scalar(std::string_view text) {
  return text == "true" || text == "false" || text == "null" || is_json_number(text);
}

std::uint8_t type_of_letter(char c) { return kLetterTypes[static_cast<unsigned char>(c)]; }

std::optional<ValueType> type_named(std::string_view name) {
  if (name.size() == 1) {
    const std::uint8_t type = type_of_letter(name[0]);
    return type == kNoType ? std::nullopt : std::optional(static_cast<ValueType>(type));
  }
  if (name == "SS") return ValueType::string_set;
  if (name == "NS") return ValueType::number_set;
  if (name == "BS") return ValueType::binary_set;
  if (name == "BOOL") return ValueType::boolean;
  if (name == "NULL") return ValueType::null;
  return std::nullopt;
}

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

void JsonWalker::start(std::string_view text, const JsonIndex& index, ParsedItems& items) {
  text_ = text.data();
  text_size_ = static_cast<std::uint32_t>(text.size());
  at_ = index.begin();
  end_ = 0;
  items_ = &items;
  slash_from_ = 0;
  slash_ = 0;
}

void JsonWalker::enter(Token at, std::uint32_t end) {
  end_ = end;
  names_.new_record();
  restart(at);
}

void JsonWalker::restart(Token at) {
  at_ = at;
  size_ = 0;
}

bool JsonWalker::fail(BadRecordKind kind, Token token, std::string message) {
  error_ = {kind, std::min(*token, end_), std::move(message), {}};
  return false;
}

std::string_view JsonWalker::token_text(Token token) const {
  const std::uint32_t begin = std::min(token[0], end_);
  std::uint32_t end = std::min(token[1], end_);
  while (end > begin && is_space(text_[end - 1])) --end;
  return {text_ + begin, end - begin};
}

std::string JsonWalker::shown(Token token) const {
  switch (byte(token)) {
    case '\0':
      return *token < end_ ? "a NUL byte" : "the end";
    case '{':
      return "an object";
    case '[':
      return "an array";
    default:
      return fmt::format("`{}`", shown_text(token_text(token)));
  }
}

bool JsonWalker::unexpected(Token token, std::string_view wanted) {
  return fail(BadRecordKind::not_json, token,
              fmt::format("{} was expected, not {}", wanted, shown(token)));
}

void JsonWalker::in_member(std::string_view name) {
  const std::string shown = shown_text(name);
  error_.path = error_.path.empty() ? shown : fmt::format("{}.{}", shown, error_.path);
}

bool JsonWalker::find_escape(std::uint32_t begin, std::uint32_t end) {
  const auto search = [this](std::uint32_t from, std::uint32_t to) {
    const void* const found = std::memchr(text_ + from, '\\', to - from);
    if (found == nullptr) return to;
    return static_cast<std::uint32_t>(static_cast<const char*>(found) - text_);
  };
  if (begin < slash_from_) {
    const std::uint32_t before = search(begin, slash_from_);
    if (before < slash_from_) slash_ = before;
    slash_from_ = begin;
  } else if (slash_ < begin) {
    slash_from_ = begin;
    slash_ = search(begin, text_size_);
  }
  return slash_ < end;
}

std::optional<std::string_view> JsonWalker::text_between(std::uint32_t begin, std::uint32_t end,
                                                         Token at) {
  const std::string_view written(text_ + begin, end - begin);
  if (!has_escape(begin, end)) return written;
  std::expected<std::string_view, std::string> text = unescape(written, items_->decoded);
  if (text) return *text;
  fail(BadRecordKind::bad_value, at, std::move(text).error());
  return std::nullopt;
}

std::optional<std::string_view> JsonWalker::string_of(Token token) {
  const std::string_view written = token_text(token);
  if (written.size() < 2 || written.front() != '"' || written.back() != '"') {
    unexpected(token, "a string");
    return std::nullopt;
  }
  const std::uint32_t begin = *token + 1;
  return text_between(begin, begin + static_cast<std::uint32_t>(written.size()) - 2, token);
}

bool JsonWalker::is_name(Token token, std::string_view name) const {
  const std::string_view written = token_text(token);
  return written.size() == name.size() + 2 && written.front() == '"' &&
         written.substr(1, name.size()) == name;
}

bool JsonWalker::looks_typed(Token token) const {
  if (byte(token) != '{' || byte(token + 1) != '"' || byte(token + 2) != ':') return false;
  const std::string_view quoted = token_text(token + 1);
  const std::optional<ValueType> type =
      quoted.size() < 3 ? std::nullopt : type_named(quoted.substr(1, quoted.size() - 2));
  if (!type) return false;
  const char first = byte(token + 3);
  switch (*type) {
    case ValueType::string:
    case ValueType::number:
    case ValueType::binary:
      return first == '"' && byte(token + 4) == '}';
    case ValueType::boolean:
    case ValueType::null:
      return (first == 't' || first == 'f') && byte(token + 4) == '}';
    case ValueType::map:
      if (first != '{') return false;
      return byte(token + 4) == '}' || (byte(token + 5) == ':' && byte(token + 6) == '{');
    default:
      return first == '[';
  }
}

bool JsonWalker::skip_value() {
  std::size_t depth = 0;
  do {
    const char c = byte(at_);
    if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return unexpected(at_, "a value");
      --depth;
    } else if (c == ',' || c == ':') {
      if (depth == 0) return unexpected(at_, "a value");
    } else if (c != '"' && !is_scalar(token_text(at_))) {
      return unexpected(at_, "a value");
    }
    ++at_;
  } while (depth > 0);
  return true;
}

bool JsonWalker::skip_member() {
  if (byte(at_) != '"') return unexpected(at_, "a name in double quotes");
  ++at_;
  return expect(':') && skip_value();
}

bool JsonWalker::expect(char c) {
  if (byte(at_) != c) return unexpected(at_, fmt::format("`{}`", c));
  ++at_;
  return true;
}

bool JsonWalker::deeper(unsigned depth) {
  if (depth < kDepth) return true;
  return fail(BadRecordKind::too_deep, at_, fmt::format("nested deeper than {} levels", kDepth));
}

inline JsonWalker::Next JsonWalker::next(char close) {
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

std::optional<std::string_view> JsonWalker::member_name() {
  if (byte(at_) != '"') {
    unexpected(at_, "a name in double quotes");
    return std::nullopt;
  }
  const std::optional<std::string_view> name = string_of(at_);
  if (!name) return std::nullopt;
  ++at_;
  if (!expect(':')) return std::nullopt;
  return name;
}

template <bool kTop>
inline bool JsonWalker::note_member(std::uint32_t object, std::string_view name,
                                    std::uint64_t before, const Value& value, Token at) {
  if (!value.valid) {
    in_member(name);
    return false;
  }
  if (kTop && name.empty()) {
    return fail(BadRecordKind::bad_value, at, "an attribute without a name");
  }
  const std::uint64_t hash = hash_name(name);
  if (!names_.add(object, name, hash)) {
    return fail(BadRecordKind::bad_value, at,
                fmt::format("`{}` stands twice in one object", shown_text(name)));
  }
  if (kTop && wanted_.has(name, hash)) {
    items_->attributes.push_back(
        {name, value.type, value.text, static_cast<std::uint32_t>(size_ - before)});
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

/// The name of the member that the walker stands on if it is `"name":` without a blank or an
/// escape; nothing (a null view) if it is not, whatever it is.
inline std::string_view JsonWalker::quick_name() {
  const std::uint32_t begin = at_[0] + 1;
  const std::uint32_t colon = at_[1];
  const bool fits = colon < end_ && text_[colon] == ':' && text_[colon - 1] == '"' &&
                    text_[at_[0]] == '"' && !has_escape(begin, colon);
  if (!fits) return {};
  return {text_ + begin, colon - 1 - begin};
}

/// The type of the value that begins with the brace at the walker, if it is written as usual.
inline std::uint8_t JsonWalker::quick_type() const {
  const char* const brace = text_ + at_[0];
  const std::uint64_t word = load_word(brace);
  if ((word & kOneLetterMask) == kOneLetter) return type_of_letter(brace[2]);
  return word == kBoolean ? static_cast<std::uint8_t>(ValueType::boolean) : kNoType;
}

inline JsonWalker::Value JsonWalker::typed_value(unsigned depth) {
  const std::uint8_t known = quick_type();
  const Token value = at_ + 3;
  const std::uint32_t close = at_[4];
  if (at_[5] >= end_ || known > static_cast<std::uint8_t>(ValueType::binary)) {
    return nested_value(known, depth);
  }
  const auto type = static_cast<ValueType>(known);
  const std::uint32_t begin = *value + 1;
  const bool simple = text_[close] == '}' && text_[*value] == '"' && text_[close - 1] == '"';
  if (!simple || has_escape(begin, close)) return any_typed_value(depth);
  const std::string_view text(text_ + begin, close - 1 - begin);
  if (type == ValueType::string) {
    size_ += text.size();
  } else {
    const std::optional<std::uint32_t> size =
        type == ValueType::number ? checked_number_size(text) : base64_size(text);
    if (!size) return any_typed_value(depth);
    size_ += *size;
  }
  at_ += 5;
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

/// The values of a known type that are no texts; `type` may be kNoType.
JsonWalker::Value JsonWalker::nested_value(std::uint8_t type, unsigned depth) {
  const char first = byte(at_ + 3);
  const bool is_map = type == static_cast<std::uint8_t>(ValueType::map) && first == '{';
  const bool is_list = type == static_cast<std::uint8_t>(ValueType::list) && first == '[';
  const bool is_boolean = type == static_cast<std::uint8_t>(ValueType::boolean);
  if (!is_map && !is_list && !is_boolean) return any_typed_value(depth);
  at_ += 3;
  Value value{static_cast<ValueType>(type), {}, true};
  if (is_boolean) {
    value = literal(ValueType::boolean);
  } else {
    size_ += kContainerSize;
    value.valid = is_map ? typed_members<false>(depth + 1) : list<true>(depth + 1);
  }
  return closed(value);
}

template <bool kTop>
bool JsonWalker::typed_members(unsigned depth) {
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
    std::string_view name = quick_name();
    if (name.data() != nullptr) {
      at_ += 2;
    } else if (const std::optional<std::string_view> any = member_name()) {
      name = *any;
    } else {
      return false;
    }
    const Value value = typed_value(depth);
    if (!note_member<kTop>(object, name, before, value, member)) return false;
    next_is = next('}');
  }
  return next_is == Next::closed;
}

JsonWalker::Value JsonWalker::any_typed_value(unsigned depth) {
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
      fits = typed_members<false>(depth + 1);
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

template <bool kTop>
bool JsonWalker::plain_members(unsigned depth) {
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
    const Value value = plain_value(depth);
    if (!note_member<kTop>(object, *name, before, value, member)) return false;
    next_is = next('}');
  }
  return next_is == Next::closed;
}

JsonWalker::Value JsonWalker::plain_value(unsigned depth) {
  bool fits = false;
  switch (byte(at_)) {
    case '{':
      size_ += kContainerSize;
      fits = plain_members<false>(depth + 1);
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
  return typed_members<true>(0);
}

bool JsonWalker::plain_item() {
  if (byte(at_) != '{') return unexpected(at_, "`{`");
  return plain_members<true>(0);
}

}  // namespace ddblint
