#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "data/bracket_index.h"
#include "data/item.h"
#include "data/json_names.h"

// Items as DynamoDB itself writes them: typed, without blanks, `"name":{"T":"value"}` for nearly
// every attribute. The reader accepts an item of that shape or declines it, and then says nothing:
// whoever asked has it read anew by JsonWalker, which knows all that JSON allows and what is wrong
// with the rest.
//
// It goes from bracket to bracket: a member with a scalar has two. Of its bytes, beside the name,
// the few are looked at that stand around the value: `":{"T":"` and `"},"`. That suffices, since
// the number of quotes before each bracket is known: two belong to a name and four to a typed text,
// and where these begin and end is looked at, so that none is within.
//
// Where only some attributes are wanted, those alone are looked for: of all others the size is told
// by the places of their brackets, and whether a name stands twice is not asked.
//
// Attributes come in any order, so a processor that has to guess a value's type is often wrong, and
// that costs more than reading the member. So all scalars go one way: texts are counted, numbers
// and the rest are put aside, each kind in its list, and measured after the item.
//
// Invariant: what is accepted is what JsonWalker makes of it, attribute by attribute and byte by
// byte. Cost: linear.

namespace ddblint {

/// Reads items of the usual shape.
class QuickReader {
 public:
  /// A bracket: where it stands in the index.
  using Token = const Bracket*;

  /// `numbered`: attributes get name numbers.
  QuickReader(const WantedNames& wanted, bool numbered)
      : wanted_(wanted), marks_(wanted, numbered), seen_in_(wanted.size()) {}

  /// A text with its index; both and the items must outlive the reading. The text has at least
  /// Batch::kPadding readable bytes after it.
  void start(std::string_view text, const BracketIndex& index, ParsedItems& items);

  /// An item that was accepted; else `after` is null.
  struct Answer {
    /// The bracket after it.
    Token after = nullptr;
    std::uint64_t size = 0;
    /// It stood in an object under the name `Item`.
    bool wrapped = false;
  };
  /// Reads the record from `begin` to `end`, an item or `{"Item":{...}}`, whose first bracket is
  /// `open` if it has one: the wanted attributes are appended to the items' attributes, none if the
  /// record is declined.
  Answer record(Token open, std::uint32_t begin, std::uint32_t end);
  /// Reads the object at a bracket, in a record that ends at `end`.
  Answer item(Token open, std::uint32_t end);

 private:
  /// A member that is put aside: its value's first brace, and the attribute that it is part of.
  struct Member {
    Token open = nullptr;
    std::size_t attribute = 0;
  };
  /// Members that wait to be measured, at most kMost.
  struct Aside {
    static constexpr std::size_t kMost = 64;
    std::size_t count = 0;
    std::array<Member, kMost> members{};
  };

  /// A member's name; not new also when it is no usual one.
  struct Name {
    std::string_view text;
    bool is_new = false;
    std::uint16_t wanted = Attribute::kUnasked;
    std::uint32_t number = 0;
  };
  /// The bracket after a member, and the bytes of its name.
  struct Passed {
    Token after = nullptr;
    std::size_t name_size = 0;
  };
  /// What follows a value.
  enum class Follows : std::uint8_t { another, closed, unusual };
  /// Whose members are read: those of an item, of which some or all are wanted, or of a map in it.
  enum class Of : std::uint8_t { item, whole_item, map };

  void new_item();
  template <Of kOf>
  Token members(Token open, unsigned depth);
  [[gnu::always_inline]] Name name_at(std::uint32_t begin, Token before, std::uint32_t object,
                                      unsigned depth);
  [[gnu::always_inline]] [[nodiscard]] bool ends_name(Token before) const;
  [[gnu::always_inline]] [[nodiscard]] Follows what_follows(std::uint32_t close) const;
  template <Of kOf>
  [[gnu::always_inline]] std::size_t text_size_or_aside(Token open, const Name& name);
  template <Of kOf>
  Token nameless_members(Token open, unsigned depth);
  template <Of kOf>
  Passed nameless_member(Token before, std::uint32_t begin, unsigned depth);
  /// True when something must be measured before more is put aside.
  [[nodiscard]] bool is_full() const {
    return ((numbers_.count | others_.count) & Aside::kMost) != 0;
  }
  bool measure();
  bool measure_other(Member member);
  Token wanted_value(const Name& name, Token open);
  Token attribute(const Name& name, Token open);
  Token typed_value(Token open, unsigned depth);
  Token scalar(Token open);
  Token literal(Token open, bool is_null);
  Token map(Token open, unsigned depth);
  Token list(Token bracket, unsigned depth);
  Token set(Token open);
  [[nodiscard]] std::string_view value_text(Token open, ValueType type);
  std::optional<std::string_view> decoded(std::uint32_t begin, std::uint32_t end) {
    if (end <= slash_) return std::string_view(text_ + begin, end - begin);
    return unescaped(begin, end);
  }
  [[gnu::noinline]] std::optional<std::string_view> unescaped(std::uint32_t begin,
                                                              std::uint32_t end);
  [[gnu::noinline]] bool has_escape(std::uint32_t begin, std::uint32_t end);
  [[nodiscard]] std::uint32_t next_escape(std::uint32_t from) const;
  /// True when a character stands right behind the bracket before a token, which then is its place.
  [[nodiscard]] bool is_next(Token token, char c) const {
    return token->at < end_ && text_[token[-1].at + 1] == c;
  }

  const WantedNames& wanted_;
  NameMarks marks_;
  /// The number of the last item that had each of the wanted names, and that of the item at hand.
  std::vector<std::uint32_t> seen_in_;
  std::uint32_t item_ = 0;
  const char* text_ = nullptr;
  std::uint32_t text_size_ = 0;
  std::span<const std::uint32_t> escapes_;
  std::uint32_t end_ = 0;
  ParsedItems* items_ = nullptr;
  /// Of what was read, without what was put aside.
  std::uint64_t size_ = 0;
  /// Of what was put aside.
  std::uint64_t measured_ = 0;
  /// The attribute that is being read, where all are wanted.
  std::size_t attribute_ = 0;
  /// No backslash stands in [slash_from_, slash_); one stands at slash_, or it is the text's end.
  std::uint32_t slash_from_ = 0;
  std::uint32_t slash_ = 0;
  Aside numbers_;
  /// Binaries, booleans and nulls.
  Aside others_;
};

}  // namespace ddblint
