#include "relational/sql_scanner.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "relational/sql_tokens.h"

#include "source/text.h"
#include "source/utf8.h"

namespace ddblint {
namespace {

/// Decisions look this far forward; longer than any dollar tag, delimiter or line of GO.
constexpr std::size_t kAhead = 128;
/// And this far back: the part of its first line that a statement's text shows before it.
constexpr std::size_t kBehind = 256;
/// An indent beyond this hides a new statement.
constexpr std::size_t kMaxIndent = 80;

constexpr auto kNpos = std::string_view::npos;

/// Bytes at which code can change into something else.
constexpr std::array<bool, 256> special_bytes() {
  std::array<bool, 256> special{};
  for (const char c : std::string_view("'\"`;\n-/#$["))
    special[static_cast<unsigned char>(c)] = true;
  return special;
}
constexpr std::array<bool, 256> kSpecial = special_bytes();

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// The word that a text begins with, in lower case.
std::string first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_sql_identifier(text[end])) ++end;
  return to_lower(text.substr(0, end));
}

/// True when only blanks stand before the end of the line.
bool ends_line(std::string_view text) {
  const auto next = text.find_first_not_of(" \t\r");
  return next == kNpos || text[next] == '\n';
}

std::string_view after_word(std::string_view text, std::size_t word) {
  const auto next = text.find_first_not_of(" \t\r\n", word);
  return next == kNpos ? std::string_view() : text.substr(next);
}

/// A line that is a batch's end for SQL Server's or Oracle's clients.
bool is_batch_end(std::string_view line) {
  if (line.starts_with('/')) return ends_line(line.substr(1));
  if (line.size() < 2 || to_lower(line.substr(0, 2)) != "go") return false;
  const auto count = line.find_first_not_of(" \t0123456789", 2);
  return (line.size() == 2 || !is_sql_identifier(line[2])) &&
         (count == kNpos || ends_line(line.substr(count)));
}

/// Commands of SQL*Plus, psql and mysql that end with their line, whatever quotes stand in it.
bool is_client_command(std::string_view word) {
  static constexpr std::array<std::string_view, 22> kCommands = {
      "accept", "btitle", "col",      "column", "conn",  "connect", "define", "delimiter",
      "exit",   "host",   "pause",    "prompt", "quit",  "rem",     "remark", "source",
      "spool",  "timing", "undefine", "ttitle", "print", "whenever"};
  return std::ranges::find(kCommands, word) != kCommands.end();
}

/// SET and its like need no semicolon in some clients.
bool ends_with_line(std::string_view word) {
  static constexpr std::array<std::string_view, 4> kWords = {"set", "show", "start", "use"};
  return std::ranges::find(kWords, word) != kWords.end();
}

/// BEGIN or DECLARE that opens a block, rather than a transaction or a variable.
bool opens_block(std::string_view word, std::string_view rest) {
  if (word == "declare") return !rest.starts_with('@');
  if (word != "begin") return false;
  static constexpr std::array<std::string_view, 8> kTransaction = {
      "tran", "transaction", "work", "isolation", "read", "not", "deferrable", ""};
  return std::ranges::find(kTransaction, first_word(rest)) == kTransaction.end();
}

bool is_copy_from_stdin(const SqlStatement& statement) {
  const auto tokens = sql_tokens(statement.text, statement.begin, statement.backslash_escapes);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].is("FROM") && tokens[i + 1].is("STDIN")) return true;
  }
  return false;
}

enum class Routine { none, always_block, trigger, function };

/// What the first words of a CREATE statement create.
Routine routine_of(const std::vector<SqlToken>& tokens) {
  constexpr std::size_t kFirstWords = 16;
  for (std::size_t i = 1; i < std::min(tokens.size(), kFirstWords); ++i) {
    const SqlToken& token = tokens[i];
    if (token.is("FUNCTION") || token.is("PROCEDURE") || token.is("PROC")) return Routine::function;
    if (token.is("TRIGGER") || token.is("EVENT")) return Routine::trigger;
    if (token.is("PACKAGE")) return Routine::always_block;
    if (token.is("TYPE")) {
      const bool body = i + 1 < tokens.size() && tokens[i + 1].is("BODY");
      return body ? Routine::always_block : Routine::none;
    }
    if (token.is("TABLE") || token.is("INDEX") || token.is("VIEW") || token.is("SEQUENCE")) break;
  }
  return Routine::none;
}

/// True when a routine's body has begun before its first semicolon.
bool body_begins(const std::vector<SqlToken>& tokens, Routine routine) {
  for (std::size_t i = 0; i < tokens.size();) {
    const SqlToken& token = tokens[i];
    if (token.is("BEGIN") || token.is("DECLARE") || token.is("COMPOUND")) return true;
    const bool has_next = i + 1 < tokens.size();
    if (routine == Routine::function && has_next && (token.is("IS") || token.is("AS"))) {
      if (tokens[i + 1].kind != SqlTokenKind::text) return true;
    }
    i = token.after != 0 ? token.after : i + 1;
  }
  return false;
}

}  // namespace

void SqlScanner::feed(std::string_view bytes) {
  if (at_ > kBehind) {
    const std::size_t gone = at_ - kBehind;
    capture();
    place_of(base_ + gone);
    window_.erase(0, gone);
    base_ += gone;
    at_ = kBehind;
  }
  window_.append(bytes);
  run(false);
}

void SqlScanner::finish() {
  run(true);
  const bool open = state_ == State::block_comment || state_ == State::quoted ||
                    state_ == State::alternative || state_ == State::dollar ||
                    state_ == State::copy_data;
  if (open) unclosed_line_ = opened_line_;
  if (capturing_) end_statement();
}

void SqlScanner::run(bool last) {
  const std::size_t held = last ? 0 : std::min(window_.size(), kAhead);
  const std::size_t stop = window_.size() - held;
  while (at_ < stop) step(stop);
}

void SqlScanner::step(std::size_t stop) {
  switch (state_) {
    case State::between:
      return step_between(stop);
    case State::code:
      return step_code(stop);
    case State::line:
      return step_line(stop);
    case State::block_comment:
      return step_block_comment(stop);
    case State::quoted:
    case State::alternative:
      return step_quoted(stop);
    case State::dollar:
      return step_dollar(stop);
    case State::copy_data:
      return step_copy_data(stop);
  }
}

std::string_view SqlScanner::ahead() const { return std::string_view(window_).substr(at_, kAhead); }

char SqlScanner::behind(std::size_t bytes) const {
  return at_ >= bytes ? window_[at_ - bytes] : ' ';
}

void SqlScanner::enter(State state) {
  return_to_ = state_;
  state_ = state;
  opened_line_ = line_;
}

// Called with the scanner right after the line end.
void SqlScanner::new_line() {
  ++line_;
  line_start_ = position();
  counted_to_ = line_start_;
  columns_ = 0;
}

// Offsets are asked for in ascending order, so that each byte of a line is counted once.
LineColumn SqlScanner::place_of(std::uint64_t offset) {
  if (offset > counted_to_) {
    const auto passed = std::string_view(window_).substr(counted_to_ - base_, offset - counted_to_);
    columns_ += static_cast<std::uint32_t>(code_points(passed));
    counted_to_ = offset;
  }
  return {line_, columns_ + 1};
}

void SqlScanner::step_between(std::size_t stop) {
  if (position() == 0 && ahead().starts_with("\xEF\xBB\xBF")) {
    at_ = 3;
    line_start_ = counted_to_ = 3;
    return;
  }
  const char c = window_[at_];
  if (is_blank(c)) {
    ++at_;
    if (c == '\n') new_line();
  } else if (!delimiter_.empty() && ahead().starts_with(delimiter_)) {
    at_ += delimiter_.size();
  } else if (c == ';') {
    ++at_;
  } else if (c == '#' || ahead().starts_with("--")) {
    open_comment();
  } else if (ahead().starts_with("/*")) {
    step_special('/');
  } else if (client_line()) {
    enter(State::line);
    step_line(stop);
  } else {
    begin_statement();
  }
}

bool SqlScanner::client_line() {
  const std::string_view line = ahead();
  if (line.starts_with('@') || line.starts_with('\\') || line.starts_with('!')) return true;
  if (is_batch_end(line)) return true;
  const std::string word = first_word(line);
  if (!is_client_command(word)) return false;
  const std::string_view rest = line.substr(word.size());
  if (!rest.empty() && !is_blank(rest.front()) && rest.front() != ';') return false;
  if (word == "delimiter") {
    delimiter_ = trim(rest.substr(0, rest.find('\n')));
    if (delimiter_ == ";") delimiter_.clear();
  }
  return true;
}

void SqlScanner::begin_statement() {
  const std::string_view rest = ahead();
  const std::string word = first_word(rest);
  state_ = State::code;
  first_word_ = word;
  ending_ = ends_with_line(word)                               ? Ending::line
            : opens_block(word, after_word(rest, word.size())) ? Ending::block
                                                               : Ending::semicolon;
  judged_ = false;
  after_semicolon_ = false;
  capturing_ = word == "create" || word == "alter" || word == "copy" || word == "set";
  if (!capturing_) return;
  std::uint64_t begin = std::max(line_start_, position() - std::min(position(), kBehind));
  while (begin < position() && continues_code_point(window_[begin - base_])) ++begin;
  statement_.text.clear();
  statement_.begin = position() - begin;
  statement_.place = place_of(begin);
  statement_.offset = begin;
  statement_.cut = false;
  copied_ = begin;
}

void SqlScanner::step_code(std::size_t stop) {
  const char extra = delimiter_.empty() ? ';' : delimiter_.front();
  std::size_t p = at_;
  while (p < stop && !kSpecial[static_cast<unsigned char>(window_[p])] && window_[p] != extra) ++p;
  if (after_semicolon_) {
    const auto run = std::string_view(window_).substr(at_, p - at_);
    after_semicolon_ = std::ranges::all_of(run, is_blank);
  }
  at_ = p;
  if (at_ >= stop) return;
  if (!delimiter_.empty() && ahead().starts_with(delimiter_)) {
    at_ += delimiter_.size();
    return end_statement();
  }
  step_special(window_[at_]);
}

// Each way takes at least one byte.
void SqlScanner::step_special(char c) {
  const std::string_view rest = ahead();
  switch (c) {
    case '\n':
      ++at_;
      new_line();
      if (line_ends_statement()) end_statement();
      return;
    case ';':
      return semicolon();
    case '\'':
    case '"':
    case '`':
      return open_quote(c);
    case '-':
      if (rest.starts_with("--")) return open_comment();
      break;
    case '#':
      if (mysql_ && is_blank(behind(1))) return open_comment();
      break;
    case '/':
      if (!rest.starts_with("/*")) break;
      mysql_ = mysql_ || rest.starts_with("/*!");
      enter(State::block_comment);
      at_ += 2;
      return;
    case '$':
      return open_dollar();
    case '[':
      if (open_bracket()) return;
      break;
    default:
      break;
  }
  after_semicolon_ = false;
  ++at_;
}

void SqlScanner::semicolon() {
  ++at_;
  if (!delimiter_.empty()) return;
  if (ending_ != Ending::block && !judged_ && first_word_ == "create") {
    judged_ = true;
    if (begins_block()) ending_ = Ending::block;
  }
  if (ending_ != Ending::block) return end_statement();
  after_semicolon_ = true;
}

// Of the routines only triggers are kept, since they can call a sequence.
bool SqlScanner::begins_block() {
  capture();
  const auto tokens = sql_tokens(statement_.text, statement_.begin, mysql_);
  const Routine routine = routine_of(tokens);
  const bool block = routine == Routine::always_block ||
                     (routine != Routine::none && body_begins(tokens, routine));
  if (block && routine != Routine::trigger) capturing_ = false;
  return block;
}

// Called at the begin of a line.
bool SqlScanner::line_ends_statement() {
  if (!delimiter_.empty()) return false;
  if (ending_ == Ending::line) return true;
  const std::string_view line = ahead();
  const auto indent = line.find_first_not_of(" \t");
  if (indent > kMaxIndent) return false;
  const std::string_view rest = line.substr(indent);
  switch (rest.front()) {
    case '/':
    case 'g':
    case 'G':
      return is_batch_end(rest);
    case 'a':
    case 'A':
    case 'c':
    case 'C':
      return new_statement_here(rest, indent);
    default:
      return false;
  }
}

// SQL Server needs no semicolons, so a line that begins with CREATE begins a statement, unless a
// parenthesis stands open right before it: Oracle's USING INDEX (CREATE ...).
bool SqlScanner::new_statement_here(std::string_view rest, std::size_t indent) const {
  const std::string word = first_word(rest);
  if (word != "create" && word != "alter") return false;
  if (word.size() == rest.size() || !is_blank(rest[word.size()])) return false;
  if (word == "alter") {
    // ALTER COLUMN and its like are parts of a statement.
    const std::string what = first_word(after_word(rest, word.size()));
    if (what != "table" && what != "sequence" && ending_ != Ending::block) return false;
  }
  if (ending_ == Ending::block) return indent == 0 && after_semicolon_;
  for (std::size_t back = 1; back <= std::min(at_, kBehind); ++back) {
    if (!is_blank(behind(back))) return behind(back) != '(';
  }
  return true;
}

void SqlScanner::end_statement() {
  if (capturing_) {
    capture();
    statement_.backslash_escapes = mysql_ || nonstandard_;
    if (first_word_ == "set") {
      const std::string text = to_lower(statement_.text);
      const auto setting = text.find("standard_conforming_strings");
      if (setting != kNpos) nonstandard_ = text.find("off", setting) != kNpos;
    } else if (first_word_ != "copy") {
      take_(statement_);
    } else if (is_copy_from_stdin(statement_)) {
      state_ = State::copy_data;
      opened_line_ = line_;
      capturing_ = false;
      return;
    }
  }
  state_ = State::between;
  capturing_ = false;
}

// Takes over what has been passed since the last time.
void SqlScanner::capture() {
  if (!capturing_ || position() <= copied_) return;
  const auto passed = std::string_view(window_).substr(copied_ - base_, position() - copied_);
  const std::size_t room = kMaxStatementBytes - statement_.text.size();
  statement_.cut = statement_.cut || passed.size() > room;
  statement_.text += passed.substr(0, room);
  copied_ = position();
}

void SqlScanner::open_comment() {
  enter(State::line);
  ++at_;
}

void SqlScanner::open_quote(char quote) {
  after_semicolon_ = false;
  mysql_ = mysql_ || quote == '`';
  const bool q = quote == '\'' && (behind(1) == 'q' || behind(1) == 'Q');
  const bool national = behind(2) == 'n' || behind(2) == 'N';
  if (q && !is_sql_identifier(behind(national ? 3 : 2)) && ahead().size() > 1) {
    enter(State::alternative);
    quote_ = closing_delimiter(ahead()[1]);
    at_ += 2;
    return;
  }
  enter(State::quoted);
  quote_ = quote;
  escapes_ = (mysql_ && quote != '`') ||
             (quote == '\'' && (nonstandard_ || is_escape_prefix(behind(1), behind(2))));
  ++at_;
}

void SqlScanner::step_quoted(std::size_t stop) {
  const bool alternative = state_ == State::alternative;
  const char quote = quote_;
  const char* const text = window_.data();
  std::size_t p = at_;
  while (p < stop && text[p] != quote && text[p] != '\\' && text[p] != '\n') ++p;
  at_ = p;
  if (p >= stop) return;
  const char next = p + 1 < window_.size() ? text[p + 1] : '\0';
  if (text[p] == quote) {
    // A doubled quote is one that belongs to the text.
    const bool doubled = !alternative && next == quote;
    const bool closes = alternative ? next == '\'' : !doubled;
    at_ += doubled || (alternative && closes) ? 2 : 1;
    if (closes) leave();
  } else if (text[p] == '\n') {
    ++at_;
    new_line();
  } else {
    at_ += escapes_ && !alternative && next != '\n' && next != '\0' ? 2 : 1;
  }
}

void SqlScanner::open_dollar() {
  after_semicolon_ = false;
  const bool possible =
      ending_ != Ending::block && delimiter_.empty() && !mysql_ && !is_sql_identifier(behind(1));
  tag_ = possible ? dollar_tag(ahead()) : std::string_view();
  if (tag_.empty()) {
    ++at_;
    return;
  }
  enter(State::dollar);
  at_ += tag_.size();
}

void SqlScanner::step_dollar(std::size_t stop) {
  while (at_ < stop && window_[at_] != '$' && window_[at_] != '\n') ++at_;
  if (at_ >= stop) return;
  if (window_[at_] == '\n') {
    ++at_;
    new_line();
  } else if (ahead().starts_with(tag_)) {
    at_ += tag_.size();
    leave();
  } else {
    ++at_;
  }
}

// [name], but neither a subscript nor an array: those follow a word or hold no name.
bool SqlScanner::open_bracket() {
  const char before = behind(1);
  const std::string_view rest = ahead();
  const bool subscript = is_sql_identifier(before) || before == ')' || before == ']';
  if (subscript || rest.size() < 2 || (!is_letter(rest[1]) && rest[1] != '#')) return false;
  const auto end = rest.find_first_of("]\n");
  if (end == kNpos || rest[end] != ']') return false;
  after_semicolon_ = false;
  at_ += end + 1;
  return true;
}

void SqlScanner::step_block_comment(std::size_t stop) {
  while (at_ < stop && window_[at_] != '*' && window_[at_] != '\n') ++at_;
  if (at_ >= stop) return;
  if (window_[at_] == '\n') {
    ++at_;
    new_line();
  } else if (ahead().starts_with("*/")) {
    at_ += 2;
    leave();
  } else {
    ++at_;
  }
}

// The line end is left to the state that goes on.
void SqlScanner::step_line(std::size_t stop) {
  const void* found = std::memchr(window_.data() + at_, '\n', stop - at_);
  if (found == nullptr) {
    at_ = stop;
    return;
  }
  at_ = static_cast<std::size_t>(static_cast<const char*>(found) - window_.data());
  leave();
}

void SqlScanner::step_copy_data(std::size_t stop) {
  while (at_ < stop) {
    const void* found = std::memchr(window_.data() + at_, '\n', stop - at_);
    if (found == nullptr) {
      at_ = stop;
      return;
    }
    at_ = static_cast<std::size_t>(static_cast<const char*>(found) - window_.data()) + 1;
    new_line();
    const std::string_view line = ahead();
    if (line.starts_with("\\.") && ends_line(line.substr(2))) {
      at_ += 2;
      state_ = State::between;
      return;
    }
  }
}

}  // namespace ddblint
