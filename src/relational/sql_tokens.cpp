#include "relational/sql_tokens.h"

#include <algorithm>

#include "source/text.h"

namespace ddblint {
namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

class Tokens {
 public:
  Tokens(std::string_view text, std::size_t begin, bool backslash_escapes)
      : text_(text), at_(begin), backslash_escapes_(backslash_escapes) {}

  std::vector<SqlToken> read() {
    while (at_ < text_.size()) {
      if (!skip_blank()) token();
    }
    pair_parentheses();
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] char before() const { return at_ > 0 ? text_[at_ - 1] : ' '; }

  bool skip_blank() {
    if (is_blank(text_[at_])) {
      ++at_;
      return true;
    }
    if (rest().starts_with("--")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return true;
    }
    if (rest().starts_with("/*")) {
      const auto end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
      return true;
    }
    return false;
  }

  void token() {
    const char c = text_[at_];
    if (c == '\'') return quoted(SqlTokenKind::text, '\'', backslash_escapes_);
    if (c == '"' || c == '`') return quoted(SqlTokenKind::quoted, c, false);
    if (c == '[' && bracket()) return;
    if (c == '$' && !is_sql_identifier(before()) && dollar()) return;
    if (is_digit(c)) return run(SqlTokenKind::number);
    if (is_sql_identifier(c) || c == '@') return word();
    add(SqlTokenKind::symbol, at_ + 1);
  }

  void word() {
    const std::size_t begin = at_;
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_sql_identifier(text_[end])) ++end;
    const auto prefix = to_lower(text_.substr(begin, end - begin));
    const bool before_quote = end < text_.size() && text_[end] == '\'';
    if (before_quote && (prefix == "q" || prefix == "nq") && end + 1 < text_.size()) {
      const std::string close = {closing_delimiter(text_[end + 1]), '\''};
      const auto found = text_.find(close, end + 2);
      return add(SqlTokenKind::text, found == std::string_view::npos ? text_.size() : found + 2);
    }
    if (before_quote && (prefix == "e" || prefix == "n" || prefix == "b" || prefix == "x")) {
      at_ = end;
      quoted(SqlTokenKind::text, '\'', backslash_escapes_ || prefix == "e");
      return;
    }
    add(SqlTokenKind::word, end);
  }

  void run(SqlTokenKind kind) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (is_sql_identifier(text_[end]) || text_[end] == '.')) ++end;
    add(kind, end);
  }

  void quoted(SqlTokenKind kind, char quote, bool escapes) {
    std::size_t end = at_ + 1;
    while (end < text_.size()) {
      if (escapes && text_[end] == '\\') {
        end += 2;
      } else if (text_[end] != quote) {
        ++end;
      } else if (end + 1 < text_.size() && text_[end + 1] == quote) {
        end += 2;
      } else {
        break;
      }
    }
    add(kind, std::min(end + 1, text_.size()));
  }

  bool bracket() {
    const bool subscript = is_sql_identifier(before()) || before() == ')' || before() == ']';
    if (subscript) return false;
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '\n') {
      if (text_[end] != ']') {
        ++end;
      } else if (end + 1 < text_.size() && text_[end + 1] == ']') {
        end += 2;
      } else {
        add(SqlTokenKind::quoted, end + 1);
        return true;
      }
    }
    return false;
  }

  bool dollar() {
    const std::string_view tag = dollar_tag(rest());
    if (tag.empty()) return false;
    const auto end = text_.find(tag, at_ + tag.size());
    add(SqlTokenKind::text, end == std::string_view::npos ? text_.size() : end + tag.size());
    return true;
  }

  void add(SqlTokenKind kind, std::size_t end) {
    tokens_.push_back({.kind = kind,
                       .begin = static_cast<std::uint32_t>(at_),
                       .end = static_cast<std::uint32_t>(end),
                       .text = text_.substr(at_, end - at_)});
    at_ = end;
  }

  void pair_parentheses() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].is_symbol('(')) open.push_back(i);
      if (!tokens_[i].is_symbol(')') || open.empty()) continue;
      tokens_[open.back()].after = static_cast<std::uint32_t>(i + 1);
      open.pop_back();
    }
  }

  std::string_view text_;
  std::size_t at_;
  bool backslash_escapes_;
  std::vector<SqlToken> tokens_;
};

}  // namespace

bool SqlToken::is(std::string_view word) const {
  return kind == SqlTokenKind::word && text.size() == word.size() &&
         std::ranges::equal(text, word, {}, upper);
}

std::string SqlToken::name() const {
  if (kind == SqlTokenKind::text) {
    const auto first = text.find('\'');
    if (first == std::string_view::npos || text.size() < first + 2) return std::string(text);
    return std::string(text.substr(first + 1, text.size() - first - 2));
  }
  if (kind != SqlTokenKind::quoted || text.size() < 2) return std::string(text);
  const char close = text.back();
  std::string name;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    name += text[i];
    if (text[i] == close) ++i;  // doubled
  }
  return name;
}

std::vector<SqlToken> sql_tokens(std::string_view text, std::size_t begin, bool backslash_escapes) {
  return Tokens(text, begin, backslash_escapes).read();
}

bool is_sql_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
         c == '#' || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view dollar_tag(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && is_sql_identifier(text[end]) && text[end] != '$') ++end;
  const bool tag = text.starts_with('$') && end < text.size() && text[end] == '$' &&
                   (end == 1 || !is_digit(text[1]));
  return tag ? text.substr(0, end + 1) : std::string_view();
}

char closing_delimiter(char open) {
  switch (open) {
    case '[':
      return ']';
    case '(':
      return ')';
    case '{':
      return '}';
    case '<':
      return '>';
    default:
      return open;
  }
}

bool is_escape_prefix(char before, char earlier) {
  return (before == 'e' || before == 'E') && !is_sql_identifier(earlier);
}

}  // namespace ddblint
