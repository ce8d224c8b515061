// Bytes as a file of items: whatever they are, reading them gives the same items and the same
// complaints in batches and pieces of any size, and no more than was asked for changes nothing but
// the attributes that are handed over. The first three bytes choose the sizes and the format.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/records.h"

#include "source/byte_stream.h"

namespace {

using namespace ddblint;

void require(bool holds) {
  if (!holds) std::abort();
}

/// How the bytes are read.
struct Reading {
  RecordOptions options;
  DataFile file;
  std::size_t piece = std::string::npos;
  ParseOptions parse;
};

/// All that a file gives, in words.
struct Contents {
  std::vector<std::string> items;
  std::vector<std::string> bad;
  std::string error;
  friend bool operator==(const Contents&, const Contents&) = default;
};

std::string shown(const Attribute& attribute) {
  std::string text = " ";
  text.append(attribute.name).append("=").append(to_string(attribute.type)).append(":");
  text.append(attribute.value).append("/").append(std::to_string(attribute.size));
  return text;
}

bool is_wanted(const std::vector<std::string>& wanted, std::string_view name) {
  return wanted.empty() || std::ranges::find(wanted, name) != wanted.end();
}

/// A name has its place among the wanted ones, and a number is that of one name.
void check_name(const Attribute& attribute, const std::vector<std::string>& wanted,
                std::map<std::uint32_t, std::string>& numbered) {
  const auto place = std::ranges::find(wanted, attribute.name);
  require(attribute.wanted == (place == wanted.end()
                                   ? Attribute::kUnasked
                                   : static_cast<std::uint16_t>(place - wanted.begin())));
  if (attribute.name_number == 0) return;
  const auto known = numbered.try_emplace(attribute.name_number, attribute.name).first;
  require(known->second == attribute.name);
}

/// Attributes outside of `wanted` are left out, whether they were read or not.
void collect(const Batch& batch, const ParsedItems& parsed, const Reading& reading,
             const std::vector<std::string>& wanted, std::map<std::uint32_t, std::string>& numbered,
             Contents& contents) {
  for (const Item& item : parsed.items) {
    require(item.record < batch.records.size());
    std::string text = std::to_string(batch.first_record + item.record) + " " +
                       std::to_string(item.size) + (item.removed ? "-" : "") +
                       (item.keys_only ? "k" : "");
    std::uint64_t size = 0;
    for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
      require(i < parsed.attributes.size());
      const Attribute& attribute = parsed.attributes[i];
      require(reading.parse.others || is_wanted(reading.parse.wanted, attribute.name));
      check_name(attribute, reading.parse.wanted, numbered);
      size += attribute.name.size() + attribute.size;
      if (is_wanted(wanted, attribute.name)) text += shown(attribute);
    }
    const bool all = reading.parse.others || reading.parse.wanted.empty();
    require(all ? size == item.size : size <= item.size);
    contents.items.push_back(std::move(text));
  }
  for (const std::vector<BadRecord>* some : {&batch.bad, &parsed.bad}) {
    for (const BadRecord& record : *some) {
      require(!record.message.empty() && record.line > 0);
      contents.bad.push_back(std::to_string(record.line) + " " +
                             std::to_string(static_cast<int>(record.kind)) + " " + record.message);
    }
  }
}

Contents read(std::string_view bytes, const Reading& reading,
              const std::vector<std::string>& wanted = {}) {
  Contents contents;
  auto stream = open_bytes(bytes, reading.piece);
  if (!stream) {
    contents.error = stream.error();
    return contents;
  }
  RecordReader reader(std::move(*stream), reading.file, reading.options);
  ItemParser parser(reading.parse);
  Batch batch;
  ParsedItems parsed;
  std::map<std::uint32_t, std::string> numbered;
  std::uint64_t records = 0;
  for (std::uint64_t sequence = 0;; ++sequence) {
    const auto more = reader.next(batch);
    if (!more) contents.error = more.error();
    if (!more || !*more) break;
    require(batch.sequence == sequence && batch.first_record == records);
    records += batch.records.size();
    parser.parse(batch, parsed);
    collect(batch, parsed, reading, wanted, numbered, contents);
  }
  std::sort(contents.bad.begin(), contents.bad.end());
  return contents;
}

/// What stands before the bytes, so that each format is reached at once.
constexpr std::array<std::string_view, 4> kBeginnings = {"", "$ion_1_0 ", "{\"Item\":{", "a,b\n"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kChoices = 3;
  if (size < kChoices) return 0;
  const unsigned choice = data[2];
  std::string bytes(kBeginnings[choice & 3U]);
  bytes.append(reinterpret_cast<const char*>(data) + kChoices, size - kChoices);
  const auto packed = open_bytes(bytes);
  // What unpacking does is for fuzz_streams; a few bytes could be gigabytes here.
  if (packed && (*packed)->compression() != Compression::none) return 0;

  Reading whole;
  whole.file.exported = (choice & 4U) != 0;
  if ((choice & 8U) != 0) whole.options.csv.header = {"a", "b", "c"};
  if ((choice & 16U) != 0) whole.options.csv.key_types = {{"a", "N"}, {"b", "B"}};
  if ((choice & 32U) != 0) whole.options.csv.delimiter = ";|\t "[data[0] % 4];
  if ((choice & 64U) != 0) whole.options.record_limit = 16U + data[1];
  Reading pieces = whole;
  pieces.options.batch_bytes = 1U + data[0];
  pieces.piece = 1U + data[1];
  require(read(bytes, whole) == read(bytes, pieces));

  const std::vector<std::string> wanted = {"a", "id"};
  Reading told = whole;
  told.parse = {.wanted = wanted, .others = true};
  require(read(bytes, whole) == read(bytes, told));
  Reading some = pieces;
  some.parse.wanted = wanted;
  const Contents all = read(bytes, whole, wanted);
  // Where some are wanted, the others may stand twice.
  const bool twice = std::ranges::any_of(all.bad, [](const std::string& complaint) {
    return complaint.ends_with("stands twice in one object");
  });
  require(twice || all == read(bytes, some, wanted));
  return 0;
}
