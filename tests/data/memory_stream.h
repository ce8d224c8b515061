#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "data/records.h"

#include "source/byte_stream.h"
#include "support/catch.h"

namespace ddblint::test {

/// A stream of a text in memory that may break off with an error.
class MemoryStream : public ByteStream {
 public:
  explicit MemoryStream(std::string text, std::optional<std::string> error = std::nullopt)
      : text_(std::move(text)), error_(std::move(error)) {}

  std::expected<std::size_t, std::string> read(std::span<char> room) override {
    if (at_ == text_.size() && error_) return std::unexpected(*error_);
    const std::size_t count = std::min(room.size(), text_.size() - at_);
    std::copy_n(text_.data() + at_, count, room.data());
    at_ += count;
    return count;
  }
  [[nodiscard]] Compression compression() const override { return Compression::none; }
  [[nodiscard]] std::uint64_t consumed() const override { return at_; }

 private:
  std::string text_;
  std::optional<std::string> error_;
  std::size_t at_ = 0;
};

/// One attribute, kept beyond its batch.
struct ReadAttribute {
  std::string name;
  ValueType type = ValueType::null;
  std::string value;
  std::uint32_t size = 0;
  std::uint16_t wanted = Attribute::kUnasked;
  friend bool operator==(const ReadAttribute&, const ReadAttribute&) = default;
};

/// One item, kept beyond its batch.
struct ReadItem {
  std::vector<ReadAttribute> attributes;
  std::uint32_t size = 0;
  /// Place of its record in the file, from 0.
  std::uint64_t record = 0;
  bool removed = false;
  bool keys_only = false;
  friend bool operator==(const ReadItem&, const ReadItem&) = default;
};

/// All that a file gives.
struct ReadFile {
  std::vector<ReadItem> items;
  std::vector<BadRecord> bad;
  std::string error;
  RecordContext context;
  /// Names by their numbers.
  std::map<std::uint32_t, std::string> numbered;
};

inline void collect(const Batch& batch, const ParsedItems& parsed, ReadFile& file) {
  for (const Item& item : parsed.items) {
    ReadItem& read = file.items.emplace_back();
    read.size = item.size;
    read.record = batch.first_record + item.record;
    read.removed = item.removed;
    read.keys_only = item.keys_only;
    for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
      const Attribute& attribute = parsed.attributes[i];
      read.attributes.push_back({std::string(attribute.name), attribute.type,
                                 std::string(attribute.value), attribute.size, attribute.wanted});
      if (attribute.name_number == 0) continue;
      const auto known = file.numbered.try_emplace(attribute.name_number, attribute.name).first;
      CHECK(known->second == attribute.name);
    }
  }
  file.bad.insert(file.bad.end(), batch.bad.begin(), batch.bad.end());
  file.bad.insert(file.bad.end(), parsed.bad.begin(), parsed.bad.end());
}

/// Reads a text to its end; bad records in the order of their lines.
inline ReadFile read_all(std::string text, RecordOptions options = {}, ParseOptions wanted = {},
                         std::optional<std::string> error = std::nullopt,
                         const DataFile& from = {}) {
  RecordReader reader(std::make_unique<MemoryStream>(std::move(text), std::move(error)), from,
                      std::move(options));
  ItemParser parser(std::move(wanted));
  ReadFile file;
  Batch batch;
  ParsedItems parsed;
  while (true) {
    const std::expected<bool, std::string> more = reader.next(batch);
    if (!more) file.error = more.error();
    if (!more || !*more) break;
    parser.parse(batch, parsed);
    collect(batch, parsed, file);
    file.context = *batch.context;
  }
  std::sort(file.bad.begin(), file.bad.end(), [](const BadRecord& a, const BadRecord& b) {
    return std::tie(a.line, a.kind, a.message) < std::tie(b.line, b.kind, b.message);
  });
  return file;
}

}  // namespace ddblint::test
