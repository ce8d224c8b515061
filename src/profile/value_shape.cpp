#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "profile/analyses.h"
#include "profile/identifiers.h"
#include "profile/scalars.h"
#include "profile/times.h"
#include <fmt/format.h>

// The shape of a column: the first class, from the most to the least particular, that nearly all
// values belong to. A class whose form proves little (bare digits, random-looking texts) has its
// own demand for evidence; where it is not met the plain class stands: integer, number, text.

namespace ddblint {

namespace {

constexpr double kNearlyAll = 0.98;

struct Values {
  std::array<std::uint64_t, kValueTypes> types{};
  std::vector<std::string_view> texts;
  std::uint64_t scalars = 0;
};

Values values_of(const Column& column) {
  Values found;
  for (const auto& value : column.values) {
    if (!value || !is_scalar(value->type)) continue;
    ++found.types[static_cast<std::size_t>(value->type)];
    ++found.scalars;
    if (!value->text.empty()) found.texts.push_back(value->text);
  }
  return found;
}

double share_of(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

template <typename Predicate>
double share_of_texts(const Values& values, Predicate predicate) {
  const auto count = std::count_if(values.texts.begin(), values.texts.end(), predicate);
  return share_of(static_cast<std::uint64_t>(count), values.scalars);
}

bool is_truth_word(std::string_view text) {
  constexpr std::array<std::string_view, 12> kWords = {
      "true", "false", "True", "False", "TRUE", "FALSE", "yes", "no", "Yes", "No", "YES", "NO"};
  return std::find(kWords.begin(), kWords.end(), text) != kWords.end();
}

/// local@domain.tld with the characters that addresses have; no quoted local parts.
bool is_email(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos || at == 0 || at > 64 || text.size() > 254) return false;
  const std::string_view domain = text.substr(at + 1);
  const std::size_t dot = domain.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || domain.size() - dot < 3) return false;
  const auto local_char = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return is_letter(c) || is_digit(c) || byte >= 0x80 ||
           std::string_view("!#$%&'*+-/=?^_`{|}~.").find(c) != std::string_view::npos;
  };
  const auto domain_char = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return is_letter(c) || is_digit(c) || c == '-' || c == '.' || byte >= 0x80;
  };
  const std::string_view local = text.substr(0, at);
  return std::all_of(local.begin(), local.end(), local_char) &&
         std::all_of(domain.begin(), domain.end(), domain_char);
}

/// Few values, each on many rows, by the counts of the whole data.
bool is_enumeration(const Column& column, const SampledRows& rows, const Values& values) {
  constexpr double kMostValues = 64;
  constexpr double kRowsPerValue = 20;
  if (column.distinct > kMostValues) return false;
  std::set<std::string_view> sampled;
  for (const std::string_view text : values.texts) {
    sampled.insert(text);
    if (static_cast<double>(sampled.size()) > kMostValues) return false;
  }
  double distinct = column.distinct;
  auto present = static_cast<double>(column.present);
  if (distinct <= 0 || present <= 0) {
    if (rows.rows < rows.items) return false;
    distinct = static_cast<double>(sampled.size());
    present = static_cast<double>(values.scalars);
  }
  return distinct <= kMostValues && present >= kRowsPerValue * distinct;
}

/// Lengths of beginnings that all values share and that end with a separator; 0 first.
std::vector<std::size_t> shared_prefixes(const Values& values) {
  constexpr std::size_t kMost = 6;
  std::vector<std::size_t> lengths = {0};
  // Of one value alone, all would be shared.
  if (values.texts.size() < 2) return lengths;
  const std::string_view prefix = common_prefix(values.texts);
  for (std::size_t i = 0; i < prefix.size() && lengths.size() < kMost; ++i) {
    if (is_separator(prefix[i])) lengths.push_back(i + 1);
  }
  return lengths;
}

std::string with_prefix(std::string_view prefix, std::string detail) {
  if (prefix.empty()) return detail;
  return fmt::format("prefix `{}`, {}", prefix, detail);
}

std::optional<ShapeFact> time_shape(const Column& column, const SampledRows& rows,
                                    std::size_t strip) {
  const auto times = find_times(column, rows, strip);
  if (!times) return std::nullopt;
  constexpr std::int64_t kSmallestBucket = 300;
  ShapeFact fact{.share = share_of(times->matched, times->looked_at),
                 .detail = times->detail,
                 .granularity = times->granularity,
                 .time_ordered = true};
  fact.shape = times->whole_days                     ? Shape::date
               : fact.granularity >= kSmallestBucket ? Shape::time_bucket
                                                     : Shape::timestamp;
  return fact;
}

/// Identifiers and times, also behind a beginning that all values share.
std::optional<ShapeFact> particular_shape(const Column& column, const SampledRows& rows,
                                          const Values& values) {
  for (const std::size_t strip : shared_prefixes(values)) {
    auto fact = find_identifiers(column, strip);
    if (!fact) fact = time_shape(column, rows, strip);
    if (fact) {
      fact->detail = with_prefix(values.texts.front().substr(0, strip), fact->detail);
      return fact;
    }
  }
  return std::nullopt;
}

std::optional<ShapeFact> sequence_shape(const Column& column, const SampledRows& rows) {
  const auto sequence = find_sequence(column, rows);
  if (!sequence) return std::nullopt;
  ShapeFact fact{.shape = Shape::sequence,
                 .share = 1 - share_of(sequence->exceptions, sequence->rows),
                 .detail = sequence->kind,
                 .time_ordered = true};
  if (sequence->kind == "snowflake") fact.shape = Shape::snowflake;
  if (!sequence->prefix.empty()) {
    fact.shape = Shape::prefixed_sequence;
    fact.detail = with_prefix(sequence->prefix, sequence->kind);
  }
  return fact;
}

/// Chi-square over the 16 digits, per degree of freedom: about 1 for a digest.
bool digits_are_even(const std::vector<std::string_view>& texts) {
  std::array<double, 16> counts{};
  double all = 0;
  for (const std::string_view text : texts) {
    for (const char c : text) {
      if (!is_hex(c)) continue;
      ++counts[hex_value(c)];
      ++all;
    }
  }
  double chi = 0;
  for (const double count : counts) chi += (count - all / 16) * (count - all / 16) / (all / 16);
  // The upper 1e-6 quantile with 15 degrees of freedom is 58; repeated values add to it.
  return chi < 80;
}

/// Hexadecimal texts of the length of a digest, all different and with even digits. Tokens of the
/// same form cannot be told from them.
std::optional<ShapeFact> digest_shape(const Values& values) {
  constexpr std::array<std::size_t, 6> kLengths = {32, 40, 56, 64, 96, 128};
  constexpr std::size_t kFewest = 8;
  if (values.texts.empty()) return std::nullopt;
  const std::size_t length = values.texts.front().size();
  if (std::find(kLengths.begin(), kLengths.end(), length) == kLengths.end()) return std::nullopt;
  const double share = share_of_texts(
      values, [&](std::string_view text) { return text.size() == length && all_hex(text); });
  const std::set<std::string_view> distinct(values.texts.begin(), values.texts.end());
  const std::vector<std::string_view> different(distinct.begin(), distinct.end());
  if (share < kNearlyAll || different.size() < kFewest || !digits_are_even(different)) {
    return std::nullopt;
  }
  return ShapeFact{.shape = Shape::digest,
                   .share = share,
                   .detail = fmt::format("{} hexadecimal digits", length)};
}

bool is_canonical_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return all_digits(text) && (text.size() == 1 || text.front() != '0');
}

ShapeFact plain_shape(const Values& values) {
  const double integers = share_of_texts(values, is_canonical_integer);
  if (integers >= kNearlyAll) return {.shape = Shape::integer, .share = integers};
  const double numbers =
      share_of_texts(values, [](std::string_view t) { return read_number(t).has_value(); });
  const double digits = share_of_texts(values, [](std::string_view t) { return all_digits(t); });
  const bool typed = share_of(values.types[static_cast<std::size_t>(ValueType::number)],
                              values.scalars) >= kNearlyAll;
  // 00123 is a text: as a number it would be another value.
  if (numbers >= kNearlyAll && (typed || digits < kNearlyAll)) {
    return {.shape = Shape::number, .share = numbers};
  }
  ShapeFact fact{.shape = Shape::text, .share = 1};
  const std::size_t width = values.texts.empty() ? 0 : values.texts.front().size();
  const bool fixed = std::all_of(values.texts.begin(), values.texts.end(),
                                 [&](std::string_view text) { return text.size() == width; });
  if (digits >= kNearlyAll) fact.detail = fixed ? fmt::format("{} digits", width) : "digits";
  return fact;
}

}  // namespace

std::optional<ShapeFact> value_shape(const Column& column, const SampledRows& rows) {
  const Values values = values_of(column);
  if (values.scalars == 0) return std::nullopt;
  const auto type = static_cast<ValueType>(
      std::max_element(values.types.begin(), values.types.end()) - values.types.begin());
  const double of_type = share_of(values.types[static_cast<std::size_t>(type)], values.scalars);
  if (of_type < kNearlyAll) return ShapeFact{.shape = Shape::mixed, .share = 1};
  if (type == ValueType::boolean) return ShapeFact{.shape = Shape::boolean, .share = of_type};
  if (type == ValueType::binary) return ShapeFact{.shape = Shape::binary, .share = of_type};
  if (values.texts.empty()) return ShapeFact{.shape = Shape::text, .share = of_type};

  const double truths = share_of_texts(values, is_truth_word);
  if (truths >= kNearlyAll) return ShapeFact{.shape = Shape::boolean, .share = truths};
  if (auto fact = particular_shape(column, rows, values)) return fact;
  const double emails = share_of_texts(values, is_email);
  if (emails >= kNearlyAll) return ShapeFact{.shape = Shape::email, .share = emails};
  if (is_enumeration(column, rows, values)) {
    return ShapeFact{.shape = Shape::enumeration, .share = 1};
  }
  if (auto fact = sequence_shape(column, rows)) return fact;
  if (auto fact = digest_shape(values)) return fact;
  return plain_shape(values);
}

}  // namespace ddblint
