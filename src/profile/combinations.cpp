// Attributes that would make a partition key together, found level by level as candidate keys are
// (Huhtala et al., TANE, 1999), on the sampled rows.
//
// Idea: a column becomes numbers, one for each distinct value; two columns joined become numbers
// again, so that a triple is a pair joined with a third. A combination is told when it is twice as
// even, or has twice as many values, as the best of its parts; without that it is the part that
// spreads. Nothing grows from a part that nearly every row has for its own, since nothing can be
// added to it, nor from a pair that is no better than its parts.
//
// Cost: at most kMostParts attributes, so 435 pairs, and kMostGrown pairs with each other
// attribute, each a pass over at most 10,000 rows with a table of 32,768 slots that stays in the
// cache. Tables and indexes with the same rows share the work.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "profile/row_sample.h"
#include "profile/summary.h"
#include "sketch/cardinality.h"
#include "sketch/hash.h"
#include "sketch/skew.h"

namespace ddblint {
namespace {

/// A key attribute is on every item of its table or index; a few stray items do not matter.
constexpr double kAlways = 0.99;
/// Distinct values of the rows from which on these show nothing more even.
constexpr double kNamesRows = 0.9;
/// Effective values an item where ten items have nine values: n (n-1) / (0.2 n).
constexpr double kNamesItems = 5;
/// How much more even, or more, than the best part.
constexpr double kMuchBetter = 2;
/// The longest partition key.
constexpr std::uint64_t kKeyBytes = 2048;
constexpr std::size_t kMostParts = 30;
/// Rows among which combinations are looked for; those that are told are measured on all.
constexpr std::size_t kFewRows = 2500;
constexpr std::size_t kMostGrown = 24;
constexpr std::size_t kMostPairs = 16;
constexpr std::size_t kMostTriples = 8;
constexpr std::uint16_t kMissing = std::numeric_limits<std::uint16_t>::max();

/// How rows fall on the values of something.
struct Spread {
  std::vector<std::uint32_t> counts;
  std::uint64_t rows = 0;
  /// 1 / the unbiased estimate of the sum of squared shares; infinite where no two rows are equal.
  double effective = 0;

  [[nodiscard]] auto distinct() const { return static_cast<double>(counts.size()); }
  [[nodiscard]] bool names_rows() const {
    return distinct() >= kNamesRows * static_cast<double>(rows);
  }
  /// A value names its item, of so many, and groups nothing.
  [[nodiscard]] bool names_items(double items) const { return effective >= kNamesItems * items; }
  /// Much better than something of so many values that is so even.
  [[nodiscard]] bool beats(double other_effective, double other_distinct) const {
    return effective >= kMuchBetter * other_effective || distinct() >= kMuchBetter * other_distinct;
  }
};

/// A column as numbers: equal where values are equal, kMissing where there is none.
struct Coded {
  std::vector<std::uint16_t> codes;
  Spread spread;
};

/// Gives numbers to the keys that it sees, in their order. One for many columns: a stamp tells what
/// stands from before, so that it is cleared seldom.
template <class Key>
class Numbering {
 public:
  void begin() {
    next_ = 0;
    if (++stamp_ != 0) return;
    std::ranges::fill(slots_, Slot{});
    stamp_ = 1;
  }
  std::uint16_t number(Key key) {
    // Fibonacci hashing (Knuth 6.4): pairs of small numbers, or hashes already.
    for (std::size_t at = (key * 0x9e3779b97f4a7c15ULL) >> 50U;; at = (at + 1) % kSlots) {
      Slot& slot = slots_[at];
      if (slot.stamp != stamp_) {
        slot = {.key = key, .stamp = stamp_, .number = next_};
        return next_++;
      }
      if (slot.key == key) return slot.number;
    }
  }

 private:
  /// Small enough for the second cache; never more than two thirds full.
  static constexpr std::size_t kSlots = 16'384;  // 64 - 50 bits
  static_assert(RowSample::kMostRows < 2 * kSlots / 3 && RowSample::kMostRows < kMissing);
  struct Slot {
    Key key = 0;
    std::uint16_t stamp = 0;
    std::uint16_t number = 0;
  };
  std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
  std::uint16_t stamp_ = 0;
  std::uint16_t next_ = 0;
};

/// Numbers `rows` things by `key_of` (nothing: it is missing) and counts them.
template <class Key, class KeyOf>
Coded code(Numbering<Key>& numbering, std::size_t rows, KeyOf key_of) {
  Coded coded;
  coded.codes.reserve(rows);
  Spread& spread = coded.spread;
  spread.counts.reserve(rows);
  numbering.begin();
  for (std::size_t i = 0; i < rows; ++i) {
    const std::optional<Key> key = key_of(i);
    if (!key) {
      coded.codes.push_back(kMissing);
      continue;
    }
    const std::uint16_t number = numbering.number(*key);
    if (number == spread.counts.size()) spread.counts.push_back(0);
    ++spread.counts[number];
    ++spread.rows;
    coded.codes.push_back(number);
  }
  std::uint64_t squares = 0;
  for (const std::uint64_t count : spread.counts) squares += count * count;
  const auto n = static_cast<double>(spread.rows);
  spread.effective = squares > spread.rows
                         ? n * (n - 1) / static_cast<double>(squares - spread.rows)
                         : std::numeric_limits<double>::infinity();
  return coded;
}

using Pairing = Numbering<std::uint32_t>;

Coded join(Pairing& pairing, const Coded& one, const Coded& other) {
  return code(pairing, one.codes.size(), [&](std::size_t i) -> std::optional<std::uint32_t> {
    if (one.codes[i] == kMissing || other.codes[i] == kMissing) return std::nullopt;
    return (std::uint32_t{one.codes[i]} << 16U) | other.codes[i];
  });
}

/// An attribute that could be part of a key.
struct Part {
  std::string_view name;
  /// Over all rows, and over those that combinations are looked for in.
  Coded all;
  Coded few;
};

/// Two or three parts, by their places, with what they make together.
struct Joined {
  std::array<std::size_t, 3> parts{};
  std::size_t size = 2;
  Spread spread;
};

/// What is kept of every pair, to measure triples by.
struct PairSpread {
  double effective = 0;
  double distinct = 0;
};

/// What can be made of the columns of one set of rows.
class Lattice {
 public:
  /// `own` are the attributes that keys have now; they come before others.
  Lattice(const SampledRows& rows, const std::vector<std::uint32_t>& chosen,
          const std::set<std::string_view>& own, const TableProfile& profile);

  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  [[nodiscard]] const std::vector<Joined>& found() const { return found_; }
  /// How all rows fall on what was found among a few.
  [[nodiscard]] Spread measure(const Joined& joined) {
    Coded coded = join(pairing_, parts_[joined.parts[0]].all, parts_[joined.parts[1]].all);
    if (joined.size == 3) coded = join(pairing_, coded, parts_[joined.parts[2]].all);
    return std::move(coded.spread);
  }

 private:
  void add_pairs();
  void add_triples(const std::set<std::string_view>& own);
  [[nodiscard]] std::size_t place(std::size_t one, std::size_t other) const {
    return std::min(one, other) * parts_.size() + std::max(one, other);
  }

  Pairing pairing_;
  std::vector<Part> parts_;
  /// Of all pairs, by place().
  std::vector<PairSpread> pairs_;
  std::vector<Joined> found_;
};

bool could_be_key(const TableProfile& profile, std::string_view name) {
  const AttributeProfile* attribute = profile.attribute(name);
  if (attribute == nullptr || attribute->largest > kKeyBytes) return false;
  const auto of = [attribute](ValueType type) {
    return attribute->types.at(static_cast<std::size_t>(type));
  };
  // A key has one type; others are refused.
  const auto most = std::max({of(ValueType::string), of(ValueType::number), of(ValueType::binary)});
  return static_cast<double>(most) >= kAlways * static_cast<double>(attribute->present);
}

Lattice::Lattice(const SampledRows& rows, const std::vector<std::uint32_t>& chosen,
                 const std::set<std::string_view>& own, const TableProfile& profile) {
  Numbering<std::uint64_t> numbering;
  for (const Column& column : rows.columns) {
    if (!could_be_key(profile, column.name)) continue;
    Coded coded = code(numbering, chosen.size(), [&](std::size_t i) {
      const auto& value = column.values[chosen[i]];
      return value ? std::optional(hash_bytes(value->text, static_cast<std::uint64_t>(value->type)))
                   : std::nullopt;
    });
    const bool always =
        static_cast<double>(coded.spread.rows) >= kAlways * static_cast<double>(chosen.size());
    if (!always || coded.spread.counts.size() < 2 || coded.spread.names_rows()) continue;
    parts_.push_back({.name = column.name, .all = std::move(coded), .few = {}});
  }
  std::ranges::sort(parts_, {}, [&own](const Part& part) {
    return std::tuple(!own.contains(part.name), -part.all.spread.effective, part.name);
  });
  if (parts_.size() > kMostParts) parts_.resize(kMostParts);
  const std::size_t step = (chosen.size() + kFewRows - 1) / kFewRows;
  for (Part& part : parts_) {
    part.few = code(pairing_, chosen.size() / step, [&](std::size_t i) {
      const std::uint16_t each = part.all.codes[i * step];
      return each == kMissing ? std::nullopt : std::optional(std::uint32_t{each});
    });
  }
  add_pairs();
  add_triples(own);
}

void Lattice::add_pairs() {
  pairs_.resize(parts_.size() * parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Spread& one = parts_[i].few.spread;
    for (std::size_t j = i + 1; j < parts_.size(); ++j) {
      const Spread& other = parts_[j].few.spread;
      Spread both = join(pairing_, parts_[i].few, parts_[j].few).spread;
      pairs_[place(i, j)] = {.effective = both.effective, .distinct = both.distinct()};
      if (both.beats(std::max(one.effective, other.effective),
                     std::max(one.distinct(), other.distinct()))) {
        found_.push_back({.parts = {i, j, 0}, .size = 2, .spread = std::move(both)});
      }
    }
  }
}

void Lattice::add_triples(const std::set<std::string_view>& own) {
  std::vector<std::pair<std::size_t, std::size_t>> grown;
  std::vector<const Joined*> order;
  for (const Joined& pair : found_) {
    if (!pair.spread.names_rows()) order.push_back(&pair);
  }
  std::ranges::sort(order, {}, [&](const Joined* pair) {
    const bool extends =
        own.contains(parts_[pair->parts[0]].name) || own.contains(parts_[pair->parts[1]].name);
    return std::tuple(!extends, -pair->spread.effective, pair->parts);
  });
  if (order.size() > kMostGrown) order.resize(kMostGrown);
  grown.reserve(order.size());
  for (const Joined* pair : order) grown.emplace_back(pair->parts[0], pair->parts[1]);

  std::set<std::array<std::size_t, 3>> tried;
  for (const auto& [one, other] : grown) {
    const Coded both = join(pairing_, parts_[one].few, parts_[other].few);
    for (std::size_t third = 0; third < parts_.size(); ++third) {
      std::array parts{one, other, third};
      std::ranges::sort(parts);
      if (third == one || third == other || !tried.insert(parts).second) continue;
      Spread all = join(pairing_, both, parts_[third].few).spread;
      const auto best = [&](auto member) {
        return std::max({pairs_[place(one, other)].*member, pairs_[place(one, third)].*member,
                         pairs_[place(other, third)].*member});
      };
      if (all.beats(best(&PairSpread::effective), best(&PairSpread::distinct))) {
        found_.push_back({.parts = parts, .size = 3, .spread = std::move(all)});
      }
    }
  }
}

bool is_of_type(const SampledValue& value, std::string_view type) {
  return type.empty() || (type == "S" && value.type == ValueType::string) ||
         (type == "N" && value.type == ValueType::number) ||
         (type == "B" && value.type == ValueType::binary);
}

std::vector<std::uint32_t> rows_of(const SampledRows& rows, const PlannedKey& key) {
  std::vector<std::pair<const Column*, std::string_view>> columns;
  for (const auto* attributes : {&key.partition, &key.sort}) {
    for (const auto& attribute : *attributes) {
      columns.emplace_back(rows.find(attribute.name), attribute.type);
    }
  }
  std::vector<std::uint32_t> chosen;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const bool whole = std::ranges::all_of(columns, [i](const auto& column) {
      return column.first != nullptr && column.first->values[i] &&
             is_of_type(*column.first->values[i], column.second);
    });
    if (whole) chosen.push_back(static_cast<std::uint32_t>(i));
  }
  return chosen;
}

/// What is told of the combinations for one table or index.
class Told {
 public:
  Told(Lattice& lattice, const KeyProfile& key, const SampledRows& rows,
       const TableProfile& profile)
      : lattice_(lattice), key_(key), rows_(rows), profile_(profile) {}

  [[nodiscard]] std::vector<CombinationProfile> of_size(std::size_t size, std::size_t most) const;

 private:
  [[nodiscard]] bool contains(const Joined& joined,
                              const std::vector<PlannedAttribute>& wanted) const;
  [[nodiscard]] CombinationProfile profile_of(const Joined& joined) const;
  /// Items of the table or index; infinite where the size of a sampled table is not known.
  [[nodiscard]] double table_items() const;
  [[nodiscard]] Estimate distinct_of(const CombinationProfile& combination) const;

  Lattice& lattice_;
  const KeyProfile& key_;
  const SampledRows& rows_;
  const TableProfile& profile_;
};

bool Told::contains(const Joined& joined, const std::vector<PlannedAttribute>& wanted) const {
  return std::ranges::all_of(wanted, [&](const PlannedAttribute& one) {
    for (std::size_t i = 0; i < joined.size; ++i) {
      if (lattice_.parts()[joined.parts.at(i)].name == one.name) return true;
    }
    return false;
  });
}

// The key's own attributes first, because its reads know them; then the most even. What names each
// item comes last: it is no group that a query could ask for.
std::vector<CombinationProfile> Told::of_size(std::size_t size, std::size_t most) const {
  const PlannedKey& key = key_.key;
  std::vector<std::pair<const Joined*, bool>> order;
  for (const Joined& joined : lattice_.found()) {
    if (joined.size != size) continue;
    const bool extends = contains(joined, key.partition);
    // The primary key itself, or more than it: one item each, by definition.
    if (key.index.empty() && extends && !key.sort.empty() && contains(joined, key.sort)) continue;
    order.emplace_back(&joined, extends);
  }
  const double items = table_items();
  std::ranges::sort(order, {}, [items](const auto& entry) {
    const auto& [joined, extends] = entry;
    return std::tuple(joined->spread.names_items(items), !extends, -joined->spread.effective,
                      joined->parts);
  });
  if (order.size() > most) order.resize(most);
  std::vector<CombinationProfile> told;
  told.reserve(order.size());
  for (const auto& [joined, extends] : order) {
    told.push_back(profile_of(*joined));
    told.back().extends_key = extends;
  }
  return told;
}

CombinationProfile Told::profile_of(const Joined& joined) const {
  CombinationProfile combination;
  combination.index = key_.key.index;
  combination.items = key_.items;
  for (std::size_t i = 0; i < joined.size; ++i) {
    combination.attributes.emplace_back(lattice_.parts()[joined.parts.at(i)].name);
    const AttributeProfile* attribute = profile_.attribute(combination.attributes.back());
    combination.items = std::min(combination.items, attribute->present);
  }
  std::ranges::sort(combination.attributes);
  const Spread spread = lattice_.measure(joined);
  combination.names_items = spread.names_items(table_items());
  combination.counts.rows = spread.rows;
  combination.counts.distinct = spread.counts.size();
  for (const std::uint32_t count : spread.counts) {
    if (count == 1) ++combination.counts.once;
    if (count == 2) ++combination.counts.twice;
  }
  const bool sampled = rows_.rows < rows_.items || profile_.source.sampled();
  const Skew skew = measure_skew(spread.counts, sampled);
  combination.hottest_share = skew.hottest_share;
  combination.effective_keys = skew.effective_values;
  combination.distinct =
      sampled ? distinct_of(combination) : Estimate::counted(combination.counts.distinct);
  return combination;
}

double Told::table_items() const {
  const ProfileSource& source = profile_.source;
  const auto items = static_cast<double>(key_.items);
  if (!source.sampled()) return items;
  if (!source.population || source.items == 0) return std::numeric_limits<double>::infinity();
  return items * static_cast<double>(*source.population) / static_cast<double>(source.items);
}

// At least what was seen, at most an item each, and no more than the product of the parts' values,
// which the whole data were counted for.
Estimate Told::distinct_of(const CombinationProfile& combination) const {
  const ProfileSource& source = profile_.source;
  double most = 1;
  for (const std::string& name : combination.attributes) {
    most *= profile_.attribute(name)->distinct.high;
  }
  std::optional<std::uint64_t> population;
  if (std::isfinite(table_items())) {
    population = static_cast<std::uint64_t>(std::llround(table_items()));
  }
  Estimate distinct = estimate_distinct(combination.counts, population);
  distinct.high = std::max(std::min(distinct.high, most), distinct.low);
  distinct.value = std::min(distinct.value, distinct.high);
  const bool uniform = !source.sampled() || source.drawn == Drawn::random;
  if (!uniform) distinct.value = distinct.low;
  return distinct;
}

}  // namespace

std::vector<CombinationProfile> find_combinations(const SampledRows& rows,
                                                  const TableProfile& profile) {
  // By their rows: most indexes hold every item.
  std::map<std::vector<std::uint32_t>, std::vector<const KeyProfile*>> by_rows;
  for (const KeyProfile& key : profile.keys) {
    if (!key.key.local) by_rows[rows_of(rows, key.key)].push_back(&key);
  }
  std::map<const KeyProfile*, std::vector<CombinationProfile>> told;
  for (const auto& [chosen, keys] : by_rows) {
    if (chosen.size() < 2) continue;
    std::set<std::string_view> own;
    for (const KeyProfile* key : keys) {
      for (const auto& attribute : key->key.partition) own.insert(attribute.name);
    }
    Lattice lattice(rows, chosen, own, profile);
    for (const KeyProfile* key : keys) {
      const Told of(lattice, *key, rows, profile);
      told[key] = of.of_size(2, kMostPairs);
      std::ranges::move(of.of_size(3, kMostTriples), std::back_inserter(told[key]));
    }
  }
  std::vector<CombinationProfile> all;
  for (const KeyProfile& key : profile.keys) {
    std::ranges::move(told[&key], std::back_inserter(all));
  }
  return all;
}

}  // namespace ddblint
