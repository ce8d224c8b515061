#include "relational/ddl_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "source/text.h"
#include "source/utf8.h"

namespace ddblint {
namespace {

/// More text than this is not kept for places; a schema of ten thousand tables has some 20 MB.
constexpr std::uint64_t kMaxExcerptBytes = 256ULL << 20U;

bool same_columns(const RelationalKey& a, const RelationalKey& b) {
  return std::ranges::equal(a.columns, b.columns, same_identifier);
}

}  // namespace

void SchemaBuilder::add(StatementFacts&& facts) {
  if (facts.table) define(std::move(*facts.table));
  if (facts.sequence) schema_.sequences.push_back(std::move(*facts.sequence));
  for (TableChange& change : facts.changes) {
    if (change.what == TableChange::What::add_unique && !change.index.empty()) {
      indexes_.emplace(std::pair(to_lower(change.index), to_lower(change.table.name)),
                       change.key.columns);
    }
    if (!apply(change)) waiting_.push_back(std::move(change));
  }
}

// The first definition stands: a second one is what an IF NOT EXISTS guards.
void SchemaBuilder::define(RelationalTable&& table) {
  const auto [entry, fresh] = by_name_.emplace(
      std::pair(to_lower(table.name), to_lower(table.schema)), schema_.tables.size());
  if (fresh) schema_.tables.push_back(std::move(table));
}

// A name without a schema is any schema's, if only one has it.
RelationalTable* SchemaBuilder::find(const SqlName& name) {
  const std::string table = to_lower(name.name);
  auto found = by_name_.find({table, to_lower(name.schema)});
  if (found == by_name_.end() && !name.schema.empty()) found = by_name_.find({table, ""});
  if (found == by_name_.end() && name.schema.empty()) {
    found = by_name_.lower_bound({table, ""});
    const auto named = [&](auto entry) {
      return entry != by_name_.end() && entry->first.first == table;
    };
    if (!named(found) || named(std::next(found))) return nullptr;
  }
  return found == by_name_.end() ? nullptr : &schema_.tables[found->second];
}

bool SchemaBuilder::apply(const TableChange& change) {
  RelationalTable* table = find(change.table);
  if (table == nullptr) return false;
  switch (change.what) {
    case TableChange::What::add_column:
      if (table->columns.size() < kMaxColumns && table->column(change.column.name) == nullptr) {
        table->columns.push_back(change.column);
      }
      return true;
    case TableChange::What::set_generator: {
      const auto column = std::ranges::find_if(table->columns, [&](const RelationalColumn& one) {
        return same_identifier(one.name, change.column.name);
      });
      if (column == table->columns.end()) return false;
      if (!change.weak || !column->generator) column->generator = change.column.generator;
      return true;
    }
    case TableChange::What::set_primary:
      if (!table->primary_key) table->primary_key = change.key;
      return true;
    case TableChange::What::primary_by_index: {
      const auto index = indexes_.find({to_lower(change.index), to_lower(change.table.name)});
      if (index == indexes_.end()) return false;
      if (!table->primary_key) table->primary_key = {index->second, change.key.place};
      return true;
    }
    case TableChange::What::add_unique:
      if (table->unique_keys.size() < kMaxUniqueKeys) table->unique_keys.push_back(change.key);
      return true;
  }
  return false;
}

// A generator points at its sequence's definition where there is just one of that name.
void SchemaBuilder::name_sequences() {
  std::map<std::string, const RelationalSequence*, std::less<>> by_name;
  for (const RelationalSequence& sequence : schema_.sequences) {
    const auto [entry, fresh] = by_name.emplace(to_lower(sequence.name), &sequence);
    if (!fresh) entry->second = nullptr;
  }
  for (RelationalTable& table : schema_.tables) {
    for (RelationalColumn& column : table.columns) {
      if (!column.generator) continue;
      const auto known = by_name.find(to_lower(column.generator->sequence));
      const bool one = known != by_name.end() && known->second != nullptr;
      if (one) column.generator->place = known->second->place;
    }
  }
}

RelationalSchema SchemaBuilder::finish() {
  for (const TableChange& change : std::exchange(waiting_, {})) apply(change);
  name_sequences();
  for (RelationalTable& table : schema_.tables) {
    std::vector<RelationalKey> keys;
    for (RelationalKey& key : table.unique_keys) {
      const bool primary = table.primary_key && same_columns(key, *table.primary_key);
      const bool known = std::ranges::any_of(
          keys, [&](const RelationalKey& other) { return same_columns(key, other); });
      if (!primary && !known) keys.push_back(std::move(key));
    }
    table.unique_keys = std::move(keys);
  }
  by_name_.clear();
  indexes_.clear();
  return std::exchange(schema_, {});
}

DdlReader::DdlReader(FileId file, SchemaBuilder& builder)
    : file_(file),
      builder_(builder),
      scanner_([this](const SqlStatement& statement) { take(statement); }) {}

void DdlReader::take(const SqlStatement& statement) {
  const bool places = kept_ + statement.text.size() < kMaxExcerptBytes;
  StatementFacts facts =
      read_statement(statement, places ? file_ : kNoFile, static_cast<std::uint32_t>(kept_));
  if (facts.last_place == 0) return;
  if (places) keep(statement, facts.last_place);
  std::ranges::move(facts.diagnostics, std::back_inserter(result_.diagnostics));
  builder_.add(std::move(facts));
}

// Whole lines, up to the one of the last place.
void DdlReader::keep(const SqlStatement& statement, std::size_t last_place) {
  const auto end = std::min(statement.text.find('\n', last_place), statement.text.size());
  result_.excerpts.push_back({.place = statement.place,
                              .offset = statement.offset,
                              .text = statement.text.substr(0, end)});
  kept_ += end + 1;
}

void DdlReader::feed(std::string_view bytes) {
  if (encoding_ == Encoding::utf8) return scanner_.feed(bytes);
  pending_ += bytes;
  if (encoding_ == Encoding::unknown && pending_.size() >= 2) {
    const bool little = pending_.starts_with("\xFF\xFE");
    const bool big = pending_.starts_with("\xFE\xFF");
    encoding_ = little ? Encoding::utf16_little : big ? Encoding::utf16_big : Encoding::utf8;
    if (little || big) pending_.erase(0, 2);
  }
  if (encoding_ == Encoding::unknown) return;
  if (encoding_ == Encoding::utf8) return scanner_.feed(std::exchange(pending_, {}));
  // Up to the last whole unit that does not begin a pair.
  std::size_t whole = pending_.size() / 2 * 2;
  if (whole >= 2) {
    const char high = pending_[whole - (encoding_ == Encoding::utf16_big ? 2 : 1)];
    if ((static_cast<unsigned char>(high) & 0xFCU) == 0xD8U) whole -= 2;
  }
  decode(std::string_view(pending_).substr(0, whole));
  pending_.erase(0, whole);
}

void DdlReader::decode(std::string_view bytes) {
  scanner_.feed(utf8_from_utf16(bytes, encoding_ == Encoding::utf16_big));
}

DdlFile DdlReader::finish() {
  if (!pending_.empty()) {
    encoding_ == Encoding::unknown ? scanner_.feed(pending_) : decode(pending_);
  }
  scanner_.finish();
  if (const std::uint32_t line = scanner_.unclosed_line(); line != 0) {
    const auto base = static_cast<std::uint32_t>(kept_);
    result_.excerpts.push_back({.place = {line, 1}, .offset = 0, .text = {}});
    result_.diagnostics.push_back(
        {.span = {file_, base, base},
         .message = "the file ends inside a quoted text, a comment or data that begins here"});
  }
  return std::move(result_);
}

std::string_view why_not_sql(std::string_view begin) {
  if (begin.starts_with("\x1F\x8B")) return "is compressed; decompress it first";
  if (begin.starts_with("PGDMP")) {
    return "is an archive of pg_dump; turn it into SQL with pg_restore --schema-only -f FILE";
  }
  return {};
}

}  // namespace ddblint
