#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/item.h"

// What the analyses of values look at: a uniform sample of rows (all of them when there are few),
// as columns.

namespace ddblint {

/// A value of a sampled row.
struct SampledValue {
  ValueType type = ValueType::string;
  std::string_view text;
};

/// One attribute over the sampled rows; `values[i]` belongs to row i, nothing where it is missing.
struct Column {
  std::string_view name;
  std::vector<std::optional<SampledValue>> values;
  /// Of the whole data, not of the sample.
  std::uint64_t present = 0;
  double distinct = 0;
};

/// The sampled rows, in the order of their files.
struct SampledRows {
  std::size_t rows = 0;
  /// Items of the whole data.
  std::uint64_t items = 0;
  /// Items of the table for each item of the data: 1, but for a sample whose population is known.
  double table_items = 1;
  /// False when their order tells nothing (exports and scans stand in hash order).
  bool ordered = false;
  std::vector<Column> columns;

  [[nodiscard]] const Column* find(std::string_view name) const;
};

}  // namespace ddblint
