#pragma once

#include <cstdint>
#include <vector>

#include "profile/column.h"
#include "profile/state.h"
#include "profile/table_profile.h"

// The parts of summarise().

namespace ddblint {

/// Counts for judge_cardinality; scaled up when the sample of values is not all of them.
ValueCounts counts_of(const DistinctSample& values);
ValueCounts counts_of(const DistinctValues& values);

/// The most frequent values, exact where they are kept.
std::vector<TopValue> top_of(const HeavyHitters& frequent, const DistinctSample& values,
                             std::size_t count, std::uint64_t rows);
std::vector<TopValue> top_of(const FrequentValues& frequent, const DistinctValues& values,
                             std::size_t count, std::uint64_t rows);

/// Distinct values of the whole table from those that were seen, by how the data were drawn from
/// it.
Estimate population_distinct(const Estimate& seen, const ValueCounts& counts,
                             const ProfileSource& source);

/// The figures of one key (summary_key.cpp).
KeyProfile summarise_key(const KeyMeasurements& key, const Measurements::State& state,
                         const SampledRows& rows, const ProfileSource& source, std::size_t top);

/// Attributes that would spread a table's or an index's items together (combinations.cpp).
/// `profile` has its keys and attributes already.
std::vector<CombinationProfile> find_combinations(const SampledRows& rows,
                                                  const TableProfile& profile);

}  // namespace ddblint
