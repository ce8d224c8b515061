// JSON with places. A recursive descent over the bytes: O(n), no look-behind, depth bounded by
// kMaxDepth. Strings without escapes stay views of the source. What strict JSON forbids but people
// write (comments, trailing commas) is reported and skipped; at anything else the parser stops, and
// every node that was still open says so.

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "source/utf8.h"
#include "syntax/builder.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

class JsonParser {
 public:
  JsonParser(FileId file, std::string_view text, Tree& tree)
      : text_(text), tree_(tree), builder_(tree, file) {}

  void run();

 private:
  const Node* value(std::size_t depth);
  void object(Node& node, std::size_t depth);
  void array(Node& node, std::size_t depth);
  const Node* key();
  const Node* string();
  void word(Node& node);
  std::string_view decode(std::size_t begin, std::size_t end);
  std::size_t decode_escape(std::size_t at, std::string& out);
  std::size_t decode_unicode(std::size_t at, std::string& out);
  std::optional<char32_t> hex4(std::size_t at) const;

  void skip_blanks();
  bool skip_comment();
  bool after_element(char close, std::size_t opened);
  void fail(std::size_t begin, std::size_t end, std::string message);
  void fail_here(std::string message);
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }

  std::string_view text_;
  Tree& tree_;
  TreeBuilder builder_;
  std::size_t at_ = 0;
  bool failed_ = false;
  bool comment_reported_ = false;
};

void JsonParser::fail(std::size_t begin, std::size_t end, std::string message) {
  if (failed_) return;
  failed_ = true;
  tree_.complete = false;
  builder_.report(begin, end, std::move(message));
}

void JsonParser::fail_here(std::string message) {
  fail(std::min(at_, text_.size()), std::min(at_ + 1, text_.size()), std::move(message));
}

void JsonParser::run() {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  if (const auto bad = invalid_utf8(text_)) {
    builder_.report(*bad, *bad + 1, "this byte is not UTF-8");
  }
  skip_blanks();
  if (at_end()) fail_here("the file is empty");
  while (!failed_ && !at_end()) {
    tree_.documents.push_back(value(0));
    skip_blanks();
    // Tools append one document after another; anything else that follows is a mistake.
    if (!at_end() && peek() != '{' && peek() != '[') {
      fail_here("unexpected text after the end of the JSON document");
    }
  }
}

void JsonParser::skip_blanks() {
  while (true) {
    while (!at_end() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
    if (peek() != '/' || !skip_comment()) return;
  }
}

bool JsonParser::skip_comment() {
  const auto rest = text_.substr(at_);
  const bool line = rest.starts_with("//");
  if (!line && !rest.starts_with("/*")) return false;
  const std::size_t begin = at_;
  const std::size_t close = line ? text_.find('\n', at_) : text_.find("*/", at_ + 2);
  at_ = close == std::string_view::npos ? text_.size() : close + (line ? 0 : 2);
  if (!comment_reported_) {
    comment_reported_ = true;
    builder_.report(begin, at_, "JSON has no comments");
  }
  return true;
}

const Node* JsonParser::value(std::size_t depth) {
  Node* node = tree_.make();
  const std::size_t begin = at_;
  if (depth >= kMaxDepth) {
    fail_here(fmt::format("nested more than {} levels deep", kMaxDepth));
  } else if (peek() == '{') {
    object(*node, depth);
  } else if (peek() == '[') {
    array(*node, depth);
  } else if (peek() == '"') {
    return string();
  } else {
    word(*node);
  }
  node->complete = !failed_;
  node->span = builder_.span(begin, std::max(at_, begin));
  return node;
}

// True when another element follows; false at the closing bracket or after a failure.
bool JsonParser::after_element(char close, std::size_t opened) {
  if (failed_) return false;
  skip_blanks();
  if (at_end()) {
    fail(opened, opened + 1, fmt::format("the file ends before this is closed by `{}`", close));
    return false;
  }
  if (peek() == close) {
    ++at_;
    return false;
  }
  if (peek() != ',') {
    fail_here(fmt::format("expected `,` or `{}`", close));
    return false;
  }
  const std::size_t comma = at_++;
  skip_blanks();
  if (peek() != close) return true;
  builder_.report(comma, comma + 1, fmt::format("a comma before `{}` is not JSON", close));
  ++at_;
  return false;
}

void JsonParser::object(Node& node, std::size_t depth) {
  node.kind = Node::Kind::mapping;
  const std::size_t opened = at_++;
  const std::size_t mark = builder_.member_mark();
  skip_blanks();
  if (peek() == '}') {
    ++at_;
    return;
  }
  do {
    const Node* name = key();
    if (failed_) break;
    builder_.push_member({name, value(depth + 1)});
  } while (after_element('}', opened));
  builder_.close_mapping(node, mark);
}

void JsonParser::array(Node& node, std::size_t depth) {
  node.kind = Node::Kind::sequence;
  const std::size_t opened = at_++;
  const std::size_t mark = builder_.item_mark();
  skip_blanks();
  if (peek() == ']') {
    ++at_;
    return;
  }
  do {
    builder_.push_item(value(depth + 1));
  } while (after_element(']', opened));
  builder_.close_sequence(node, mark);
}

const Node* JsonParser::key() {
  if (peek() != '"') {
    fail_here(at_end() ? "the file ends where a key should stand"
                       : "expected a key in double quotes");
    return nullptr;
  }
  const Node* name = string();
  skip_blanks();
  if (peek() == ':') {
    ++at_;
    skip_blanks();
  } else {
    fail_here("expected `:` after the key");
  }
  return name;
}

const Node* JsonParser::string() {
  Node* node = tree_.make();
  node->kind = Node::Kind::scalar;
  node->quoted = true;
  const std::size_t begin = at_++;
  bool escaped = false;
  while (!at_end() && text_[at_] != '"' && text_[at_] != '\n') {
    escaped = escaped || text_[at_] == '\\';
    at_ += text_[at_] == '\\' ? 2U : 1U;
  }
  at_ = std::min(at_, text_.size());
  if (peek() == '"') {
    node->text = escaped ? decode(begin + 1, at_) : text_.substr(begin + 1, at_ - begin - 1);
    ++at_;
  } else {
    fail(begin, at_, "this string is not closed");
  }
  node->complete = !failed_;
  node->span = builder_.span(begin, at_);
  return node;
}

std::string_view JsonParser::decode(std::size_t begin, std::size_t end) {
  std::string out;
  out.reserve(end - begin);
  for (std::size_t i = begin; i < end;) {
    if (text_[i] == '\\') {
      i = decode_escape(i, out);
    } else {
      out += text_[i++];
    }
  }
  return tree_.keep(out);
}

// `at` is the backslash; the result is the offset behind the escape.
std::size_t JsonParser::decode_escape(std::size_t at, std::string& out) {
  static constexpr std::string_view kNames = "\"\\/bfnrt";
  static constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
  const char name = text_[at + 1];
  if (name == 'u') return decode_unicode(at, out);
  const auto found = kNames.find(name);
  if (found == std::string_view::npos) {
    builder_.report(at, at + 2, "unknown escape in a JSON string");
    out += name;
  } else {
    out += kValues[found];
  }
  return at + 2;
}

std::size_t JsonParser::decode_unicode(std::size_t at, std::string& out) {
  const auto first = hex4(at + 2);
  if (!first) {
    builder_.report(at, at + 2, "\\u needs four hexadecimal digits");
    return at + 2;
  }
  std::size_t end = at + 6;
  char32_t point = *first;
  const bool high = point >= 0xD800 && point < 0xDC00;
  if (high && text_.substr(end).starts_with("\\u")) {
    const auto low = hex4(end + 2);
    if (low && *low >= 0xDC00 && *low < 0xE000) {
      point = 0x10000U + ((point - 0xD800U) << 10U) + (*low - 0xDC00U);
      end += 6;
    }
  }
  append_utf8(out, point);
  return end;
}

std::optional<char32_t> JsonParser::hex4(std::size_t at) const {
  if (at + 4 > text_.size()) return std::nullopt;
  std::uint32_t value = 0;
  const char* first = text_.data() + at;
  const auto [end, error] = std::from_chars(first, first + 4, value, 16);
  if (error != std::errc() || end != first + 4) return std::nullopt;
  return value;
}

// A number, true, false or null.
void JsonParser::word(Node& node) {
  const std::size_t begin = at_;
  while (!at_end() &&
         std::string_view(" \t\r\n,:]}[{\"/").find(text_[at_]) == std::string_view::npos) {
    ++at_;
  }
  node.text = text_.substr(begin, at_ - begin);
  node.kind = Node::Kind::scalar;
  if (node.text == "null") {
    node.kind = Node::Kind::null;
  } else if (node.text == "true" || node.text == "false") {
    return;
  } else if (node.text.empty()) {
    fail_here(at_end() ? "the file ends where a value should stand" : "expected a value");
  } else {
    double number = 0;
    const char* last = node.text.data() + node.text.size();
    const auto [end, error] = std::from_chars(node.text.data(), last, number);
    if (end != last || error == std::errc::invalid_argument) {
      fail(begin, at_, "expected a value; text must stand in double quotes");
    }
  }
}

}  // namespace

Tree parse_json(FileId file, std::string_view text) {
  Tree tree;
  JsonParser(file, text, tree).run();
  return tree;
}

}  // namespace ddblint
