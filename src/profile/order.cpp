#include "profile/order.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "profile/analyses.h"
#include "profile/scalars.h"
#include "profile/times.h"

// Spearman's coefficient is Pearson's of the ranks; with average ranks it also holds with ties.
// Columns are compared as numbers, as times or as texts, whichever nearly all values are.

namespace ddblint {

namespace {

constexpr std::size_t kFewest = 20;

/// Ranks from 1, equal values share their average.
template <typename Value>
std::vector<double> ranks(const std::vector<Value>& values) {
  std::vector<std::pair<Value, std::size_t>> order(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = {values[i], i};
  // Equal values get one rank, so their order does not matter.
  std::ranges::sort(order, {}, &std::pair<Value, std::size_t>::first);
  std::vector<double> result(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && order[end].first == order[begin].first) ++end;
    const double rank = static_cast<double>(begin + 1 + end) / 2;
    for (; begin < end; ++begin) result[order[begin].second] = rank;
  }
  return result;
}

std::optional<double> pearson(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  if (xx <= 0 || yy <= 0) return std::nullopt;
  return std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
}

/// The correlation of values with their own order.
template <typename Value>
std::optional<double> with_order(const std::vector<Value>& values) {
  if (values.size() < kFewest) return std::nullopt;
  std::vector<double> order(values.size());
  std::iota(order.begin(), order.end(), 1.0);
  return pearson(ranks(values), order);
}

bool most(std::size_t part, std::size_t all) { return part * 100 >= all * 98; }

std::optional<std::vector<long double>> as_numbers(const std::vector<std::string_view>& texts) {
  std::vector<long double> numbers;
  numbers.reserve(texts.size());
  for (const std::string_view text : texts) {
    if (const auto number = read_number(text)) numbers.push_back(*number);
  }
  if (!most(numbers.size(), texts.size())) return std::nullopt;
  return numbers;
}

/// Times whose texts do not sort as they follow each other.
std::optional<std::vector<std::int64_t>> as_times(const Column& column) {
  SampledRows alone;
  const auto found = find_times(column, alone);
  if (!found) return std::nullopt;
  std::vector<std::int64_t> times;
  for (const auto& time : found->milliseconds) {
    if (time) times.push_back(*time);
  }
  return times;
}

}  // namespace

std::optional<double> spearman(const std::vector<std::optional<std::int64_t>>& first,
                               const std::vector<std::optional<std::int64_t>>& second) {
  std::vector<std::int64_t> x;
  std::vector<std::int64_t> y;
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
    if (!first[i] || !second[i]) continue;
    x.push_back(*first[i]);
    y.push_back(*second[i]);
  }
  if (x.size() < kFewest) return std::nullopt;
  return pearson(ranks(x), ranks(y));
}

std::optional<double> rank_correlation(const Column& column) {
  const std::vector<std::string_view> texts = present_texts(column);
  if (texts.size() < kFewest) return std::nullopt;
  if (const auto numbers = as_numbers(texts)) return with_order(*numbers);
  if (const auto times = as_times(column)) return with_order(*times);
  // Texts with a counter behind the same beginning grow by the number, not by the letter.
  std::string_view prefix = common_prefix(texts);
  while (!prefix.empty() && is_digit(prefix.back())) prefix.remove_suffix(1);
  std::vector<std::string_view> rests;
  rests.reserve(texts.size());
  for (const std::string_view text : texts) rests.push_back(text.substr(prefix.size()));
  const bool counters =
      std::all_of(rests.begin(), rests.end(), [](std::string_view r) { return all_digits(r); });
  if (counters) {
    if (const auto numbers = as_numbers(rests)) return with_order(*numbers);
  }
  return with_order(rests);
}

}  // namespace ddblint
