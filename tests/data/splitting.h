#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "data/splitter.h"

namespace ddblint::test {

/// What a splitter made of a text: the records' own texts and lines, and the bad ones.
struct Split {
  struct Record {
    std::string text;
    std::uint64_t line = 0;
    friend bool operator==(const Record&, const Record&) = default;
  };
  std::vector<Record> records;
  /// "line: message"
  std::vector<std::string> bad;
  friend bool operator==(const Split&, const Split&) = default;
};

/// Gives the text to a splitter as a reader does, in pieces of `piece` bytes.
inline Split split(Splitter& splitter, std::string_view text, std::size_t piece) {
  Split result;
  std::string bytes;
  std::size_t given = 0;
  bool last = false;
  while (!last) {
    const std::string_view more = text.substr(given, piece);
    given += more.size();
    last = given == text.size();
    bytes += more;
    std::vector<Batch::Record> records;
    std::vector<BadRecord> bad;
    // A copy of its own for each call: views into the last one would be seen by a sanitizer.
    const std::vector<char> copy(bytes.begin(), bytes.end());
    const std::size_t used = splitter.split({copy.data(), copy.size()}, last, records, bad);
    for (const Batch::Record& record : records) {
      result.records.push_back({bytes.substr(record.begin, record.length), record.line});
    }
    for (const BadRecord& record : bad) {
      result.bad.push_back(std::to_string(record.line) + ": " + record.message);
    }
    bytes.erase(0, used);
  }
  return result;
}

}  // namespace ddblint::test
