#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "data/records.h"

using namespace ddblint;

namespace {

class MemoryStream : public ByteStream {
 public:
  explicit MemoryStream(std::string_view text) : text_(text) {}

  std::expected<std::size_t, std::string> read(std::span<char> room) override {
    const std::size_t count = std::min(room.size(), text_.size());
    std::copy_n(text_.data(), count, room.data());
    text_.remove_prefix(count);
    return count;
  }
  [[nodiscard]] Compression compression() const override { return Compression::none; }
  [[nodiscard]] std::uint64_t consumed() const override { return 0; }

 private:
  std::string_view text_;
};

/// All that a file gives, in words.
std::vector<std::string> read(std::string_view text, std::size_t batch_bytes, std::size_t limit) {
  RecordOptions options;
  options.batch_bytes = batch_bytes;
  options.record_limit = limit;
  RecordReader reader(std::make_unique<MemoryStream>(text), {}, options);
  ItemParser parser;
  Batch batch;
  ParsedItems parsed;
  std::vector<std::string> items;
  std::vector<std::string> bad;
  while (reader.next(batch).value()) {
    parser.parse(batch, parsed);
    for (const Item& item : parsed.items) {
      std::string& shown = items.emplace_back(std::to_string(batch.first_record + item.record) +
                                              " " + std::to_string(item.size));
      std::uint64_t size = 0;
      for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
        const Attribute& attribute = parsed.attributes.at(i);
        size += attribute.name.size() + attribute.size;
        shown.append(" ").append(attribute.name).append("=").append(attribute.value);
      }
      if (size != item.size) std::abort();
    }
    for (const std::vector<BadRecord>& some : {batch.bad, parsed.bad}) {
      for (const BadRecord& record : some) {
        if (record.message.empty() || record.line == 0) std::abort();
        bad.push_back(std::to_string(record.line) + " " + record.message);
      }
    }
  }
  std::sort(bad.begin(), bad.end());
  items.insert(items.end(), bad.begin(), bad.end());
  return items;
}

}  // namespace

/// Whatever the bytes, reading them gives the same items and complaints in batches of any size.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::size_t limit = data[1] % 4 == 0 ? 16U + data[1] : std::size_t{1} << 20U;
  const std::vector<std::string> whole = read(text, std::size_t{1} << 20U, limit);
  const std::vector<std::string> pieces = read(text, 1 + data[0], limit);
  if (whole != pieces) std::abort();
  return 0;
}
