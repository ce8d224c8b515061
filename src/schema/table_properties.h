#pragma once

#include "schema/fields.h"

namespace ddblint {

/// Fills a table from the properties of CloudFormation's `AWS::DynamoDB::Table`, or of
/// `GlobalTable` where the table's resource type says so.
void read_table_properties(Fields& fields, const Resolved& properties, Table& table);

/// An `SSESpecification` of CloudFormation.
void read_encryption(Fields& fields, const Resolved& block, Table& table);

}  // namespace ddblint
