// HCL expressions: recursive descent, with precedence climbing for the operators. Every operand is
// read once, so the cost is linear. Chains (`a.b.c`, `a + b + c`) make a tree deep without
// recursion, so each value knows its height, and depth plus height stays within kMaxDepth.

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "syntax/hcl_parser.h"

namespace ddblint {
namespace {

using Kind = HclToken::Kind;

// How tightly an operator binds; 0 is no operator.
constexpr int level_of(Kind kind) {
  switch (kind) {
    case Kind::logical_or:
      return 1;
    case Kind::logical_and:
      return 2;
    case Kind::equal:
    case Kind::not_equal:
      return 3;
    case Kind::less:
    case Kind::less_equal:
    case Kind::greater:
    case Kind::greater_equal:
      return 4;
    case Kind::plus:
    case Kind::minus:
      return 5;
    case Kind::star:
    case Kind::slash:
    case Kind::percent:
      return 6;
    default:
      return 0;
  }
}

// The scanner takes any run of digits, dots and exponents.
bool is_number(std::string_view text) {
  double value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return end == last && error != std::errc::invalid_argument;
}

}  // namespace

HclValue HclParser::too_deep() {
  fail(scanner_.token().begin, scanner_.token().end,
       fmt::format("nested more than {} levels deep", kMaxDepth));
  return {};
}

HclValue HclParser::unexpected(std::string_view wanted) {
  fail(scanner_.token().begin, scanner_.token().end, problem(wanted));
  return {};
}

bool HclParser::take(Kind kind, std::string_view wanted) {
  if (scanner_.is(kind)) {
    scanner_.next();
    return true;
  }
  unexpected(wanted);
  return false;
}

Node* HclParser::make(Node::Kind kind) {
  Node* node = tree_.make();
  node->kind = kind;
  return node;
}

// The token as a scalar.
const Node* HclParser::token_node(bool quoted) {
  Node* node = make(Node::Kind::scalar);
  node->quoted = quoted;
  node->text = scanner_.token_text();
  node->span = builder_.span(scanner_.token().begin, scanner_.token().end);
  return node;
}

// A node whose last token was just passed.
HclValue HclParser::made(Node& node, std::size_t begin, std::size_t height, std::size_t depth) {
  node.span = builder_.span(begin, scanner_.passed());
  if (depth + height > kMaxDepth) return too_deep();
  return {&node, height};
}

HclValue HclParser::join(Op op, std::string_view text, std::size_t begin,
                         std::initializer_list<HclValue> operands, std::size_t depth) {
  Node* node = make(Node::Kind::expression);
  node->op = op;
  node->text = text;
  const std::size_t mark = builder_.item_mark();
  std::size_t height = 0;
  for (const auto& operand : operands) {
    builder_.push_item(operand.node);
    height = std::max(height, operand.height);
  }
  builder_.close_sequence(*node, mark);
  return made(*node, begin, height + 1, depth);
}

HclValue HclParser::expression(std::size_t depth) {
  if (depth >= kMaxDepth) return too_deep();
  const std::size_t begin = scanner_.token().begin;
  const HclValue condition = binary(1, depth);
  if (!condition || !scanner_.is(Kind::question)) return condition;
  scanner_.next();
  const HclValue yes = expression(depth + 1);
  if (!yes || !take(Kind::colon, "`:` and what holds otherwise")) return {};
  const HclValue no = expression(depth + 1);
  if (!no) return {};
  return join(Op::conditional, {}, begin, {condition, yes, no}, depth);
}

HclValue HclParser::binary(int level, std::size_t depth) {
  const std::size_t begin = scanner_.token().begin;
  HclValue left = operand(depth);
  while (left) {
    const int own = level_of(scanner_.token().kind);
    if (own < level) break;
    const auto name = scanner_.token_text();
    scanner_.next();
    const HclValue right = binary(own + 1, depth + 1);
    if (!right) return {};
    left = join(Op::binary, name, begin, {left, right}, depth);
  }
  return left;
}

HclValue HclParser::operand(std::size_t depth) {
  const std::size_t begin = scanner_.token().begin;
  const HclValue value = term(depth);
  return value ? steps(value, begin, depth) : value;
}

HclValue HclParser::steps(HclValue value, std::size_t begin, std::size_t depth) {
  while (value) {
    if (scanner_.is(Kind::dot)) {
      value = attribute_step(value, begin, depth);
    } else if (scanner_.is(Kind::bracket_open)) {
      value = index_step(value, begin, depth);
    } else {
      break;
    }
  }
  return value;
}

HclValue HclParser::attribute_step(HclValue value, std::size_t begin, std::size_t depth) {
  const std::size_t dot = scanner_.token().begin;
  scanner_.next();
  if (!scanner_.is(Kind::star)) return named_step(value, begin, depth);
  scanner_.next();
  return attribute_splat(value, begin, dot, depth);
}

// `.name`, or `.0` as Terraform 0.11 wrote an index; the dot is passed.
HclValue HclParser::named_step(HclValue value, std::size_t begin, std::size_t depth) {
  if (scanner_.is(Kind::identifier)) {
    const auto name = scanner_.token_text();
    scanner_.next();
    return join(Op::attribute, name, begin, {value}, depth);
  }
  if (!scanner_.is(Kind::number)) return unexpected("the name of an attribute behind the dot");
  if (scanner_.token_text().find('.') != std::string_view::npos) {
    fail(scanner_.token().begin, scanner_.token().end,
         "two indices behind dots read as one number: write [0][1]");
    return {};
  }
  const HclValue key = number();
  return key ? join(Op::index, {}, begin, {value, key}, depth) : key;
}

// `.*` applies only the names and numbers that follow to each element; an index behind them looks
// into the result.
HclValue HclParser::attribute_splat(HclValue value, std::size_t begin, std::size_t marker,
                                    std::size_t depth) {
  HclValue body = join(Op::splat_item, {}, marker, {}, depth + 1);
  while (body && scanner_.is(Kind::dot)) {
    scanner_.next();
    body = named_step(body, marker, depth + 1);
  }
  return body ? join(Op::splat, ".*", begin, {value, body}, depth) : body;
}

HclValue HclParser::index_step(HclValue value, std::size_t begin, std::size_t depth) {
  const std::size_t marker = scanner_.token().begin;
  scanner_.next();
  if (scanner_.is(Kind::star)) {
    scanner_.next();
    if (!take(Kind::bracket_close, "`]` behind the `*`")) return {};
    if (depth + 1 >= kMaxDepth) return too_deep();
    const HclValue item = join(Op::splat_item, {}, marker, {}, depth + 1);
    const HclValue body = item ? steps(item, marker, depth + 1) : item;
    return body ? join(Op::splat, "[*]", begin, {value, body}, depth) : body;
  }
  const bool newlines = scanner_.set_newlines(false);
  scanner_.skip_newlines();
  const HclValue key = expression(depth + 1);
  if (!key) return {};
  scanner_.set_newlines(newlines);
  if (!take(Kind::bracket_close, "`]`")) return {};
  return join(Op::index, {}, begin, {value, key}, depth);
}

HclValue HclParser::term(std::size_t depth) {
  if (depth >= kMaxDepth) return too_deep();
  switch (scanner_.token().kind) {
    case Kind::identifier:
      return word(depth);
    case Kind::quote:
      return string(depth);
    case Kind::number:
      return number();
    case Kind::bracket_open:
      return tuple(depth);
    case Kind::brace_open:
      return object(depth);
    case Kind::paren_open:
      return parentheses(depth);
    case Kind::heredoc:
      return heredoc(depth);
    case Kind::minus:
    case Kind::bang:
      return unary(depth);
    default:
      return unexpected("a value");
  }
}

// The operand takes the traversals behind it, but no binary operator.
HclValue HclParser::unary(std::size_t depth) {
  const HclToken sign = scanner_.token();
  const auto name = scanner_.token_text();
  scanner_.next();
  const HclValue value = operand(depth + 1);
  return value ? join(Op::unary, name, sign.begin, {value}, depth) : value;
}

HclValue HclParser::parentheses(std::size_t depth) {
  const std::size_t begin = scanner_.token().begin;
  const bool newlines = scanner_.set_newlines(false);
  scanner_.next();
  const HclValue value = expression(depth + 1);
  if (!value) return {};
  scanner_.set_newlines(newlines);
  if (!take(Kind::paren_close, "`)`")) return {};
  return join(Op::parentheses, {}, begin, {value}, depth);
}

HclValue HclParser::number() {
  if (!is_number(scanner_.token_text())) {
    fail(scanner_.token().begin, scanner_.token().end, "this is not a number");
    return {};
  }
  return literal();
}

// The token, a number or a word, as a scalar.
HclValue HclParser::literal() {
  const Node* node = token_node(false);
  scanner_.next();
  return {.node = node};
}

// A variable, a call, or a word with a meaning of its own.
HclValue HclParser::word(std::size_t depth) {
  const HclToken first = scanner_.token();
  const auto name = scanner_.token_text();
  scanner_.next();
  if (scanner_.is(Kind::paren_open) || scanner_.is(Kind::double_colon)) return call(first, depth);
  Node* node = make(Node::Kind::scalar);
  node->span = builder_.span(first.begin, first.end);
  node->text = name;
  if (name == "null") {
    node->kind = Node::Kind::null;
  } else if (name != "true" && name != "false") {
    node->kind = Node::Kind::expression;
    node->op = Op::variable;
  }
  return {.node = node};
}

HclValue HclParser::call(const HclToken& first, std::size_t depth) {
  Node* node = make(Node::Kind::expression);
  node->op = Op::call;
  const auto text = scanner_.text();
  node->text = text.substr(first.begin, first.end - first.begin);
  std::string name;
  while (scanner_.is(Kind::double_colon)) {
    scanner_.next();
    if (!scanner_.is(Kind::identifier)) return unexpected("the name of a function behind `::`");
    if (name.empty()) name = node->text;
    name += "::";
    name += scanner_.token_text();
    scanner_.next();
  }
  if (!name.empty()) {
    // Blanks around `::` are rare, but allowed.
    const auto written = text.substr(first.begin, scanner_.passed() - first.begin);
    node->text = written == name ? written : tree_.keep(name);
  }
  if (!scanner_.is(Kind::paren_open)) return unexpected("`(` behind the name of a function");
  const bool newlines = scanner_.set_newlines(false);
  scanner_.next();
  const HclValue last = arguments(*node, depth);
  if (!last) return {};
  scanner_.set_newlines(newlines);
  scanner_.next();
  return made(*node, first.begin, last.height + 1, depth);
}

// Stops at the closing parenthesis. The result is the call itself, as high as its arguments.
HclValue HclParser::arguments(Node& node, std::size_t depth) {
  const std::size_t mark = builder_.item_mark();
  std::size_t height = 0;
  while (!scanner_.is(Kind::paren_close)) {
    const HclValue value = expression(depth + 1);
    if (!value) return {};
    builder_.push_item(value.node);
    height = std::max(height, value.height);
    if (scanner_.is(Kind::ellipsis)) {
      node.tag = scanner_.token_text();
      scanner_.next();
      if (!scanner_.is(Kind::paren_close)) return unexpected("`)` behind the `...`");
    } else if (scanner_.is(Kind::comma)) {
      scanner_.next();
    } else if (!scanner_.is(Kind::paren_close)) {
      return unexpected("`,` or `)`");
    }
  }
  builder_.close_sequence(node, mark);
  return {&node, height};
}

HclValue HclParser::tuple(std::size_t depth) {
  const HclToken opening = scanner_.token();
  const bool newlines = scanner_.set_newlines(false);
  scanner_.next();
  if (scanner_.is_word("for")) return for_expression(opening, newlines, depth);
  Node* node = make(Node::Kind::sequence);
  const std::size_t mark = builder_.item_mark();
  std::size_t height = 0;
  while (!scanner_.is(Kind::bracket_close)) {
    const HclValue value = expression(depth + 1);
    if (!value) return {};
    builder_.push_item(value.node);
    height = std::max(height, value.height);
    if (scanner_.is(Kind::comma)) {
      scanner_.next();
    } else if (!scanner_.is(Kind::bracket_close)) {
      return unexpected("`,` or `]`");
    }
  }
  builder_.close_sequence(*node, mark);
  scanner_.set_newlines(newlines);
  scanner_.next();
  return made(*node, opening.begin, height + 1, depth);
}

// A bare word before `=` or `:` is a text, everything else an expression.
HclValue HclParser::object_key(std::size_t depth) {
  const auto ends = [this] { return scanner_.is(Kind::equals) || scanner_.is(Kind::colon); };
  HclValue key;
  if (scanner_.is(Kind::identifier)) {
    const HclToken first = scanner_.token();
    key = literal();
    if (!ends()) {
      scanner_.back(first);
      key = expression(depth + 1);
    }
  } else {
    key = expression(depth + 1);
  }
  if (key && !ends()) return unexpected("`=` behind the key");
  return key;
}

HclValue HclParser::object(std::size_t depth) {
  const HclToken opening = scanner_.token();
  const bool newlines = scanner_.set_newlines(true);
  scanner_.next();
  scanner_.skip_newlines();
  if (scanner_.is_word("for")) return for_expression(opening, newlines, depth);
  Node* node = make(Node::Kind::mapping);
  const std::size_t mark = builder_.member_mark();
  std::size_t height = 0;
  while (!scanner_.is(Kind::brace_close)) {
    const HclValue key = object_key(depth);
    if (!key) return {};
    scanner_.next();
    const HclValue value = expression(depth + 1);
    if (!value) return {};
    builder_.push_member({key.node, value.node});
    height = std::max({height, key.height, value.height});
    if (scanner_.is(Kind::comma) || scanner_.is(Kind::newline)) {
      scanner_.next();
      scanner_.skip_newlines();
    } else if (!scanner_.is(Kind::brace_close)) {
      return unexpected("a line break, `,` or `}`");
    }
  }
  builder_.close_mapping(*node, mark);
  scanner_.set_newlines(newlines);
  scanner_.next();
  return made(*node, opening.begin, height + 1, depth);
}

const Node* HclParser::for_name() {
  if (!scanner_.is(Kind::identifier)) {
    unexpected("the name of a variable");
    return nullptr;
  }
  const Node* node = token_node(false);
  scanner_.next();
  return node;
}

// From `for` to the collection.
HclParser::ForIntro HclParser::for_intro(std::size_t depth) {
  ForIntro intro;
  scanner_.next();
  Node* none = make(Node::Kind::null);
  none->span = builder_.span(scanner_.token().begin, scanner_.token().begin);
  intro.key = none;
  intro.name = for_name();
  if (intro.name == nullptr) return intro;
  if (scanner_.is(Kind::comma)) {
    scanner_.next();
    intro.key = intro.name;
    intro.name = for_name();
    if (intro.name == nullptr) return intro;
  }
  if (!scanner_.is_word("in")) {
    unexpected("`in`");
    return intro;
  }
  scanner_.next();
  intro.collection = expression(depth + 1);
  return intro;
}

HclValue HclParser::for_expression(const HclToken& opening, bool newlines, std::size_t depth) {
  const bool to_object = opening.kind == Kind::brace_open;
  scanner_.set_newlines(false);
  const ForIntro intro = for_intro(depth);
  if (!intro.collection || !take(Kind::colon, "`:` behind the collection")) return {};

  Node* node = make(Node::Kind::expression);
  node->op = to_object ? Op::for_object : Op::for_list;
  const std::size_t mark = builder_.item_mark();
  std::size_t height = intro.collection.height;
  for (const Node* item : {intro.key, intro.name, intro.collection.node}) builder_.push_item(item);
  const auto value = [&] {
    const HclValue one = expression(depth + 1);
    builder_.push_item(one.node);
    height = std::max(height, one.height);
    return static_cast<bool>(one);
  };
  if (!value()) return {};
  if (to_object) {
    if (!take(Kind::arrow, "`=>` and a value: an object needs both") || !value()) return {};
    if (scanner_.is(Kind::ellipsis)) {
      node->tag = scanner_.token_text();
      scanner_.next();
    }
  }
  if (scanner_.is_word("if")) {
    scanner_.next();
    if (!value()) return {};
  }
  builder_.close_sequence(*node, mark);
  scanner_.set_newlines(newlines);
  if (!take(to_object ? Kind::brace_close : Kind::bracket_close, to_object ? "`}`" : "`]`")) {
    return {};
  }
  return made(*node, opening.begin, height + 1, depth);
}

const Node* HclParser::lone_expression() {
  scanner_.set_newlines(false);
  scanner_.skip_newlines();
  HclValue value = expression(0);
  if (value && !scanner_.is(Kind::end)) value = unexpected("the end of the expression");
  return finish_lone(value);
}

const Node* HclParser::finish_lone(const HclValue& value) {
  if (value) return value.node;
  Node* node = make(Node::Kind::expression);
  node->op = Op::invalid;
  node->complete = false;
  node->span = builder_.span(0, scanner_.text().size());
  return node;
}

}  // namespace ddblint
