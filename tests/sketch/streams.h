#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sketch/archive.h"
#include "sketch/hash.h"
#include "sketch/heavy_hitters.h"

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

/// A sketch as it is saved.
template <class Sketch>
std::string bytes_of(const Sketch& sketch) {
  ArchiveWriter out;
  sketch.save(out);
  return out.take();
}

/// Counts one value.
inline void count(HeavyHitters& hitters, std::uint64_t hash, std::string_view text = {},
                  std::uint64_t weight = 1) {
  const HeavyHitters::Addition one{.hash = hash, .weight = weight, .text = text};
  hitters.add({&one, 1});
}

/// By hash.
using Counts = std::unordered_map<std::uint64_t, std::uint64_t>;
using Stream = std::vector<std::uint64_t>;

inline constexpr std::size_t kStreamKinds = 9;
inline constexpr std::size_t kStreamLength = 30'000;

/// Streams that are easy, hard, and made to hurt.
inline Stream make_stream(std::size_t kind, std::uint64_t seed) {
  static const std::array<Weighted, 3> draws{Weighted(zipf(20'000, 0)), Weighted(zipf(20'000, 1)),
                                             Weighted(zipf(20'000, 1.3))};
  Random random(seed);
  Stream result;
  result.reserve(kStreamLength);
  for (std::size_t i = 0; i < kStreamLength; ++i) {
    switch (kind) {
      case 0:
      case 1:
      case 2:
        result.push_back(draws[kind].draw(random));
        break;
      case 3:  // all the same
        result.push_back(7);
        break;
      case 4:  // each once, then the frequent one at the end
        result.push_back(i < 25'000 ? i : 99'999);
        break;
      case 5:  // the frequent one first, then each once
        result.push_back(i < 5'000 ? 99'999 : i);
        break;
      case 6:  // as many values as counters and one more, in turn: every purge hits all
        result.push_back(i % 97);
        break;
      case 7:  // groups of values, each as often as it takes to displace the group before
        result.push_back(1'000 * (i / 3'000) + i % (40 + 20 * (i / 3'000)));
        break;
      default:  // ever longer runs of one value
        result.push_back(static_cast<std::uint64_t>(std::sqrt(static_cast<double>(i))));
        break;
    }
  }
  return result;
}

}  // namespace ddblint::sketch_test
