#pragma once

#include "schema/fields.h"
#include "schema/model.h"

namespace ddblint {

/// How a dialect spells the arguments of the AWS provider's table resource.
enum class Spelling {
  terraform,   ///< `global_secondary_index`, `hash_key`
  crossplane,  ///< `globalSecondaryIndex`, `hashKey`
  pulumi,      ///< `globalSecondaryIndexes`, `hashKey`
};

/// Fills keys, indexes, capacity and settings of a table from the arguments of the AWS provider's
/// `aws_dynamodb_table` (terraform-provider-aws 6.55). A block may be given as one mapping or as a
/// list of them; null is absent, and so are an empty text and 0 units, as the provider takes them.
void read_provider_table(Fields& fields, const Resolved& arguments, Spelling spelling,
                         Table& table);

/// A global secondary index that is a resource of its own (`aws_dynamodb_global_secondary_index`).
/// The attribute definitions that its key schema carries are added to `attributes`;
/// the caller then gives the keys their types (`assign_key_types`).
Index read_provider_index(Fields& fields, const Resolved& arguments, Spelling spelling,
                          Listed<AttributeDefinition>& attributes);

}  // namespace ddblint
