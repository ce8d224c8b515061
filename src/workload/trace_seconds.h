#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "workload/trace_event.h"

// The units of every key in every second, in any order of events and bounded memory.
//
// All pairs of key and second are counted while they fit. When the table is full, pairs go: of the
// three quarters that were least lately touched, the two thirds of least units. What goes leaves
// its upper bound as the floor of its second; a pair that comes (again) into a second with a floor
// may have had as much before, so the floor is added to its upper bound.
//
// Invariant: for every pair, units counted <= units true <= units counted + floor when it came. So
// counts are exact for events in about the order of time: a second's pairs are touched together and
// go long after it has passed. Late events, files one after another that cover the same time, and
// seconds with more keys than fit only widen the bounds, by what small pairs have.
//
// Floors are kept by blocks of seconds, one second wide until there are too many, then twice as
// wide.
//
// Cost: one probe an event; a purge is linear and comes once in half as many new pairs as fit.
// The idea of floors is Lossy Counting's: Manku and Motwani, VLDB 2002.

namespace ddblint {

/// What is known of an amount: it lies between these.
struct UnitBounds {
  MilliUnits low = 0;
  MilliUnits high = 0;
};

class TraceSeconds {
 public:
  /// `bytes`: what it may take at most, from about 4 KB on.
  explicit TraceSeconds(std::uint64_t bytes);

  /// Adds an event's units to a key's second and returns what that second has now.
  UnitBounds add(std::uint64_t key, std::uint32_t second, MilliUnits low, MilliUnits high);
  /// Brings the place of a pair into the cache before it is added.
  void prefetch(std::uint64_t key, std::uint32_t second) const;
  /// True once a pair had to go.
  [[nodiscard]] bool purged() const { return !floors_.empty(); }
  [[nodiscard]] std::size_t memory() const;

 private:
  struct Slot {
    /// Hash of key and second; 0 = empty.
    std::uint64_t pair = 0;
    MilliUnits low = 0;
    MilliUnits high = 0;
    std::uint32_t second = 0;
    std::uint32_t touched = 0;
  };

  [[nodiscard]] std::size_t place(std::uint64_t pair) const;
  [[nodiscard]] MilliUnits floor_of(std::uint32_t second) const;
  void grow();
  void purge();
  void rebuild(std::size_t slots, const std::vector<Slot>& kept);
  void raise_floor(std::uint32_t second, MilliUnits high);
  void widen_blocks();

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::size_t most_slots_ = 0;
  std::size_t most_floors_ = 0;
  /// Advances every 256 events.
  std::uint64_t events_ = 0;
  /// Logarithm of the width of a block in seconds.
  unsigned block_bits_ = 0;
  std::unordered_map<std::uint32_t, MilliUnits> floors_;
};

}  // namespace ddblint
