#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "profile/column_collector.h"
#include "profile/state.h"

// The attributes in a pass over the data. The frequent values of a file are counted in the order of
// its batches; as long as that holds all values of an attribute, it alone counts them, and the
// sample of distinct values gets the counts afterwards: when a value must be dropped, or at the end
// of the file. From then on values go to both. The sample does not care for the order of additions,
// so what it says is the same as if it had seen each of them.

namespace ddblint {

/// What is shared by all files and threads.
class SharedColumns {
 public:
  /// One attribute.
  struct Slot {
    explicit Slot(std::uint64_t capacity) : measured(capacity) {}
    std::mutex mutex;
    AttributeMeasurements measured;
  };

  explicit SharedColumns(Measurements::State& state) : state_(state) {}

  /// The slot of an attribute and its number; null when there are too many.
  Slot* slot(std::string_view name, std::optional<std::uint32_t>& number);
  /// The slot of a number that slot() gave.
  Slot& slot(std::uint32_t number) { return *slots_[number]; }
  /// Hands what was measured over to the state.
  void finish();

 private:
  Measurements::State& state_;
  std::mutex mutex_;
  std::array<std::unique_ptr<Slot>, kMostAttributes> slots_;
};

/// The frequent values of one file's attributes, by number.
class FileColumns {
 public:
  FrequentValues& frequent(std::uint32_t number) {
    return frequent_.try_emplace(number, kAttributeSlots, kAttributeText).first->second;
  }
  /// Adds them to those of all files; to be called in the order of the files.
  void join(SharedColumns& shared) const;

 private:
  std::map<std::uint32_t, FrequentValues> frequent_;
};

/// What one thread does with the attributes of its batches.
class ColumnWorker {
 public:
  explicit ColumnWorker(SharedColumns& shared) : shared_(shared) {}

  /// Takes the columns of a batch, on its own; `readable` as in ColumnCollector.
  void collect(const ParsedItems& items, std::string_view readable);
  /// Adds them to those of their file, in its turn.
  void add_in_order(const ParsedItems& items, FileColumns& file);
  /// Adds them to what all share.
  void add();
  /// The number of the attribute at a place that collect() saw; nothing when there are too many.
  [[nodiscard]] std::optional<std::uint32_t> number(std::uint32_t place) const;
  /// Values of the batch whose attribute is not followed.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  /// Of one column.
  struct Place {
    SharedColumns::Slot* slot = nullptr;
    std::optional<std::uint32_t> number;
    /// Values of the batch that the file's frequent values hold with exact counts.
    std::size_t held = 0;
  };

  SharedColumns& shared_;
  ColumnCollector collector_;
  std::vector<Place> places_;
  std::uint64_t left_out_ = 0;
};

}  // namespace ddblint
