#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "data/item.h"
#include "data/records.h"
#include "data/splitter.h"
#include "data/wanted_names.h"

// CSV as DynamoDB's ImportTable takes it: RFC 4180 with a delimiter out of , ; : | tab and space, a
// header line or names given beside it; keys have types, all else are strings.

namespace ddblint {

/// True when the first bytes of a file (64 KB, or all of it) are text in columns. Asked after JSON
/// and Ion have been ruled out.
bool looks_like_csv(std::string_view head);

/// Reads delimiter and header from the first bytes of a file (64 KB, or all of it) into `context`:
/// delimiter, columns, column_types and described. The splitter then takes the file from its first
/// byte. A column with an empty name is one that is left out.
std::unique_ptr<Splitter> make_csv_splitter(std::string_view head, const RecordOptions& options,
                                            RecordContext& context);

/// Appends the item of one record, or what is wrong with it. `number` is the record's position in
/// its batch. An empty field is no attribute; so are those that are missing at the end.
void parse_csv_record(std::string_view record, std::uint64_t line, std::uint32_t number,
                      const RecordContext& context, const WantedNames& wanted, ParsedItems& items);

}  // namespace ddblint
