#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/item.h"
#include "profile/column.h"

// A uniform sample of whole items, for the analyses that must look at values together. An item is
// kept while the leading `level` bits of the hash of its place are zero; the level rises when the
// kept items or their bytes are too many.
//
// Invariant: the kept items depend on the set of places alone, not on the order of additions or
// merges (the level is the least at which they fit), so samples made by several threads or in
// several parts are the sample of the whole.

namespace ddblint {

class RowSample {
 public:
  static constexpr std::size_t kMostRows = 10'000;
  static constexpr std::size_t kMostBytes = std::size_t{24} << 20U;
  /// Bytes kept of a value; longer ones are cut and take no part in proofs.
  static constexpr std::size_t kValueBytes = 4096;

  /// One value of a kept item.
  struct Value {
    std::uint32_t attribute = 0;
    ValueType type = ValueType::string;
    bool cut = false;
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
  };
  struct Row {
    std::uint64_t hash = 0;
    /// Number of its file, and of its record in the file.
    std::uint32_t file = 0;
    std::uint64_t record = 0;
    std::string text;
    std::vector<Value> values;
  };

  /// True when an item of this place hash would be kept now.
  [[nodiscard]] bool takes(std::uint64_t hash) const { return takes_at(level_, hash); }
  /// True when a sample of this level keeps an item of this place hash.
  [[nodiscard]] static bool takes_at(unsigned level, std::uint64_t hash) {
    return level == 0 || (hash >> (64U - level)) == 0;
  }
  /// Keeps a copy of a row; `takes` must be true of its hash.
  void add(const Row& row);
  /// Adds the rows of another sample; the caller has renumbered files and attributes.
  void merge(std::vector<Row> rows, unsigned level);

  [[nodiscard]] unsigned level() const { return level_; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

 private:
  void shrink();
  /// Drops the rows that are not of the level.
  void drop();

  unsigned level_ = 0;
  std::size_t bytes_ = 0;
  std::vector<Row> rows_;
  /// Dropped rows, for their memory: most rows that are ever kept are dropped again.
  std::vector<Row> spare_;
};

/// Copies an attribute's value to the end of a row.
void append_value(RowSample::Row& row, std::uint32_t attribute, const Attribute& value);

/// Rows as columns, in the order of files and records. `names` are the attributes by number, `rank`
/// the order of the files by number. Views live as long as the sample and the names.
SampledRows as_columns(const RowSample& sample, const std::vector<std::string>& names,
                       std::span<const std::uint32_t> rank);

}  // namespace ddblint
