#pragma once

#include <string>
#include <vector>

#include "profile/key_plan.h"

#include "schema/model.h"

namespace ddblint {

/// What is measured of a table's data.
struct KeysToMeasure {
  KeyPlan plan;
  /// Keys that are left out, and why; sentences for people.
  std::vector<std::string> left_out;
};

/// The keys of a table and its indexes as far as their names are known, under each of its
/// conditions. A key that conditions change is left out.
KeysToMeasure keys_of(const TableDefinition& definition);

/// A key given by its attributes, as `--keys` takes it: the partition key and, if there is one, the
/// sort key. Their types are not known.
KeyPlan plan_of(const std::vector<std::string>& names);

/// True when two keys have the same attributes in the same places, whatever their types.
bool same_attributes(const PlannedKey& a, const PlannedKey& b);

}  // namespace ddblint
