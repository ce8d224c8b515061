// What is on its way; goes as each arrives.

#include "profile/analyses.h"

namespace ddblint {

std::vector<EntityFact> find_entity_collisions(const KeyPlan& /*plan*/,
                                               const SampledRows& /*rows*/) {
  return {};
}
std::vector<MixedFormatFact> find_mixed_formats(const KeyPlan& /*plan*/,
                                                const SampledRows& /*rows*/) {
  return {};
}

}  // namespace ddblint
