#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What DynamoDB's exports to S3 say of themselves: "DynamoDB table export output format", Amazon
// DynamoDB Developer Guide (S3DataExport.Output). Manifests lie: they were cut, edited or copied.

namespace ddblint {

inline constexpr std::string_view kManifestSummary = "manifest-summary.json";
inline constexpr std::string_view kManifestFiles = "manifest-files.json";

/// What a manifest-summary.json says, as far as it can be believed.
struct ManifestSummary {
  std::string table_arn;
  std::optional<std::uint64_t> items;
  std::optional<std::uint64_t> billed_bytes;
  bool incremental = false;
  std::string format;
  /// How S3 encrypts the files: AES256 or KMS; empty = not said.
  std::string encryption;
  /// Sentences on what is wrong with the text, with lines.
  std::vector<std::string> problems;
};

/// One data file of a manifest-files.json.
struct ManifestEntry {
  /// dataFileS3Key cut at its slashes; no part is empty, `.` or `..`.
  std::vector<std::string> key;
  std::optional<std::uint64_t> items;
  /// Raw 16 bytes.
  std::optional<std::string> md5;
  std::optional<std::string> etag;
};

/// What a manifest-files.json says, as far as it can be believed.
struct ManifestFiles {
  std::vector<ManifestEntry> entries;
  /// Sentences on what is wrong with the text, with lines.
  std::vector<std::string> problems;
};

ManifestSummary parse_manifest_summary(std::string_view text);

/// JSON documents one after another, usually one on a line; after what is no JSON it goes on at the
/// next line.
ManifestFiles parse_manifest_files(std::string_view text);

/// What S3's etag says of a file: for `-1` the MD5 of its MD5, which S3 gives to an upload of one
/// part, else its MD5. Nothing for more parts, whose sizes are not known, and for another thing.
struct Etag {
  /// Raw 16 bytes.
  std::string md5;
  bool of_one_part = false;
};
std::optional<Etag> parse_etag(std::string_view text);

/// The 16 bytes of an MD5 in base64 (as manifests have it) or in hexadecimal digits, blanks around
/// it; nothing when it is none.
std::optional<std::string> parse_md5(std::string_view text);

}  // namespace ddblint
