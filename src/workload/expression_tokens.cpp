#include "workload/expression_tokens.h"

#include <algorithm>
#include <array>
#include <utility>

#include "source/text.h"

namespace ddblint {
namespace {

using Kind = ExpressionToken::Kind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool in_name(char c) { return begins_name(c) || is_digit(c); }

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

class Lexer {
 public:
  Lexer(std::string_view text, Grammar grammar) : text_(text), grammar_(grammar) {}

  std::vector<ExpressionToken> run() {
    while (skip_blanks() && next()) {
    }
    tokens_.push_back({.kind = Kind::end, .begin = text_.size(), .end = text_.size()});
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  bool skip_blanks();
  bool next();
  bool take(Kind kind, std::size_t size, std::size_t shown_from = 0);
  [[nodiscard]] std::size_t name_size(std::size_t from) const;
  [[nodiscard]] std::size_t number_size() const;
  bool quoted(Kind kind, char quote);
  bool symbol();

  std::string_view text_;
  Grammar grammar_;
  std::size_t at_ = 0;
  std::vector<ExpressionToken> tokens_;
};

/// Skips blanks and PartiQL's comments; false at the end.
bool Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(peek())) {
      ++at_;
    } else if (grammar_ == Grammar::partiql && peek() == '-' && peek(1) == '-') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (grammar_ == Grammar::partiql && peek() == '/' && peek(1) == '*') {
      const std::size_t close = text_.find("*/", at_ + 2);
      at_ = close == std::string_view::npos ? text_.size() : close + 2;
    } else {
      return true;
    }
  }
  return false;
}

bool Lexer::take(Kind kind, std::size_t size, std::size_t shown_from) {
  tokens_.push_back({.kind = kind,
                     .text = std::string(text_.substr(at_ + shown_from, size - shown_from)),
                     .begin = at_,
                     .end = at_ + size});
  at_ += size;
  return kind != Kind::unknown;
}

std::size_t Lexer::name_size(std::size_t from) const {
  std::size_t size = from;
  while (in_name(peek(size))) ++size;
  return size;
}

std::size_t Lexer::number_size() const {
  std::size_t size = 0;
  while (is_digit(peek(size)) || peek(size) == '.') ++size;
  if (peek(size) != 'e' && peek(size) != 'E') return size;
  const std::size_t sign = peek(size + 1) == '+' || peek(size + 1) == '-' ? 2 : 1;
  if (!is_digit(peek(size + sign))) return size;
  size += sign;
  while (is_digit(peek(size))) ++size;
  return size;
}

bool Lexer::quoted(Kind kind, char quote) {
  ExpressionToken token{.kind = kind, .begin = at_};
  for (std::size_t at = at_ + 1; at < text_.size(); ++at) {
    if (text_[at] != quote) {
      token.text += text_[at];
    } else if (at + 1 < text_.size() && text_[at + 1] == quote) {
      token.text += quote;
      ++at;
    } else {
      token.end = at + 1;
      at_ = token.end;
      tokens_.push_back(std::move(token));
      return true;
    }
  }
  return take(Kind::unknown, text_.size() - at_);
}

bool Lexer::symbol() {
  for (const std::string_view pair : {"<>", "<=", ">=", "!=", "<<", ">>", "||"}) {
    if (text_.substr(at_, 2) == pair) return take(Kind::symbol, 2);
  }
  constexpr std::string_view kSingle = "()[]{},.=<>+-*/:;";
  const bool known = kSingle.find(peek()) != std::string_view::npos;
  return take(known ? Kind::symbol : Kind::unknown, 1);
}

bool Lexer::next() {
  const char c = peek();
  if (begins_name(c)) return take(Kind::name, name_size(1));
  if (is_digit(c)) return take(Kind::number, number_size());
  if (grammar_ == Grammar::partiql) {
    if (c == '"') return quoted(Kind::quoted_name, c);
    if (c == '\'') return quoted(Kind::text, c);
    if (c == '?') return take(Kind::parameter, 1);
  } else {
    if (c == '#' && in_name(peek(1))) return take(Kind::name_alias, name_size(1), 1);
    if (c == ':' && in_name(peek(1))) return take(Kind::value_alias, name_size(1), 1);
    if (c == '\'' || c == '"') return quoted(Kind::text, c);
  }
  return symbol();
}

}  // namespace

bool ExpressionToken::is_word(std::string_view word) const {
  return kind == Kind::name && text.size() == word.size() && to_lower(text) == word;
}

std::vector<ExpressionToken> expression_tokens(std::string_view text, Grammar grammar) {
  return Lexer(text, grammar).run();
}

}  // namespace ddblint
