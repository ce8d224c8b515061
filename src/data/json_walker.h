#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/item.h"
#include "data/json_index.h"
#include "data/json_names.h"

// From the index of a text's tokens to items. The walker stands on a token of a record and reads
// one value after it; as it goes, it adds up sizes and checks types. It knows all that JSON allows
// and says what is wrong with the rest; items as DynamoDB writes them are read by json_quick.h, and
// come here only when something about them is unusual. Cost: linear; nothing is allocated but
// decoded texts.

namespace ddblint {

/// What is wrong with a record, and where in the text.
struct WalkError {
  BadRecordKind kind = BadRecordKind::not_json;
  std::uint32_t at = 0;
  std::string message;
  /// Names from the item's attribute down to the wrong value, joined by '.'.
  std::string path;
};

/// The type of DynamoDB's letters; nothing when they are none.
std::optional<ValueType> type_named(std::string_view letters);

/// Reads the values of one record after another.
class JsonWalker {
 public:
  /// A token: where its offset stands in the index.
  using Token = const std::uint32_t*;

  explicit JsonWalker(const WantedNames& wanted) : wanted_(wanted) {}

  /// A text and its index; they, and the items, must outlive the walk. The text has at least
  /// Batch::kPadding readable bytes after it.
  void start(std::string_view text, const JsonIndex& index, ParsedItems& items);
  /// Goes to the record that ends at `end`; `at` is its first token.
  void enter(Token at, std::uint32_t end);
  /// Goes on inside the record: begins a new item there.
  void restart(Token at);

  /// The token the walker stands on.
  [[nodiscard]] Token token() const { return at_; }
  /// First byte of a token, or 0 beyond the record.
  [[nodiscard]] char byte(Token token) const { return *token < end_ ? text_[*token] : '\0'; }
  [[nodiscard]] std::uint32_t end() const { return end_; }

  /// Reads an object of typed attributes: they are appended to the items' attributes.
  bool typed_item();
  /// Reads an object without types.
  bool plain_item();
  /// Skips a value: brackets are counted and tokens are known ones, their order is not looked at.
  bool skip_value();
  /// Skips a name, its colon and its value.
  bool skip_member();
  /// The text of a string token, decoded; the walker stays.
  std::optional<std::string_view> string_of(Token token);
  /// True when a string token stands for just this text, without escapes.
  [[nodiscard]] bool is_name(Token token, std::string_view name) const;
  /// True when the value at a token looks like a typed one: an object whose first name is a type
  /// and whose value has that type's shape.
  [[nodiscard]] bool looks_typed(Token token) const;

  /// Size of what was read since enter() or restart().
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// What went wrong after a false or an empty answer.
  [[nodiscard]] const WalkError& error() const { return error_; }
  /// Notes an error of the caller's.
  bool fail(BadRecordKind kind, Token token, std::string message);

 private:
  struct Value {
    ValueType type = ValueType::null;
    std::string_view text;
    bool valid = false;
  };

  template <bool kTop, bool kTyped>
  bool members(unsigned depth);
  template <bool kTop>
  bool note_member(std::uint32_t object, std::string_view name, std::uint64_t before,
                   const Value& value, Token at);
  std::optional<std::string_view> member_name();
  Value typed_value(unsigned depth);
  Value closed(const Value& value);
  Value typed_content(ValueType type, unsigned depth);
  Value literal(ValueType type);
  Value plain_value(unsigned depth);
  Value plain_scalar();
  Value scalar_text(ValueType type, std::string_view text, Token at);
  template <bool kTyped>
  bool list(unsigned depth);
  bool typed_set(ValueType element);
  /// What follows a member or an element.
  enum class Next : std::uint8_t { another, closed, wrong };
  Next next(char close);
  bool expect(char c);
  bool deeper(unsigned depth);
  bool has_escape(std::uint32_t begin, std::uint32_t end) {
    if (begin >= slash_from_ && end <= slash_) return false;
    return find_escape(begin, end);
  }
  bool find_escape(std::uint32_t begin, std::uint32_t end);
  std::optional<std::string_view> text_between(std::uint32_t begin, std::uint32_t end, Token at);
  [[nodiscard]] std::string_view token_text(Token token) const;
  [[nodiscard]] std::string shown(Token token) const;
  bool unexpected(Token token, std::string_view wanted);
  void in_member(std::string_view name);

  const WantedNames& wanted_;
  NameTable names_;
  const char* text_ = nullptr;
  std::uint32_t text_size_ = 0;
  Token at_ = nullptr;
  std::uint32_t end_ = 0;
  ParsedItems* items_ = nullptr;
  std::uint64_t size_ = 0;
  /// No backslash stands in [slash_from_, slash_); one stands at slash_, or it is the text's end.
  std::uint32_t slash_from_ = 0;
  std::uint32_t slash_ = 0;
  WalkError error_;
};

}  // namespace ddblint
