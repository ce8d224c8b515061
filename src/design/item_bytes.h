#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workload/pattern.h"

#include "subject/subject.h"

// How large items and the entries of indexes are: as a pattern states it, else as data measured it.

namespace ddblint {

/// Bytes of the items or entries that requests read and write.
struct ItemBytes {
  /// Of one item: stated, or the mean of the measured ones.
  Bounded mean = {};
  /// Every item is of this size; otherwise the bytes are a mean.
  bool each = true;
  /// Mean steps of 4 KB and 1 KB that measured items take, each rounded up alone; nothing where
  /// only their mean is known.
  std::optional<double> read_steps = {};
  std::optional<double> write_steps = {};
};

/// Bytes of one item: stated by the pattern, else the mean of the data; nothing without either.
std::optional<ItemBytes> item_bytes(const Subject& subject, const AccessPattern& pattern);

/// Bytes of an entry of an index that holds only a part of each item: measured attribute by
/// attribute where there are data, else between its key attributes and the whole item.
ItemBytes entry_bytes(const Subject& subject, const Index& index, const ItemBytes& item);

/// Units of 4 KB, or of 1 KB, of one item: exact for a stated size. The mean of sizes that are
/// rounded up lies between mean / unit and one more.
Bounded read_steps(const ItemBytes& bytes);
Bounded write_steps(const ItemBytes& bytes);

/// What an index holds of each item.
struct Projected {
  /// False where the definition leaves it open.
  bool known = false;
  bool all = false;
  /// Attributes of the table's key, of the index's and those projected; not for `all`.
  std::vector<std::string> names = {};

  [[nodiscard]] bool holds(std::string_view attribute) const;
};
Projected projected(const Table& table, const Index& index);

/// Items of the whole table: of data, or as describe-table counts them; nothing when unknown.
std::optional<double> table_items(const Subject& subject);

/// The profile of a key schema (null index: the table's), with at least one item and of the same
/// partition attributes as the definition's; null when there is none.
const KeyProfile* measured_key(const Subject& subject, const KeySchema& schema, const Index* index);

/// Share of the items that have all attributes of an index's key, between bounds where no data tell
/// it: 1 where the table's key has them all.
Bounded indexed_share(const Subject& subject, const Index& index);

}  // namespace ddblint
