#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "profile/analyses.h"
#include "profile/scalars.h"
#include "sketch/hash.h"

#include "source/text.h"

// Two spellings of one key value are two keys: a query for the one misses the items of the other.
// Proof is that both spellings of the same value occur, for several values; ids in which case
// matters do not meet by accident, unless they are short.

namespace ddblint {

namespace {

constexpr std::size_t kFewestPairs = 3;

std::string lower_case(std::string_view text) { return to_lower(text); }
std::string without_white_space(std::string_view text) { return std::string(trim(text)); }

/// Numbers without leading zeros, wherever they stand in the text.
std::string without_padding(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char before = i == 0 ? ' ' : text[i - 1];
    const bool inside = is_digit(before) || is_letter(before) || before == '.' || before == ',';
    if (!inside) {
      while (i + 1 < text.size() && text[i] == '0' && is_digit(text[i + 1])) ++i;
    }
    result.push_back(text[i]);
  }
  return result;
}

struct Spelling {
  std::string_view kind;
  std::string (*normalise)(std::string_view);
};
constexpr std::array<Spelling, 3> kSpellings = {
    {{"white space", without_white_space}, {"case", lower_case}, {"padding", without_padding}}};

/// Rows of each different value.
using Counts = std::unordered_map<std::string_view, std::uint64_t>;

bool has_both_cases(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_upper) &&
         std::any_of(text.begin(), text.end(), is_lower);
}

/// True when letters of both cases are usual in the values, as in generated ids.
bool cases_are_mixed(const std::vector<std::string_view>& values) {
  const auto mixed = std::count_if(values.begin(), values.end(), has_both_cases);
  return static_cast<std::size_t>(mixed) * 10 >= values.size();
}

/// True when two random texts of that size may well differ in case alone: n * n / 2 pairs of n
/// values meet with 36^-size each.
bool may_meet_by_chance(std::size_t size, std::size_t values) {
  double pairs = static_cast<double>(values) * static_cast<double>(values) / 2;
  for (std::size_t i = 0; i < size; ++i) pairs /= 36;
  return pairs > 1e-3;
}

/// True when no two of different texts are the same value. Equal values have equal hashes.
bool all_differ(const std::vector<std::string_view>& texts, const Spelling& spelling) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(texts.size());
  for (const std::string_view text : texts) hashes.push_back(hash_bytes(spelling.normalise(text)));
  std::ranges::sort(hashes);
  return std::ranges::adjacent_find(hashes) == hashes.end();
}

std::optional<MixedFormatFact> two_spellings(const Column& column, const Counts& counts,
                                             const std::vector<std::string_view>& order,
                                             const Spelling& spelling) {
  if (all_differ(order, spelling)) return std::nullopt;
  MixedFormatFact fact;
  std::unordered_map<std::string, std::string_view> first_of;
  std::size_t pairs = 0;
  const bool random_case = spelling.kind == "case" && cases_are_mixed(order);
  for (const std::string_view text : order) {
    const auto [it, fresh] = first_of.try_emplace(spelling.normalise(text), text);
    if (fresh) continue;
    if (random_case && may_meet_by_chance(text.size(), order.size())) continue;
    if (pairs++ == 0) {
      fact.attribute = column.name;
      fact.kind = spelling.kind;
      fact.first_example = it->second;
      fact.second_example = text;
    }
    fact.first_rows += counts.at(it->second);
    fact.second_rows += counts.at(text);
  }
  if (pairs < kFewestPairs) return std::nullopt;
  return fact;
}

void find_in(const Column& column, std::vector<MixedFormatFact>& facts) {
  Counts counts;
  std::vector<std::string_view> order;
  for (const auto& value : column.values) {
    // Numbers have no spelling: DynamoDB stores 7.0 and 7 as one.
    if (!value || value->type != ValueType::string || value->text.empty()) continue;
    const auto [it, fresh] = counts.try_emplace(value->text);
    ++it->second;
    if (fresh) order.push_back(value->text);
  }
  for (const Spelling& spelling : kSpellings) {
    if (auto fact = two_spellings(column, counts, order, spelling)) {
      facts.push_back(std::move(*fact));
    }
  }
}

}  // namespace

std::vector<MixedFormatFact> find_mixed_formats(const KeyPlan& plan, const SampledRows& rows) {
  std::set<std::string_view> seen;
  std::vector<MixedFormatFact> facts;
  for (const PlannedKey& key : plan.keys) {
    for (const auto* attributes : {&key.partition, &key.sort}) {
      for (const PlannedAttribute& attribute : *attributes) {
        const Column* column = rows.find(attribute.name);
        if (column != nullptr && seen.insert(attribute.name).second) find_in(*column, facts);
      }
    }
  }
  return facts;
}

}  // namespace ddblint
