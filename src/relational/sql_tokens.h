#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ddblint {

/// What a token of a statement is.
enum class SqlTokenKind {
  word,    ///< a keyword or a plain identifier
  quoted,  ///< an identifier in "", `` or []
  text,    ///< a string in any of its forms
  number,
  symbol,  ///< one character
};

/// One token; comments and blanks are none.
struct SqlToken {
  SqlTokenKind kind = SqlTokenKind::symbol;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  /// As written, quotes and all.
  std::string_view text;
  /// Position of the token after the matching parenthesis, for `(`; 0 when there is none.
  std::uint32_t after = 0;

  /// True for a word of that spelling, which is given in upper case.
  [[nodiscard]] bool is(std::string_view word) const;
  [[nodiscard]] bool is_symbol(char c) const {
    return kind == SqlTokenKind::symbol && text.front() == c;
  }
  [[nodiscard]] bool names() const {
    return kind == SqlTokenKind::word || kind == SqlTokenKind::quoted;
  }
  /// The identifier without its quotes, or the content of a string.
  [[nodiscard]] std::string name() const;
};

/// The tokens of a statement. `text` must outlive them.
std::vector<SqlToken> sql_tokens(std::string_view text, std::size_t begin, bool backslash_escapes);

/// True for bytes that identifiers are made of, `$` and `#` among them.
bool is_sql_identifier(char c);

/// The tag of a dollar quote that a text begins with, `$$` or `$body$`; empty when it begins with
/// none.
std::string_view dollar_tag(std::string_view text);

/// The character that closes one of Oracle's q-quotes, by the one that opens it.
char closing_delimiter(char open);

/// True when what stands before a quote makes it an E'' string with escapes: `before` is the byte
/// right before, `earlier` the one before that.
bool is_escape_prefix(char before, char earlier);

}  // namespace ddblint
