#include "subject/relational_source.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "source/discover.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// Words at either end of a table's name that tell a stage or that it is a table.
constexpr std::array<std::string_view, 37> kAffixes = {
    "dev",    "develop", "development", "prod",   "production", "prd",  "stage", "staging",
    "stg",    "test",    "testing",     "tst",    "qa",         "uat",  "int",   "sandbox",
    "live",   "local",   "demo",        "beta",   "alpha",      "perf", "load",  "preprod",
    "pre",    "table",   "tables",      "tbl",    "tb",         "t",    "ddb",   "dynamodb",
    "dynamo", "db",      "env",         "sample", "legacy"};

/// Key names that say nothing of whose key they are.
constexpr std::array<std::string_view, 9> kWeakWords = {"partition_key", "primary_key", "hash_key",
                                                        "row_id",        "record_id",   "item_id",
                                                        "part_key",      "auto_id",     "pk_id"};

template <class Range>
bool among(const Range& range, std::string_view text) {
  return std::ranges::find(range, text) != std::ranges::end(range);
}

std::vector<std::string_view> words_of(std::string_view normalised) {
  std::vector<std::string_view> words;
  while (!normalised.empty()) {
    const auto end = std::min(normalised.find('_'), normalised.size());
    words.push_back(normalised.substr(0, end));
    normalised.remove_prefix(std::min(end + 1, normalised.size()));
  }
  return words;
}

/// One word for an attribute or a column: orderId, ORDER_ID and orderid are the same.
std::string joined(std::string_view name) {
  std::string text = normalise_name(name);
  std::erase(text, '_');
  return text;
}

std::string singular(std::string_view word) {
  const auto without = [&word](std::size_t letters) {
    return std::string(word.substr(0, word.size() - letters));
  };
  if (word.size() > 4 && word.ends_with("ies")) return without(3) + "y";
  for (const std::string_view ending : {"sses", "shes", "ches", "xes"}) {
    if (word.ends_with(ending)) return without(2);
  }
  const bool many = word.size() > 2 && word.ends_with('s') && !word.ends_with("ss") &&
                    !word.ends_with("us") && !word.ends_with("is");
  return many ? without(1) : std::string(word);
}

/// A logical id as a person wrote it: an address ends in the name, before the key of an instance;
/// the CDK adds eight hex digits.
std::string_view written_id(const Table& table) {
  constexpr std::size_t kHashDigits = 8;
  std::string_view id = table.id;
  const bool address = table.dialect == Dialect::terraform ||
                       table.dialect == Dialect::terraform_plan ||
                       table.dialect == Dialect::terraform_state;
  if (address) {
    if (id.ends_with(']')) id = id.substr(0, id.rfind('['));
    return id.substr(id.rfind('.') + 1);
  }
  if (table.dialect != Dialect::cdk || id.size() <= kHashDigits) return id;
  const std::string_view hash = id.substr(id.size() - kHashDigits);
  const bool hex = hash.find_first_not_of("0123456789ABCDEF") == std::string_view::npos;
  return hex ? id.substr(0, id.size() - kHashDigits) : id;
}

using Found = std::vector<RelationalSource>;

void add(Found& found, const SourceSchema& source,
         const std::vector<const RelationalTable*>& tables) {
  for (const RelationalTable* table : tables) {
    const bool known = std::ranges::find(found, table, &RelationalSource::table) != found.end();
    if (!known) found.push_back({&source.schema(), table});
  }
}

void find_by_name(const Table& table, const SourceSchema& source, Found& found) {
  if (table.name.known()) add(found, source, source.named(core_name(table.name.value())));
  if (!table.id.empty()) add(found, source, source.named(core_name(written_id(table))));
}

/// `order_id` says whose key it is, `id` does not.
void find_by_key(const Table& table, const SourceSchema& source, Found& found) {
  if (!table.key.known() || table.key.partition.size() != 1) return;
  const KeyElement& key = table.key.partition.front();
  if (!key.name.known()) return;
  const std::string normalised = normalise_name(key.name.value());
  const bool telling = normalised.find('_') != std::string::npos && !among(kWeakWords, normalised);
  if (telling) add(found, source, source.keyed(key.name.value()));
}

std::optional<RelationalSource> only(const Found& found) {
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

}  // namespace

SourceSchema::SourceSchema(std::string tables, RelationalSchema schema)
    : tables_(std::move(tables)), schema_(std::move(schema)) {
  for (std::size_t i = 0; i < schema_.tables.size(); ++i) {
    const RelationalTable& table = schema_.tables[i];
    by_core_name_.emplace(core_name(table.name), i);
    const bool simple = table.primary_key && table.primary_key->columns.size() == 1;
    if (simple) by_key_.emplace(joined(table.primary_key->columns.front()), i);
  }
}

// One more than one is enough to tell that there is no answer.
std::vector<const RelationalTable*> SourceSchema::at(const Positions& positions,
                                                     std::string_view name) const {
  std::vector<const RelationalTable*> tables;
  const auto [begin, end] = positions.equal_range(name);
  for (auto entry = begin; entry != end && tables.size() < 2; ++entry) {
    tables.push_back(&schema_.tables[entry->second]);
  }
  return tables;
}

std::vector<const RelationalTable*> SourceSchema::named(std::string_view core) const {
  return at(by_core_name_, core);
}

std::vector<const RelationalTable*> SourceSchema::keyed(std::string_view column) const {
  return at(by_key_, joined(column));
}

bool SourceSchema::names(const Table& table) const {
  if (tables_.empty()) return false;
  return matches_name(table.id, tables_) ||
         (table.name.known() && matches_name(table.name.value(), tables_));
}

std::string core_name(std::string_view name) {
  // An ARN or a path ends in the name.
  name = name.substr(name.find_last_of("/:") + 1);
  const std::string normalised = normalise_name(name);
  const std::vector<std::string_view> words = words_of(normalised);
  auto part = std::span(words);
  while (part.size() > 1 && among(kAffixes, part.back())) part = part.first(part.size() - 1);
  while (part.size() > 1 && among(kAffixes, part.front())) part = part.subspan(1);
  std::string core;
  if (part.empty()) return core;
  for (const std::string_view word : part.first(part.size() - 1)) core += word;
  return core + singular(part.back());
}

std::optional<RelationalSource> find_source(const Table& table,
                                            std::span<const SourceSchema> schemas, bool alone) {
  const bool named =
      std::ranges::any_of(schemas, [&](const SourceSchema& source) { return source.names(table); });
  Found by_name;
  Found by_key;
  for (const SourceSchema& source : schemas) {
    // What was given for this very table counts alone.
    if (named ? !source.names(table) : !source.tables().empty()) continue;
    find_by_name(table, source, by_name);
    if (alone || named) find_by_key(table, source, by_key);
    const auto& tables = source.schema().tables;
    if (named && tables.size() == 1) add(by_key, source, {&tables.front()});
  }
  return by_name.empty() ? only(by_key) : only(by_name);
}

const RelationalColumn* RelationalSource::column(const KeyElement& key) const {
  if (!key.name.known()) return nullptr;
  const std::string wanted = joined(key.name.value());
  const auto found = std::ranges::find_if(table->columns, [&](const RelationalColumn& column) {
    return joined(column.name) == wanted;
  });
  return found == table->columns.end() ? nullptr : &*found;
}

std::vector<const RelationalColumn*> RelationalSource::columns(
    std::span<const KeyElement> keys) const {
  std::vector<const RelationalColumn*> columns;
  for (const KeyElement& key : keys) {
    columns.push_back(column(key));
    if (columns.back() == nullptr) return {};
  }
  return columns;
}

const RelationalKey* RelationalSource::business_identifier() const {
  const auto known_by = [&](const RelationalKey& key) {
    return std::ranges::all_of(key.columns, [&](const std::string& name) {
      const RelationalColumn* column = table->column(name);
      return column != nullptr && !column->generator;
    });
  };
  const auto key = std::ranges::find_if(table->unique_keys, known_by);
  return key == table->unique_keys.end() ? nullptr : &*key;
}

const RelationalSequence* RelationalSource::own_sequence() const {
  if (!table->primary_key || table->primary_key->columns.size() != 1) return nullptr;
  const std::string& key = table->primary_key->columns.front();
  const RelationalColumn* column = table->column(key);
  if (column == nullptr || column->generator) return nullptr;
  if (column->family != TypeFamily::integer && column->family != TypeFamily::number) return nullptr;
  const std::string whole = normalise_name(table->name);
  const std::string one = singular(whole);
  const std::string last = normalise_name(key);
  std::vector<std::string> names;
  for (const std::string& name : {whole, one}) {
    for (const std::string_view form : {"{}_seq", "{}_sequence", "seq_{}", "{}_id_seq", "sq_{}",
                                        "{}_pk_seq", "seq_{}_id", "s_{}"}) {
      names.push_back(fmt::format(fmt::runtime(form), name));
    }
    names.push_back(fmt::format("{}_{}_seq", name, last));
  }
  names.push_back(fmt::format("{}_seq", last));
  names.push_back(fmt::format("seq_{}", last));
  const auto found =
      std::ranges::find_if(schema->sequences, [&](const RelationalSequence& sequence) {
        const bool here = sequence.schema.empty() || table->schema.empty() ||
                          same_identifier(sequence.schema, table->schema);
        return here && among(names, normalise_name(sequence.name));
      });
  return found == schema->sequences.end() ? nullptr : &*found;
}

std::string RelationalSource::table_name() const {
  return table->schema.empty() ? table->name : fmt::format("{}.{}", table->schema, table->name);
}

std::string RelationalSource::column_name(const RelationalColumn& column) const {
  return fmt::format("{}.{}", table_name(), column.name);
}

}  // namespace ddblint
