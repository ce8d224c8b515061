#include "rules/largest_collection.h"

#include <algorithm>
#include <cmath>

namespace ddblint {

std::optional<LargestCollection> largest_collection(const Subject& subject,
                                                    const KeyProfile& profile) {
  if (profile.largest.empty()) return std::nullopt;
  const NamedCollection& seen = *std::ranges::max_element(
      profile.largest, {}, [](const NamedCollection& each) { return each.bytes; });
  const ProfileSource& source = subject.profile->source;
  LargestCollection largest{.key = seen.key,
                            .bytes = Estimate::counted(seen.bytes),
                            .items = static_cast<double>(seen.items)};
  if (source.drawn == Drawn::whole || source.drawn == Drawn::scan_head) return largest;
  constexpr std::uint64_t kFewestDrawn = 100;
  const bool tells = source.drawn == Drawn::random && source.population && source.items > 0 &&
                     seen.items >= kFewestDrawn;
  if (!tells) return std::nullopt;
  const double factor = static_cast<double>(*source.population) / static_cast<double>(source.items);
  // Two standard deviations of a count.
  const double error = 2 / std::sqrt(largest.items);
  const double bytes = largest.bytes.value * factor;
  largest.bytes = {.value = bytes, .low = bytes * (1 - error), .high = bytes * (1 + error)};
  largest.items *= factor;
  largest.scaled = true;
  return largest;
}

}  // namespace ddblint
