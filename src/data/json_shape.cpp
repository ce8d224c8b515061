#include "data/json_shape.h"

#include <algorithm>
#include <array>

namespace ddblint {
namespace {

constexpr std::array<std::string_view, 12> kBesideItems = {
    "Count",
    "ScannedCount",
    "LastEvaluatedKey",
    "ConsumedCapacity",
    "NextToken",
    "ResponseMetadata",
    "$metadata",
    "UnprocessedKeys",
    "UnprocessedItems",
    "ItemCollectionMetrics",
    "ReturnConsumedCapacity",
    "NextShardIterator",
};
constexpr std::array<std::string_view, 15> kEventNames = {
    "eventID",      "eventName", "eventSource", "eventVersion", "eventTime",
    "eventType",    "awsRegion", "apiVersion",  "dynamodb",     "kinesis",
    "userIdentity", "userAgent", "requestID",   "errorCode",    "eventCategory"};
constexpr std::array<std::string_view, 10> kTypes = {"S", "N", "B",  "BOOL", "NULL",
                                                     "L", "M", "SS", "NS",   "BS"};
constexpr std::array<std::string_view, 2> kRequests = {"PutRequest", "DeleteRequest"};

template <std::size_t kSize>
bool is_one_of(std::string_view name, const std::array<std::string_view, kSize>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Looks at the first tokens of a text that may be cut anywhere.
class Peek {
 public:
  explicit Peek(std::string_view text) : text_(text) {}

  /// The next byte that is not blank, or 0 at the end, where ended() turns true.
  char token() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    ended_ = ended_ || at_ == text_.size();
    return at_ == text_.size() ? '\0' : text_[at_];
  }
  void advance() { ++at_; }
  bool take(char c) {
    if (token() != c) return false;
    ++at_;
    return true;
  }
  /// The inside of a string, as written; empty where there is none.
  std::string_view string() {
    if (!take('"')) return {};
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2U : 1U;
    if (at_ >= text_.size()) {
      at_ = text_.size();
      ended_ = true;
      return {};
    }
    return text_.substr(begin, at_++ - begin);
  }
  /// The name of the next member, and its colon.
  std::string_view name() {
    const std::string_view found = string();
    take(':');
    return found;
  }
  void skip_value() {
    std::size_t depth = 0;
    do {
      switch (token()) {
        case '\0':
          return;
        case '"':
          string();
          break;
        case '{':
        case '[':
          ++depth;
          ++at_;
          break;
        case '}':
        case ']':
          if (depth == 0) return;
          --depth;
          ++at_;
          break;
        default:
          at_ = std::min(text_.find_first_of(" \t\r\n,\"{}[]", at_ + 1), text_.size());
          if (depth > 0) take(',');
      }
      if (depth > 0) take(',');
    } while (depth > 0 && !ended_);
  }
  [[nodiscard]] bool ended() const { return ended_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

/// True when a text goes on as an object whose first value is a typed one.
bool begins_typed_item(Peek at) {
  if (!at.take('{')) return false;
  at.name();
  return at.take('{') && is_one_of(at.name(), kTypes);
}

bool begins_request(Peek at) { return at.take('{') && is_one_of(at.name(), kRequests); }

bool is_event(Peek at) { return at.take('{') && is_one_of(at.name(), kEventNames); }

/// What one member says of the object around it.
enum class Says : std::uint8_t { record, container, nothing, page };

/// What a list says; `inside` stands on its first element.
Says list_says(std::string_view name, Peek inside) {
  if (name == "TransactItems" || name == "Responses") {
    return inside.token() == '{' ? Says::container : Says::record;
  }
  if (begins_request(inside)) return Says::container;
  if (name == "Records" && is_event(inside)) return Says::container;
  if (name != "Items") return Says::record;
  if (begins_typed_item(inside)) return Says::container;
  const char element = inside.token();
  return element == '{' || element == ']' ? Says::page : Says::record;
}

/// `at` stands on the member's value.
Says member_says(std::string_view name, Peek at) {
  const char first = at.token();
  if (is_one_of(name, kBesideItems)) {
    return name == "ScannedCount" ? Says::page : Says::nothing;
  }
  Peek inside = at;
  inside.advance();
  if (first == '[') return list_says(name, inside);
  if (first == '{' && (name == "Responses" || name == "RequestItems")) {
    if (inside.token() == '}') return Says::page;
    inside.name();
    return inside.token() == '[' ? Says::container : Says::record;
  }
  return Says::record;
}

}  // namespace

JsonShape json_shape(std::string_view text, bool last) {
  const bool complete = last || text.size() >= kShapeBytes;
  Peek at(text.substr(0, kShapeBytes));
  at.take('{');
  bool page = false;
  while (at.token() == '"') {
    const std::string_view name = at.name();
    // The verdict must not hang on where the text is cut: enough of the value must be seen.
    Peek value = at;
    value.skip_value();
    const Says says = member_says(name, at);
    if (at.token() == '\0') break;
    if (value.ended() && says == Says::record && !complete) return JsonShape::unsure;
    if (says == Says::container) return JsonShape::container;
    if (says == Says::record) return JsonShape::record;
    page = page || says == Says::page;
    at = value;
    at.take(',');
    if (at.ended()) break;
  }
  if (at.ended() || at.token() == '\0') {
    if (!complete) return JsonShape::unsure;
  }
  return page ? JsonShape::container : JsonShape::record;
}

MemberRole member_role(std::string_view name, char first) {
  if (is_one_of(name, kBesideItems)) return MemberRole::other;
  if (first == '[') return MemberRole::records;
  const bool tables = first == '{' && (name == "Responses" || name == "RequestItems");
  return tables ? MemberRole::tables : MemberRole::other;
}

}  // namespace ddblint
