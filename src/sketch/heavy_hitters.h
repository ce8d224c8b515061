#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The most frequent values of a stream, with guaranteed bounds, in fixed memory: weighted
// Misra-Gries counters. When all slots are taken, the median of the counters is subtracted from all
// of them and added to `offset`.
//
// Invariant: for every value low <= true count <= low + offset, and a value that is not held
// occurred at most `offset` times. offset <= total * 3.5 / slots; in practice far less. A merge
// adds the other's counters, then its offset: the invariant holds whatever the order. Misra and
// Gries, 1982; Anderson et al., IMC 2017 (arXiv:1705.07001); Agarwal et al., PODS 2012.

namespace ddblint {

class HeavyHitters {
 public:
  struct Entry {
    std::uint64_t hash = 0;
    std::string text;
    /// The true count lies between these.
    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };

  /// `slots`: a power of two; three quarters of them are used. `text_limit`: bytes kept of a text.
  explicit HeavyHitters(std::size_t slots = 4096, std::size_t text_limit = 256);

  void add(std::uint64_t hash, std::string_view text, std::uint64_t weight = 1);
  /// Adds another of the same slots.
  void merge(const HeavyHitters& other);

  /// Sum of all weights.
  [[nodiscard]] std::uint64_t total() const;
  /// No value that is not held has more than this; 0 while all counts are exact.
  [[nodiscard]] std::uint64_t offset() const;
  /// The `count` entries of greatest low bound, falling; ties by hash.
  [[nodiscard]] std::vector<Entry> top(std::size_t count) const;
  [[nodiscard]] std::size_t memory() const;
};

}  // namespace ddblint
