#include "sketch/occupancy.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

namespace ddblint {

namespace {

/// The test's chance of a wrong "enough".
constexpr double kAlpha = 0.01;
/// States less probable than this are dropped; over all rows they do not add up to 1e-9.
constexpr double kNegligible = 1e-16;
/// Steps that the exact distribution may take, some 20 ms of them.
constexpr double kMostSteps = 3e7;

/// The distribution of the number of distinct values, row by row. Only the states around the mean
/// are kept: about 16 standard deviations, each less than sqrt(values) / 3.
class Occupancy {
 public:
  Occupancy(std::uint64_t rows, std::uint64_t values, std::optional<std::uint64_t> population)
      : values_(static_cast<double>(values)), chances_(std::min(rows, values) + 1) {
    chances_[0] = 1;
    if (population) rows = std::min(rows, *population);
    for (std::uint64_t row = 0; row < rows; ++row) {
      if (population) {
        draw_from(static_cast<double>(*population), static_cast<double>(row));
      } else {
        draw();
      }
      trim();
    }
  }

  /// The chance of this many, and of more.
  [[nodiscard]] double tail(std::uint64_t distinct) const {
    double sum = 0;
    for (std::uint64_t j = last_ + 1; j-- > std::max(first_, distinct);) sum += chances_[j];
    return std::min(sum, 1.0);
  }
  /// The least number whose tail is at most alpha; nothing when the greatest possible is likelier.
  [[nodiscard]] std::optional<std::uint64_t> critical() const {
    double sum = 0;
    std::uint64_t j = last_ + 1;
    while (j > first_ && sum + chances_[j - 1] <= kAlpha) sum += chances_[--j];
    return j < chances_.size() ? std::optional(j) : std::nullopt;
  }

 private:
  /// One row more: it shows a value that was seen, of j, with the chance j / values.
  void draw() {
    step([this](double seen) { return seen / values_; });
  }
  /// The same where j values have values * population / values rows, `drawn` of them gone.
  void draw_from(double population, double drawn) {
    const double each = population / values_;
    const double left = population - drawn;
    step([=](double seen) { return std::clamp((seen * each - drawn) / left, 0.0, 1.0); });
  }
  template <typename Stay>
  void step(Stay stay) {
    if (last_ + 1 < chances_.size()) ++last_;
    for (std::uint64_t j = last_; j > first_; --j) {
      chances_[j] = chances_[j] * stay(static_cast<double>(j)) +
                    chances_[j - 1] * (1 - stay(static_cast<double>(j - 1)));
    }
    chances_[first_] *= stay(static_cast<double>(first_));
  }
  void trim() {
    while (first_ < last_ && chances_[first_] < kNegligible) chances_[first_++] = 0;
    while (first_ < last_ && chances_[last_] < kNegligible) chances_[last_--] = 0;
  }

  double values_;
  std::vector<double> chances_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
};

/// The chance that a value of `values` equally frequent ones is among `rows` rows, or more than it.
double seen_chance(double rows, double values, std::optional<std::uint64_t> population) {
  if (!population) return mean_occupancy(rows, values) / values;
  const auto all = static_cast<double>(*population);
  const double each = all / values;
  const double left = all - std::max(each, 1.0) + 1;
  return rows >= left ? 1 : -std::expm1(each * std::log1p(-rows / left));
}

/// Whether each value was seen is negatively associated with the others, so that the inequality for
/// independent ones holds.
std::uint64_t bernstein(double rows, double values, std::optional<std::uint64_t> population) {
  const double chance = seen_chance(rows, values, population);
  const double variance = values * chance * (1 - chance);
  const double sure = -std::log(kAlpha);
  const double above = sure / 3 + std::sqrt(sure * sure / 9 + 2 * variance * sure);
  return static_cast<std::uint64_t>(std::ceil(std::min(values, values * chance + above)));
}

std::optional<std::uint64_t> compute_critical(std::uint64_t rows, std::uint64_t values,
                                              std::optional<std::uint64_t> population) {
  const auto all = static_cast<double>(values);
  const auto drawn = static_cast<double>(rows);
  // All of them are seen with more than 1 %: nothing but the certain proof is left. (The chance
  // that one is missing is at most values * exp(-rows / values).)
  if (drawn >= all * std::log(all / (1 - kAlpha))) return values;
  if (drawn * 6 * std::sqrt(all) <= kMostSteps) {
    const auto critical = Occupancy(rows, values, population).critical();
    // As many distinct ones as the threshold are a proof by themselves.
    return !critical && rows >= values ? std::optional(values) : critical;
  }
  const std::uint64_t critical = bernstein(drawn, all, population);
  return critical <= rows ? std::optional(critical) : std::nullopt;
}

}  // namespace

double mean_occupancy(double rows, double values) {
  return values <= 1 ? std::min(rows, values)
                     : -values * std::expm1(rows * std::log1p(-1 / values));
}

double occupancy_tail(std::uint64_t distinct, std::uint64_t rows, std::uint64_t values,
                      std::optional<std::uint64_t> population) {
  return Occupancy(rows, values, population).tail(distinct);
}

std::optional<std::uint64_t> critical_distinct(std::uint64_t rows, std::uint64_t values,
                                               std::optional<std::uint64_t> population) {
  if (values <= 1) return rows >= values ? std::optional(values) : std::nullopt;
  using Question = std::tuple<std::uint64_t, std::uint64_t, std::optional<std::uint64_t>>;
  constexpr std::size_t kMostAnswers = 4096;
  static std::mutex mutex;
  static std::map<Question, std::optional<std::uint64_t>> answers;
  const Question question{rows, values, population};
  {
    const std::scoped_lock lock(mutex);
    if (const auto found = answers.find(question); found != answers.end()) return found->second;
  }
  const auto answer = compute_critical(rows, values, population);
  const std::scoped_lock lock(mutex);
  if (answers.size() >= kMostAnswers) answers.clear();
  answers.emplace(question, answer);
  return answer;
}

}  // namespace ddblint
