#pragma once

#include <optional>
#include <string>

#include "subject/subject.h"

namespace ddblint {

/// The item collection with the most bytes.
struct LargestCollection {
  std::string key;
  Estimate bytes;
  double items = 0;
  /// A random sample was scaled to the table.
  bool scaled = false;
};

/// The largest collection of a key; of a random sample only when the population is known and at
/// least 100 items of the collection were drawn, and nothing of the first rows of a file, which are
/// no part of fixed size of any collection.
std::optional<LargestCollection> largest_collection(const Subject& subject,
                                                    const KeyProfile& profile);

}  // namespace ddblint
