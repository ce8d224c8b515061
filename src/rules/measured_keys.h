#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "design/units.h"

#include "rules/detector.h"
#include "rules/key_names.h"
#include "subject/subject.h"

// What the rules that judge measured keys have in common: which keys have data, how well their
// values spread, and whether the hottest of them can hurt.

namespace ddblint {

/// Where an item collection stops to fit one partition.
inline constexpr double kPartitionBytes = 10.0 * 1024 * 1024 * 1024;
/// Default quota of a table's write units a second: a key that throttles only beyond it is not what
/// throttles.
inline constexpr double kTableWrites = 40'000;
/// With fewer items nothing is said of a key that nothing else suspects.
inline constexpr std::uint64_t kFewestItems = 100;

/// A key with what its data say.
struct MeasuredKey {
  NamedKey key;
  const KeyProfile* profile = nullptr;
};

/// The profile of a key, with at least one item; null when there is none, or when what was measured
/// is another key (a variant's).
const KeyProfile* profile_of(const Subject& subject, const KeySchema& schema, const Index* index);

/// The keys that a rule applies to and that have data, whatever their names; those in its
/// `ignore-names` are left out.
std::vector<MeasuredKey> measured_keys(const Subject& subject, const Rule& rule);

/// How many distinct values a key has in its table.
enum class Spread {
  enough,  ///< at least the threshold
  few,     ///< fewer
  untold,  ///< a sample that does not tell
};
struct SpreadVerdict {
  Spread spread = Spread::untold;
  /// For `untold`: rows that would settle it; nothing when that cannot be told.
  std::optional<std::uint64_t> rows_needed;
};
SpreadVerdict judge_spread(const Subject& subject, const KeyProfile& profile,
                           std::uint64_t threshold);

/// "1.2 M distinct values in 2.1 M items", with "a sample of" where it is one.
std::string distinct_text(const Subject& subject, const KeyProfile& profile);

/// Items that the key has in the whole table: counted, or scaled by the population.
double items_of(const Subject& subject, const KeyProfile& profile);

/// How near the hottest value of a key is to a limit.
struct Heat {
  /// Rates of the whole table at which its partition throttles.
  double writes = 0;
  double reads = 0;
  /// Warning where the data are over 10 GB and the rate is one that a table reaches.
  Severity severity = Severity::info;
  /// Bytes of the items that have the key; nothing when a sample's population is unknown.
  std::optional<double> bytes;
};
/// `unsized` is the severity where the data do not tell the table's size.
Heat heat_of(const Subject& subject, const KeyProfile& profile, Severity unsized = Severity::info);

/// "throttles above 1,235 writes or 3,704 reads a second".
std::string throttles_above(const Heat& heat);

/// Adds to a measured finding: distinct values, items, hottest share, break-even rate, and why it
/// is no more than information.
void add_heat(Finding& finding, const Subject& subject, const KeyProfile& profile,
              const Heat& heat);

/// A finding about a key that was measured, at its first partition attribute.
Finding make_measured(const Rule& rule, const NamedKey& key, Severity severity,
                      std::string message);

/// The hottest value as messages show it: "`OPEN` holds 62 % of them".
std::string hottest_text(const KeyProfile& profile);

/// The suspicion that data settle otherwise.
Finding withdraw(Finding suspicion, std::string because);

/// The suspicion that a sample leaves open: information, with the rows that would settle it.
Finding leave_open(Finding suspicion, const Subject& subject, const KeyProfile& profile,
                   std::optional<std::uint64_t> rows_needed);

/// What the name of a key suggests; and what its data say, with the suspicion that they settle.
using NameSuspicion = std::optional<Finding> (*)(const Subject&, const Rule&, const NamedKey&);
using DataVerdict = std::optional<Finding> (*)(const Subject&, const Rule&, const MeasuredKey&,
                                               std::optional<Finding>);
/// One finding a key at most: by its data where it has some, else by its name.
Findings settle_by_data(const Subject& subject, const Rule& rule, NameSuspicion by_name,
                        DataVerdict by_data);

/// The shape of an attribute's values if at least 95 % of at least 30 values have it; else null.
const ShapeFact* shape_of(const Subject& subject, const KeyElement& element);

/// What a shape is called: its detail where it has one.
std::string shape_text(const ShapeFact& shape);

/// The shard numbers in a key, if its single partition attribute has some; else null.
const ShardSuffixFact* shards_of(const Subject& subject, const KeySchema& schema);

}  // namespace ddblint
