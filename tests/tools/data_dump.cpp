// Prints what ddblint reads out of CSV and Ion, for tests/tools/compare_csv.py and compare_ion.py.
// Standard input holds cases, each behind its length in decimal digits and a line feed: a letter
// and the text of a file. After `i` it is read as it comes; after `c` as CSV with the delimiter
// that follows. A line is written for each: {"items": [[[name, type, value, size], ..], ..], "bad":
// [..]}.

#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "data/csv.h"
#include "data/records.h"
#include <nlohmann/json.hpp>

#include "source/byte_stream.h"

namespace {

using namespace ddblint;
using nlohmann::json;

void add(const ParsedItems& parsed, json& out) {
  for (const Item& item : parsed.items) {
    json attributes = json::array();
    for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
      const Attribute& one = parsed.attributes[i];
      attributes.push_back({one.name, to_string(one.type), one.value, one.size});
    }
    out["items"].push_back(std::move(attributes));
  }
  for (const BadRecord& bad : parsed.bad) out["bad"].push_back(bad.message);
}

json read_file(std::string_view text) {
  json out = {{"items", json::array()}, {"bad", json::array()}};
  RecordReader reader(std::move(*open_bytes(text)), DataFile(), {});
  ItemParser parser;
  Batch batch;
  ParsedItems parsed;
  for (auto more = reader.next(batch); more.value_or(false); more = reader.next(batch)) {
    for (const BadRecord& bad : batch.bad) out["bad"].push_back(bad.message);
    parser.parse(batch, parsed);
    add(parsed, out);
  }
  return out;
}

/// Whatever the text looks like.
json read_csv(std::string_view text, char delimiter) {
  json out = {{"items", json::array()}, {"bad", json::array()}};
  RecordOptions options;
  options.csv.delimiter = delimiter;
  RecordContext context;
  std::vector<Batch::Record> records;
  std::vector<BadRecord> notes;
  make_csv_splitter(text, options, context)->split(text, true, records, notes);
  for (const BadRecord& bad : notes) out["bad"].push_back(bad.message);
  ParsedItems parsed;
  for (const Batch::Record& record : records) {
    parse_csv_record(text.substr(record.begin, record.length), record.line, 0, context, {}, parsed);
  }
  add(parsed, out);
  return out;
}

}  // namespace

int main() {
  std::size_t length = 0;
  while (std::cin >> length) {
    std::cin.ignore();
    std::string bytes(length, '\0');
    std::cin.read(bytes.data(), static_cast<std::streamsize>(length));
    const std::string_view text = bytes;
    const json out =
        text.starts_with('c') ? read_csv(text.substr(2), text[1]) : read_file(text.substr(1));
    std::cout << out.dump(-1, ' ', true) << '\n';
  }
  return 0;
}
