#include "sketch/mixture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

// One population or two, of sizes on a logarithmic scale. The criterion alone (BIC) calls every
// long tail two; asking for modes that lie apart as well (Ashman's D and a factor of ten) leaves
// out Pareto, geometric and log-normal sizes. A mixture needs many big ones to be seen, so a gap of
// a decade is asked for as well: in a Pareto tail of exponent a, the j-th greatest is r times the
// next with probability r^(-j a) (Renyi), 0.8 % for j = 3, r = 10, a = 0.7.

namespace ddblint {

namespace {

constexpr std::size_t kMostSizes = 4096;
constexpr std::uint64_t kLeastSizes = 8;
/// In decades. A population of one size has no width; integers do not allow much less.
constexpr double kLeastDeviation = 0.05;
constexpr int kMostSteps = 200;
constexpr double kLeastGain = 10;
constexpr double kLeastAshman = 4;
/// In decades.
constexpr double kLeastDistance = 1;
constexpr std::uint64_t kLeastMembers = 3;
/// The few smallest of a geometric or exponential distribution lie far out on this scale, too:
/// small ones must be a part worth telling apart.
constexpr double kLeastSmallShare = 0.1;

struct Normal {
  double mean = 0;
  double deviation = 1;
  double weight = 1;

  [[nodiscard]] double density(double x) const {
    const double z = (x - mean) / deviation;
    return weight * std::exp(-z * z / 2) / (deviation * std::sqrt(2 * std::numbers::pi));
  }
};

struct Mixture {
  Normal low;
  Normal high;
  double likelihood = -1e300;
};

/// A number of equal sizes, so that large samples of few different sizes cost little.
struct Group {
  double log_size = 0;
  double count = 0;
};

/// Of which rank, from 1 on, the i-th of `taken` that are evenly taken of `total` is.
std::uint64_t rank_of(std::size_t i, std::uint64_t total, std::size_t taken) {
  return total / taken * i + total % taken * i / taken;
}

double log_of(std::uint64_t size) {
  return std::log10(static_cast<double>(std::max<std::uint64_t>(size, 1)));
}

/// The logarithms of at most kMostSizes of the sizes, evenly spread over the sorted ones, the
/// greatest among them.
std::vector<double> thinned_logs(const SizeCounts& sizes, std::uint64_t total) {
  const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(total, kMostSizes));
  std::vector<double> logs;
  logs.reserve(taken);
  std::uint64_t passed = 0;
  for (const auto& [size, count] : sizes) {
    passed += count;
    // The place of the i-th is the last of the i-th of so many equal parts.
    while (logs.size() < taken && rank_of(logs.size() + 1, total, taken) <= passed) {
      logs.push_back(log_of(size));
    }
  }
  return logs;
}

std::vector<Group> group(const std::vector<double>& logs) {
  std::vector<Group> groups;
  for (const double log_size : logs) {
    if (groups.empty() || groups.back().log_size != log_size) groups.push_back({log_size, 0});
    ++groups.back().count;
  }
  return groups;
}

Normal one_normal(const std::vector<Group>& groups, double total) {
  Normal result;
  double variance = 0;
  for (const Group& each : groups) result.mean += each.count * each.log_size / total;
  for (const Group& each : groups) {
    variance += each.count * (each.log_size - result.mean) * (each.log_size - result.mean) / total;
  }
  result.deviation = std::max(std::sqrt(variance), kLeastDeviation);
  return result;
}

double likelihood_of_one(const std::vector<Group>& groups, const Normal& normal) {
  double sum = 0;
  for (const Group& each : groups) {
    const double z = (each.log_size - normal.mean) / normal.deviation;
    sum -=
        each.count * (z * z / 2 + std::log(normal.deviation) + std::log(2 * std::numbers::pi) / 2);
  }
  return sum;
}

/// One step of expectation and maximisation. The likelihood is that of the mixture before it.
Mixture improve(const std::vector<Group>& groups, double total, const Mixture& old) {
  std::array<double, 3> low{};
  std::array<double, 3> high{};
  const auto collect = [](std::array<double, 3>& moments, double weight, double x) {
    moments[0] += weight;
    moments[1] += weight * x;
    moments[2] += weight * x * x;
  };
  Mixture result;
  result.likelihood = 0;
  for (const Group& each : groups) {
    const double from_low = old.low.density(each.log_size);
    const double from_high = old.high.density(each.log_size);
    const double both = std::max(from_low + from_high, 1e-300);
    result.likelihood += each.count * std::log(both);
    collect(low, each.count * from_low / both, each.log_size);
    collect(high, each.count * from_high / both, each.log_size);
  }
  const auto normal = [total](const std::array<double, 3>& moments) {
    const double weight = std::max(moments[0], 1e-12);
    const double mean = moments[1] / weight;
    const double variance = std::max(moments[2] / weight - mean * mean, 0.0);
    return Normal{mean, std::max(std::sqrt(variance), kLeastDeviation), moments[0] / total};
  };
  result.low = normal(low);
  result.high = normal(high);
  return result;
}

Mixture fit(const std::vector<Group>& groups, double total, double low, double high,
            double deviation) {
  Mixture mixture{{low, deviation, 0.5}, {high, deviation, 0.5}, -1e300};
  for (int step = 0; step < kMostSteps; ++step) {
    const Mixture next = improve(groups, total, mixture);
    const bool settled = next.likelihood - mixture.likelihood < 1e-6;
    mixture = next;
    if (settled) break;
  }
  if (mixture.low.mean > mixture.high.mean) std::swap(mixture.low, mixture.high);
  return mixture;
}

/// The nearest of 1, 2 and 5 times a power of ten, on the logarithmic scale.
std::uint64_t round_number(double log_size) {
  const double decade = std::floor(log_size);
  std::uint64_t power = 1;
  for (int i = 0; i < static_cast<int>(decade) && i < 18; ++i) power *= 10;
  const double rest = log_size - decade;
  const auto near = [rest](double number) { return std::abs(rest - std::log10(number)); };
  const std::array<std::uint64_t, 4> digits{1, 2, 5, 10};
  return power * *std::ranges::min_element(digits, {}, [&](std::uint64_t digit) {
           return near(static_cast<double>(digit));
         });
}

/// Where the big ones become more likely than the small ones, between the two means.
double crossing(const Mixture& mixture) {
  double low = mixture.low.mean;
  double high = mixture.high.mean;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (mixture.low.density(middle) > mixture.high.density(middle) ? low : high) = middle;
  }
  return low;
}

std::optional<TwoPopulations> by_mixture(const std::vector<double>& logs) {
  if (logs.back() - logs.front() < kLeastDistance) return std::nullopt;
  const std::vector<Group> groups = group(logs);
  const auto total = static_cast<double>(logs.size());
  const Normal one = one_normal(groups, total);
  const auto quantile = [&](double q) { return logs[static_cast<std::size_t>(q * (total - 1))]; };
  Mixture best = fit(groups, total, quantile(0.1), quantile(0.9), one.deviation);
  const Mixture other = fit(groups, total, quantile(0.5), logs.back(), one.deviation);
  if (other.likelihood > best.likelihood) best = other;
  // Three parameters more.
  const double gain = 2 * (best.likelihood - likelihood_of_one(groups, one)) - 3 * std::log(total);
  const double distance = best.high.mean - best.low.mean;
  const double ashman =
      std::numbers::sqrt2 * distance / std::hypot(best.low.deviation, best.high.deviation);
  constexpr auto least = static_cast<double>(kLeastMembers);
  if (gain <= kLeastGain || ashman < kLeastAshman || distance < kLeastDistance ||
      best.high.weight * total < least ||
      best.low.weight < std::max(kLeastSmallShare, least / total)) {
    return std::nullopt;
  }
  return TwoPopulations{.small = std::pow(10, best.low.mean),
                        .big = std::pow(10, best.high.mean),
                        .big_share = best.high.weight,
                        .split = round_number(crossing(best)),
                        .by_gap = false};
}

/// Sizes that follow one another.
struct Part {
  std::uint64_t count = 0;
  /// Of the logarithms.
  double sum = 0;

  [[nodiscard]] double mean() const { return std::pow(10, sum / static_cast<double>(count)); }
};

/// The widest gap with at least three above and half of the sizes below.
std::optional<TwoPopulations> by_gap(const SizeCounts& sizes, std::uint64_t total) {
  Part below;
  Part small;
  double widest = 0;
  double middle = 0;
  double last = log_of(sizes.begin()->first);
  for (const auto& [size, count] : sizes) {
    const double log = log_of(size);
    const bool enough = below.count >= (total + 1) / 2 && total - below.count >= kLeastMembers;
    if (enough && log - last > widest) {
      widest = log - last;
      middle = (last + log) / 2;
      small = below;
    }
    below.count += count;
    below.sum += static_cast<double>(count) * log;
    last = log;
  }
  if (widest < kLeastDistance) return std::nullopt;
  const Part big{.count = total - small.count, .sum = below.sum - small.sum};
  return TwoPopulations{.small = small.mean(),
                        .big = big.mean(),
                        .big_share = static_cast<double>(big.count) / static_cast<double>(total),
                        .split = round_number(middle),
                        .by_gap = true};
}

}  // namespace

std::optional<TwoPopulations> two_populations(const SizeCounts& sizes) {
  std::uint64_t total = 0;
  for (const auto& [size, count] : sizes) total += count;
  if (total < kLeastSizes) return std::nullopt;
  const auto mixture = by_mixture(thinned_logs(sizes, total));
  return mixture ? mixture : by_gap(sizes, total);
}

}  // namespace ddblint
