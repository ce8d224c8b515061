#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "sketch/hash.h"

// Streams of values with known counts, for the tests of sketches.

namespace ddblint::sketch_test {

/// Numbers that depend on the seed alone, on every machine (the distributions of <random> do not).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed)) {}
  std::uint64_t word() { return mix(state_++); }
  /// In [0, 1).
  double real() { return static_cast<double>(word() >> 11U) * 0x1p-53; }
  /// In [0, limit), with a bias below 2^-32 for limits below 2^32.
  std::uint64_t below(std::uint64_t limit) {
    return static_cast<std::uint64_t>(real() * static_cast<double>(limit));
  }
  /// Box and Muller.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - real()));
    return radius * std::cos(6.283185307179586 * real());
  }
  double exponential() { return -std::log(1 - real()); }

 private:
  std::uint64_t state_;
};

/// Draws 0, 1, 2 ... with given weights, in constant time (Walker's alias method).
class Weighted {
 public:
  explicit Weighted(std::vector<double> weights) : keep_(weights.size()), other_(weights.size()) {
    double sum = 0;
    for (const double weight : weights) sum += weight;
    std::vector<std::size_t> small;
    std::vector<std::size_t> large;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      weights[i] *= static_cast<double>(weights.size()) / sum;
      (weights[i] < 1 ? small : large).push_back(i);
    }
    while (!small.empty() && !large.empty()) {
      const std::size_t low = small.back();
      const std::size_t high = large.back();
      small.pop_back();
      keep_[low] = weights[low];
      other_[low] = high;
      weights[high] -= 1 - weights[low];
      if (weights[high] < 1) {
        large.pop_back();
        small.push_back(high);
      }
    }
    for (const std::size_t i : small) keep_[i] = 1;
    for (const std::size_t i : large) keep_[i] = 1;
  }
  std::size_t draw(Random& random) const {
    const std::size_t i = random.below(keep_.size());
    return random.real() < keep_[i] ? i : other_[i];
  }

 private:
  std::vector<double> keep_;
  std::vector<std::size_t> other_;
};

/// Weights 1 / rank^exponent.
inline std::vector<double> zipf(std::size_t values, double exponent) {
  std::vector<double> weights(values);
  for (std::size_t i = 0; i < values; ++i) {
    weights[i] = std::pow(static_cast<double>(i + 1), -exponent);
  }
  return weights;
}

inline std::uint64_t hash_of(std::uint64_t value) { return mix(mix(value)); }
inline std::string text_of(std::uint64_t value) { return "value-" + std::to_string(value); }

}  // namespace ddblint::sketch_test
