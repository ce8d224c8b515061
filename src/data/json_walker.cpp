#include "data/json_walker.h"

#include <algorithm>
#include <cstring>

#include "data/json_text.h"
#include <fmt/format.h>

// Where the walker stands: tokens and their texts, names, and passing over values. What values are
// is in json_values.cpp.

namespace ddblint {
namespace {

/// DynamoDB itself ends at 32 levels.
constexpr unsigned kDepth = 100;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

bool is_scalar(std::string_view text) {
  return text == "true" || text == "false" || text == "null" || is_json_number(text);
}

}  // namespace

std::optional<ValueType> type_named(std::string_view letters) {
  for (std::size_t i = 0; i < kValueTypes; ++i) {
    const auto type = static_cast<ValueType>(i);
    if (to_string(type) == letters) return type;
  }
  return std::nullopt;
}

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

}  // namespace ddblint
