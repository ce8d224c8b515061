// HCL bodies: attributes and blocks. What cannot be read is an item of a body, never the file: the
// parser complains once, looks for the next line that begins like an item and goes on there. Every
// byte is looked at once by the parser and at most once more in a broken item, so the cost is
// linear. A node is complete when nothing was broken from its first to its last byte.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "source/utf8.h"
#include "syntax/hcl_parser.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

// A file with more mistakes is no HCL.
constexpr std::size_t kMaxBreaks = 100;

}  // namespace

/// A body while it is read.
struct HclParser::Block {
  Node& node;
  std::size_t depth = 0;
  std::size_t begin = 0;   ///< of the word before the brace
  std::size_t opened = 0;  ///< of the brace
  bool is_file = false;
  bool single_line = false;
};

/// The state before an item, to return to when it turns out to be broken.
struct HclParser::Marks {
  std::size_t begin = 0;
  std::size_t items = 0;
  std::size_t members = 0;
  std::size_t breaks = 0;
};

void HclParser::complain(std::size_t begin, std::size_t end, std::string message) {
  if (failing_) return;
  builder_.report(begin, end, std::move(message));
}

void HclParser::fail(std::size_t begin, std::size_t end, std::string message) {
  if (failing_) return;
  failing_ = true;
  ++breaks_;
  tree_.complete = false;
  builder_.report(begin, end, std::move(message));
}

// What is wrong with the token, where something else should stand.
std::string HclParser::problem(std::string_view wanted) const {
  const auto text = scanner_.token_text();
  const auto rest = scanner_.text().substr(scanner_.token().begin);
  if (rest.starts_with("<<<<<<<") || rest.starts_with("=======") || rest.starts_with(">>>>>>>")) {
    return "a conflict of git stands here";
  }
  if (scanner_.is(Kind::invalid)) {
    if (text.starts_with("/*")) return "this comment is not closed";
    if (text == "'") return "HCL has strings in double quotes only";
    if (text == ";") return "HCL has no semicolons: write a line break";
    if (invalid_utf8(text)) return "this byte is not UTF-8";
    return fmt::format("`{}` means nothing in HCL", text);
  }
  if (scanner_.is(Kind::end)) return fmt::format("the text ends where {} should stand", wanted);
  if (scanner_.is(Kind::newline)) return fmt::format("the line ends where {} should stand", wanted);
  return fmt::format("expected {}", wanted);
}

void HclParser::file() {
  Node* root = make(Node::Kind::mapping);
  Block whole{.node = *root, .is_file = true};
  items(whole);
  const std::size_t size = scanner_.text().size();
  builder_.close_body(*root, 0, builder_.member_mark());
  root->span = builder_.span(0, size);
  root->complete = breaks_ == 0;
  tree_.documents.push_back(root);
}

// The items up to the closing brace or the end of the text; neither is passed.
void HclParser::items(Block& block) {
  while (true) {
    if (scanner_.is(Kind::newline)) {
      if (std::exchange(block.single_line, false)) {
        complain(scanner_.token().begin, scanner_.token().end,
                 "a block with an attribute in its first line must end there");
      }
      scanner_.skip_newlines();
    }
    if (scanner_.is(Kind::end) || (scanner_.is(Kind::brace_close) && !block.is_file)) return;
    recovered_ = false;
    item(block);
    if (!recovered_) end_of_item(block);
    if (breaks_ >= kMaxBreaks && !given_up_) {
      fail(scanner_.token().begin, scanner_.token().end, "there are too many mistakes to read on");
      give_up();
    }
  }
}

HclParser::Marks HclParser::marks() const {
  return {.begin = scanner_.token().begin,
          .items = builder_.item_mark(),
          .members = builder_.member_mark(),
          .breaks = breaks_};
}

void HclParser::item(Block& block) {
  const Marks start = marks();
  if (scanner_.is(Kind::identifier) || scanner_.is(Kind::quote)) {
    const Node* key = name();
    if (key == nullptr) return recover(start);
    if (scanner_.is(Kind::equals) || scanner_.is(Kind::colon)) {
      return attribute(*key, block.depth, start);
    }
    if (scanner_.is(Kind::brace_open) || scanner_.is(Kind::quote) ||
        scanner_.is(Kind::identifier)) {
      if (block.single_line) {
        complain(key->span.begin, key->span.end, "a block in one line holds one attribute only");
      }
      return this->block(*key, block.depth, start);
    }
    unexpected("`=` or `{`");
    return recover(start);
  }
  if (conflict_marker()) return;
  if (scanner_.is(Kind::brace_close)) {
    fail(scanner_.token().begin, scanner_.token().end, "no block is open that this could close");
    failing_ = false;
    scanner_.next();
    return;
  }
  unexpected("an attribute or a block");
  recover(start);
}

// A word, or a text in quotes, which HCL 1 took as a name, too.
const Node* HclParser::name() {
  if (scanner_.is(Kind::identifier)) {
    const Node* node = token_node(false);
    scanner_.next();
    return node;
  }
  const std::size_t begin = scanner_.token().begin;
  const HclValue value = string(0);
  if (!value) return nullptr;
  // Of `"${"a"}"` there is nothing left but the text inside.
  if (!value.node->is_scalar() || value.node->span.begin != begin) {
    fail(begin, scanner_.passed(), "a name cannot be computed");
    return nullptr;
  }
  return value.node;
}

void HclParser::attribute(const Node& key, std::size_t depth, const Marks& start) {
  if (key.quoted) {
    complain(key.span.begin, key.span.end,
             "the name of an attribute stands without quotes (HCL 1 syntax)");
  }
  if (scanner_.is(Kind::colon)) {
    complain(scanner_.token().begin, scanner_.token().end,
             "`=` stands between an attribute and its value (HCL 1 syntax)");
  }
  const std::size_t behind = scanner_.token().end;
  scanner_.next();
  const HclValue value = expression(depth + 1);
  if (value && ends_attribute()) return builder_.push_member({&key, value.node});
  recover(start);
  Node* broken = make(Node::Kind::expression);
  broken->op = Op::invalid;
  broken->complete = false;
  std::size_t begin = std::min(behind, scanner_.passed());
  while (begin < scanner_.passed() && (scanner_.at(begin) == ' ' || scanner_.at(begin) == '\t')) {
    ++begin;
  }
  broken->span = builder_.span(begin, scanner_.passed());
  builder_.push_member({&key, broken});
}

bool HclParser::labels(Node& node) {
  const std::size_t mark = builder_.item_mark();
  while (scanner_.is(Kind::identifier) || scanner_.is(Kind::quote)) {
    const Marks before = marks();
    const Node* label = name();
    if (label == nullptr) {
      builder_.drop(before.items, before.members);
      parts_.clear();
      break;
    }
    builder_.push_item(label);
  }
  builder_.close_sequence(node, mark);
  return !failing_;
}

void HclParser::block(const Node& key, std::size_t depth, const Marks& start) {
  Node* node = make(Node::Kind::mapping);
  node->block = true;
  if (key.quoted) {
    complain(key.span.begin, key.span.end,
             "the type of a block stands without quotes (HCL 1 syntax)");
  }
  bool readable = labels(*node);
  if (readable && scanner_.is(Kind::equals)) {
    complain(scanner_.token().begin, scanner_.token().end,
             "no `=` stands before the body of a block (HCL 1 syntax)");
    scanner_.next();
  }
  if (readable && !scanner_.is(Kind::brace_open)) {
    unexpected("`{`");
    readable = false;
  }
  if (!readable && !header_ends_with_brace(start)) return;
  if (depth + 1 >= kMaxDepth) {
    too_deep();
    return give_up();
  }
  // The entry comes first, as what the block does not hold in the end follows it.
  builder_.push_member({&key, node});
  Block inner{.node = *node, .depth = depth + 1, .begin = start.begin};
  inner.opened = scanner_.token().begin;
  const std::size_t mark = builder_.member_mark();
  scanner_.next();
  inner.single_line = !scanner_.is(Kind::newline);
  items(inner);
  if (scanner_.is(Kind::brace_close)) {
    scanner_.next();
    builder_.close_body(*node, mark, builder_.member_mark() - mark);
    node->span = builder_.span(start.begin, scanner_.passed());
  } else {
    unclosed(inner, mark);
  }
  node->complete = breaks_ == start.breaks;
}

// After a mistake in the line that opens a block: true when its body can be read all the same.
bool HclParser::header_ends_with_brace(const Marks& start) {
  const auto text = scanner_.text();
  const std::size_t failed = scanner_.token().begin;
  const std::size_t line_end = std::min(text.find('\n', failed), text.size());
  const auto last = text.find_last_not_of(" \t\r", line_end == 0 ? 0 : line_end - 1);
  if (last == std::string_view::npos || last <= start.begin || text[last] != '{' ||
      text.substr(start.begin, last - start.begin).find('\n') != std::string_view::npos) {
    recover(start);
    return false;
  }
  failing_ = false;
  scanner_.set_newlines(true);
  scanner_.jump(last);
  return true;
}

// The text ended inside of a block. A block in it that stands no deeper than itself does not belong
// to it: it goes to the body around, with all that follows.
void HclParser::unclosed(Block& block, std::size_t mark) {
  if (!given_up_) {
    fail(block.opened, block.opened + 1, "this block is not closed");
    failing_ = false;
  }
  const auto text = scanner_.text();
  const std::size_t line = hcl_line_begin(text, block.begin);
  const std::size_t indent = hcl_indentation(text, line);
  const auto members = builder_.members_since(mark);
  const auto outside = std::ranges::find_if(members, [&](const Member& member) {
    const std::size_t begin = member.key->span.begin;
    std::size_t own_line = begin;
    while (own_line > line && (text[own_line - 1] == ' ' || text[own_line - 1] == '\t')) --own_line;
    return member.value->block && own_line > line && text[own_line - 1] == '\n' &&
           begin - own_line <= indent;
  });
  const auto count = static_cast<std::size_t>(outside - members.begin());
  std::size_t end = block.opened + 1;
  if (outside == members.end()) {
    end = text.size();
  } else if (count > 0) {
    end = std::max<std::size_t>(end, members[count - 1].value->span.end);
  }
  builder_.close_body(block.node, mark, count);
  block.node.span = builder_.span(block.begin, end);
}

// What can follow a value, if only by mistake.
bool HclParser::ends_attribute() {
  if (scanner_.is(Kind::newline) || scanner_.is(Kind::end) || scanner_.is(Kind::brace_close) ||
      scanner_.is(Kind::comma)) {
    return true;
  }
  unexpected("a line break");
  return false;
}

// After an item stands a line break, the end, or the brace that closes a block in one line.
void HclParser::end_of_item(const Block& block) {
  if (scanner_.is(Kind::newline) || scanner_.is(Kind::end)) return;
  const HclToken& token = scanner_.token();
  if (scanner_.is(Kind::brace_close)) {
    if (!block.single_line && !block.is_file) {
      complain(token.begin, token.end, "a line break must stand before this `}`");
    }
  } else if (scanner_.is(Kind::comma)) {
    complain(token.begin, token.end, "line breaks separate attributes, not commas");
    scanner_.next();
  } else if (scanner_.is(Kind::identifier)) {
    complain(token.begin, token.end, "a line break must stand before this");
  } else {
    const Marks start = marks();
    unexpected("a line break");
    recover(start);
  }
}

// A line that git leaves where both sides changed something. What stands between is read.
bool HclParser::conflict_marker() {
  const auto text = scanner_.text();
  const std::size_t begin = scanner_.token().begin;
  const auto rest = text.substr(begin);
  const bool opens = rest.starts_with("<<<<<<<");
  if ((begin > 0 && text[begin - 1] != '\n') ||
      !(opens || rest.starts_with("|||||||") || rest.starts_with("=======") ||
        rest.starts_with(">>>>>>>"))) {
    return false;
  }
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  // One complaint for one conflict.
  if (opens || !in_conflict_) {
    fail(begin, end, "a conflict of git stands here");
    failing_ = false;
  }
  in_conflict_ = true;
  scanner_.jump(end);
  return true;
}

// Goes on behind a broken item.
void HclParser::recover(const Marks& start) {
  failing_ = false;
  parts_.clear();
  builder_.drop(start.items, start.members);
  scanner_.set_newlines(true);
  recovered_ = true;
  scanner_.jump(hcl_resume(scanner_.text(), start.begin, scanner_.token().begin));
}

// Leaves the rest of the text unread.
void HclParser::give_up() {
  given_up_ = true;
  failing_ = false;
  scanner_.set_newlines(true);
  scanner_.jump(scanner_.text().size());
}

Tree parse_hcl(FileId file, std::string_view text) {
  Tree tree;
  HclParser(tree, file, text).file();
  return tree;
}

const Node* parse_hcl_template(Tree& tree, Span span, std::string_view text) {
  // Nearly every text of a JSON file is plain.
  if (text.find("${") == std::string_view::npos && text.find("%{") == std::string_view::npos) {
    Node* node = tree.make();
    node->kind = Node::Kind::scalar;
    node->quoted = true;
    node->text = text;
    node->span = span;
    return node;
  }
  return HclParser(tree, span, text).lone_template();
}

const Node* parse_hcl_expression(Tree& tree, Span span, std::string_view text) {
  return HclParser(tree, span, text).lone_expression();
}

}  // namespace ddblint
