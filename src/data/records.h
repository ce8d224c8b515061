#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/data_files.h"
#include "data/item.h"

#include "source/byte_stream.h"

// Reading goes in two steps, so that cores share one file: a RecordReader cuts the bytes of a file
// into batches of whole records, cheaply and in order; an ItemParser turns any batch into items, on
// any thread.

namespace ddblint {

/// What the records of a file are; told by its first bytes.
enum class DataFormat : std::uint8_t {
  dynamodb_json,  ///< {"Item": {...}} lines, bare typed items, scan output, requests, streams, ...
  plain_json,     ///< items as JSON without types
  csv,
  ion,
};

/// How to read CSV: as ImportTable takes it.
struct CsvOptions {
  /// One of , ; : | tab space; 0 = told by the first line.
  char delimiter = 0;
  /// Names of the columns; empty = the first line has them.
  std::vector<std::string> header;
  /// Key attributes with their types (S, N, B): other columns are strings.
  std::vector<std::pair<std::string, std::string>> key_types;
};

struct RecordOptions {
  /// Bytes of a batch; a single longer record makes a longer batch.
  std::size_t batch_bytes = std::size_t{1} << 20U;
  /// A longer record is bad (DynamoDB's items end at 400 KB; their JSON may be longer).
  std::size_t record_limit = std::size_t{16} << 20U;
  CsvOptions csv;
};

/// What a parser must know of a file beside its records; shared by the batches of a file.
struct RecordContext {
  DataFormat format = DataFormat::dynamodb_json;
  RecordOrder order = RecordOrder::file;
  /// The records are changes of items over time (streams, incremental exports): an item may come
  /// several times.
  bool changes = false;
  /// What people call the format: "DynamoDB JSON lines", "scan output", "CSV with ','" ...
  std::string described;
  /// CSV only.
  char delimiter = ',';
  std::vector<std::string> columns;
  std::vector<ValueType> column_types;
};

/// Whole records of one file, in its order.
struct Batch {
  /// The records' bytes and at least kPadding bytes after them.
  std::vector<char> bytes;
  /// Used bytes.
  std::size_t size = 0;
  /// Begin and length of each record in `bytes`, and its line in the file, from 1.
  struct Record {
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
    std::uint64_t line = 0;
  };
  std::vector<Record> records;
  /// Records that could not be cut out (too long, broken off), in order.
  std::vector<BadRecord> bad;
  /// Number of this batch in its file, from 0, and of its first record.
  std::uint64_t sequence = 0;
  std::uint64_t first_record = 0;
  std::shared_ptr<const RecordContext> context;

  static constexpr std::size_t kPadding = 64;
};

/// Cuts one file into batches. Not for several threads at once.
class RecordReader {
 public:
  RecordReader(std::unique_ptr<ByteStream> stream, const DataFile& file, RecordOptions options);
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) noexcept;
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;

  /// The next batch, reusing the memory of `batch`; false at the end. An error is a sentence about
  /// the stream (truncated gzip, ...); the records before it have been handed over.
  std::expected<bool, std::string> next(Batch& batch);
  /// Bytes of the file consumed, for progress.
  [[nodiscard]] std::uint64_t consumed() const;
  /// Unpacked bytes read.
  [[nodiscard]] std::uint64_t unpacked() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// What a parser is asked for.
struct ParseOptions {
  /// Only these attributes are handed over, each with its place here; empty = all. Sizes count
  /// every attribute all the same.
  std::vector<std::string> wanted;
  /// The others are handed over, too.
  bool others = false;
};

/// Turns batches into items. One a thread; keeps its buffers.
class ItemParser {
 public:
  explicit ItemParser(ParseOptions options = {});
  ~ItemParser();
  ItemParser(ItemParser&&) noexcept;
  ItemParser& operator=(ItemParser&&) noexcept;
  ItemParser(const ItemParser&) = delete;
  ItemParser& operator=(const ItemParser&) = delete;

  /// Clears `items` and fills it with the items of a batch; what is no item is in `items.bad`. A
  /// record may hold no item (a stream's key-only record) or, in a list, each element is a record.
  void parse(const Batch& batch, ParsedItems& items);

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// The canonical form of a DynamoDB number, equal for equal values: 1, 1.0 and 1E0 give `1`.
/// Nothing when the text is no number or beyond 38 digits or 1E-130 .. 9.99E+125. `buffer` is used
/// when the text is not canonical as it stands.
std::string_view canonical_number(std::string_view text, std::string& buffer);

/// Bytes of a number by DynamoDB's rules: about one byte for two significant digits and one more
/// (and one for a minus sign), at most 21.
std::uint32_t number_size(std::string_view text);

/// The bytes of a base64 text; nothing when it is none.
std::expected<std::string, std::string> decode_base64(std::string_view text);

}  // namespace ddblint
