#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workload/pattern.h"

#include "schema/model.h"

// How far a key schema answers a pattern's conditions: equality on all partition attributes,
// equality on sort attributes from left to right, at most one range, and that last.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html

namespace ddblint {

/// The conditions of a pattern against one key schema.
struct KeyMatch {
  /// Every partition attribute has equality, so that one item collection answers.
  bool partition = false;
  /// Every attribute of the key has.
  bool whole = false;
  /// A condition on a sort attribute narrows the collection.
  bool narrowed = false;
  /// Partition attributes without equality; sort attributes without it that keep a condition on a
  /// later one from being used.
  std::vector<std::string> missing = {};
  /// Attributes of conditions that the key does not serve, so that they filter after reading; all
  /// of them where the partition key is not given.
  std::vector<std::string> filtered = {};
};

/// True when all entries of a key are there, with known names and roles.
bool key_known(const KeySchema& schema);

/// Matches the conditions of a read. The key must be known. A Scan has no key conditions: all of
/// its conditions filter.
KeyMatch match_key(const KeySchema& schema, const AccessPattern& pattern);

/// The equality that a pattern has on an attribute; null when there is none.
const EqualCondition* equality_on(const AccessPattern& pattern, std::string_view attribute);

/// The range that a pattern has on an attribute; null when there is none.
const RangeCondition* range_on(const AccessPattern& pattern, std::string_view attribute);

/// The entry of a key schema that is called so; null when there is none.
const KeyElement* element_of(const KeySchema& schema, std::string_view attribute);

/// How many values of a key one request asks for: more than one where equality is `IN (?, ?)`.
double values_asked(const AccessPattern& pattern, const KeySchema& schema);

/// Names of the attributes of a key, partition first. The key must be known.
std::vector<std::string> names_of(const KeySchema& schema);

}  // namespace ddblint
