// Columns of any values through the analyses of the profile: they end, the numbers of their facts
// are possible, and they say the same again. The bytes are a little program that makes the columns,
// so that many rows come of few bytes.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "profile/analyses.h"

namespace {

using namespace ddblint;

constexpr std::size_t kMostColumns = 5;
constexpr std::size_t kMostRows = 160;
constexpr std::array<std::string_view, 6> kNames = {"pk", "sk", "type", "created_at", "hash", "n"};

void require(bool holds) {
  if (!holds) std::abort();
}

void require_share(double share) { require(share >= 0 && share <= 1.0 + 1e-9); }

/// The bytes, taken one after the other; zeros behind them.
class Program {
 public:
  explicit Program(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool done() const { return rest_.empty(); }
  unsigned byte() {
    const std::string_view one = text(1);
    return one.empty() ? 0 : static_cast<std::uint8_t>(one.front());
  }
  std::string_view text(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view rest_;
};

class Table {
 public:
  explicit Table(Program& program) {
    rows_.rows = 1 + program.byte() % kMostRows;
    const unsigned more = program.byte();
    rows_.ordered = (more & 1U) != 0;
    rows_.items = rows_.rows * (1 + (more >> 4U));
    while (!program.done() && rows_.columns.size() < kMostColumns) {
      // The same name twice does not come out of a profile.
      const std::string_view name = kNames[rows_.columns.size()];
      if (program.byte() % 2 == 0) {
        add_listed(name, program);
      } else {
        add_counted(name, program);
      }
    }
  }

  [[nodiscard]] const SampledRows& rows() const { return rows_; }

 private:
  static ValueType type_of(unsigned byte) { return static_cast<ValueType>(byte % kValueTypes); }

  /// Rows have the texts of a list in turn: a byte of 250 and more is a missing value.
  void add_listed(std::string_view name, Program& program) {
    const ValueType type = type_of(program.byte());
    std::vector<std::optional<std::string_view>> texts(1 + program.byte() % 40);
    for (auto& text : texts) {
      const unsigned size = program.byte();
      if (size < 250) text = keep(std::string(program.text(size % 48)));
    }
    Column column;
    for (std::size_t row = 0; row < rows_.rows; ++row) {
      const auto& text = texts[row % texts.size()];
      column.values.emplace_back();
      if (text) column.values.back() = SampledValue{.type = type, .text = *text};
    }
    add(name, std::move(column));
  }

  /// A beginning, a number that grows and is taken modulo another, and an end.
  void add_counted(std::string_view name, Program& program) {
    const ValueType type = type_of(program.byte());
    const std::string before(program.text(program.byte() % 24));
    std::uint64_t number = 0;
    for (int i = 0; i < 8; ++i) number = number << 8U | program.byte();
    const std::uint64_t width = program.byte();
    const std::uint64_t step = width << (program.byte() % 40);
    const std::uint64_t modulus = program.byte();
    const std::string after(program.text(program.byte() % 24));
    const unsigned missing = program.byte();
    Column column;
    for (std::size_t row = 0; row < rows_.rows; ++row) {
      column.values.emplace_back();
      number += step;
      if (missing > 128 && row % (missing - 127) == 0) continue;
      const std::uint64_t shown = modulus > 1 ? number % modulus : number;
      column.values.back() = SampledValue{
          .type = type,
          .text = keep(before +
                       (missing % 2 == 1 ? std::to_string(static_cast<std::int64_t>(shown))
                                         : std::to_string(shown)) +
                       after)};
    }
    add(name, std::move(column));
  }

  void add(std::string_view name, Column column) {
    column.name = name;
    std::unordered_set<std::string_view> distinct;
    std::uint64_t present = 0;
    for (const auto& value : column.values) {
      if (!value) continue;
      ++present;
      distinct.insert(value->text);
    }
    column.present = present * (rows_.items / rows_.rows);
    column.distinct = static_cast<double>(distinct.size());
    rows_.columns.push_back(std::move(column));
  }

  std::string_view keep(std::string text) {
    texts_.push_back(std::move(text));
    return texts_.back();
  }

  std::deque<std::string> texts_;
  SampledRows rows_;
};

void check_column(const Column& column, const SampledRows& rows) {
  if (const auto fact = value_shape(column, rows)) {
    require_share(fact->share);
    require(fact->granularity >= 0 && !to_string(fact->shape).empty());
  }
  if (const auto fact = find_sequence(column, rows)) {
    require(fact->density > 0 && std::isfinite(fact->density) && fact->increment != 0);
    require(!fact->monotonicity || std::abs(*fact->monotonicity) <= 1);
    require(fact->exceptions <= fact->rows && fact->rows <= rows.rows);
  }
  if (const auto correlation = rank_correlation(column)) require(std::abs(*correlation) <= 1);
}

void check_digests(const SampledRows& rows) {
  const auto facts = find_digests(rows);
  for (const DigestFact& fact : facts) {
    require(!fact.function.empty() && fact.matched <= fact.tested && fact.tested <= rows.rows);
    require(rows.find(fact.attribute) != nullptr);
    require(fact.false_positive >= 0 && fact.false_positive <= 1e-9);
  }
  const auto again = find_digests(rows);
  require(again.size() == facts.size());
}

void check_suffixes(const Column& column, const SampledRows& rows) {
  std::vector<std::string_view> texts;
  for (const auto& value : column.values) {
    if (value) texts.push_back(value->text);
  }
  std::sort(texts.begin(), texts.end());
  std::vector<KeyCount> keys;
  for (const std::string_view text : texts) {
    if (keys.empty() || keys.back().text != text) keys.push_back({.text = text, .items = 0});
    keys.back().items += rows.items / rows.rows;
  }
  const auto fact = find_shard_suffix(column.name, keys, rows);
  if (!fact) return;
  require_share(fact->hottest_share);
  require_share(fact->better_hottest_share);
  require(fact->shards > 0 && fact->logical_keys > 0 && fact->matched <= fact->tested);
  require(fact->effective_shards <= static_cast<double>(fact->shards) * (1 + 1e-9));
}

KeyPlan plan_of(const SampledRows& rows) {
  KeyPlan plan;
  PlannedKey& key = plan.keys.emplace_back();
  key.partition.push_back({.name = "pk", .type = "S"});
  if (rows.columns.size() > 2) key.sort.push_back({.name = "sk", .type = "S"});
  return plan;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Program program({reinterpret_cast<const char*>(data), size});
  const Table table(program);
  const SampledRows& rows = table.rows();
  for (const Column& column : rows.columns) {
    check_column(column, rows);
    check_suffixes(column, rows);
  }
  check_digests(rows);
  const KeyPlan plan = plan_of(rows);
  for (const EntityFact& fact : find_entity_collisions(plan, rows)) {
    require(fact.first_rows + fact.second_rows <= rows.rows);
  }
  for (const MixedFormatFact& fact : find_mixed_formats(plan, rows)) {
    require(!fact.kind.empty() && !fact.attribute.empty());
    require(fact.first_rows + fact.second_rows <= rows.rows);
  }
  return 0;
}
