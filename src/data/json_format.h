#pragma once

#include <memory>
#include <string_view>

#include "data/data_files.h"
#include "data/records.h"
#include "data/splitter.h"

namespace ddblint {

/// True when the first bytes of a file are JSON rather than CSV or Ion.
bool looks_like_json(std::string_view head);

/// Tells from the first bytes of a file (64 KB, or all of it) how its JSON is laid out and what its
/// items look like: sets format, order and described of `context`. The splitter takes the file from
/// its first byte (without a byte order mark).
std::unique_ptr<Splitter> make_json_splitter(std::string_view head, const DataFile& file,
                                             const RecordOptions& options, RecordContext& context);

}  // namespace ddblint
