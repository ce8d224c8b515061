#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <expected>
#include <memory>
#include <string>
#include <vector>

// Counts repeated hashes exactly with little memory: they are scattered over 256 files by their
// first byte, and each file is sorted on its own.
//
// Cost: 8 bytes an item on disk, written and read once, and one sorted file at a time in memory.
// Two different primary keys have one 64-bit hash with a chance of n^2 / 2^65 among n: 3 % at a
// billion items.

namespace ddblint {

class Spill {
 public:
  /// Makes its files in a folder that exists; they are unlinked at once, so that nothing stays
  /// behind. The error is a sentence for people.
  static std::expected<std::unique_ptr<Spill>, std::string> in(const std::string& folder);
  ~Spill();
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;
  Spill(Spill&&) = delete;
  Spill& operator=(Spill&&) = delete;

  void add(std::uint64_t hash);
  /// How many hashes were added beyond the first of each; ends the adding. The error is a sentence
  /// for people (a full disk).
  std::expected<std::uint64_t, std::string> count_repeats();

 private:
  static constexpr std::size_t kFiles = 256;
  struct Part {
    std::FILE* file = nullptr;
    std::vector<std::uint64_t> waiting;
    std::uint64_t written = 0;
  };

  Spill() = default;
  void flush(Part& part);

  std::array<Part, kFiles> parts_;
  bool failed_ = false;
};

}  // namespace ddblint
