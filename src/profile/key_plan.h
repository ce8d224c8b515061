#pragma once

#include <string>
#include <vector>

namespace ddblint {

/// A key attribute with its type as the definition has it: S, N or B; empty when it is unknown.
struct PlannedAttribute {
  std::string name;
  std::string type;
};

/// One key schema to measure.
struct PlannedKey {
  /// Name of the index; empty for the table's own key.
  std::string index;
  bool local = false;
  std::vector<PlannedAttribute> partition;
  std::vector<PlannedAttribute> sort;
};

/// The keys of one table, filled by the caller: a profile knows nothing of definitions.
struct KeyPlan {
  /// Id of the table; empty when keys were named on the command line.
  std::string table;
  /// The table's own key first, if it is known.
  std::vector<PlannedKey> keys;
  /// Empty when there is none.
  std::string ttl_attribute;
};

}  // namespace ddblint
