#include "workload/expression.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

using Kind = ExpressionToken::Kind;

/// Deeper than any expression that the service takes (300 operators).
constexpr std::size_t kMaxNesting = 300;

constexpr std::array<std::string_view, 13> kReserved = {
    "from",  "and", "or",     "not", "in",     "between", "is",
    "where", "set", "remove", "add", "delete", "order"};

bool is_reserved(const ExpressionToken& token) {
  return std::ranges::any_of(kReserved, [&](auto word) { return token.is_word(word); });
}

}  // namespace

TokenReader::TokenReader(std::string_view text, Grammar grammar, TextPlace place, Names names)
    : text_(text),
      grammar_(grammar),
      place_(place),
      names_(std::move(names)),
      tokens_(expression_tokens(text, grammar)) {}

const ExpressionToken& TokenReader::peek(std::size_t ahead) const {
  return tokens_[failed_ ? tokens_.size() - 1 : std::min(at_ + ahead, tokens_.size() - 1)];
}

ExpressionToken TokenReader::take() {
  const ExpressionToken token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool TokenReader::accept(std::string_view symbol) {
  if (!peek().is(symbol)) return false;
  ++at_;
  return true;
}

bool TokenReader::accept_word(std::string_view word) {
  if (!peek().is_word(word)) return false;
  ++at_;
  return true;
}

bool TokenReader::expect(std::string_view symbol) {
  if (accept(symbol)) return true;
  if (at_end()) {
    fail(peek(), fmt::format("`{}` is missing at the end", symbol));
  } else {
    fail(peek(),
         fmt::format("`{}` is expected before `{}`", symbol, shown_expression(peek().text)));
  }
  return false;
}

bool TokenReader::expect_word(std::string_view word) {
  if (accept_word(word)) return true;
  std::string shown(word);
  std::ranges::transform(shown, shown.begin(),
                         [](char c) { return static_cast<char>(c - 'a' + 'A'); });
  if (at_end()) {
    fail(peek(), fmt::format("{} is missing at the end", shown));
  } else {
    fail(peek(), fmt::format("{} is expected before `{}`", shown, shown_expression(peek().text)));
  }
  return false;
}

void TokenReader::unexpected() {
  const ExpressionToken& token = peek();
  if (token.kind == Kind::end) {
    fail(token, "it breaks off at its end");
  } else if (token.kind == Kind::unknown && token.end - token.begin > 1) {
    fail(token, "a quote is not closed");
  } else {
    fail(token, fmt::format("`{}` cannot stand here",
                            shown_expression(text_.substr(token.begin, token.end - token.begin))));
  }
}

void TokenReader::fail(const ExpressionToken& at, std::string message) {
  if (failed_) return;
  // The end has no bytes of its own: its place is the last token.
  const bool at_end = at.kind == Kind::end && tokens_.size() > 1;
  const ExpressionToken& shown = at_end ? tokens_[tokens_.size() - 2] : at;
  diagnostics_.push_back({.kind = DiagnosticKind::unreadable_input,
                          .span = place_.at(shown.begin, shown.end),
                          .message = std::move(message)});
  failed_ = true;
}

TokenReader::Path TokenReader::path() {
  Path path;
  const ExpressionToken first = peek();
  const bool name = first.kind == Kind::quoted_name || first.kind == Kind::name_alias ||
                    (first.kind == Kind::name && !is_reserved(first));
  if (!name) {
    unexpected();
    return path;
  }
  take();
  path.attribute = {.text = first.text, .span = place(first)};
  if (first.kind == Kind::name_alias) {
    const auto resolved = names_ ? names_(first.text) : std::nullopt;
    path.attribute.text = resolved.value_or("");
    path.unresolved = !resolved;
    unresolved_ = unresolved_ || path.unresolved;
  }
  while (!failed_ && (peek().is(".") || peek().is("["))) {
    path.whole = false;
    if (accept(".")) {
      const Kind kind = peek().kind;
      if (kind != Kind::name && kind != Kind::quoted_name && kind != Kind::name_alias) unexpected();
      take();
    } else {
      skip_brackets();
    }
  }
  return path;
}

void TokenReader::skip_brackets() {
  std::size_t depth = 0;
  do {
    const ExpressionToken& token = peek();
    if (token.kind == Kind::end || token.kind == Kind::unknown) {
      unexpected();
      return;
    }
    if (token.is("(") || token.is("[") || token.is("{") || token.is("<<")) ++depth;
    if (token.is(")") || token.is("]") || token.is("}") || token.is(">>")) --depth;
    take();
  } while (depth > 0);
}

namespace {

/// One side of a comparison.
struct Operand {
  TokenReader::Path path = {};
  bool is_path = false;
  /// A literal where the grammar has them.
  std::optional<std::string> literal = {};
  /// A list in brackets: how many values it has.
  std::size_t values = 1;
};

class ConditionParser {
 public:
  explicit ConditionParser(TokenReader& reader) : reader_(reader) {}

  std::vector<Requirement> run() {
    if (const auto alone = disjunction(0)) add_other(*alone);
    return std::move(found_);
  }

 private:
  // Each of these gives the operand that stands alone where a condition could, in parentheses.
  std::optional<Operand> disjunction(std::size_t depth);
  std::optional<Operand> conjunction(std::size_t depth);
  std::optional<Operand> negation(std::size_t depth);
  std::optional<Operand> primary(std::size_t depth);

  Operand operand();
  Operand value();
  std::optional<Operand> function();
  std::optional<Operand> comparison(const Operand& left);
  void comparison_by(const Operand& left, const std::string& symbol, const Operand& right);
  void between(const Operand& left);
  void in(const Operand& left);
  void is(const Operand& left);
  void begins_with();

  void add_other(const Operand& operand);
  void add_other(const TokenReader::Path& path, bool absent = false);
  void add_range(const TokenReader::Path& path, RangeKind kind);
  void make_uncertain(std::size_t since) {
    for (std::size_t i = since; i < found_.size(); ++i) found_[i].certain = false;
  }

  TokenReader& reader_;
  std::vector<Requirement> found_;
};

std::optional<Operand> ConditionParser::disjunction(std::size_t depth) {
  const std::size_t first = found_.size();
  auto alone = conjunction(depth);
  if (!reader_.peek().is_word("or")) return alone;
  if (alone) add_other(*alone);
  while (reader_.accept_word("or")) {
    if (const auto other = conjunction(depth)) add_other(*other);
  }
  make_uncertain(first);
  return std::nullopt;
}

std::optional<Operand> ConditionParser::conjunction(std::size_t depth) {
  auto alone = negation(depth);
  if (!reader_.peek().is_word("and")) return alone;
  if (alone) add_other(*alone);
  while (reader_.accept_word("and")) {
    if (const auto other = negation(depth)) add_other(*other);
  }
  return std::nullopt;
}

std::optional<Operand> ConditionParser::negation(std::size_t depth) {
  bool negated = false;
  while (reader_.accept_word("not")) negated = true;
  if (!negated) return primary(depth);
  const std::size_t first = found_.size();
  if (const auto alone = primary(depth)) add_other(*alone);
  make_uncertain(first);
  return std::nullopt;
}

std::optional<Operand> ConditionParser::primary(std::size_t depth) {
  if (depth > kMaxNesting) {
    reader_.fail(reader_.peek(), "it is nested too deep");
    return std::nullopt;
  }
  if (reader_.accept("(")) {
    const auto alone = disjunction(depth + 1);
    reader_.expect(")");
    return alone && !reader_.failed() ? comparison(*alone) : std::nullopt;
  }
  const bool call = reader_.peek().kind == Kind::name && reader_.peek(1).is("(");
  if (!call) return comparison(operand());
  if (reader_.peek().is_word("begins_with")) {
    begins_with();
    return std::nullopt;
  }
  const auto result = function();
  return result ? comparison(*result) : std::nullopt;
}

Operand ConditionParser::value() {
  Operand result;
  const ExpressionToken token = reader_.peek();
  const bool partiql = reader_.grammar() == Grammar::partiql;
  if (partiql && (token.is("-") || token.is("+"))) {
    reader_.take();
    const ExpressionToken number = reader_.peek();
    if (number.kind != Kind::number) reader_.unexpected();
    reader_.take();
    result.literal = token.is("-") ? "-" + number.text : number.text;
    return result;
  }
  if (token.is("[") || token.is("{") || token.is("<<")) {
    reader_.skip_brackets();
  } else if (token.kind == Kind::parameter || token.kind == Kind::value_alias) {
    reader_.take();
  } else if (token.kind == Kind::text || token.kind == Kind::number) {
    if (!partiql) {
      reader_.fail(token, fmt::format("`{}` is a literal; an expression takes values as :v alone",
                                      shown_expression(token.text)));
    }
    reader_.take();
    if (partiql) result.literal = token.text;
  } else {
    reader_.unexpected();
  }
  return result;
}

Operand ConditionParser::operand() {
  const ExpressionToken& token = reader_.peek();
  const bool constant =
      reader_.grammar() == Grammar::partiql && (token.is_word("true") || token.is_word("false") ||
                                                token.is_word("null") || token.is_word("missing"));
  if (constant) {
    reader_.take();
    return {};
  }
  const bool named =
      token.kind == Kind::name || token.kind == Kind::quoted_name || token.kind == Kind::name_alias;
  if (!named) return value();
  return {.path = reader_.path(), .is_path = true};
}

// The arguments of a function say nothing that a key could serve.
std::optional<Operand> ConditionParser::function() {
  const ExpressionToken name = reader_.take();
  const bool absent = name.is_word("attribute_not_exists");
  constexpr std::array<std::string_view, 8> kKnown = {"attribute_exists",
                                                      "attribute_not_exists",
                                                      "attribute_type",
                                                      "contains",
                                                      "size",
                                                      "begins_with",
                                                      "missing",
                                                      "exists"};
  if (std::ranges::find(kKnown, to_lower(name.text)) == kKnown.end()) {
    reader_.fail(name, fmt::format("unknown function `{}`{}", shown_expression(name.text),
                                   did_you_mean(name.text, {kKnown.begin(), kKnown.end()})));
    return std::nullopt;
  }
  reader_.expect("(");
  if (reader_.peek().is(")")) reader_.unexpected();
  do {
    const Operand argument = operand();
    if (argument.is_path) add_other(argument.path, absent);
  } while (reader_.accept(","));
  reader_.expect(")");
  // Only a size is a value; anything else is a condition by itself.
  return name.is_word("size") ? std::optional(Operand{}) : std::nullopt;
}

void ConditionParser::begins_with() {
  reader_.take();
  reader_.expect("(");
  const Operand path = operand();
  reader_.expect(",");
  const Operand prefix = operand();
  reader_.expect(")");
  if (path.is_path && path.path.whole && !prefix.is_path) {
    add_range(path.path, RangeKind::begins_with);
  } else {
    add_other(path);
    add_other(prefix);
  }
}

std::optional<Operand> ConditionParser::comparison(const Operand& left) {
  const ExpressionToken& token = reader_.peek();
  constexpr std::array<std::string_view, 7> kSymbols = {"=", "<>", "!=", "<", "<=", ">", ">="};
  const bool compares =
      token.kind == Kind::symbol && std::ranges::find(kSymbols, token.text) != kSymbols.end();
  if (compares) {
    const std::string symbol = reader_.take().text;
    const bool call = reader_.peek().kind == Kind::name && reader_.peek(1).is("(");
    comparison_by(left, symbol, call ? function().value_or(Operand{}) : operand());
  } else if (reader_.accept_word("between")) {
    between(left);
  } else if (token.is_word("in")) {
    reader_.take();
    in(left);
  } else if (token.is_word("not") && reader_.peek(1).is_word("in")) {
    reader_.take();
    reader_.take();
    const std::size_t first = found_.size();
    in(left);
    make_uncertain(first);
  } else if (reader_.accept_word("is")) {
    is(left);
  } else {
    return left;
  }
  return std::nullopt;
}

void ConditionParser::comparison_by(const Operand& left, const std::string& symbol,
                                    const Operand& right) {
  const bool turned = !left.is_path && right.is_path;
  const Operand& path = turned ? right : left;
  const Operand& value = turned ? left : right;
  const bool keyed = path.is_path && path.path.whole && !value.is_path;
  if (!keyed || symbol == "<>" || symbol == "!=") {
    add_other(left);
    add_other(right);
  } else if (symbol == "=") {
    found_.push_back({.kind = Requirement::Kind::equal,
                      .attribute = path.path.attribute,
                      .literal = value.literal});
  } else {
    const bool less = (symbol.front() == '<') != turned;
    const bool open = symbol.size() == 1;
    const RangeKind below = open ? RangeKind::less : RangeKind::at_most;
    const RangeKind above = open ? RangeKind::greater : RangeKind::at_least;
    add_range(path.path, less ? below : above);
  }
}

void ConditionParser::between(const Operand& left) {
  const Operand low = operand();
  reader_.expect_word("and");
  const Operand high = operand();
  if (left.is_path && left.path.whole && !low.is_path && !high.is_path) {
    add_range(left.path, RangeKind::between);
    return;
  }
  add_other(left);
  add_other(low);
  add_other(high);
}

void ConditionParser::in(const Operand& left) {
  std::size_t values = 0;
  std::optional<std::string> literal;
  const bool brackets = reader_.peek().is("[");
  if (brackets || reader_.peek().is("(")) {
    reader_.take();
    do {
      ++values;
      literal = operand().literal;
    } while (reader_.accept(","));
    reader_.expect(brackets ? "]" : ")");
  } else {
    value();
    values = 1;
  }
  if (!left.is_path || !left.path.whole) {
    add_other(left);
    return;
  }
  if (values != 1) literal.reset();
  found_.push_back({.kind = Requirement::Kind::equal,
                    .attribute = left.path.attribute,
                    .literal = std::move(literal),
                    .values = values});
}

void ConditionParser::is(const Operand& left) {
  const bool negated = reader_.accept_word("not");
  const bool missing = reader_.peek().is_word("missing");
  if (reader_.peek().kind != Kind::name) reader_.unexpected();
  reader_.take();
  if (left.is_path) add_other(left.path, missing && !negated);
}

void ConditionParser::add_other(const Operand& operand) {
  if (operand.is_path) add_other(operand.path);
}

void ConditionParser::add_other(const TokenReader::Path& path, bool absent) {
  found_.push_back({.attribute = path.attribute, .absent = absent && path.whole});
}

void ConditionParser::add_range(const TokenReader::Path& path, RangeKind kind) {
  found_.push_back({.kind = Requirement::Kind::range, .attribute = path.attribute, .range = kind});
}

/// The two ranges close an interval.
bool close_interval(RangeKind left, RangeKind right) {
  const auto below = [](RangeKind kind) {
    return kind == RangeKind::less || kind == RangeKind::at_most;
  };
  const auto above = [](RangeKind kind) {
    return kind == RangeKind::greater || kind == RangeKind::at_least;
  };
  return (below(left) && above(right)) || (above(left) && below(right));
}

class Sorter {
 public:
  explicit Sorter(AccessPattern& pattern) : pattern_(pattern) {}

  void add(const Requirement& requirement) {
    // An attribute whose name is not known cannot be stated.
    if (requirement.attribute.absent()) return;
    const bool equal = requirement.certain && requirement.kind == Requirement::Kind::equal;
    if (equal && !has_equality(requirement.attribute.text)) {
      pattern_.equals.push_back({.attribute = requirement.attribute,
                                 .value = requirement.literal,
                                 .values = requirement.values});
    } else if (requirement.certain && requirement.kind == Requirement::Kind::range) {
      add_range(requirement);
    } else {
      add_once(pattern_.filter, requirement.attribute);
    }
  }

 private:
  [[nodiscard]] bool has_equality(const std::string& name) const {
    return std::ranges::any_of(pattern_.equals,
                               [&](const auto& equal) { return equal.attribute.text == name; });
  }

  void add_range(const Requirement& requirement) {
    for (RangeCondition* range : ranges()) {
      if (range->attribute.text != requirement.attribute.text) continue;
      if (close_interval(range->kind.value_or(requirement.range), requirement.range)) {
        range->kind = RangeKind::between;
      } else {
        add_once(pattern_.filter, requirement.attribute);
      }
      return;
    }
    const RangeCondition range = {.attribute = requirement.attribute, .kind = requirement.range};
    if (pattern_.range) {
      pattern_.further_ranges.push_back(range);
    } else {
      pattern_.range = range;
    }
  }

  std::vector<RangeCondition*> ranges() {
    std::vector<RangeCondition*> all;
    if (pattern_.range) all.push_back(&*pattern_.range);
    for (RangeCondition& range : pattern_.further_ranges) all.push_back(&range);
    return all;
  }

  AccessPattern& pattern_;
};

}  // namespace

std::vector<Requirement> read_condition(TokenReader& reader) {
  return ConditionParser(reader).run();
}

void add_once(std::vector<Stated>& names, const Stated& name) {
  if (name.absent()) return;
  if (std::ranges::find(names, name.text, &Stated::text) == names.end()) names.push_back(name);
}

std::vector<Stated> read_projection(TokenReader& reader) {
  std::vector<Stated> names;
  do {
    add_once(names, reader.path().attribute);
  } while (reader.accept(","));
  return names;
}

namespace {

bool begins_clause(const ExpressionToken& token) {
  return token.is_word("set") || token.is_word("remove") || token.is_word("add") ||
         token.is_word("delete");
}

/// Skips the value of one action, up to the comma behind it, the next clause or the end.
void skip_value(TokenReader& reader) {
  while (!reader.at_end() && !reader.peek().is(",") && !begins_clause(reader.peek())) {
    const ExpressionToken& token = reader.peek();
    if (token.is("(") || token.is("[")) {
      reader.skip_brackets();
    } else if (token.kind == Kind::unknown || token.is(")") || token.is("]")) {
      reader.unexpected();
    } else {
      reader.take();
    }
  }
}

}  // namespace

std::vector<Stated> read_update(TokenReader& reader) {
  std::vector<Stated> names;
  while (!reader.at_end()) {
    if (!begins_clause(reader.peek())) {
      reader.unexpected();
      break;
    }
    const ExpressionToken clause = reader.take();
    do {
      add_once(names, reader.path().attribute);
      if (clause.is_word("set")) reader.expect("=");
      if (!clause.is_word("remove")) {
        if (reader.at_end() || reader.peek().is(",")) reader.unexpected();
        skip_value(reader);
      }
    } while (reader.accept(","));
  }
  return names;
}

void take_requirements(const std::vector<Requirement>& requirements, AccessPattern& pattern) {
  Sorter sorter(pattern);
  for (const Requirement& requirement : requirements) sorter.add(requirement);
}

}  // namespace ddblint
