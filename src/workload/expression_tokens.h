#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ddblint {

/// Whose words these are.
enum class Grammar : std::uint8_t {
  expression,  ///< the API's expressions: #names, :values
  partiql,     ///< PartiQL: "names", 'texts', numbers, ? parameters
};

/// A word of an expression or statement.
struct ExpressionToken {
  enum class Kind : std::uint8_t {
    name,         ///< a plain name or keyword
    quoted_name,  ///< "name"
    name_alias,   ///< #n, without the sign
    value_alias,  ///< :v, without the sign
    parameter,    ///< ?
    text,         ///< 'text'
    number,
    symbol,   ///< punctuation; two characters where they belong together
    unknown,  ///< a character that has no place here, or a quote that is not closed
    end,
  };

  Kind kind = Kind::end;
  /// Decoded.
  std::string text = {};
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool is(std::string_view symbol) const {
    return kind == Kind::symbol && text == symbol;
  }
  /// A keyword in any case; `word` is in lower case.
  [[nodiscard]] bool is_word(std::string_view word) const;
};

/// The words of a text, with one of kind `end` behind them. What follows an unknown one is not
/// read.
std::vector<ExpressionToken> expression_tokens(std::string_view text, Grammar grammar);

}  // namespace ddblint
