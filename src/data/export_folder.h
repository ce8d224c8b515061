#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "data/data_files.h"

namespace ddblint {

/// True for files that DynamoDB lays beside an export's data: manifests, their checksums, _started.
bool is_export_note(const std::filesystem::path& name);

/// True for a file that lies where exports keep their data: AWSDynamoDB/<id>/data/ or
/// AWSDynamoDB/data/.
bool lies_in_export(const std::filesystem::path& canonical);

/// Adds the data files that the manifests in `folder` name, the export's summary, and what is
/// missing or wrong. Files are looked for below `named`, the folder of the command line, in the
/// manifest's own folder and, where that lies in AWSDynamoDB, in AWSDynamoDB/data; nowhere else.
/// `only`: files outside that folder are another's business and left out (empty = none are).
void read_export(const std::filesystem::path& folder, const std::filesystem::path& named,
                 const std::filesystem::path& only, bool verify, DataSet& found);

}  // namespace ddblint
