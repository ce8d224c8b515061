#include "workload/cli_command_words.h"

#include <utility>

namespace ddblint {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class ShellLexer {
 public:
  explicit ShellLexer(std::string_view text) : text_(text) {}

  std::vector<ShellWord> run() {
    while (skip_blanks()) {
      if (!separator()) word();
    }
    return std::move(words_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }

  [[nodiscard]] std::size_t continuation() const;
  bool skip_blanks();
  bool separator();
  void word();
  void single_quoted(ShellWord& word);
  void double_quoted(ShellWord& word);
  void variable(ShellWord& word);
  void plain(ShellWord& word);

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<ShellWord> words_;
};

/// Bytes of an escaped line end, or 0.
std::size_t ShellLexer::continuation() const {
  const char c = peek();
  if (c != '\\' && c != '^' && c != '`') return 0;
  if (peek(1) == '\n') return 2;
  return peek(1) == '\r' && peek(2) == '\n' ? 3 : 0;
}

bool ShellLexer::skip_blanks() {
  while (!at_end()) {
    const bool begins_command = words_.empty() || words_.back().separator;
    if (is_blank(peek())) {
      ++at_;
    } else if (const std::size_t size = continuation(); size > 0) {
      at_ += size;
    } else if (peek() == '#' && begins_command) {
      while (!at_end() && peek() != '\n') ++at_;
    } else {
      return true;
    }
  }
  return false;
}

bool ShellLexer::separator() {
  const char c = peek();
  const bool twice = (c == '&' || c == '|') && peek(1) == c;
  if (!twice && c != '\n' && c != ';' && c != '|' && c != '&') return false;
  const std::size_t size = twice ? 2 : 1;
  words_.push_back({.text = std::string(text_.substr(at_, size)),
                    .begin = at_,
                    .end = at_ + size,
                    .separator = true});
  at_ += size;
  return true;
}

void ShellLexer::single_quoted(ShellWord& word) {
  const std::size_t close = text_.find('\'', at_ + 1);
  word.open = close == std::string_view::npos;
  const std::size_t end = word.open ? text_.size() : close;
  word.text += text_.substr(at_ + 1, end - at_ - 1);
  at_ = word.open ? end : end + 1;
}

void ShellLexer::double_quoted(ShellWord& word) {
  ++at_;
  while (!at_end() && peek() != '"') {
    const char next = peek(1);
    if (peek() == '\\' && (next == '"' || next == '\\' || next == '$' || next == '`')) {
      word.text += next;
      word.exact = false;
      at_ += 2;
    } else if (peek() == '\\' && next == '\n') {
      word.exact = false;
      at_ += 2;
    } else if (peek() == '$') {
      variable(word);
    } else {
      word.text += peek();
      ++at_;
    }
  }
  word.open = at_end();
  if (!at_end()) ++at_;
}

// Nothing is evaluated: the text keeps the variable as it is written.
void ShellLexer::variable(ShellWord& word) {
  const char next = peek(1);
  const bool name = next == '{' || next == '(' || next == '_' || (next >= 'a' && next <= 'z') ||
                    (next >= 'A' && next <= 'Z') || (next >= '0' && next <= '9');
  word.unknown = word.unknown || name;
  word.text += peek();
  ++at_;
}

void ShellLexer::plain(ShellWord& word) {
  if (peek() == '\\') {
    word.exact = false;
    ++at_;
    if (at_end()) return;
  }
  word.text += peek();
  ++at_;
}

void ShellLexer::word() {
  ShellWord word{.begin = at_};
  std::size_t pieces = 0;
  while (!at_end() && !word.open && !is_blank(peek()) && peek() != '\n' && peek() != ';' &&
         peek() != '|' && peek() != '&' && continuation() == 0) {
    const std::size_t from = at_;
    if (peek() == '\'' || peek() == '"') {
      peek() == '\'' ? single_quoted(word) : double_quoted(word);
      ++pieces;
      // A word that is one quoted text alone stands between its quotes.
      if (from == word.begin && !word.open && word.text.size() == at_ - from - 2) continue;
      word.exact = false;
    } else if (peek() == '$' || peek() == '`') {
      word.unknown = word.unknown || peek() == '`';
      variable(word);
    } else {
      plain(word);
    }
    if (pieces > 0) word.exact = false;
  }
  word.end = at_;
  if (word.exact && pieces == 1) {
    ++word.begin;
    --word.end;
  }
  words_.push_back(std::move(word));
}

}  // namespace

std::vector<ShellWord> shell_words(std::string_view text) { return ShellLexer(text).run(); }

}  // namespace ddblint
