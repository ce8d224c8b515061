#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "design/peak.h"
#include "design/serving.h"

// What all patterns together put on the busiest value of each key. The table's writes land on the
// keys of its indexes, too, and there they spread otherwise.

namespace ddblint {

/// What one pattern puts on a key schema.
struct LoadPart {
  const ServedPattern* served = nullptr;
  /// On its own busiest value.
  PeakPerKey peak = {};
  /// On all values together; nothing for what a trace measured.
  std::optional<PatternLoad> total = {};
};

/// A pattern that could not be added, and why: a clause such as "no rate is stated".
struct LeftOutPart {
  const ServedPattern* served = nullptr;
  std::string_view why = {};
};

/// The load of the table's partitions, or of those of a global index.
struct KeyLoad {
  /// Null = the table, with its local indexes.
  const Index* index = nullptr;
  /// Units per second on the busiest value. Low: the patterns whose busiest values are known to be
  /// one, or the greatest alone. Value and high: as if the patterns whose busiest value is not
  /// known all had the same.
  Bounded peak_reads = {};
  Bounded peak_writes = {};
  /// Units per second on all values together, of the patterns in `parts`.
  Bounded total_reads = {};
  Bounded total_writes = {};
  /// The value that is nearest to a limit, where it is known.
  std::string key = {};
  /// Where the spread of the greatest part comes from: "stated", "data" or "trace".
  std::string of = {};
  /// Units per second of the whole key schema, spread as now, at which its busiest value reaches
  /// what one partition serves; nothing where nothing is read or written, or a trace measured it.
  std::optional<double> break_even_reads = {};
  std::optional<double> break_even_writes = {};
  /// Nearest to a limit first.
  std::vector<LoadPart> parts = {};
  std::vector<LeftOutPart> left_out = {};
};

/// The table's key first, then the global indexes. Those whose keys are open, or that no pattern
/// touches, are left out. The result points into `served`.
std::vector<KeyLoad> key_loads(const Subject& subject, const std::vector<ServedPattern>& served);

}  // namespace ddblint
