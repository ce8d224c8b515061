#include <algorithm>
#include <map>
#include <set>

#include "profile/analyses.h"
#include "profile/digest_search.h"
#include "profile/scalars.h"
#include "profile/shard_spread.h"
#include "profile/times.h"

// A number beside a separator is a shard only with evidence, for dates, versions, prices, lines of
// orders and rooms have one, too. Either its function is recognised on the rows; or a word says so
// (`shard-7`); or the items of each logical key scatter over the same numbers as random choice
// makes them, neither more (people, products) nor less (lines of an order, one reading a room).

namespace ddblint {

namespace {

constexpr std::uint64_t kGreatest = 9999;
constexpr double kNearlyAll = 0.98;
constexpr std::string_view kSeparators = ".#-_:|/";
const std::vector<std::string_view> kMarkers = {"shard",    "shards",    "sharded", "bucket",
                                                "bucketed", "partition", "slot"};

struct Cut {
  std::string_view logical;
  std::uint64_t number = 0;
};

/// Where the number stands.
struct Place {
  char separator = '.';
  bool leading = false;
};

std::optional<Cut> cut(std::string_view text, const Place& place) {
  const std::size_t at = place.leading ? text.find(place.separator) : text.rfind(place.separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view head = text.substr(0, at);
  const std::string_view tail = text.substr(at + 1);
  const std::string_view digits = place.leading ? head : tail;
  const std::string_view logical = place.leading ? tail : head;
  if (logical.empty() || !all_digits(digits) || digits.size() > 5) return std::nullopt;
  return Cut{.logical = logical, .number = static_cast<std::uint64_t>(*read_integer(digits))};
}

std::string_view last_segment(std::string_view text) {
  const std::size_t at = text.find_last_of(kSeparators);
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

/// `EVENTS#shard` without the word, if it is one that says what the number is.
std::optional<std::string_view> without_marker(std::string_view logical) {
  const std::string_view segment = last_segment(logical);
  if (!name_has_word(segment, kMarkers)) return std::nullopt;
  logical.remove_suffix(segment.size());
  while (!logical.empty() && is_separator(logical.back())) logical.remove_suffix(1);
  return logical;
}

/// Items of one logical key by its numbers.
struct Logical {
  std::uint64_t items = 0;
  std::map<std::uint64_t, std::uint64_t> numbers;
};

struct Grouped {
  Place place;
  std::map<std::string_view, Logical> logical{};
  std::uint64_t items = 0;
  std::uint64_t least = UINT64_MAX;
  std::uint64_t greatest = 0;
  std::set<std::uint64_t> numbers{};
  /// A word before each number says that it is a shard.
  bool marked = true;

  [[nodiscard]] std::uint64_t span() const { return greatest - least + 1; }
};

/// Addresses, decimals, dates and times: their last number belongs to them.
bool is_of_one_piece(std::string_view text, std::string_view logical, bool leading) {
  // What a leading number stands before may be a time by itself.
  if (leading ? read_time(text).has_value() : ends_in_time(text)) return true;
  if (std::count(text.begin(), text.end(), '.') == 3 &&
      text.find_first_not_of("0123456789.") == std::string_view::npos) {
    return true;
  }
  // 19.99, 1.2, 3/4, 555-0100: two numbers and nothing else; but 20140709.7 has a day in it.
  return all_digits(logical) && logical.size() < 5;
}

std::optional<Grouped> group(std::span<const KeyCount> keys, const Place& place) {
  constexpr std::size_t kGlance = 64;
  Grouped grouped{.place = place};
  std::uint64_t all = 0;
  std::uint64_t of_one_piece = 0;
  std::size_t looked_at = 0;
  for (const KeyCount& key : keys) {
    all += key.items;
    if (++looked_at == kGlance && grouped.items == 0) return std::nullopt;
    const auto found = cut(key.text, place);
    if (!found || found->number > kGreatest) continue;
    if (is_of_one_piece(key.text, found->logical, place.leading)) of_one_piece += key.items;
    const auto bare = place.leading ? std::nullopt : without_marker(found->logical);
    grouped.marked = grouped.marked && bare.has_value();
    Logical& logical = grouped.logical[bare.value_or(found->logical)];
    logical.items += key.items;
    logical.numbers[found->number] += key.items;
    grouped.items += key.items;
    grouped.least = std::min(grouped.least, found->number);
    grouped.greatest = std::max(grouped.greatest, found->number);
    grouped.numbers.insert(found->number);
  }
  const auto nearly_all = kNearlyAll * static_cast<double>(all);
  if (grouped.items == 0 || static_cast<double>(grouped.items) < nearly_all) return std::nullopt;
  if (of_one_piece * 2 > grouped.items) return std::nullopt;
  return grouped;
}

bool all_logical_keys(const Grouped& grouped, bool (*is)(std::string_view)) {
  return std::all_of(grouped.logical.begin(), grouped.logical.end(),
                     [&](const auto& entry) { return is(entry.first); });
}

bool is_time(std::string_view text) { return read_time(last_segment(text)) || ends_in_time(text); }
bool is_year(std::string_view text) {
  const auto time = read_time(last_segment(text));
  return time && time->format == TimeFormat::year;
}

/// Hours and minutes behind a date, months, weeks and days behind a year.
bool is_part_of_time(const Grouped& grouped) {
  if (all_logical_keys(grouped, is_year) && grouped.greatest <= 366) return true;
  const bool clock = grouped.greatest == 23 || grouped.greatest == 59;
  return clock && grouped.least == 0 && all_logical_keys(grouped, is_time);
}

/// Few logical keys with several numbers each.
bool has_structure(const Grouped& grouped) {
  constexpr std::uint64_t kItemsPerLogicalKey = 2;
  if (grouped.numbers.size() < 2 || is_part_of_time(grouped)) return false;
  if (grouped.items < kItemsPerLogicalKey * grouped.logical.size()) return false;
  std::uint64_t in_several = 0;
  for (const auto& [key, logical] : grouped.logical) {
    if (logical.numbers.size() > 1) in_several += logical.items;
  }
  return in_several * 10 >= grouped.items * 8;
}

/// An entity's name before the number, in a longer key: TENANT#5#USER#17.
bool ends_in_a_name(std::string_view logical) {
  const std::string_view segment = last_segment(logical);
  return segment.size() < logical.size() && segment.size() > 1 &&
         std::all_of(segment.begin(), segment.end(), is_letter);
}

std::vector<std::uint64_t> counts_of(const Logical& logical, const Grouped& grouped,
                                     bool complete) {
  std::vector<std::uint64_t> counts;
  if (!complete) {
    for (const auto& [number, items] : logical.numbers) counts.push_back(items);
    return counts;
  }
  counts.resize(grouped.span());
  for (const auto& [number, items] : logical.numbers) counts[number - grouped.least] = items;
  return counts;
}

/// All logical keys together, by number.
std::vector<std::uint64_t> pooled_counts(const Grouped& grouped) {
  std::vector<std::uint64_t> counts(grouped.span());
  for (const auto& [key, logical] : grouped.logical) {
    for (const auto& [number, items] : logical.numbers) counts[number - grouped.least] += items;
  }
  return counts;
}

/// Random choice among the same numbers for every logical key. Where only some of the keys are
/// known, the counts of those stand for all if none is so small that it might be missing by itself.
bool chosen_at_random(const Grouped& grouped, const Grouped& rows, bool complete) {
  constexpr std::size_t kFewestLogicalKeys = 3;
  constexpr double kSmallestMean = 5;
  if (grouped.numbers.size() * 10 < grouped.span() * 9 || grouped.items < 5 * grouped.span()) {
    return false;
  }
  const bool times = all_logical_keys(grouped, is_time);
  if (!times && grouped.logical.size() < kFewestLogicalKeys) return false;
  if (!times && all_logical_keys(grouped, ends_in_a_name)) return false;
  Scatter within;
  for (const auto& [key, logical] : grouped.logical) {
    const auto numbers = static_cast<double>(logical.numbers.size());
    if (!complete && static_cast<double>(logical.items) < kSmallestMean * numbers) continue;
    within.add(counts_of(logical, grouped, complete));
  }
  Scatter together;
  together.add(pooled_counts(complete ? grouped : rows));
  return within.is_random_choice() && !together.is_uneven();
}

/// The numbers of the sampled rows as what a function may have made.
std::optional<DigestProof> function_of(const Place& place, std::string_view attribute,
                                       const SampledRows& rows) {
  DigestTarget target{.encoding = DigestEncoding::residue};
  const auto column = std::find_if(rows.columns.begin(), rows.columns.end(),
                                   [&](const Column& c) { return c.name == attribute; });
  if (column == rows.columns.end()) return std::nullopt;
  target.column = static_cast<std::size_t>(column - rows.columns.begin());
  target.least = UINT64_MAX;
  target.values.resize(rows.rows);
  for (std::size_t row = 0; row < rows.rows; ++row) {
    const auto& value = column->values[row];
    const auto found = value ? cut(value->text, place) : std::nullopt;
    if (!found || found->number > kGreatest) continue;
    target.values[row] = TargetValue{.number = {.magnitude = found->number}};
    target.least = std::min(target.least, found->number);
    target.greatest = std::max(target.greatest, found->number);
  }
  if (target.greatest == 0) return std::nullopt;
  auto proofs = search_digests(std::span(&target, 1), rows);
  if (proofs.empty()) return std::nullopt;
  return std::move(proofs.front());
}

/// The sampled rows as keys of one item each.
std::vector<KeyCount> keys_of_rows(std::string_view attribute, const SampledRows& rows) {
  std::vector<KeyCount> keys;
  const Column* column = rows.find(attribute);
  if (column == nullptr) return keys;
  for (const auto& value : column->values) {
    if (value && !value->text.empty()) keys.push_back({.text = value->text, .items = 1});
  }
  return keys;
}

/// The spread over the shards: of the logical keys with at least 100 items a shard, each for
/// itself, or of all together.
void measure_spread(ShardSuffixFact& fact, const Grouped& grouped) {
  constexpr std::uint64_t kItemsPerShard = 100;
  const auto widen = [&](std::vector<std::uint64_t> counts) {
    const std::uint64_t first = grouped.least - static_cast<std::uint64_t>(fact.lowest);
    counts.insert(counts.begin(), first, 0);
    counts.resize(std::max<std::size_t>(counts.size(), fact.shards));
    return counts;
  };
  double hottest = 0;
  double effective = 0;
  double items = 0;
  for (const auto& [key, logical] : grouped.logical) {
    if (logical.items < kItemsPerShard * fact.shards) continue;
    const ShardSpread spread = spread_of(widen(counts_of(logical, grouped, true)));
    const auto weight = static_cast<double>(spread.items);
    hottest += spread.hottest_share * weight;
    effective += spread.effective_shards * weight;
    items += weight;
    fact.rows += spread.items;
  }
  if (items > 0) {
    fact.hottest_share = hottest / items;
    fact.effective_shards = effective / items;
    return;
  }
  const ShardSpread spread = spread_of(widen(pooled_counts(grouped)));
  fact.hottest_share = spread.hottest_share;
  fact.effective_shards = spread.effective_shards;
  fact.rows = spread.items;
}

double median_items(const Grouped& grouped) {
  std::vector<std::uint64_t> items;
  items.reserve(grouped.logical.size());
  for (const auto& [key, logical] : grouped.logical) items.push_back(logical.items);
  const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
  std::nth_element(items.begin(), middle, items.end());
  return static_cast<double>(*middle);
}

/// The attribute to calculate a shard from: the one that is used now if it has many values, else
/// the one with the most.
const Column* best_input(const ShardSuffixFact& fact, const SampledRows& rows) {
  const Column* best = nullptr;
  for (const Column& column : rows.columns) {
    if (column.name == fact.attribute) continue;
    std::size_t present = 0;
    for (const auto& value : column.values) {
      const bool usable = value && !value->text.empty() &&
                          (value->type == ValueType::string || value->type == ValueType::number);
      if (usable && value->text.size() <= 256) ++present;
    }
    if (present * 100 < rows.rows * 99 || present == 0) continue;
    if (column.distinct < 10 * static_cast<double>(fact.shards)) continue;
    if (!fact.of.empty() && column.name == fact.of.front()) return &column;
    if (best == nullptr || column.distinct > best->distinct) best = &column;
  }
  return best;
}

void suggest(ShardSuffixFact& fact, const SampledRows& rows) {
  const Column* input = best_input(fact, rows);
  if (input == nullptr || fact.shards < 2) return;
  for (const std::string_view name : {"crc32", "fnv1a_32", "xxh64"}) {
    std::vector<std::uint64_t> counts(fact.shards);
    for (const auto& value : input->values) {
      if (!value) continue;
      const Digest digest = digest_function(name)->compute(value->text);
      ++counts[*residue_of(digest, 0, fact.shards)];
    }
    const ShardSpread spread = spread_of(counts);
    if (spread.effective_shards < 0.9 * static_cast<double>(fact.shards)) continue;
    fact.better_function = name;
    fact.better_of = input->name;
    fact.better_hottest_share = spread.hottest_share;
    return;
  }
}

bool is_complete(const Grouped& grouped, std::string_view attribute, const SampledRows& rows) {
  const Column* column = rows.find(attribute);
  const std::uint64_t items = column != nullptr ? column->present : rows.items;
  return static_cast<double>(grouped.items) >= 0.95 * static_cast<double>(items);
}

std::optional<ShardSuffixFact> judge(std::string_view attribute, const Grouped& grouped,
                                     const SampledRows& rows) {
  const bool complete = is_complete(grouped, attribute, rows);
  const std::vector<KeyCount> row_keys = keys_of_rows(attribute, rows);
  const auto of_rows = group(row_keys, grouped.place);
  const Grouped& sampled = of_rows ? *of_rows : grouped;
  const auto proof = function_of(grouped.place, attribute, rows);
  const bool named = grouped.marked || name_has_word(attribute, kMarkers);
  if (!proof) {
    // Shards are counted from 0 or 1; only a function may leave the first ones empty.
    if (grouped.least > 1) return std::nullopt;
    if (!named && !chosen_at_random(grouped, sampled, complete)) return std::nullopt;
  }

  ShardSuffixFact fact{.attribute = std::string(attribute),
                       .separator = std::string(1, grouped.place.separator),
                       .leading = grouped.place.leading,
                       .logical_keys = grouped.logical.size(),
                       .shards = grouped.span(),
                       .lowest = static_cast<std::int64_t>(grouped.least),
                       .median_items = median_items(grouped)};
  if (proof) {
    fact.function = proof->function;
    for (const std::size_t column : proof->of) fact.of.emplace_back(rows.columns[column].name);
    fact.matched = proof->matched;
    fact.tested = proof->tested;
    fact.shards = proof->modulus;
    fact.lowest = static_cast<std::int64_t>(proof->lowest);
  }
  measure_spread(fact, complete ? grouped : sampled);
  suggest(fact, rows);
  return fact;
}

}  // namespace

std::optional<ShardSuffixFact> find_shard_suffix(std::string_view attribute,
                                                 std::span<const KeyCount> keys,
                                                 const SampledRows& rows) {
  std::optional<ShardSuffixFact> best;
  for (const bool leading : {false, true}) {
    for (const char separator : kSeparators) {
      const auto grouped = group(keys, {.separator = separator, .leading = leading});
      if (!grouped || !has_structure(*grouped)) continue;
      auto fact = judge(attribute, *grouped, rows);
      if (!fact) continue;
      // A recognised function is the strongest evidence.
      if (!fact->function.empty()) return fact;
      if (!best) best = std::move(fact);
    }
  }
  return best;
}

}  // namespace ddblint
