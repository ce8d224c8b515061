#include "workload/trace_statement.h"

#include <algorithm>
#include <cctype>

#include "source/text.h"

namespace ddblint {
namespace {

struct Word {
  enum class Kind : std::uint8_t { name, quoted_name, text, number, sign };
  Kind kind = Kind::sign;
  std::string text = {};
};

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool in_number(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.'; }

/// What stands between two quotes; a doubled one means one. `text` loses it.
std::string take_quoted(std::string_view& text) {
  const char quote = text.front();
  text.remove_prefix(1);
  std::string inside;
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c == quote) {
      if (!text.starts_with(quote)) break;
      text.remove_prefix(1);
    }
    inside += c;
  }
  return inside;
}

template <typename Belongs>
std::string take_while(std::string_view& text, Belongs belongs) {
  const auto end = std::find_if_not(text.begin() + 1, text.end(), belongs);
  std::string word(text.begin(), end);
  text.remove_prefix(word.size());
  return word;
}

Word take_word(std::string_view& text) {
  const char c = text.front();
  const bool negative = c == '-' && text.size() > 1 && in_number(text[1]);
  if (c == '\'') return {Word::Kind::text, take_quoted(text)};
  if (c == '"') return {Word::Kind::quoted_name, take_quoted(text)};
  if (negative || std::isdigit(static_cast<unsigned char>(c)) != 0) {
    return {Word::Kind::number, take_while(text, in_number)};
  }
  if (in_name(c)) return {Word::Kind::name, take_while(text, in_name)};
  text.remove_prefix(1);
  return {Word::Kind::sign, std::string(1, c)};
}

std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  while (true) {
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    if (at == std::string_view::npos) return words;
    text.remove_prefix(at);
    words.push_back(take_word(text));
  }
}

class Statement {
 public:
  explicit Statement(std::vector<Word> words) : words_(std::move(words)) {}

  std::optional<TracedStatement> read() {
    if (words_.empty()) return std::nullopt;
    if (is(0, "select")) {
      const bool all = find("where") == words_.size();
      return at_table(find("from"), all ? TraceEventKind::scan : TraceEventKind::query, "=");
    }
    if (is(0, "insert")) return at_table(find("into"), TraceEventKind::write, ":");
    if (is(0, "update")) return at_table(0, TraceEventKind::write, "=");
    if (is(0, "delete")) return at_table(find("from"), TraceEventKind::write, "=");
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool is(std::size_t at, std::string_view keyword) const {
    return at < words_.size() && words_[at].kind == Word::Kind::name &&
           to_lower(words_[at].text) == keyword;
  }
  [[nodiscard]] bool is_sign(std::size_t at, std::string_view sign) const {
    return at < words_.size() && words_[at].kind == Word::Kind::sign && words_[at].text == sign;
  }
  [[nodiscard]] bool is_name(std::size_t at) const {
    return at < words_.size() &&
           (words_[at].kind == Word::Kind::name || words_[at].kind == Word::Kind::quoted_name);
  }
  [[nodiscard]] std::size_t find(std::string_view keyword) const {
    std::size_t at = 0;
    while (at < words_.size() && !is(at, keyword)) ++at;
    return at;
  }

  /// `before`: the word before the table's name.
  std::optional<TracedStatement> at_table(std::size_t before, TraceEventKind kind,
                                          std::string_view between) {
    std::size_t at = before + 1;
    if (!is_name(at)) return std::nullopt;
    TracedStatement statement{.kind = kind, .table = words_[at].text};
    if (is_sign(at + 1, ".") && is_name(at + 2)) {
      statement.index = words_[at + 2].text;
      at += 2;
    }
    // What an UPDATE sets is no condition.
    const std::size_t first = between == ":" ? at : std::max(at, find("where"));
    const bool bound = find("or") == words_.size() && find("not") == words_.size();
    for (std::size_t i = first; bound && i < words_.size(); ++i) add_pair(i, between, statement);
    return statement;
  }

  void add_pair(std::size_t at, std::string_view between, TracedStatement& statement) const {
    if (!is_sign(at, between) || at == 0 || at + 1 >= words_.size()) return;
    const Word& name = words_[at - 1];
    const Word& value = words_[at + 1];
    const bool literal = value.kind == Word::Kind::text || value.kind == Word::Kind::number;
    const bool named = between == ":" ? name.kind == Word::Kind::text : is_name(at - 1);
    if (named && literal) statement.equals.emplace_back(name.text, value.text);
  }

  std::vector<Word> words_;
};

}  // namespace

std::optional<TracedStatement> read_traced_statement(std::string_view text) {
  return Statement(words_of(text)).read();
}

}  // namespace ddblint
