// PartiQL statements as the operation that the service runs for them.
//
// What the service runs for a SELECT depends on the key, which a statement does not name: with
// equality or IN on all partition attributes it is a Query (with the whole key, a GetItem), else a
// Scan. This reader states what can be seen: Query where any attribute must equal a value, Scan
// where none must. Conditions are handed on as they are, and whoever knows the key decides which of
// them serve. IN is equality with several values; what stands under OR or NOT is a filter.
//
// INSERT is a PutItem that must not overwrite, UPDATE an UpdateItem, DELETE a DeleteItem, and
// EXISTS, which is a condition inside of a transaction, a TransactGetItems of one item.
//
// A literal is taken for the value of every request only beside a `?` in the same statement: its
// author tells by that what varies. In a statement without parameters all literals are examples.
//
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html

#include <algorithm>
#include <utility>

#include "workload/expression.h"
#include "workload/pattern_place.h"
#include "workload/pattern_reader.h"
#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

using Kind = ExpressionToken::Kind;

/// The service takes no longer statement.
/// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteStatement.html
constexpr std::size_t kMaxStatementBytes = 8192;

class StatementParser {
 public:
  StatementParser(std::string_view text, Span span)
      : reader_(text, Grammar::partiql, TextPlace(text, span)) {
    pattern_.statement = trim(text);
    pattern_.operation_span = span;
    pattern_.span = span;
  }

  ReadPatterns run();

 private:
  void statement();
  void select();
  void insert();
  void update();
  void remove();
  void exists();
  void projection();
  void projected_item(std::vector<Stated>& attributes);
  void target(bool with_index);
  Stated name(std::string_view what);
  void where();
  void order();
  void returning();
  void finish_write(const std::vector<Requirement>& conditions);
  void conditions();

  TokenReader reader_;
  AccessPattern pattern_;
  std::vector<Requirement> requirements_;
};

Stated StatementParser::name(std::string_view what) {
  const ExpressionToken token = reader_.peek();
  if (token.kind != Kind::name && token.kind != Kind::quoted_name) {
    if (token.kind == Kind::end) {
      reader_.fail(token, fmt::format("{} is missing at the end", what));
    } else {
      reader_.unexpected();
    }
    return {};
  }
  reader_.take();
  return {.text = token.text, .span = reader_.place(token)};
}

// An unquoted name ends at a hyphen, which table names may have.
void StatementParser::target(bool with_index) {
  pattern_.table = name("the table");
  if (reader_.peek().is("-")) {
    reader_.fail(reader_.peek(), "a name with a hyphen stands in double quotes");
  }
  if (!reader_.peek().is(".")) return;
  const ExpressionToken dot = reader_.take();
  if (!with_index) {
    reader_.fail(dot, "a write goes to the table, not to an index");
    return;
  }
  pattern_.index = name("the index");
}

void StatementParser::projected_item(std::vector<Stated>& attributes) {
  const ExpressionToken& token = reader_.peek();
  if (token.kind == Kind::name && reader_.peek(1).is("(") && !token.is_word("size")) {
    reader_.fail(token,
                 fmt::format("the service has no `{}` in a SELECT", shown_expression(token.text)));
    return;
  }
  if (token.is_word("size") && reader_.peek(1).is("(")) {
    reader_.take();
    reader_.take();
    add_once(attributes, reader_.path().attribute);
    reader_.expect(")");
  } else {
    add_once(attributes, reader_.path().attribute);
  }
  if (reader_.accept_word("as")) name("the name behind AS");
}

void StatementParser::projection() {
  if (reader_.accept("*")) return;
  std::vector<Stated> attributes;
  do {
    projected_item(attributes);
  } while (reader_.accept(","));
  pattern_.attributes = std::move(attributes);
}

void StatementParser::where() {
  if (reader_.accept_word("where")) requirements_ = read_condition(reader_);
}

void StatementParser::order() {
  if (!reader_.accept_word("order")) return;
  reader_.expect_word("by");
  do {
    reader_.path();
    if (!reader_.accept_word("asc")) reader_.accept_word("desc");
  } while (reader_.accept(","));
}

void StatementParser::returning() {
  if (!reader_.accept_word("returning")) return;
  if (!reader_.accept_word("all")) reader_.expect_word("modified");
  if (!reader_.accept_word("old")) reader_.expect_word("new");
  reader_.expect("*");
}

void StatementParser::select() {
  if (reader_.peek().is_word("distinct")) {
    reader_.fail(reader_.peek(), "the service has no DISTINCT");
  }
  projection();
  reader_.expect_word("from");
  target(true);
  if (reader_.peek().is(",") || reader_.peek().is_word("join")) {
    reader_.fail(reader_.peek(), "a statement reads one table: the service has no joins");
  }
  where();
  order();
  if (reader_.peek().is_word("limit")) {
    reader_.fail(reader_.peek(), "the limit is a parameter of the request, not of the statement");
  }
}

void StatementParser::conditions() {
  take_requirements(requirements_, pattern_);
  pattern_.operation = pattern_.equals.empty() ? Operation::scan : Operation::query;
  pattern_.as_projected = !pattern_.index.absent() && !pattern_.attributes;
}

// A write's other conditions decide whether it happens, and cost nothing.
void StatementParser::finish_write(const std::vector<Requirement>& conditions) {
  AccessPattern all;
  take_requirements(conditions, all);
  pattern_.equals = std::move(all.equals);
}

void StatementParser::insert() {
  reader_.expect_word("into");
  target(false);
  reader_.expect_word("value");
  if (!reader_.peek().is("{")) {
    reader_.unexpected();
    return;
  }
  reader_.skip_brackets();
  pattern_.operation = Operation::put_item;
}

void StatementParser::update() {
  target(false);
  pattern_.operation = Operation::update_item;
  std::vector<Stated> sets;
  const auto clause = [&] {
    return reader_.peek().is_word("set") || reader_.peek().is_word("remove");
  };
  if (!clause()) reader_.expect_word("set");
  while (clause()) {
    const bool set = reader_.take().is_word("set");
    do {
      add_once(sets, reader_.path().attribute);
      if (!set) continue;
      reader_.expect("=");
      while (!reader_.at_end() && !clause() && !reader_.peek().is(",") &&
             !reader_.peek().is_word("where") && !reader_.peek().is_word("returning")) {
        const ExpressionToken& token = reader_.peek();
        const bool opens = token.is("(") || token.is("[") || token.is("{") || token.is("<<");
        if (opens) {
          reader_.skip_brackets();
        } else if (token.kind == Kind::unknown || token.is(";")) {
          reader_.unexpected();
        } else {
          reader_.take();
        }
      }
    } while (reader_.accept(","));
  }
  pattern_.sets = std::move(sets);
  where();
  returning();
}

void StatementParser::remove() {
  reader_.expect_word("from");
  target(false);
  pattern_.operation = Operation::delete_item;
  where();
  returning();
}

void StatementParser::exists() {
  reader_.expect("(");
  reader_.expect_word("select");
  select();
  reader_.expect(")");
}

void StatementParser::statement() {
  if (reader_.accept_word("select")) {
    select();
    conditions();
  } else if (reader_.accept_word("exists")) {
    exists();
    finish_write(requirements_);
    pattern_.operation = Operation::transact_get_items;
    pattern_.items = 1;
  } else if (reader_.accept_word("insert")) {
    insert();
  } else if (reader_.accept_word("update")) {
    update();
    finish_write(requirements_);
  } else if (reader_.accept_word("delete")) {
    remove();
    finish_write(requirements_);
  } else {
    reader_.fail(reader_.peek(),
                 "a statement begins with SELECT, INSERT, UPDATE, DELETE or EXISTS");
  }
  reader_.accept(";");
  if (!reader_.at_end()) reader_.unexpected();
}

ReadPatterns StatementParser::run() {
  statement();
  ReadPatterns result;
  if (!reader_.failed()) result.set.patterns.push_back(std::move(pattern_));
  result.diagnostics = reader_.take_diagnostics();
  return result;
}

/// True when a statement has parameters, which tell its literals from examples.
bool has_parameters(std::string_view statement) {
  const auto tokens = expression_tokens(statement, Grammar::partiql);
  return std::ranges::any_of(
      tokens, [](const ExpressionToken& token) { return token.kind == Kind::parameter; });
}

}  // namespace

ReadPatterns read_statement(std::string_view statement, Span span) {
  ReadPatterns result;
  if (statement.size() > kMaxStatementBytes) {
    result.diagnostics.push_back(
        {.kind = DiagnosticKind::unreadable_input,
         .span = span,
         .message = "the statement is longer than the 8,192 bytes that the service takes"});
    return result;
  }
  result = StatementParser(statement, span).run();
  if (has_parameters(statement)) return result;
  for (AccessPattern& pattern : result.set.patterns) {
    for (EqualCondition& equal : pattern.equals) equal.value.reset();
  }
  return result;
}

}  // namespace ddblint
