#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workload/trace_event.h"
#include "workload/trace_seconds.h"

// The keys of all key schemas with what was asked of them, in bounded memory: those with the most
// units and those with the highest seconds stay.
//
// When the table is full, keys go that are neither in the upper half by units nor in the upper
// quarter by their highest second. What goes leaves its upper bounds as the floors of its schema; a
// key that comes afterwards may have had as much before, so the floors are its upper bounds to
// begin with. Invariant: counted <= true <= counted + floor when it came; for the highest second,
// highest counted <= true <= the larger of the highest upper bound and the floor. So a key that
// came before anything went is exact, and so is the highest second of any key that lies above the
// floor.

namespace ddblint {

/// The highest second of a key.
struct HighestSecond {
  UnitBounds units = {};
  std::uint32_t at = 0;

  /// Takes note of what a second has by now.
  void see(UnitBounds second, std::uint32_t when) {
    units.high = std::max(units.high, second.high);
    if (second.low <= units.low) return;
    units.low = second.low;
    at = when;
  }
};

/// Which way sort keys go, in the order of time.
class SortSteps {
 public:
  /// The sort key of a write. A time before the last one is late and no step; of several at the
  /// same time the first counts.
  void see(std::string_view sort, TraceTime time);
  [[nodiscard]] std::uint64_t up() const { return up_; }
  [[nodiscard]] std::uint64_t down() const { return down_; }

 private:
  TraceTime last_time_ = kNoTime;
  std::string last_;
  std::uint64_t up_ = 0;
  std::uint64_t down_ = 0;
};

/// -1, 0, 1: the order of two sort keys, by their values when both are integers, else by bytes.
int compare_sort_keys(std::string_view first, std::string_view second);

struct CountedKey {
  std::uint64_t hash = 0;
  /// Of its schema among all schemas of the pass.
  std::uint32_t schema = 0;
  std::string text = {};
  UnitBounds reads = {};
  UnitBounds writes = {};
  std::uint64_t read_requests = 0;
  std::uint64_t write_requests = 0;
  std::uint64_t throttled = 0;
  HighestSecond highest_read = {};
  HighestSecond highest_write = {};
  SortSteps steps = {};

  /// A write takes three times as much of a key's limit as a read.
  [[nodiscard]] MilliUnits load() const { return 3 * writes.high + reads.high; }
  [[nodiscard]] MilliUnits highest_load() const {
    return std::max(3 * highest_write.units.high, highest_read.units.high);
  }
};

class TraceKeys {
 public:
  /// `bytes`: what it may take at most, from some 64 keys on.
  TraceKeys(std::uint64_t bytes, std::size_t schemas);

  /// The counts of a key, new ones if it has none. Valid until the next call.
  CountedKey& at(std::uint64_t hash, std::uint32_t schema, std::string_view text);
  /// Brings the place of a key into the cache before it is asked for.
  void prefetch(std::uint64_t hash) const;
  [[nodiscard]] const std::vector<CountedKey>& keys() const { return keys_; }
  /// True once a key had to go.
  [[nodiscard]] bool purged() const { return purged_; }

  /// Bytes kept of a key's text.
  static constexpr std::size_t kTextLimit = 256;

 private:
  struct Floors {
    MilliUnits reads = 0;
    MilliUnits writes = 0;
    MilliUnits highest_read = 0;
    MilliUnits highest_write = 0;
  };

  [[nodiscard]] std::size_t place(std::uint64_t hash) const;
  void purge();
  void index_all(std::size_t slots);

  /// Places in `keys_`, plus one; 0 = empty.
  std::vector<std::uint32_t> index_;
  std::vector<CountedKey> keys_;
  std::vector<Floors> floors_;
  std::uint64_t most_bytes_ = 0;
  /// Of the keys and their texts.
  std::uint64_t bytes_ = 0;
  bool purged_ = false;
};

/// The newest ids, to count a record once that was delivered twice.
class RecentIds {
 public:
  explicit RecentIds(std::size_t capacity);

  /// Notes an id by its hash (not 0); false when it is among the newest ones already.
  bool add(std::uint64_t id);
  [[nodiscard]] std::size_t capacity() const { return ring_size_; }

 private:
  [[nodiscard]] std::size_t place(std::uint64_t id) const;
  void remove(std::uint64_t id);
  void grow();

  /// Open addressing with linear probing; 0 = empty.
  std::vector<std::uint64_t> slots_;
  /// In the order they came.
  std::vector<std::uint64_t> ring_;
  std::size_t ring_size_ = 0;
  std::size_t next_ = 0;
};

}  // namespace ddblint
