#include "relational/ddl_statements.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

#include "relational/sql_tokens.h"
#include <fmt/format.h>

#include "source/text.h"

// One grammar for all engines: each writes its own words around the same few facts, so a statement
// is walked for the words that matter and the rest is passed over. A token knows the end of the
// parenthesis it opens, so that every walk is linear.

namespace ddblint {
namespace {

using Tokens = std::span<const SqlToken>;

bool is_any(const SqlToken& token, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return token.is(word); });
}

/// Any spelling: Oracle's tools quote even NEXTVAL.
bool is_named(const SqlToken& token, std::string_view name) {
  return token.names() && same_identifier(token.name(), name);
}

/// A walk through tokens that never leaves them.
class Cursor {
 public:
  explicit Cursor(Tokens tokens) : tokens_(tokens) {}

  [[nodiscard]] bool done() const { return at_ >= tokens_.size(); }
  [[nodiscard]] const SqlToken& peek(std::size_t ahead = 0) const {
    static const SqlToken kEnd{
        .kind = SqlTokenKind::symbol, .begin = 0, .end = 0, .text = ";", .after = 0};
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : kEnd;
  }
  void skip(std::size_t count = 1) { at_ = std::min(at_ + count, tokens_.size()); }
  /// Takes words if they all stand here.
  bool accept(std::initializer_list<std::string_view> words) {
    std::size_t ahead = 0;
    for (const auto word : words) {
      if (!peek(ahead++).is(word)) return false;
    }
    skip(words.size());
    return true;
  }
  bool accept(char symbol) {
    if (!peek().is_symbol(symbol)) return false;
    skip();
    return true;
  }
  [[nodiscard]] Tokens rest() const { return tokens_.subspan(std::min(at_, tokens_.size())); }

 private:
  Tokens tokens_;
  std::size_t at_ = 0;
};

/// One statement, read into facts. Parts of it are spans of its tokens, so that an index in `after`
/// can be told from a token's address.
class Statement {
 public:
  Statement(const SqlStatement& source, FileId file, std::uint32_t base)
      : source_(source),
        file_(file),
        base_(base),
        tokens_(sql_tokens(source.text, source.begin, source.backslash_escapes)) {}

  StatementFacts read();

 private:
  /// What an entry of a column list, or what ADD adds, turned out to be.
  struct Entry {
    std::optional<RelationalColumn> column;
    std::optional<RelationalKey> primary;
    std::optional<RelationalKey> unique;
    std::string primary_index;
    /// SQL Server's ADD CONSTRAINT ... DEFAULT ... FOR column.
    std::optional<RelationalColumn> default_for;
    bool understood = true;
  };

  [[nodiscard]] Span span_of(const SqlToken& from, const SqlToken& to);
  [[nodiscard]] Span span_of(const SqlToken& token) { return span_of(token, token); }
  [[nodiscard]] std::size_t index_of(const SqlToken& token) const {
    return static_cast<std::size_t>(&token - tokens_.data());
  }
  /// The tokens inside a parenthesis that begins at a token; nothing when it is not closed.
  [[nodiscard]] std::optional<Tokens> inside(const SqlToken& open) const;
  /// The token after a parenthesis, or after any other token.
  [[nodiscard]] std::size_t step_over(Tokens part, std::size_t at) const;
  [[nodiscard]] std::vector<Tokens> split(Tokens part) const;

  std::optional<SqlName> take_name(Cursor& cursor);
  std::optional<SqlName> dotted_name(const SqlToken& text);

  void create(Cursor cursor);
  void create_table(Cursor cursor);
  void create_sequence(Cursor cursor);
  void create_index(Cursor cursor);
  void create_trigger(Cursor cursor);
  void trigger_part(const SqlName& table, Tokens part);
  void alter_table(Cursor cursor);
  void alter_action(const SqlName& table, Cursor action);
  void alter_column(const SqlName& table, Cursor action);
  void modify(const SqlName& table, Cursor action, bool renames);
  void alter_sequence(Cursor cursor);
  void add_entry(const SqlName& table, Entry&& entry);
  void change_generator(const SqlName& table, const SqlToken& column, Generator generator);

  Entry read_entry(Tokens part);
  std::optional<Entry> read_constraint(Cursor cursor);
  std::optional<RelationalKey> read_key(Cursor cursor, const SqlToken& first);
  Entry read_column(Tokens part);
  std::optional<Generator> read_generator(Tokens clauses);
  std::optional<SqlName> find_sequence(Tokens part);
  void complain(Span span, std::string message);

  const SqlStatement& source_;
  FileId file_;
  std::uint32_t base_;
  std::vector<SqlToken> tokens_;
  StatementFacts facts_;
  std::size_t last_place_ = 0;
};

/// Words that end a column's type.
bool ends_type(const SqlToken& token, const SqlToken& next) {
  if (token.is("CHARACTER")) return next.is("SET");
  if (token.is("ON")) return true;
  return is_any(
      token, {"NOT",     "NULL",           "DEFAULT",       "PRIMARY",  "UNIQUE",     "CONSTRAINT",
              "CHECK",   "REFERENCES",     "GENERATED",     "IDENTITY", "COLLATE",    "COMMENT",
              "AS",      "AUTO_INCREMENT", "AUTOINCREMENT", "VISIBLE",  "INVISIBLE",  "ENABLE",
              "DISABLE", "ENCRYPT",        "CHARSET",       "SPARSE",   "ROWGUIDCOL", "MASKED",
              "STORED",  "VIRTUAL",        "STORAGE",       "SORT",     "KEY",        "USING"});
}

TypeFamily number_family(std::string_view type) {
  const auto open = type.find('(');
  if (open == std::string_view::npos) return TypeFamily::number;
  const auto comma = type.find(',', open);
  if (comma == std::string_view::npos) return TypeFamily::integer;
  return type.substr(comma + 1).starts_with("0)") ? TypeFamily::integer : TypeFamily::number;
}

TypeFamily family_of(std::string_view type) {
  const std::string lower = to_lower(type);
  const std::string_view word = std::string_view(lower).substr(0, lower.find_first_of(" ("));
  const auto any = [&word](std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
  };
  if (any({"int", "integer", "bigint", "smallint", "tinyint", "mediumint", "int2", "int4", "int8",
           "serial", "bigserial", "smallserial", "serial2", "serial4", "serial8"})) {
    return TypeFamily::integer;
  }
  if (any({"number", "numeric", "decimal", "dec"})) return number_family(lower);
  if (any({"float", "real", "double", "money", "smallmoney", "float4", "float8", "binary_float",
           "binary_double"})) {
    return TypeFamily::number;
  }
  if (any({"uuid", "uniqueidentifier"})) return TypeFamily::uuid;
  const bool text = word.find("char") != std::string_view::npos || word.ends_with("text") ||
                    any({"clob", "nclob", "string", "enum", "sysname", "name"});
  return text ? TypeFamily::text : TypeFamily::other;
}

bool is_serial(std::string_view type) {
  static constexpr std::array<std::string_view, 6> kTypes = {"serial",  "bigserial", "smallserial",
                                                             "serial2", "serial4",   "serial8"};
  const std::string lower = to_lower(type);
  return std::ranges::find(kTypes, lower) != kTypes.end();
}

/// An entry that begins with one of these words is an index, a period or the like, if what follows
/// is not a column's type: `key` and `period` are good names for columns.
bool is_passed_over(const Cursor& entry) {
  const SqlToken& first = entry.peek();
  const SqlToken& next = entry.peek(1);
  if (is_any(first,
             {"CHECK", "EXCLUDE", "LIKE", "FOREIGN", "SUPPLEMENTAL", "FULLTEXT", "SPATIAL"})) {
    return next.is_symbol('(') || is_any(next, {"KEY", "INDEX", "USING", "LOG"}) ||
           (next.names() && is_any(first, {"LIKE", "FULLTEXT", "SPATIAL"}));
  }
  if (first.is("PERIOD")) return next.is("FOR");
  if (!is_any(first, {"KEY", "INDEX"})) return false;
  if (next.is_symbol('(') || next.kind == SqlTokenKind::quoted || next.is("USING")) return true;
  const SqlToken& third = entry.peek(2);
  return third.is("USING") || (third.is_symbol('(') && entry.peek(3).kind != SqlTokenKind::number);
}

/// GRANT ... CREATE TABLE, CREATE SEQUENCE TO someone, of which a line may begin with CREATE.
bool is_privilege(Tokens words) {
  return words.size() > 1 && (words[1].is_symbol(',') || words[1].is("TO"));
}

StatementFacts Statement::read() {
  Cursor cursor{Tokens(tokens_)};
  if (cursor.accept({"CREATE"})) create(cursor);
  if (cursor.accept({"ALTER", "TABLE"})) alter_table(cursor);
  if (cursor.accept({"ALTER", "SEQUENCE"})) alter_sequence(cursor);
  facts_.last_place = last_place_;
  return std::move(facts_);
}

Span Statement::span_of(const SqlToken& from, const SqlToken& to) {
  last_place_ = std::max<std::size_t>(last_place_, to.end);
  if (file_ == kNoFile) return {};
  return {file_, base_ + from.begin, base_ + to.end};
}

void Statement::complain(Span span, std::string message) {
  facts_.diagnostics.push_back({.span = span, .message = std::move(message)});
}

std::optional<Tokens> Statement::inside(const SqlToken& open) const {
  if (!open.is_symbol('(') || open.after == 0) return std::nullopt;
  const std::size_t begin = index_of(open) + 1;
  return Tokens(tokens_).subspan(begin, open.after - 1 - begin);
}

std::size_t Statement::step_over(Tokens part, std::size_t at) const {
  const std::uint32_t after = part[at].after;
  return after == 0 ? at + 1 : std::min(after - index_of(part.front()), part.size());
}

/// The parts between commas outside of parentheses.
std::vector<Tokens> Statement::split(Tokens part) const {
  std::vector<Tokens> parts;
  std::size_t begin = 0;
  std::size_t at = 0;
  for (; at < part.size(); at = step_over(part, at)) {
    if (!part[at].is_symbol(',')) continue;
    parts.push_back(part.subspan(begin, at - begin));
    begin = at + 1;
  }
  if (begin < part.size()) parts.push_back(part.subspan(begin));
  std::erase_if(parts, [](Tokens one) { return one.empty(); });
  return parts;
}

std::optional<SqlName> Statement::take_name(Cursor& cursor) {
  if (!cursor.peek().names()) return std::nullopt;
  const SqlToken* first = &cursor.peek();
  SqlName name{.schema = {}, .name = first->name(), .place = {}};
  const SqlToken* last = first;
  cursor.skip();
  while (cursor.peek().is_symbol('.') && cursor.peek(1).names()) {
    cursor.skip();
    last = &cursor.peek();
    name.schema = std::move(name.name);
    name.name = last->name();
    cursor.skip();
  }
  name.place = span_of(*first, *last);
  return name;
}

/// The name in a string: nextval('public."Orders_id_seq"').
std::optional<SqlName> Statement::dotted_name(const SqlToken& text) {
  const std::string content = text.name();
  const auto tokens = sql_tokens(content, 0, false);
  SqlName name;
  for (const SqlToken& token : tokens) {
    if (!token.names()) continue;
    name.schema = std::move(name.name);
    name.name = token.name();
  }
  if (name.name.empty()) return std::nullopt;
  name.place = span_of(text);
  return name;
}

void Statement::create(Cursor cursor) {
  bool unique = false;
  bool temporary = false;
  // A list of privileges names CREATE TABLE and no table.
  if (is_privilege(cursor.rest())) return;
  // Words such as UNLOGGED, EDITIONABLE, NONCLUSTERED may stand before the kind.
  constexpr std::size_t kMostWords = 16;
  for (std::size_t i = 0; i < kMostWords && !cursor.done(); ++i) {
    unique = unique || cursor.peek().is("UNIQUE");
    temporary = temporary || is_any(cursor.peek(), {"TEMPORARY", "TEMP"});
    if (cursor.accept({"TABLE"})) {
      if (!temporary) create_table(cursor);
      return;
    }
    if (cursor.accept({"SEQUENCE"})) return temporary ? void() : create_sequence(cursor);
    if (cursor.accept({"INDEX"})) return unique ? create_index(cursor) : void();
    if (cursor.accept({"TRIGGER"})) return create_trigger(cursor);
    if (is_any(cursor.peek(), {"VIEW", "FUNCTION", "PROCEDURE", "TYPE", "SCHEMA", "DATABASE"}))
      return;
    cursor.skip();
  }
}

void Statement::create_table(Cursor cursor) {
  cursor.accept({"IF", "NOT", "EXISTS"});
  auto name = take_name(cursor);
  // # marks SQL Server's temporary tables.
  if (!name || name->name.starts_with('#')) return;
  if (cursor.accept({"PARTITION", "OF"})) return;
  if (cursor.accept({"OF"})) take_name(cursor);
  RelationalTable table{.schema = name->schema,
                        .name = name->name,
                        .place = name->place,
                        .columns = {},
                        .primary_key = {},
                        .unique_keys = {}};
  if (!cursor.peek().is_symbol('(')) {
    if (is_any(cursor.peek(), {"AS", "LIKE", "INHERITS", "WITH"})) facts_.table = std::move(table);
    return;
  }
  const auto list = inside(cursor.peek());
  if (!list) {
    const std::string_view why = source_.cut ? "its column list goes on for more than 1 MB"
                                             : "its column list is not closed";
    return complain(name->place, fmt::format("table `{}` could not be read: {}", name->name, why));
  }
  for (const Tokens part : split(*list)) {
    Entry entry = read_entry(part);
    if (!entry.understood && facts_.diagnostics.empty()) {
      complain(span_of(part.front()),
               fmt::format("an entry of table `{}` could not be read", name->name));
    }
    if (entry.column && table.columns.size() < kMaxColumns) {
      table.columns.push_back(std::move(*entry.column));
    }
    if (entry.primary && !table.primary_key) table.primary_key = std::move(entry.primary);
    if (entry.unique && table.unique_keys.size() < kMaxUniqueKeys) {
      table.unique_keys.push_back(std::move(*entry.unique));
    }
  }
  facts_.table = std::move(table);
}

Statement::Entry Statement::read_entry(Tokens part) {
  const Cursor cursor(part);
  if (auto constraint = read_constraint(cursor)) return std::move(*constraint);
  if (is_passed_over(cursor)) return {};
  if (!part.front().names()) {
    Entry entry;
    entry.understood = false;
    return entry;
  }
  return read_column(part);
}

/// PRIMARY KEY, UNIQUE and whatever else CONSTRAINT can introduce; nothing for a column.
std::optional<Statement::Entry> Statement::read_constraint(Cursor cursor) {
  Entry entry;
  const SqlToken& first = cursor.peek();
  const bool named = cursor.accept({"CONSTRAINT"});
  const bool unnamed = is_any(cursor.peek(), {"PRIMARY", "UNIQUE", "FOREIGN", "CHECK"}) &&
                       (cursor.peek(1).is_symbol('(') || cursor.peek(1).is("KEY"));
  if (named && !unnamed) cursor.skip();  // its name
  if (cursor.accept({"PRIMARY", "KEY"})) {
    if (cursor.accept({"USING", "INDEX"}) && cursor.peek().names()) {
      entry.primary_index = cursor.peek().name();
      entry.primary = RelationalKey{.columns = {}, .place = span_of(first, cursor.peek())};
      return entry;
    }
    entry.primary = read_key(cursor, first);
    entry.understood = entry.primary.has_value();
    return entry;
  }
  if (cursor.accept({"UNIQUE"})) {
    entry.unique = read_key(cursor, first);
    return entry;
  }
  if (named && cursor.accept({"DEFAULT"})) {
    const Tokens rest = cursor.rest();
    const bool has_column =
        rest.size() > 2 && rest[rest.size() - 2].is("FOR") && rest.back().names();
    if (!has_column) return entry;
    if (const auto sequence = find_sequence(rest.first(rest.size() - 2))) {
      entry.default_for = RelationalColumn{
          .name = rest.back().name(),
          .generator = Generator{GeneratorKind::sequence, sequence->name, sequence->place}};
    }
    return entry;
  }
  return named ? std::optional(entry) : std::nullopt;
}

/// The column names of a key: the first parenthesis, after an index's name and kind. Nothing when
/// there is none or when it holds expressions.
std::optional<RelationalKey> Statement::read_key(Cursor cursor, const SqlToken& first) {
  constexpr std::size_t kMostWords = 8;
  for (std::size_t i = 0; i < kMostWords && !cursor.peek().is_symbol('('); ++i) cursor.skip();
  const auto list = inside(cursor.peek());
  if (!list) return std::nullopt;
  RelationalKey key;
  for (const Tokens part : split(*list)) {
    // A number in parentheses is a prefix's length; anything else there is an expression.
    const bool plain =
        part.front().names() && (part.size() == 1 || !part[1].is_symbol('(') ||
                                 (part.size() > 2 && part[2].kind == SqlTokenKind::number));
    if (!plain) return std::nullopt;
    key.columns.push_back(part.front().name());
  }
  if (key.columns.empty()) return std::nullopt;
  key.place = span_of(first, tokens_[cursor.peek().after - 1]);
  return key;
}

std::string type_text(Tokens type) {
  std::string text;
  for (const SqlToken& token : type) {
    const bool joined = text.empty() || token.is_symbol('(') || token.is_symbol(')') ||
                        token.is_symbol(',') || token.is_symbol('.') || text.ends_with('(') ||
                        text.ends_with(',') || text.ends_with('.');
    if (!joined) text += ' ';
    text += token.kind == SqlTokenKind::text ? std::string(token.text) : token.name();
  }
  return text;
}

Statement::Entry Statement::read_column(Tokens part) {
  Entry entry;
  std::size_t end = 1;
  while (end < part.size()) {
    const SqlToken& next = end + 1 < part.size() ? part[end + 1] : part[end];
    if (ends_type(part[end], next)) break;
    end = step_over(part, end);
  }
  RelationalColumn column{.name = part.front().name(),
                          .type = type_text(part.subspan(1, end - 1)),
                          .place = span_of(part.front())};
  column.family = family_of(column.type);
  const Tokens clauses = part.subspan(end);
  column.generator = read_generator(clauses);
  if (!column.generator && is_serial(column.type)) {
    column.generator = Generator{GeneratorKind::serial, {}, span_of(part[1])};
  }
  for (std::size_t i = 0; i < clauses.size(); i = step_over(clauses, i)) {
    const bool key_next = i + 1 < clauses.size() && clauses[i + 1].is("KEY");
    if (clauses[i].is("PRIMARY") && key_next) {
      entry.primary = RelationalKey{{column.name}, span_of(clauses[i], clauses[i + 1])};
    }
    if (clauses[i].is("UNIQUE")) entry.unique = RelationalKey{{column.name}, span_of(clauses[i])};
  }
  entry.column = std::move(column);
  return entry;
}

/// What fills a column, from the clauses after its type.
std::optional<Generator> Statement::read_generator(Tokens clauses) {
  for (std::size_t i = 0; i < clauses.size(); i = step_over(clauses, i)) {
    const SqlToken& token = clauses[i];
    if (is_any(token, {"AUTO_INCREMENT", "AUTOINCREMENT"})) {
      return Generator{GeneratorKind::auto_increment, {}, span_of(token)};
    }
    if (token.is("IDENTITY")) {
      Generator identity{GeneratorKind::identity, {}, span_of(token)};
      // PostgreSQL names the sequence inside the parentheses.
      Cursor options(i + 1 < clauses.size() ? inside(clauses[i + 1]).value_or(Tokens()) : Tokens());
      if (options.accept({"SEQUENCE", "NAME"})) {
        if (const auto name = take_name(options)) identity.sequence = name->name;
      }
      return identity;
    }
    if (token.is("DEFAULT")) {
      const auto sequence = find_sequence(clauses.subspan(i + 1));
      if (sequence) return Generator{GeneratorKind::sequence, sequence->name, sequence->place};
    }
  }
  return std::nullopt;
}

/// The sequence that is called in a part: nextval('s'), s.NEXTVAL or NEXT VALUE FOR s, at any
/// depth.
std::optional<SqlName> Statement::find_sequence(Tokens part) {
  for (std::size_t i = 0; i < part.size(); ++i) {
    Cursor here(part.subspan(i));
    if (here.accept({"NEXT", "VALUE", "FOR"})) return take_name(here);
    if (!is_named(part[i], "nextval")) continue;
    if (const auto argument = i + 1 < part.size() ? inside(part[i + 1]) : std::nullopt) {
      Cursor inner(*argument);
      if (inner.peek().kind == SqlTokenKind::text) return dotted_name(inner.peek());
      return take_name(inner);
    }
    std::size_t begin = i;
    while (begin >= 2 && part[begin - 1].is_symbol('.') && part[begin - 2].names()) begin -= 2;
    if (begin == i) continue;
    Cursor name(part.subspan(begin, i - 1 - begin));
    return take_name(name);
  }
  return std::nullopt;
}

void Statement::create_sequence(Cursor cursor) {
  cursor.accept({"IF", "NOT", "EXISTS"});
  const auto name = take_name(cursor);
  if (name) facts_.sequence = RelationalSequence{name->schema, name->name, name->place};
}

void Statement::create_index(Cursor cursor) {
  cursor.accept({"CONCURRENTLY"});
  cursor.accept({"IF", "NOT", "EXISTS"});
  const SqlToken& first = cursor.peek();
  const auto index = take_name(cursor);
  if (!index || !cursor.accept({"ON"})) return;
  cursor.accept({"ONLY"});
  auto table = take_name(cursor);
  auto key = read_key(cursor, first);
  // A filtered index is unique for some rows only.
  const bool filtered =
      std::ranges::any_of(cursor.rest(), [](const SqlToken& token) { return token.is("WHERE"); });
  if (!table || !key || filtered) return;
  facts_.changes.push_back({.what = TableChange::What::add_unique,
                            .table = std::move(*table),
                            .column = {},
                            .key = std::move(*key),
                            .index = index->name});
}

void Statement::create_trigger(Cursor cursor) {
  while (!cursor.done() && !cursor.peek().is("ON")) cursor.skip();
  cursor.skip();
  const auto table = take_name(cursor);
  if (!table) return;
  const Tokens body = cursor.rest();
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= body.size(); ++i) {
    const bool ends = i == body.size() || body[i].is_symbol(';') ||
                      is_any(body[i], {"BEGIN", "THEN", "ELSE", "LOOP"});
    if (!ends) continue;
    trigger_part(*table, body.subspan(begin, i - begin));
    begin = i + 1;
  }
}

/// `:new.id := s.NEXTVAL` or `select s.NEXTVAL into :new.id from dual`: a statement of a trigger
/// that has both a sequence and a target.
void Statement::trigger_part(const SqlName& table, Tokens part) {
  const SqlToken* target = nullptr;
  for (std::size_t i = 0; i + 2 < part.size(); ++i) {
    const bool field =
        is_named(part[i], "new") && part[i + 1].is_symbol('.') && part[i + 2].names();
    if (!field) continue;
    const bool assigned =
        i + 3 < part.size() && (part[i + 3].is_symbol(':') || part[i + 3].is_symbol('='));
    const bool into = i >= 2 && part[i - 1].is_symbol(':') && part[i - 2].is("INTO");
    if (assigned || into) target = &part[i + 2];
  }
  if (target == nullptr) return;
  if (const auto sequence = find_sequence(part)) {
    change_generator(table, *target, {GeneratorKind::trigger, sequence->name, sequence->place});
  }
}

void Statement::alter_sequence(Cursor cursor) {
  cursor.accept({"IF", "EXISTS"});
  const auto sequence = take_name(cursor);
  while (sequence && !cursor.done()) {
    if (!cursor.accept({"OWNED", "BY"})) {
      cursor.skip();
      continue;
    }
    const Tokens owner = cursor.rest();
    std::size_t end = 0;
    while (end < owner.size() && (owner[end].names() || owner[end].is_symbol('.'))) ++end;
    if (end < 3) return;
    Cursor table_tokens(owner.first(end - 2));
    const auto table = take_name(table_tokens);
    if (!table) return;
    change_generator(*table, owner[end - 1],
                     {GeneratorKind::sequence, sequence->name, sequence->place});
    facts_.changes.back().weak = true;
    return;
  }
}

void Statement::change_generator(const SqlName& table, const SqlToken& column,
                                 Generator generator) {
  facts_.changes.push_back({.what = TableChange::What::set_generator,
                            .table = table,
                            .column = {.name = column.name(), .generator = std::move(generator)}});
}

void Statement::alter_table(Cursor cursor) {
  cursor.accept({"IF", "EXISTS"});
  cursor.accept({"ONLY"});
  const auto name = take_name(cursor);
  if (!name) return;
  bool adding = false;
  for (const Tokens action : split(cursor.rest())) {
    Cursor words(action);
    if (words.accept({"WITH"})) words.skip();  // CHECK or NOCHECK
    const bool verb = is_any(words.peek(), {"ADD", "ALTER", "MODIFY", "CHANGE", "DROP", "RENAME"});
    if (verb) adding = words.peek().is("ADD");
    // SQL Server's ADD goes on after a comma.
    if (!verb && adding) {
      add_entry(*name, read_entry(words.rest()));
    } else {
      alter_action(*name, words);
    }
  }
}

void Statement::alter_action(const SqlName& table, Cursor action) {
  if (action.accept({"ADD"})) {
    action.accept({"COLUMN"});
    action.accept({"IF", "NOT", "EXISTS"});
    if (const auto list = inside(action.peek())) {
      for (const Tokens part : split(*list)) add_entry(table, read_entry(part));
      return;
    }
    Tokens rest = action.rest();
    const auto end = std::ranges::find_if(rest, [](const SqlToken& t) { return t.is_symbol(';'); });
    rest = rest.first(static_cast<std::size_t>(end - rest.begin()));
    if (!rest.empty()) add_entry(table, read_entry(rest));
  } else if (action.accept({"MODIFY"})) {
    action.accept({"COLUMN"});
    modify(table, action, false);
  } else if (action.accept({"CHANGE"})) {
    action.accept({"COLUMN"});
    modify(table, action, true);
  } else if (action.accept({"ALTER"})) {
    action.accept({"COLUMN"});
    alter_column(table, action);
  }
}

void Statement::add_entry(const SqlName& table, Entry&& entry) {
  using What = TableChange::What;
  const auto add = [&](What what) -> TableChange& {
    facts_.changes.push_back({.what = what, .table = table});
    return facts_.changes.back();
  };
  if (!entry.understood) {
    complain(table.place,
             fmt::format("a key that is added to table `{}` could not be read", table.name));
  }
  if (entry.column) add(What::add_column).column = std::move(*entry.column);
  if (entry.default_for) add(What::set_generator).column = std::move(*entry.default_for);
  if (entry.primary) {
    TableChange& change =
        add(entry.primary_index.empty() ? What::set_primary : What::primary_by_index);
    change.key = std::move(*entry.primary);
    change.index = std::move(entry.primary_index);
  }
  if (entry.unique) add(What::add_unique).key = std::move(*entry.unique);
}

/// MODIFY and CHANGE state a column again; only a generator or a key in it is news.
void Statement::modify(const SqlName& table, Cursor action, bool renames) {
  const auto list = inside(action.peek());
  for (const Tokens part : list ? split(*list) : std::vector<Tokens>{action.rest()}) {
    const std::size_t named = renames ? 1 : 0;
    if (part.size() <= named || !part.front().names()) continue;
    Entry entry = read_column(part.subspan(named));
    entry.column->name = part.front().name();
    if (entry.column->generator) {
      change_generator(table, part.front(), std::move(*entry.column->generator));
    }
    entry.column.reset();
    entry.unique.reset();
    add_entry(table, std::move(entry));
  }
}

/// ALTER COLUMN c SET DEFAULT ... and ADD GENERATED ... AS IDENTITY.
void Statement::alter_column(const SqlName& table, Cursor action) {
  const SqlToken& column = action.peek();
  if (!column.names()) return;
  action.skip();
  if (!action.accept({"SET"}) && !action.accept({"ADD"})) return;
  if (auto generator = read_generator(action.rest())) {
    change_generator(table, column, std::move(*generator));
  }
}

}  // namespace

StatementFacts read_statement(const SqlStatement& statement, FileId file, std::uint32_t base) {
  return Statement(statement, file, base).read();
}

}  // namespace ddblint
