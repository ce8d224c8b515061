#include "data/ion_scanner.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "source/text.h"
#include "source/utf8.h"

namespace ddblint {
namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_symbol(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

std::optional<unsigned> digit_of(char c, unsigned base) {
  unsigned digit = base;
  if (is_digit(c)) digit = static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a') + 10U;
  if (c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A') + 10U;
  if (digit >= base) return std::nullopt;
  return digit;
}

/// Takes digits from the front of `rest`, with single underscores between them, into `out`.
bool take_digits(std::string_view& rest, std::string& out) {
  const std::size_t before = out.size();
  while (!rest.empty()) {
    const bool underscore = rest.front() == '_' && out.size() > before && rest.size() > 1 &&
                            is_digit(rest[1]) && is_digit(out.back());
    if (underscore) rest.remove_prefix(1);
    if (!is_digit(rest.front())) break;
    out += rest.front();
    rest.remove_prefix(1);
  }
  return out.size() > before;
}

bool looks_like_timestamp(std::string_view token) {
  return token.size() > 4 && std::ranges::all_of(token.substr(0, 4), is_digit) &&
         (token[4] == '-' || token[4] == 'T');
}

}  // namespace

bool IonScanner::fail(BadRecordKind kind, std::string message) {
  if (!failure_) failure_ = Failure{kind, at_, std::move(message)};
  return false;
}

void IonScanner::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_])) {
      ++at_;
    } else if (starts("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (starts("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) {
        fail(BadRecordKind::not_ion, "a comment that is never closed");
        at_ = text_.size();
        return;
      }
      at_ = end + 2;
    } else {
      return;
    }
  }
}

bool IonScanner::take(std::string_view text) {
  skip_blanks();
  if (!starts(text)) return false;
  at_ += text.size();
  return true;
}

bool IonScanner::expect(std::string_view text) {
  if (take(text)) return true;
  return fail(BadRecordKind::not_ion, fmt::format("`{}` expected, but {}", text, shown()));
}

std::string IonScanner::shown() const {
  if (at_end()) return "the record ends";
  constexpr std::size_t kShown = 24;
  const std::string_view rest = text_.substr(at_, kShown);
  return fmt::format("`{}` found", shown_expression(rest.substr(0, rest.find('\n'))));
}

std::string_view IonScanner::identifier() {
  const std::size_t begin = at_;
  while (begins_symbol(peek()) || (at_ > begin && is_digit(peek()))) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::optional<std::string_view> IonScanner::quoted() {
  decoded_.clear();
  bool good = false;
  if (starts("'''")) {
    do {
      at_ += 3;
      good = long_text();
      if (good) skip_blanks();
    } while (good && starts("'''"));
  } else {
    good = short_text(text_[at_++]);
  }
  if (!good || failure_) return std::nullopt;
  return decoded_;
}

bool IonScanner::short_text(char quote) {
  while (true) {
    const std::array<char, 3> stops = {quote, '\\', '\n'};
    const std::size_t stop = std::min(
        text_.find_first_of(std::string_view(stops.data(), stops.size()), at_), text_.size());
    decoded_.append(text_, at_, stop - at_);
    at_ = stop;
    if (at_end() || peek() == '\n') {
      return fail(BadRecordKind::not_ion, "a string that is not closed");
    }
    ++at_;
    if (text_[stop] == quote) return true;
    if (!escape()) return false;
  }
}

/// Line ends of all kinds mean a line feed.
bool IonScanner::long_text() {
  while (true) {
    if (at_end()) return fail(BadRecordKind::not_ion, "a long string that is not closed");
    if (starts("'''")) {
      at_ += 3;
      return true;
    }
    const char c = text_[at_++];
    if (c == '\\') {
      if (!escape()) return false;
    } else if (c == '\r') {
      if (peek() == '\n') ++at_;
      decoded_ += '\n';
    } else {
      decoded_ += c;
    }
  }
}

/// What follows a backslash.
bool IonScanner::escape() {
  constexpr std::string_view kLetters = "0abtnfrv\"'?\\/";
  constexpr std::string_view kMeanings{"\0\a\b\t\n\f\r\v\"'?\\/", 13};
  const char c = peek();
  const std::size_t letter = kLetters.find(c);
  if (!at_end() && letter != std::string_view::npos) {
    ++at_;
    decoded_ += kMeanings[letter];
    return true;
  }
  if (c == '\n' || c == '\r') {
    // A line end behind a backslash is nothing.
    at_ += starts("\r\n") ? 2U : 1U;
    return true;
  }
  if (c == 'x' || c == 'u' || c == 'U') {
    ++at_;
    return code_point(c == 'x' ? 2U : c == 'u' ? 4U : 8U);
  }
  return fail(BadRecordKind::not_ion, "an escape that Ion does not have");
}

bool IonScanner::code_point(std::size_t digits) {
  const auto first = hex(digits);
  if (!first) return false;
  char32_t point = *first;
  if (point >= 0xD800 && point < 0xDC00 && starts("\\u")) {
    at_ += 2;
    const auto second = hex(4);
    if (!second) return false;
    if (*second < 0xDC00 || *second > 0xDFFF) {
      return fail(BadRecordKind::not_ion, "half of a surrogate pair");
    }
    point = 0x10000 + ((point - 0xD800) << 10U) + (*second - 0xDC00);
  }
  if ((point >= 0xD800 && point <= 0xDFFF) || point > 0x10FFFF) {
    return fail(BadRecordKind::not_ion, "an escape that is no character");
  }
  append_utf8(decoded_, point);
  return true;
}

std::optional<char32_t> IonScanner::hex(std::size_t digits) {
  char32_t point = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const auto digit = digit_of(peek(), 16);
    if (!digit) {
      fail(BadRecordKind::not_ion, fmt::format("an escape without its {} digits", digits));
      return std::nullopt;
    }
    point = (point << 4U) | *digit;
    ++at_;
  }
  return point;
}

std::string_view IonScanner::number_token() {
  const std::size_t begin = at_;
  constexpr std::string_view kStops = "{}[](),\"' \t\n\r\v\f";
  at_ = std::min(text_.find_first_of(kStops, at_), text_.size());
  const std::string_view token = text_.substr(begin, at_ - begin);
  const std::size_t comment = token.find('/');
  if (comment != std::string_view::npos) at_ = begin + comment;
  return text_.substr(begin, at_ - begin);
}

std::optional<std::string_view> IonScanner::number() {
  const std::size_t begin = at_;
  const std::string_view token = number_token();
  const bool negative = token.starts_with('-');
  const std::string_view rest = token.substr(negative ? 1 : 0);
  std::optional<std::string_view> text;
  if (rest.size() > 2 && rest[0] == '0' && std::string_view("xXbB").find(rest[1]) < 4) {
    text = radix(rest, negative);
  } else {
    text = decimal(token);
  }
  if (text) return text;
  at_ = begin;
  if (looks_like_timestamp(token)) {
    fail(BadRecordKind::bad_value,
         fmt::format("`{}` is a timestamp, which no attribute can be", shown_expression(token)));
  } else if (rest == "inf" || token == "+inf") {
    fail(BadRecordKind::bad_value, "an infinite number, which no attribute can be");
  } else {
    fail(BadRecordKind::not_ion, fmt::format("`{}` is no number", shown_expression(token)));
  }
  return std::nullopt;
}

std::optional<std::string_view> IonScanner::decimal(std::string_view token) {
  decoded_.clear();
  std::string_view rest = token;
  if (rest.starts_with('-')) {
    decoded_ += '-';
    rest.remove_prefix(1);
  }
  // No zero stands before other digits.
  if (rest.size() > 1 && rest[0] == '0' && (is_digit(rest[1]) || rest[1] == '_')) {
    return std::nullopt;
  }
  if (!take_digits(rest, decoded_)) return std::nullopt;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    decoded_ += '.';
    if (!take_digits(rest, decoded_)) decoded_.pop_back();
  }
  if (!rest.empty() && std::string_view("dDeE").find(rest[0]) != std::string_view::npos) {
    rest.remove_prefix(1);
    decoded_ += 'E';
    if (!rest.empty() && (rest[0] == '-' || rest[0] == '+')) {
      decoded_ += rest[0];
      rest.remove_prefix(1);
    }
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (digits == 0) return std::nullopt;
    decoded_.append(rest, 0, digits);
    rest.remove_prefix(digits);
  }
  if (!rest.empty()) return std::nullopt;
  return decoded_;
}

/// 0x and 0b: digit by digit into decimal digits, the lowest first.
std::optional<std::string_view> IonScanner::radix(std::string_view token, bool negative) {
  // DynamoDB's numbers have 38 digits; nothing much longer need be turned into decimal.
  constexpr std::size_t kMostDigits = 60;
  const unsigned base = token[1] == 'x' || token[1] == 'X' ? 16 : 2;
  std::string digits = "0";
  bool after_digit = false;
  for (const char c : token.substr(2)) {
    if (c == '_' && after_digit) {
      after_digit = false;
      continue;
    }
    const auto digit = digit_of(c, base);
    if (!digit) return std::nullopt;
    after_digit = true;
    unsigned carry = *digit;
    for (char& place : digits) {
      carry += static_cast<unsigned>(place - '0') * base;
      place = static_cast<char>('0' + carry % 10);
      carry /= 10;
    }
    for (; carry > 0; carry /= 10) digits += static_cast<char>('0' + carry % 10);
    if (digits.size() > kMostDigits) digits.resize(kMostDigits, '9');
  }
  if (!after_digit) return std::nullopt;
  if (negative) digits += '-';
  decoded_.assign(digits.rbegin(), digits.rend());
  return decoded_;
}

std::optional<std::string_view> IonScanner::blob() {
  at_ += 2;
  decoded_.clear();
  while (!at_end() && peek() != '}') {
    const char c = text_[at_];
    if (c == '"' || c == '\'') {
      fail(BadRecordKind::bad_value, "a clob, which no attribute can be");
      return std::nullopt;
    }
    if (!is_blank(c)) decoded_ += c;
    ++at_;
  }
  if (!starts("}}")) {
    fail(BadRecordKind::not_ion, fmt::format("`}}}}` expected, but {}", shown()));
    return std::nullopt;
  }
  at_ += 2;
  return decoded_;
}

std::optional<std::string_view> IonScanner::field_name() {
  skip_blanks();
  if (peek() == '"' || peek() == '\'') return quoted();
  const std::size_t begin = at_;
  const std::string_view name = identifier();
  constexpr std::array<std::string_view, 4> kWords = {"null", "true", "false", "nan"};
  const bool number =
      name.size() > 1 && name[0] == '$' && std::ranges::all_of(name.substr(1), is_digit);
  if (name.empty() || number || std::ranges::find(kWords, name) != kWords.end()) {
    at_ = begin;
    fail(BadRecordKind::not_ion, fmt::format("a field's name expected, but {}", shown()));
    return std::nullopt;
  }
  return name;
}

}  // namespace ddblint
