#pragma once

#include <cstdint>
#include <vector>

#include "sketch/log_histogram.h"

// How the items of a file follow each other: in windows of 1,000 items, how many partition keys
// there are and how evenly the items fall on them. A loader that sends the file in its order works
// on about one window at a time, so a window of one key keeps one partition busy and all others
// idle.
//
// Cost: one probe of a small table an item; it is not cleared between windows but stamped with the
// window's number.

namespace ddblint {

class LoadWindows {
 public:
  static constexpr std::uint64_t kWindow = 1000;

  LoadWindows();

  /// The next item's partition key.
  void add(std::uint64_t hash);
  /// Ends the file: a window that is not full counts when it is the only one.
  void finish();

  [[nodiscard]] std::uint64_t windows() const { return distinct_.count(); }
  /// Median over the windows of distinct keys.
  [[nodiscard]] double distinct_keys() const;
  /// Median over the windows of 1 / (sum of squared shares), over the items of the window: 1 =
  /// every item on a key of its own.
  [[nodiscard]] double effective_parallelism() const;

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t stamp = 0;
    std::uint32_t count = 0;
  };

  void close();

  std::vector<Slot> slots_;
  std::uint32_t stamp_ = 1;
  std::uint64_t items_ = 0;
  std::uint64_t keys_ = 0;
  /// Sum of squared counts in this window.
  std::uint64_t squares_ = 0;
  LogHistogram distinct_;
  /// Of 10,000 times the parallelism.
  LogHistogram parallelism_;
};

}  // namespace ddblint
