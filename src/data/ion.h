#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "data/item.h"
#include "data/records.h"
#include "data/splitter.h"
#include "data/wanted_names.h"

// Amazon Ion 1.0 in its text form, as DynamoDB's exports write it and imports take it:
// https://amazon-ion.github.io/ion-docs/docs/spec.html

namespace ddblint {

/// True when the first bytes of a file are Ion: they begin with $ion_1_0, with an Item that is no
/// JSON, or with binary Ion's marker.
bool looks_like_ion(std::string_view head);

/// True for binary Ion (E0 01 00 EA), which is not read: the splitter then gives one bad record and
/// nothing else.
bool is_binary_ion(std::string_view head);

/// A splitter for text Ion; sets `context.described`. The splitter takes the file from its first
/// byte.
std::unique_ptr<Splitter> make_ion_splitter(std::string_view head, const RecordOptions& options,
                                            RecordContext& context);

/// Appends the item of one record ({Item: {...}}, a bare item, or a change of an incremental
/// export), or what is wrong with it. `number` is the record's position in its batch.
void parse_ion_record(std::string_view record, std::uint64_t line, std::uint32_t number,
                      const RecordContext& context, const WantedNames& wanted, ParsedItems& items);

}  // namespace ddblint
