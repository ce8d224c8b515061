#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "data/item.h"
#include "data/json_names.h"

// Items as DynamoDB itself writes them: typed, without blanks, `"name":{"T":"value"}` for nearly
// every attribute. The reader accepts an item of that shape or declines it, and then says nothing:
// whoever asked has it read anew by JsonWalker, which knows all that JSON allows and what is wrong
// with the rest.
//
// A member with a scalar has eight tokens, with the comma or the brace behind it. Four of them are
// looked at, and of its bytes, beside the name, the few that stand around the value: `":{"T":"` and
// `"},"`. That suffices, since tokens stand outside strings: what follows a colon directly, and is
// no blank, are the tokens that follow it.
//
// Attributes come in any order, so a processor that has to guess a value's type is often wrong, and
// that costs more than reading the member. So all scalars go one way: texts are counted, numbers
// and the rest are put aside, each kind in its list, and measured after the item.
//
// Invariant: what is accepted is what JsonWalker makes of it, attribute by attribute and byte by
// byte. Cost: linear; about 70 instructions a member and 60 a number.

namespace ddblint {

/// Reads items of the usual shape.
class QuickReader {
 public:
  /// A token: where its offset stands in the index.
  using Token = const std::uint32_t*;

  explicit QuickReader(const WantedNames& wanted) : wanted_(wanted), marks_(wanted) {}

  /// A text, of which there is an index; it and the items must outlive the reading. The text has at
  /// least Batch::kPadding readable bytes after it.
  void start(std::string_view text, ParsedItems& items);

  /// An item that was accepted; else `after` is null.
  struct Answer {
    /// The token after it.
    Token after = nullptr;
    std::uint64_t size = 0;
    /// It stood in an object under the name `Item`.
    bool wrapped = false;
  };
  /// Reads the object at a token, in a record that ends at `end`: its wanted attributes are
  /// appended to the items' attributes, none if it is declined.
  Answer item(Token open, std::uint32_t end);
  /// Reads a whole record: an item, or `{"Item":{...}}`.
  Answer record(Token open, std::uint32_t end);

 private:
  /// A member that is put aside: the colon after its name, and the brace after its value.
  struct Member {
    std::uint32_t colon = 0;
    std::uint32_t close = 0;
  };
  /// Members that wait to be measured, at most kMost.
  struct Aside {
    static constexpr std::size_t kMost = 64;
    std::size_t count = 0;
    std::array<Member, kMost> members{};
  };

  /// A member's name; `again` also when it is no usual one.
  struct Name {
    std::string_view text;
    std::uint64_t hash = 0;
    NameMarks::Mark mark = NameMarks::Mark::again;
  };
  /// What follows a value.
  enum class Follows : std::uint8_t { another, closed, unusual };

  template <bool kTop>
  Token members(Token at, unsigned depth);
  [[gnu::always_inline]] Name name_at(Token at, std::uint32_t object, unsigned depth);
  [[gnu::always_inline]] [[nodiscard]] Follows what_follows(std::uint32_t close) const;
  [[gnu::always_inline]] std::size_t text_size_or_aside(Member member);
  Token other_member(Token at, const Name& name, unsigned depth);
  bool measure();
  std::optional<std::uint32_t> other_size(Member member) const;
  Token wanted_value(std::string_view name, std::uint64_t hash, Token at);
  Token typed_value(Token open, unsigned depth);
  Token scalar(Token open);
  Token literal(Token open, bool is_null);
  Token list(Token at, unsigned depth);
  Token set(Token at, ValueType element);
  [[nodiscard]] std::string_view value_text(Token open, ValueType type);
  std::optional<std::string_view> decoded(std::uint32_t begin, std::uint32_t end) {
    if (end <= slash_) return std::string_view(text_ + begin, end - begin);
    return unescaped(begin, end);
  }
  [[gnu::noinline]] std::optional<std::string_view> unescaped(std::uint32_t begin,
                                                              std::uint32_t end);
  [[gnu::noinline]] bool has_escape(std::uint32_t begin, std::uint32_t end);
  [[nodiscard]] char byte(Token token) const { return *token < end_ ? text_[*token] : '\0'; }

  const WantedNames& wanted_;
  NameMarks marks_;
  const char* text_ = nullptr;
  std::uint32_t text_size_ = 0;
  std::uint32_t end_ = 0;
  ParsedItems* items_ = nullptr;
  std::uint64_t size_ = 0;
  /// No backslash stands in [slash_from_, slash_); one stands at slash_, or it is the text's end.
  std::uint32_t slash_from_ = 0;
  std::uint32_t slash_ = 0;
  Aside numbers_;
  /// Binaries, booleans and nulls.
  Aside others_;
};

}  // namespace ddblint
