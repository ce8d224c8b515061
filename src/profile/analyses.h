#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "profile/column.h"
#include "profile/facts.h"
#include "profile/key_plan.h"

// The analyses of sampled values, one file each. Pure functions: same rows, same facts.

namespace ddblint {

/// What most values of a column look like (value_shape.cpp). Uses the column's whole-data counts
/// for enumerations; nothing for a column without scalar values.
std::optional<ShapeFact> value_shape(const Column& column, const SampledRows& rows);

/// Whether a column's integers are a sequence (sequence.cpp), also behind a prefix or as text.
std::optional<SequenceFact> find_sequence(const Column& column, const SampledRows& rows);

/// Spearman's rank correlation of a column with the order of the rows; nothing when it has too few
/// comparable values (order.cpp).
std::optional<double> rank_correlation(const Column& column);

/// Digests among the columns: proofs by recomputation (digests.cpp).
std::vector<DigestFact> find_digests(const SampledRows& rows);

/// A distinct value of a key attribute with its items, for figures that need whole collections.
struct KeyCount {
  std::string_view text;
  std::uint64_t items = 0;
};

/// A shard number in a partition key attribute (shard_suffix.cpp): `keys` are its distinct values
/// (all of them, or a uniform sample), `rows` serve to try functions.
std::optional<ShardSuffixFact> find_shard_suffix(std::string_view attribute,
                                                 std::span<const KeyCount> keys,
                                                 const SampledRows& rows);

/// Entities that collide in a single-table design (entities.cpp), and key values in two spellings
/// (formats.cpp).
std::vector<EntityFact> find_entity_collisions(const KeyPlan& plan, const SampledRows& rows);
std::vector<MixedFormatFact> find_mixed_formats(const KeyPlan& plan, const SampledRows& rows);

}  // namespace ddblint
