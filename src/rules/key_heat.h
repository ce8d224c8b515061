#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "design/key_load.h"
#include "design/units.h"

#include "rules/detector.h"
#include "rules/key_names.h"
#include "subject/subject.h"

// How much the busiest value of each key is asked for, by the best witness there is: a trace before
// what patterns state. A value is over its limit only where a partition's limit is, 1,000 write
// units or 3,000 read units a second; below it a hot value does no harm.

namespace ddblint {

/// Who tells it.
enum class Witness : std::uint8_t {
  stated,   ///< the rates of access patterns and how they spread
  insight,  ///< a Contributor Insights report, by the minute
  trace,    ///< a trace, by the second
};

/// The busiest value of one key.
struct KeyHeat {
  NamedKey key;
  Witness witness = Witness::stated;
  /// Units a second in its highest second.
  Bounded reads = {};
  Bounded writes = {};
  /// Share of the units of the key that it takes, 0 to 1, of the side that is nearer to its limit;
  /// 0 where it is not known.
  double share = 0;
  /// The value, where it is known; of several attributes with their names: `a=1, b=2`.
  std::string value = {};
  /// A stated heat takes the spread over values from this: "stated", "data" or "trace".
  std::string of = {};
  /// Where the pattern that adds most to it is stated; invalid for the other witnesses.
  Span stated_at = {};
  /// Seconds since 1970 of the highest second; 0 for stated rates.
  std::int64_t at = 0;
  /// Length of the window that the peak is a mean over, in seconds.
  std::int64_t window = 1;
  /// Requests for it that were throttled.
  std::uint64_t throttled = 0;
  /// The writes are nearer to their limit than the reads.
  [[nodiscard]] bool by_writes() const;
  /// The side that is nearer to its limit, and that limit.
  [[nodiscard]] const Bounded& units() const { return by_writes() ? writes : reads; }
  [[nodiscard]] double limit() const;
  /// 1 = at the limit.
  [[nodiscard]] double heat() const { return units().value / limit(); }
  /// Over the limit: as far as the witness tells, and surely.
  [[nodiscard]] bool over() const { return units().value > limit(); }
  [[nodiscard]] bool surely_over() const { return units().low > limit(); }
};

/// The heat of the keys that a rule applies to, those in its `ignore-names` left out; at most one
/// each, none for keys of which nothing is known.
std::vector<KeyHeat> key_heats(const Subject& subject, const Rule& rule);
/// The same for the table and all its global indexes.
std::vector<KeyHeat> key_heats(const Subject& subject);

/// "1,812 write units in the second from 2026-11-21 10:00:31 UTC", "4,000 write units a second".
std::string peak_text(const KeyHeat& heat);
/// "value `42`", or "the busiest value".
std::string value_text(const KeyHeat& heat);
/// What the witness is called: "the trace", "the stated rates".
std::string witness_text(Witness witness);
/// Error where a trace or a report measured it beyond doubt, warning where it is stated or may be.
Severity severity_of(const KeyHeat& heat);
/// Points a finding at the pattern that states most of a heat.
void relate_pattern(Finding& finding, const KeyHeat& heat);
/// The peak as a measurement.
Measurement peak_measurement(const KeyHeat& heat);

/// Shards that take a peak of write or read units, so that chance brings one of them over its limit
/// in less than one second of 10^9 (a Poisson mean of 822 for a limit of 1,000).
double shards_for(double units, double limit);

}  // namespace ddblint
