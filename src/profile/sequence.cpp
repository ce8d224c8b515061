#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>

#include "profile/analyses.h"
#include "profile/identifiers.h"
#include "profile/order.h"
#include "profile/scalars.h"
#include "profile/times.h"

// Sequences told from other integers. An engine gives each row the next number, so the numbers are
// unique and fill their range; random numbers leave it empty, and numbers of other things (foreign
// keys) repeat. Of a sample, the range is that of the German tank problem: k distinct numbers over
// a span S come from about S * (k + 1) / (k - 1) numbers (Goodman 1952). Caches leave gaps, several
// instances leave a few dense blocks, INCREMENT BY leaves a lattice. Order alone proves nothing: a
// dump stands in the order of its key, whatever the key.

namespace ddblint {

namespace {

constexpr std::size_t kFewestRows = 20;
constexpr double kUniqueInSample = 0.999;
/// Whole-data counts are estimates with up to 1 % error.
constexpr double kUniqueInData = 0.97;
constexpr double kSparsest = 0.2;
constexpr double kDensest = 1.05;
constexpr double kDense = 0.9;
/// Numbers with gaps keep to the order in which they were given out, where an order is known;
/// telephone numbers and codes out of a block do not.
constexpr double kLeastOrder = 0.5;
constexpr std::size_t kMostTemplates = 16;
constexpr std::size_t kMostBlocks = 64;
constexpr std::uint64_t kMostExceptionsPercent = 1;

/// Numbers that are given out by others, or are measures: never called sequences.
const std::vector<std::string_view> kOtherNumbers = {
    "phone",     "mobile",   "fax",        "tel",   "telephone", "msisdn",   "zip",     "zipcode",
    "postal",    "postcode", "postalcode", "plz",   "ean",       "gtin",     "upc",     "isbn",
    "barcode",   "imei",     "iban",       "ssn",   "vat",       "year",     "age",     "price",
    "amount",    "total",    "quantity",   "qty",   "lat",       "latitude", "lon",     "lng",
    "longitude", "size",     "length",     "width", "height",    "weight",   "balance", "score"};

/// A text cut at its last run of digits.
struct Numbered {
  std::string_view before;
  std::int64_t number = 0;
  std::size_t width = 0;
};

bool is_punctuation(char c) { return !is_digit(c) && !is_letter(c); }

/// Digits, punctuation and nothing else before the number: telephone numbers, ISBN, addresses,
/// decimals, dates.
bool digits_in_groups(std::string_view before) {
  const bool digits = std::any_of(before.begin(), before.end(), is_digit);
  const bool letters = std::any_of(before.begin(), before.end(), is_letter);
  return (digits && !letters) || before.ends_with('+') || before.ends_with("(");
}

std::optional<Numbered> cut(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  const std::string_view digits = text.substr(begin);
  std::string_view before = text.substr(0, begin);
  if (digits.empty() || digits.size() > 19 || digits_in_groups(before)) return std::nullopt;
  // 1.5 and 1e5 are numbers of another kind; a minus alone is a sign.
  const bool fraction = before.size() > 1 && before.back() == '.' && is_digit(before[begin - 2]);
  if (fraction || before == "-") return std::nullopt;
  const auto number = read_integer(digits);
  if (!number) return std::nullopt;
  return Numbered{.before = before, .number = *number, .width = digits.size()};
}

/// The numbers behind one beginning.
struct Family {
  std::vector<std::int64_t> numbers;
  std::size_t least_width = SIZE_MAX;
};

struct Numbers {
  std::string prefix;
  /// One of each row, in the order of the rows; nothing where a row is not of the form.
  std::vector<std::optional<std::int64_t>> of_rows;
  std::vector<Family> families;
  std::uint64_t rows = 0;
  std::uint64_t exceptions = 0;
};

/// A year between the parts of a prefix, or letters: what several counters side by side may differ
/// in.
bool may_differ_in(std::string_view part) {
  if (all_digits(part)) return part.size() == 4 && part >= "1970" && part < "2070";
  return std::all_of(part.begin(), part.end(),
                     [](char c) { return is_letter(c) || is_punctuation(c); });
}

/// Several counters are believed only with long numbers behind beginnings that differ in a year or
/// in letters.
bool believable_families(const std::map<std::string_view, Family>& families,
                         std::string_view common) {
  if (families.size() <= 1) return true;
  return std::all_of(families.begin(), families.end(), [&](const auto& entry) {
    std::string_view part = entry.first.substr(std::min(common.size(), entry.first.size()));
    while (!part.empty() && is_punctuation(part.back())) part.remove_suffix(1);
    return entry.second.least_width >= 4 && entry.second.numbers.size() >= kFewestRows &&
           may_differ_in(part);
  });
}

/// What all beginnings begin with, not cutting a year in two.
std::string_view common_beginning(const std::map<std::string_view, Family>& families) {
  std::vector<std::string_view> beginnings;
  beginnings.reserve(families.size());
  for (const auto& [before, family] : families) beginnings.push_back(before);
  std::string_view common = common_prefix(beginnings);
  if (beginnings.size() == 1) return common;
  while (!common.empty() && !is_punctuation(common.back())) common.remove_suffix(1);
  return common;
}

std::optional<Numbers> numbers_of(const Column& column) {
  Numbers found;
  found.of_rows.resize(column.values.size());
  std::map<std::string_view, Family> families;
  for (std::size_t row = 0; row < column.values.size(); ++row) {
    const auto& value = column.values[row];
    if (!value || value->type == ValueType::null) continue;
    ++found.rows;
    const bool readable = value->type == ValueType::string || value->type == ValueType::number;
    const auto numbered = readable ? cut(value->text) : std::nullopt;
    if (!numbered) {
      ++found.exceptions;
      // A column of other texts is left early.
      if (found.exceptions == 64 && found.rows == 64) return std::nullopt;
      continue;
    }
    found.of_rows[row] = numbered->number;
    Family& family = families[numbered->before];
    family.numbers.push_back(numbered->number);
    family.least_width = std::min(family.least_width, numbered->width);
    if (families.size() > kMostTemplates * 4) return std::nullopt;
  }
  // Beginnings of a few rows are exceptions.
  for (auto it = families.begin(); it != families.end();) {
    const bool stray = it->second.numbers.size() * 1000 < found.rows;
    if (stray) found.exceptions += it->second.numbers.size();
    it = stray ? families.erase(it) : std::next(it);
  }
  if (families.empty() || families.size() > kMostTemplates) return std::nullopt;
  if (found.exceptions * 100 > found.rows * kMostExceptionsPercent) return std::nullopt;
  const std::string_view common = common_beginning(families);
  if (!believable_families(families, common)) return std::nullopt;
  found.prefix = common;
  for (auto& [before, family] : families) found.families.push_back(std::move(family));
  return found;
}

bool is_unique(const Column& column, std::vector<Family>& families) {
  std::size_t all = 0;
  std::size_t distinct = 0;
  for (Family& family : families) {
    all += family.numbers.size();
    std::sort(family.numbers.begin(), family.numbers.end());
    family.numbers.erase(std::unique(family.numbers.begin(), family.numbers.end()),
                         family.numbers.end());
    distinct += family.numbers.size();
  }
  if (all < kFewestRows) return false;
  if (static_cast<double>(distinct) < kUniqueInSample * static_cast<double>(all)) return false;
  if (column.distinct <= 0 || column.present == 0) return true;
  return column.distinct >= kUniqueInData * static_cast<double>(column.present);
}

/// The greatest step that divides all distances, over all families.
std::int64_t increment_of(const std::vector<Family>& families) {
  std::int64_t step = 0;
  for (const Family& family : families) {
    for (const std::int64_t number : family.numbers) {
      step = std::gcd(step, number - family.numbers.front());
    }
  }
  return std::max<std::int64_t>(step, 1);
}

/// Numbers that `scale` times as many rows are believed to stand on, per number of their range.
struct Range {
  double rows = 0;
  double numbers = 0;
};

Range range_of(std::span<const std::int64_t> sorted, std::int64_t step, double scale) {
  const auto k = static_cast<double>(sorted.size());
  const std::int64_t steps = (sorted.back() - sorted.front()) / step;
  const auto span = static_cast<double>(steps);
  if (scale <= 1.0 + 1e-9) return {.rows = k, .numbers = span + 1};
  if (sorted.size() < 2) return {.rows = k * scale, .numbers = k * scale};
  return {.rows = k * scale, .numbers = span * (k + 1) / (k - 1)};
}

/// Random numbers of a fixed width fill all of it, from the first to the last; a counter stands
/// somewhere in between.
bool fills_its_width(const std::vector<Family>& families) {
  std::int64_t low = INT64_MAX;
  std::int64_t high = INT64_MIN;
  for (const Family& family : families) {
    low = std::min(low, family.numbers.front());
    high = std::max(high, family.numbers.back());
  }
  std::int64_t end = 10;
  while (end <= high && end < 1'000'000'000'000'000'000) end *= 10;
  const double room = static_cast<double>(end - high) / static_cast<double>(end);
  const std::int64_t begin = low < end / 10 ? 0 : end / 10;
  const double head = static_cast<double>(low - begin) / static_cast<double>(end);
  return end >= 1000 && room < 0.02 && head < 0.02;
}

struct Density {
  double value = 0;
  std::string_view kind;
};

std::optional<Density> dense(const std::vector<Family>& families, std::int64_t step, double scale) {
  Range all;
  for (const Family& family : families) {
    const Range range = range_of(family.numbers, step, scale);
    all.rows += range.rows;
    all.numbers += range.numbers;
  }
  const double density = all.rows / all.numbers;
  if (density < kSparsest || density > kDensest) return std::nullopt;
  if (density < kDense && fills_its_width(families)) return std::nullopt;
  return Density{.value = std::min(density, 1.0), .kind = density >= kDense ? "dense" : "cached"};
}

/// Blocks of several instances: few, dense in themselves, far from each other.
std::optional<Density> dense_blocks(const std::vector<std::int64_t>& sorted, std::int64_t step,
                                    double scale) {
  constexpr double kWide = 1000;
  constexpr double kDenseBlock = 0.5;
  constexpr std::size_t kSmallestBlock = 10;
  std::vector<std::int64_t> gaps;
  for (std::size_t i = 1; i < sorted.size(); ++i) gaps.push_back(sorted[i] - sorted[i - 1]);
  std::nth_element(gaps.begin(), gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2),
                   gaps.end());
  const double wide = kWide * static_cast<double>(gaps[gaps.size() / 2]);
  std::size_t blocks = 0;
  std::size_t covered = 0;
  Range all;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    end = begin + 1;
    while (end < sorted.size() && static_cast<double>(sorted[end] - sorted[end - 1]) <= wide) ++end;
    const Range range = range_of(std::span(sorted).subspan(begin, end - begin), step, scale);
    if (end - begin < kSmallestBlock || range.rows < kDenseBlock * range.numbers) continue;
    ++blocks;
    covered += end - begin;
    all.rows += range.rows;
    all.numbers += range.numbers;
  }
  if (blocks < 2 || blocks > kMostBlocks || covered * 100 < sorted.size() * 99) {
    return std::nullopt;
  }
  return Density{.value = std::min(all.rows / all.numbers, 1.0), .kind = "blocks"};
}

/// A counter that many share leaves most numbers to others, but keeps to the time.
std::optional<Density> sparse_in_time(const std::vector<Family>& families, std::int64_t step,
                                      double scale, const std::optional<double>& with_time) {
  constexpr double kSparsestInTime = 0.05;
  constexpr double kStrictly = 0.99;
  if (families.size() != 1 || !with_time || *with_time < kStrictly) return std::nullopt;
  const Range range = range_of(families.front().numbers, step, scale);
  const double density = range.rows / range.numbers;
  if (density < kSparsestInTime || density > kDensest) return std::nullopt;
  return Density{.value = density, .kind = "cached"};
}

/// Rows of the whole table that have the attribute, per row of the sample that has it.
double scale_of(const Column& column, const SampledRows& rows, std::uint64_t sampled) {
  const auto here = static_cast<double>(std::max<std::uint64_t>(sampled, 1));
  const double table = std::max(1.0, rows.table_items);
  if (column.present > 0) return std::max(1.0, static_cast<double>(column.present) / here) * table;
  if (rows.rows == 0 || rows.items <= rows.rows) return table;
  return static_cast<double>(rows.items) / static_cast<double>(rows.rows) * table;
}

std::vector<std::optional<std::int64_t>> row_numbers(std::size_t rows) {
  std::vector<std::optional<std::int64_t>> numbers(rows);
  for (std::size_t i = 0; i < rows; ++i) numbers[i] = static_cast<std::int64_t>(i);
  return numbers;
}

bool are_times(const Column& column, const SampledRows& rows, std::size_t prefix) {
  if (find_times(column, rows) || (prefix > 0 && find_times(column, rows, prefix))) return true;
  constexpr std::size_t kGlance = 64;
  std::size_t looked_at = 0;
  std::size_t times = 0;
  for (const auto& value : column.values) {
    if (!value || value->text.empty()) continue;
    if (ends_in_time(value->text)) ++times;
    if (++looked_at == kGlance) break;
  }
  return times * 10 >= looked_at * 9;
}

}  // namespace

std::optional<SequenceFact> find_sequence(const Column& column, const SampledRows& rows) {
  if (name_has_word(column.name, kOtherNumbers)) return std::nullopt;
  auto numbers = numbers_of(column);
  if (!numbers || !is_unique(column, numbers->families)) return std::nullopt;
  if (are_times(column, rows, numbers->prefix.size())) return std::nullopt;

  SequenceFact fact{.attribute = std::string(column.name),
                    .prefix = numbers->prefix,
                    .increment = increment_of(numbers->families),
                    .rows = numbers->rows,
                    .exceptions = numbers->exceptions};
  const double scale = scale_of(column, rows, numbers->rows);
  const auto axis = best_time_axis(rows, column.name);
  const auto with_time = axis ? spearman(numbers->of_rows, axis->milliseconds) : std::nullopt;
  fact.monotonicity = rows.ordered ? spearman(numbers->of_rows, row_numbers(rows.rows)) : with_time;

  std::optional<Density> density = dense(numbers->families, fact.increment, scale);
  const bool disordered = fact.monotonicity && std::abs(*fact.monotonicity) < kLeastOrder;
  if (density && density->kind == "cached" && disordered) density.reset();
  if (!density && numbers->families.size() == 1) {
    density = dense_blocks(numbers->families.front().numbers, fact.increment, scale);
  }
  if (!density && numbers->prefix.empty()) {
    const std::vector<std::optional<std::int64_t>> none;
    if (find_snowflake(numbers->of_rows, axis ? axis->milliseconds : none)) {
      density = Density{.value = 0, .kind = "snowflake"};
      fact.increment = 1;
    }
  }
  if (!density) density = sparse_in_time(numbers->families, fact.increment, scale, with_time);
  if (!density) return std::nullopt;
  fact.density = density->value;
  fact.kind = density->kind;
  return fact;
}

}  // namespace ddblint
