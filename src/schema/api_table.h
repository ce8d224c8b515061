#pragma once

#include "schema/fields.h"
#include "schema/reader.h"

namespace ddblint {

/// Finds the tables in documents of the service's own API: what describe-table prints and what
/// create-table takes, alone, in lists, or wrapped at any depth. Appends to `out`.
void read_api_tables(const Node& document, Definitions& out);

/// Fills a table from the arguments of create-table.
void read_create_table(Fields& fields, const Resolved& arguments, Table& table);

/// Finds the tables, sample items and access patterns of a data model as the DynamoDB MCP server
/// writes it (`dynamodb_data_model.json`). False when the document is none.
bool read_data_model(const Node& document, Definitions& out);

}  // namespace ddblint
