#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/item.h"
#include "profile/counts.h"
#include "profile/load_windows.h"
#include "profile/measurements.h"
#include "profile/row_sample.h"
#include "sketch/distinct_sample.h"
#include "sketch/distinct_values.h"
#include "sketch/frequent_values.h"
#include "sketch/heavy_hitters.h"
#include "sketch/log_histogram.h"

// What a profile measures, as it stands in memory and in a file: counts and sketches that can be
// merged, and the identity of the inputs they come from.

namespace ddblint {

/// Sizes of the sketches; equal in all parts that are merged.
struct Capacities {
  std::uint64_t partition_keys = 0;
  std::uint64_t primary_keys = 0;
  std::uint64_t attribute_values = 0;
  bool keys_only = false;

  /// What fits in `memory` bytes for a plan.
  static Capacities for_memory(std::uint64_t memory, const KeyPlan& plan, bool keys_only);
  friend bool operator==(const Capacities&, const Capacities&) = default;
};

/// The most that a sketch of keys or values keeps.
inline constexpr std::uint64_t kMostKept = std::uint64_t{1} << 22U;
/// Attributes that are followed; names beyond are counted and left out (a map that was written as
/// an item has no end of them).
inline constexpr std::size_t kMostAttributes = 160;
/// Frequent values of an attribute: slots, and bytes kept of a value.
inline constexpr std::size_t kAttributeSlots = 1024;
inline constexpr std::size_t kAttributeText = 64;

/// Heavy hitters of a key: slots, and bytes kept of a value.
inline constexpr std::size_t kHotKeySlots = 4096;
inline constexpr std::size_t kHotKeyText = 256;

/// One input of a profile.
struct InputIdentity {
  std::string path;
  std::uint64_t bytes = 0;
  std::uint64_t unpacked = 0;
  std::uint64_t items = 0;
  std::uint64_t records = 0;
  /// Hash of its first record: where its rows are drawn from.
  std::uint64_t seed = 0;
  /// Hash over its size, its first and its last records: two inputs that agree are the same.
  std::uint64_t fingerprint = 0;
  RecordOrder order = RecordOrder::file;
  /// Its records are changes of items (a stream, an incremental export), not items.
  bool changes = false;
  std::string format;
  /// Load order of its partition keys; only of files in their own order.
  std::uint64_t windows = 0;
  double window_keys = 0;
  double window_parallelism = 0;
};

/// Order-free measurements of one key.
struct KeyMeasurements : KeyCounts {
  PlannedKey key;
  DistinctSample partition;
  /// Whole primary keys, for duplicates; absent when the partition key is the primary key, for
  /// indexes, and when only keys are measured.
  std::optional<DistinctValues> primary;
  HeavyHitters by_items;
  HeavyHitters by_bytes;
  std::uint64_t items = 0;

  KeyMeasurements(PlannedKey planned, const Capacities& capacities, bool with_primary);
};

/// Measurements of one attribute.
struct AttributeMeasurements : AttributeCounts {
  DistinctValues values;
  FrequentValues frequent;

  explicit AttributeMeasurements(std::uint64_t capacity);
};

/// Attributes are told apart by number; the numbers differ from run to run.
class AttributeNames {
 public:
  /// The number of a name, given when it is new; nothing when there are too many.
  std::optional<std::uint32_t> number(std::string_view name);
  /// By number.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
  std::vector<std::string> names_;
};

class Measurements::State : public ItemCounts {
 public:
  KeyPlan plan;
  Capacities capacities;
  std::vector<InputIdentity> inputs;
  std::deque<KeyMeasurements> keys;
  AttributeNames names;
  /// By number.
  std::deque<AttributeMeasurements> attributes;
  RowSample rows;
  /// Items that repeat a primary key of the table, counted with a spill folder.
  std::optional<std::uint64_t> counted_repeats;
  std::map<BadRecordKind, BadRecords> bad;
  std::vector<DataProblem> problems;
  std::uint64_t promised_items = 0;
  bool partial = false;

  State(KeyPlan key_plan, const Capacities& sizes);
};

}  // namespace ddblint
