#include "workload/cli_command_shorthand.h"

#include <fmt/format.h>

#include "source/text.h"
#include "syntax/builder.h"

namespace ddblint {
namespace {

/// Structures of the API are a handful of levels deep.
constexpr std::size_t kMaxShorthandDepth = 100;

// A recursive descent. At the top stand pairs of key and value; a value is a word, a quoted text,
// a list in brackets or pairs in braces. `a=1,2` at the top is a list of what has no key.
class ShorthandParser {
 public:
  ShorthandParser(Tree& tree, std::string_view text, std::size_t offset)
      : tree_(tree), builder_(tree, FileId{0}), text_(text), offset_(offset) {}

  const Node* run() {
    const Node* node = pairs('\0', 0);
    if (!failed_ && at_ < text_.size()) fail();
    return failed_ ? nullptr : node;
  }

 private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
  }
  bool accept(char c) {
    skip_blanks();
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }
  void fail();
  Node* make(Node::Kind kind, std::size_t begin);
  const Node* pairs(char close, std::size_t depth);
  const Node* list(std::size_t depth);
  const Node* value(std::size_t depth);
  const Node* word(std::string_view ends);
  const Node* quoted(char quote);
  [[nodiscard]] bool key_follows() const;

  Tree& tree_;
  TreeBuilder builder_;
  std::string_view text_;
  std::size_t offset_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

void ShorthandParser::fail() {
  if (failed_) return;
  failed_ = true;
  const std::size_t end = std::min(at_ + 1, text_.size());
  const std::string what =
      at_ < text_.size() ? fmt::format("`{}` cannot stand here", text_[at_]) : "it breaks off";
  builder_.report(offset_ + std::min(at_, text_.size()), offset_ + end,
                  fmt::format("neither JSON nor shorthand: {}", what));
}

Node* ShorthandParser::make(Node::Kind kind, std::size_t begin) {
  Node* node = tree_.make();
  node->kind = kind;
  node->span = builder_.span(offset_ + begin, offset_ + at_);
  return node;
}

const Node* ShorthandParser::word(std::string_view ends) {
  skip_blanks();
  const std::size_t begin = at_;
  while (at_ < text_.size() && ends.find(text_[at_]) == std::string_view::npos) ++at_;
  Node* node = make(Node::Kind::scalar, begin);
  node->text = tree_.keep(trim(text_.substr(begin, at_ - begin)));
  return node;
}

const Node* ShorthandParser::quoted(char quote) {
  const std::size_t begin = at_++;
  std::string out;
  while (at_ < text_.size() && peek() != quote) {
    if (peek() == '\\' && at_ + 1 < text_.size()) ++at_;
    out += text_[at_++];
  }
  if (at_ >= text_.size()) {
    fail();
    return tree_.make();
  }
  ++at_;
  Node* node = make(Node::Kind::scalar, begin);
  node->quoted = true;
  node->text = tree_.keep(out);
  return node;
}

const Node* ShorthandParser::list(std::size_t depth) {
  const std::size_t begin = at_ - 1;
  const std::size_t mark = builder_.item_mark();
  if (!accept(']')) {
    do {
      builder_.push_item(value(depth));
    } while (!failed_ && accept(','));
    if (!accept(']')) fail();
  }
  Node* node = make(Node::Kind::sequence, begin);
  builder_.close_sequence(*node, mark);
  return node;
}

const Node* ShorthandParser::value(std::size_t depth) {
  skip_blanks();
  if (depth > kMaxShorthandDepth) fail();
  if (failed_) return tree_.make();
  if (accept('{')) return pairs('}', depth + 1);
  if (accept('[')) return list(depth + 1);
  if (peek() == '\'' || peek() == '"') return quoted(peek());
  return word(",]}");
}

/// True when what follows a comma is the key of a next pair and not a further value.
bool ShorthandParser::key_follows() const {
  const std::size_t end = text_.find_first_of("=,{}[]", at_);
  return end != std::string_view::npos && text_[end] == '=';
}

const Node* ShorthandParser::pairs(char close, std::size_t depth) {
  const std::size_t begin = close == '\0' ? at_ : at_ - 1;
  const std::size_t mark = builder_.member_mark();
  const bool empty = close != '\0' && accept(close);
  while (!empty && !failed_) {
    skip_blanks();
    const Node* key = peek() == '\'' || peek() == '"' ? quoted(peek()) : word("=,{}[]");
    if (!accept('=')) fail();
    const std::size_t items = builder_.item_mark();
    const std::size_t from = at_;
    const Node* first = value(depth);
    builder_.push_item(first);
    bool more = false;
    while (!failed_ && (more = accept(','))) {
      if (close != '\0' || key_follows()) break;
      builder_.push_item(value(depth));
    }
    if (builder_.item_mark() - items > 1) {
      Node* several = make(Node::Kind::sequence, from);
      builder_.close_sequence(*several, items);
      first = several;
    } else {
      builder_.drop(items, builder_.member_mark());
    }
    builder_.push_member({.key = key, .value = first});
    if (!more) break;
  }
  if (!empty && close != '\0' && !accept(close)) fail();
  Node* node = make(Node::Kind::mapping, begin);
  builder_.close_mapping(*node, mark);
  return node;
}

}  // namespace

const Node* parse_shorthand(Tree& tree, std::string_view text, std::size_t offset) {
  return ShorthandParser(tree, text, offset).run();
}

}  // namespace ddblint
