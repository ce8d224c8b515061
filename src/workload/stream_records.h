#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "workload/trace_json.h"

// Changes of items from DynamoDB Streams and Kinesis: every write with its key and, by the images,
// its size. What an update costs is the larger of both images. Writes of indexes are derived from
// the images by the service's rules:
//   the item enters or leaves the index     one write
//   a key attribute of the index changes    two: one leaves the old place, one enters the new
//   another attribute changes               one if it is projected, which is not known here: 0 or 1
// An entry is as large as its keys at least and as the item at most.

namespace ddblint {

class StreamReader {
 public:
  explicit StreamReader(TraceWriter& writer) : writer_(writer) {}

  /// True for a change of an item, whichever way it came.
  static bool is_change(JsonObject record);
  /// Reads one; `format` is the way it came.
  void read(JsonObject record, TraceFormat format, std::uint64_t line);

 private:
  struct Image {
    KeyValues values = {};
    JsonObject object = {};
    std::uint64_t size = 0;
    bool known = false;
  };
  struct Change;

  bool read_image(JsonObject change, std::string_view name, Image& image);
  void write(const Change& change, std::uint32_t plan);
  void derive(const Change& change, std::uint32_t plan, std::uint32_t schema);
  void derived(const Change& change, std::uint32_t plan, std::uint32_t schema, const Image& image,
               bool sure);
  [[nodiscard]] bool same(const Image& first, const Image& second) const;

  TraceWriter& writer_;
  KeyValues keys_;
  Image new_;
  Image old_;
};

/// Bytes of typed attributes by DynamoDB's rules, names and values; nothing when a value is none of
/// DynamoDB's.
std::optional<std::uint64_t> typed_item_size(JsonObject item);

}  // namespace ddblint
