#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "source/diagnostic.h"

namespace ddblint {

/// In what order the records of a file stand: decides what its order can tell (algorithms: how a
/// sample was drawn matters).
enum class RecordOrder {
  file,      ///< the order of the file itself: CSV, JSON lines, BatchWriteItem requests, streams
  hash,      ///< DynamoDB's own: an export or the output of a scan or query
  examples,  ///< none: items that a design tool keeps beside a table (ItemsInDocument)
};

/// Items that stand in another document: the examples that a design tool keeps beside a table. They
/// show what values will look like; their number and order tell nothing.
struct ItemsInDocument {
  /// A JSON array of items.
  std::string text;
  /// The line of the document at which it begins, from 1.
  std::uint64_t line = 1;
};

/// One file of items.
struct DataFile {
  /// As reports show it; "-" is standard input.
  std::string path;
  /// Bytes on disk; nothing for standard input.
  std::optional<std::uint64_t> bytes;
  /// Part of an export: by a manifest, or by lying in AWSDynamoDB/<id>/data/ or AWSDynamoDB/data/.
  bool exported = false;
  /// Items that the export's manifest promises.
  std::optional<std::uint64_t> promised_items;
  /// The manifest's MD5 (raw 16 bytes) or etag, where it gives one.
  std::optional<std::string> md5;
  std::optional<std::string> etag;
  /// Read in place of the file's own bytes.
  std::optional<ItemsInDocument> within = {};
};

/// What a manifest-summary.json says of an export.
struct ExportSummary {
  /// Path of the manifest, as reports show it.
  std::string path;
  std::string table_arn;
  std::optional<std::uint64_t> items;
  std::optional<std::uint64_t> billed_bytes;
  bool incremental = false;
  /// DYNAMODB_JSON or ION.
  std::string format;
};

/// A problem with an input as a whole; becomes a finding without a span.
struct DataProblem {
  enum class Kind {
    missing_file,   ///< DDB005: in the manifest, not in the folder
    wrong_content,  ///< DDB005: checksum, size or number of items is not the manifest's
    unreadable,     ///< DDB001
  };
  Kind kind = Kind::unreadable;
  std::string path;
  std::string message;
};

/// The files behind the words of a command line.
struct DataSet {
  /// Sorted by path inside each word; a file that several words name stands once.
  std::vector<DataFile> files;
  std::vector<ExportSummary> exports;
  std::vector<DataProblem> problems;
};

/// Finds the data files that words name: files, folders (exports with their manifests; else every
/// file that looks like items: .json, .jsonl, .ndjson, .csv, .tsv, .ion, .ddbprofile is not, and
/// their .gz and .zst), globs, and "-". A word that names nothing is a problem. `verify`: compares
/// MD5 sums with the manifest, and the manifests with their own .checksum files.
DataSet find_data(const std::vector<std::string>& words, bool verify);

}  // namespace ddblint
