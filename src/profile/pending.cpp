// What is on its way; goes as each arrives.

#include "profile/analyses.h"
#include "sketch/skew.h"

namespace ddblint {

std::optional<ShardSuffixFact> find_shard_suffix(std::string_view /*attribute*/,
                                                 std::span<const KeyCount> /*keys*/,
                                                 const SampledRows& /*rows*/) {
  return std::nullopt;
}
std::vector<EntityFact> find_entity_collisions(const KeyPlan& /*plan*/,
                                               const SampledRows& /*rows*/) {
  return {};
}
std::vector<MixedFormatFact> find_mixed_formats(const KeyPlan& /*plan*/,
                                                const SampledRows& /*rows*/) {
  return {};
}

}  // namespace ddblint
