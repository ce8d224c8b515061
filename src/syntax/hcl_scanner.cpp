#include "syntax/hcl_scanner.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace ddblint {
namespace {

using Kind = HclToken::Kind;

constexpr std::uint8_t kLetter = 1;
constexpr std::uint8_t kDigit = 2;
constexpr std::uint8_t kDash = 4;

constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> classes = {};
  for (std::size_t c = 'a'; c <= 'z'; ++c) classes[c] = kLetter;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) classes[c] = kLetter;
  for (std::size_t c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  classes['_'] = kLetter;
  classes['-'] = kDash;
  return classes;
}();

constexpr bool is_in(char c, unsigned classes) {
  return (kClasses[static_cast<unsigned char>(c)] & classes) != 0;
}

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

struct Range {
  char32_t first;
  char32_t last;
};

// What is no letter and no digit beyond ASCII, roughly: Latin-1 signs, spaces, punctuation,
// arrows, mathematics, drawing, private use, pictures. Enough to tell a quotation mark or a
// no-break space that was pasted in from a name.
constexpr auto kNoLetters = std::to_array<Range>(
    {{0x80, 0xA9},       {0xAB, 0xB4},       {0xB6, 0xB6},     {0xB8, 0xB9},     {0xBB, 0xBF},
     {0xD7, 0xD7},       {0xF7, 0xF7},       {0x2000, 0x203E}, {0x2041, 0x2053}, {0x2055, 0x2070},
     {0x2072, 0x207E},   {0x2080, 0x208F},   {0x209D, 0x20CF}, {0x218A, 0x2BFF}, {0x2E00, 0x2E7F},
     {0x3000, 0x3004},   {0x3008, 0x3020},   {0x3030, 0x3030}, {0xD800, 0xF8FF}, {0xFE10, 0xFE1F},
     {0xFE30, 0xFE32},   {0xFE35, 0xFE4C},   {0xFE50, 0xFE6F}, {0xFEFF, 0xFEFF}, {0xFF01, 0xFF0F},
     {0xFF1A, 0xFF20},   {0xFF3B, 0xFF3E},   {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF},
     {0xE0000, 0xE00FF}, {0xE01F0, 0x10FFFF}});

bool is_letter(char32_t point) {
  const auto* after = std::ranges::upper_bound(kNoLetters, point, {}, &Range::first);
  return after == kNoLetters.begin() || std::prev(after)->last < point;
}

// Length of the letter beyond ASCII that begins here, or 0.
std::size_t letter_length(std::string_view text) {
  const auto byte = [text](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const std::uint32_t lead = byte(0);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  char32_t point = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
    point = (point << 6U) | (byte(i) & 0x3FU);
  }
  return is_letter(point) ? length : 0;
}

// The end of a string in an item that is skipped: line by line, as no string outside of
// interpolations has a line break and what is broken may have lost its end.
std::size_t string_end(std::string_view text, std::size_t at) {
  std::size_t braces = 0;
  std::size_t inner = 0;  // quotes inside of interpolations
  for (++at; at < text.size() && text[at] != '\n'; ++at) {
    const char c = text[at];
    const bool in_text = braces == 0 || inner % 2 == 1;
    if (c == '\\' && in_text) {
      ++at;
    } else if (c == '"') {
      if (braces == 0) return at + 1;
      ++inner;
    } else if (c == '{' && (!in_text || text[at - 1] == '$' || text[at - 1] == '%')) {
      ++braces;
    } else if (c == '}' && !in_text) {
      --braces;
    }
  }
  return std::min(at, text.size());
}

// True when a line begins like an attribute or a block that stands no deeper than `indent`.
bool looks_like_item(std::string_view text, std::size_t line, std::size_t indent) {
  const std::size_t column = hcl_indentation(text, line);
  if (column > indent) return false;
  const auto at = [text](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  std::size_t i = line + column;
  if (at(i) == '}') return column < indent;
  const std::size_t name = i;
  i = hcl_identifier_end(text, i);
  if (i == name) return false;
  while (is_blank(at(i))) ++i;
  if (at(i) == '=') return at(i + 1) != '=' && at(i + 1) != '>';
  return at(i) == '{' || at(i) == '"';
}

// Looks for the end of an item that could not be read. Each step passes one thing.
class BrokenItem {
 public:
  BrokenItem(std::string_view text, std::size_t begin, std::size_t failed)
      : text_(text),
        indent_(hcl_indentation(text, hcl_line_begin(text, begin))),
        failed_(failed),
        at_(begin) {}

  std::size_t end() {
    while (at_ < text_.size() && !step()) {
    }
    return at_;
  }

 private:
  [[nodiscard]] char after() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }

  // True where reading can go on.
  bool step() {
    switch (text_[at_]) {
      case '\n':
        return line();
      case '"':
        at_ = string_end(text_, at_);
        return false;
      case '#':
        skip_to("\n", 0);
        return false;
      case '/':
        if (after() == '/') {
          skip_to("\n", 0);
        } else if (after() == '*') {
          skip_to("*/", 2);
        } else {
          ++at_;
        }
        return false;
      case '<':
        heredoc();
        return false;
      case '{':
      case '[':
      case '(':
        ++depth_;
        ++at_;
        return false;
      case '}':
        if (depth_ == 0 && at_ >= failed_) return true;
        [[fallthrough]];
      case ']':
      case ')':
        depth_ -= depth_ > 0 ? 1U : 0U;
        ++at_;
        return false;
      default:
        ++at_;
        return false;
    }
  }

  bool line() {
    if (at_ >= failed_ && depth_ == 0) return true;
    ++at_;
    return at_ + hcl_indentation(text_, at_) >= failed_ && looks_like_item(text_, at_, indent_);
  }

  void skip_to(std::string_view what, std::size_t length) {
    const auto found = text_.find(what, at_ + 1);
    at_ = found == std::string_view::npos ? text_.size() : found + length;
  }

  // A heredoc's text is no code. Where its end is missing, only a line like an item ends it, and
  // further heredocs are not looked at: to search for the end of each could take long.
  void heredoc() {
    const bool doubled = after() == '<';
    at_ += doubled ? 2U : 1U;
    if (!doubled || unclosed_) return;
    const std::size_t name = at_ + (at_ < text_.size() && text_[at_] == '-' ? 1U : 0U);
    const std::size_t name_end = hcl_identifier_end(text_, name);
    const auto newline = text_.find('\n', name_end);
    if (name == name_end || newline == std::string_view::npos) return;
    const auto marker = find_hcl_marker(text_, newline + 1, text_.substr(name, name_end - name));
    unclosed_ = marker.end == std::string_view::npos;
    if (!unclosed_) {
      at_ = marker.end;
    } else {
      ++depth_;
    }
  }

  std::string_view text_;
  std::size_t indent_;
  std::size_t failed_;
  std::size_t at_;
  std::size_t depth_ = 0;
  bool unclosed_ = false;
};

}  // namespace

std::size_t hcl_identifier_end(std::string_view text, std::size_t begin) {
  std::size_t i = begin;
  if (i < text.size() && is_in(text[i], kDigit | kDash)) return begin;
  while (true) {
    while (i < text.size() && is_in(text[i], kLetter | kDigit | kDash)) ++i;
    if (i >= text.size() || static_cast<unsigned char>(text[i]) < 0x80) return i;
    const std::size_t length = letter_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
}

HclMarker hcl_marker_at(std::string_view text, std::size_t line, std::string_view name) {
  const auto blank = [text](std::size_t i) {
    return i < text.size() &&
           (is_blank(text[i]) || text[i] == '\r' || text[i] == '\v' || text[i] == '\f');
  };
  std::size_t begin = line;
  while (blank(begin)) ++begin;
  if (text.substr(begin, name.size()) != name) return {};
  const std::size_t end = begin + name.size();
  std::size_t rest = end;
  while (blank(rest)) ++rest;
  if (rest < text.size() && text[rest] != '\n') return {};
  return {begin, end};
}

HclMarker find_hcl_marker(std::string_view text, std::size_t line, std::string_view name) {
  while (line < text.size()) {
    const auto marker = hcl_marker_at(text, line, name);
    if (marker.begin != std::string_view::npos) return marker;
    const auto newline = text.find('\n', line);
    if (newline == std::string_view::npos) break;
    line = newline + 1;
  }
  return {};
}

std::string_view hcl_marker_name(std::string_view opening) {
  opening.remove_prefix(opening[2] == '-' ? 3 : 2);
  return opening.substr(0, opening.find_first_of("\r\n"));
}

std::size_t hcl_indentation(std::string_view text, std::size_t line) {
  std::size_t i = line;
  while (i < text.size() && is_blank(text[i])) ++i;
  return i - line;
}

std::size_t hcl_line_begin(std::string_view text, std::size_t offset) {
  if (offset == 0) return 0;
  const auto newline = text.rfind('\n', offset - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

std::size_t hcl_resume(std::string_view text, std::size_t begin, std::size_t failed) {
  return BrokenItem(text, begin, failed).end();
}

HclScanner::HclScanner(std::string_view text) : text_(text) {
  if (text.starts_with("\xEF\xBB\xBF")) token_.end = 3;
  next();
}

void HclScanner::next() {
  passed_ = token_.end;
  scan();
}

void HclScanner::jump(std::size_t offset) {
  token_.end = offset;
  next();
}

void HclScanner::back(const HclToken& token) { token_ = token; }

bool HclScanner::set_newlines(bool tokens) {
  const bool before = newlines_;
  newlines_ = tokens;
  return before;
}

void HclScanner::skip_newlines() {
  while (is(Kind::newline)) scan();
}

// Behind blanks, comments, and line breaks where they mean nothing.
std::size_t HclScanner::skip(std::size_t begin) const {
  for (std::size_t i = begin;;) {
    const char c = at(i);
    if (is_blank(c)) {
      ++i;
    } else if (!newlines_ && (c == '\n' || (c == '\r' && at(i + 1) == '\n'))) {
      ++i;
    } else if (c == '#' || c == '/') {
      const std::size_t end = comment_end(i);
      if (end == i) return i;
      i = end;
    } else {
      return i;
    }
  }
}

// Behind the comment that begins here: before the line break that ends it. The offset itself when
// none begins or it does not end.
std::size_t HclScanner::comment_end(std::size_t begin) const {
  const char second = at(begin + 1);
  if (text_[begin] == '#' || second == '/') return std::min(text_.find('\n', begin), text_.size());
  const auto close = second == '*' ? text_.find("*/", begin + 2) : std::string_view::npos;
  return close == std::string_view::npos ? begin : close + 2;
}

void HclScanner::scan() {
  const std::size_t begin = skip(token_.end);
  if (begin >= text_.size()) return set(Kind::end, text_.size(), text_.size());
  const char c = text_[begin];
  if (is_in(c, kLetter)) return set(Kind::identifier, begin, hcl_identifier_end(text_, begin));
  if (c == '\n') return set(Kind::newline, begin, begin + 1);
  if (c == '\r' && at(begin + 1) == '\n') return set(Kind::newline, begin, begin + 2);
  symbol(begin);
}

bool HclScanner::identifier(std::size_t begin) {
  const std::size_t end = hcl_identifier_end(text_, begin);
  if (end == begin) return false;
  set(Kind::identifier, begin, end);
  return true;
}

// Digits with dots and exponents inside; whether that is one number, the parser finds out.
void HclScanner::number(std::size_t begin) {
  std::size_t end = begin;
  for (std::size_t i = begin;;) {
    if (is_in(at(i), kDigit)) {
      end = ++i;
    } else if (at(i) == '.') {
      ++i;
    } else if (at(i) == 'e' || at(i) == 'E') {
      const std::size_t digit = i + (at(i + 1) == '+' || at(i + 1) == '-' ? 2 : 1);
      if (!is_in(at(digit), kDigit)) break;
      end = i = digit + 1;
    } else {
      break;
    }
  }
  set(Kind::number, begin, end);
}

bool HclScanner::heredoc(std::size_t begin) {
  if (at(begin + 1) != '<') return false;
  const std::size_t name = begin + (at(begin + 2) == '-' ? 3 : 2);
  std::size_t end = hcl_identifier_end(text_, name);
  if (end == name) return false;
  if (at(end) == '\r') ++end;
  if (at(end) != '\n') return false;
  set(Kind::heredoc, begin, end + 1);
  return true;
}

void HclScanner::symbol(std::size_t begin) {
  const char second = at(begin + 1);
  const auto one = [&](Kind kind) { set(kind, begin, begin + 1); };
  const auto either = [&](char next, Kind both, Kind alone) {
    if (second == next) {
      set(both, begin, begin + 2);
    } else {
      one(alone);
    }
  };
  switch (text_[begin]) {
    case '"':
      return one(Kind::quote);
    case '{':
      return one(Kind::brace_open);
    case '}':
      return one(Kind::brace_close);
    case '[':
      return one(Kind::bracket_open);
    case ']':
      return one(Kind::bracket_close);
    case '(':
      return one(Kind::paren_open);
    case ')':
      return one(Kind::paren_close);
    case ',':
      return one(Kind::comma);
    case '?':
      return one(Kind::question);
    case '+':
      return one(Kind::plus);
    case '-':
      return one(Kind::minus);
    case '*':
      return one(Kind::star);
    case '/':
      return second == '*' ? set(Kind::invalid, begin, text_.size()) : one(Kind::slash);
    case '%':
      return one(Kind::percent);
    case ':':
      return either(':', Kind::double_colon, Kind::colon);
    case '!':
      return either('=', Kind::not_equal, Kind::bang);
    case '>':
      return either('=', Kind::greater_equal, Kind::greater);
    case '&':
      return either('&', Kind::logical_and, Kind::invalid);
    case '|':
      return either('|', Kind::logical_or, Kind::invalid);
    case '~':
      return either('}', Kind::strip_close, Kind::invalid);
    case '=':
      return second == '>' ? set(Kind::arrow, begin, begin + 2)
                           : either('=', Kind::equal, Kind::equals);
    case '<':
      return heredoc(begin) ? void() : either('=', Kind::less_equal, Kind::less);
    case '.':
      return second == '.' && at(begin + 2) == '.' ? set(Kind::ellipsis, begin, begin + 3)
                                                   : one(Kind::dot);
    default:
      break;
  }
  if (is_in(text_[begin], kDigit)) return number(begin);
  if (identifier(begin)) return;
  // All bytes of one character, so that a complaint does not cut it.
  std::size_t end = begin + 1;
  while ((static_cast<unsigned char>(at(end)) & 0xC0U) == 0x80U) ++end;
  set(Kind::invalid, begin, end);
}

}  // namespace ddblint
