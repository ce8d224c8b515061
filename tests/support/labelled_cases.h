#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "support/labelled_data.h"

// What labelled cases are made of. Every case is made from its own seed, so that cases can be added
// without changing others.

namespace ddblint::test {

/// splitmix64 (Steele, Lea, Flood, 2014).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 1) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  double uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }
  /// 0 .. n-1, the first about as often as all others of its kind: share of i about 1 / (i + 1).
  std::uint64_t zipf(std::uint64_t n) {
    const double x = std::pow(static_cast<double>(n + 1), uniform()) - 1;
    return std::min(static_cast<std::uint64_t>(x), n - 1);
  }
  std::string uuid4() {
    const std::uint64_t a = next();
    const std::uint64_t b = next();
    return fmt::format("{:08x}-{:04x}-4{:03x}-{:x}{:03x}-{:012x}", a >> 32U, (a >> 16U) & 0xffffU,
                       a & 0xfffU, 8 + (b >> 62U), (b >> 48U) & 0xfffU, b & 0xffffffffffffULL);
  }
  std::string hex(std::size_t digits) {
    std::string text;
    while (text.size() < digits) text += fmt::format("{:016x}", next());
    return text.substr(0, digits);
  }
  std::string pick(const std::vector<std::string>& words) { return words[below(words.size())]; }

 private:
  std::uint64_t state_;
};

inline std::string hex_digest(const EVP_MD* function, const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, function, nullptr);
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) hex += fmt::format("{:02x}", digest.at(i));
  return hex;
}

inline std::uint64_t crc(const std::string& text) {
  std::uint32_t state = 0xFFFFFFFFU;
  for (const char letter : text) {
    state ^= static_cast<unsigned char>(letter);
    for (int bit = 0; bit < 8; ++bit) state = (state >> 1U) ^ ((state & 1U) * 0xEDB88320U);
  }
  return ~state;
}

/// Days from 2026-01-01 on, in months of 28 days.
inline std::string day(std::uint64_t number) {
  return fmt::format("{}-{:02}-{:02}", 2026 + number / 336, number / 28 % 12 + 1, number % 28 + 1);
}
inline std::string moment(std::uint64_t seconds) {
  return fmt::format("{}T{:02}:{:02}:{:02}Z", day(seconds / 86400), seconds / 3600 % 24,
                     seconds / 60 % 60, seconds % 60);
}
inline std::string ulid(Dice& dice, std::uint64_t milliseconds) {
  constexpr std::string_view kLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  std::string text(26, '0');
  for (std::size_t i = 10; i-- > 0; milliseconds >>= 5U) text[i] = kLetters[milliseconds % 32];
  for (std::size_t i = 10; i < 26; ++i) text[i] = kLetters[dice.below(32)];
  return text;
}

struct Keys {
  std::string partition;
  std::string sort = {};
  std::string index = {};
  std::string index_sort = {};
  std::string local_sort = {};
  std::string ttl = {};
  /// Attributes that are numbers, and those that are bytes.
  std::set<std::string> numbers = {};
  std::set<std::string> binaries = {};
  std::string name = "T";
};

inline std::string definition_of(const Keys& keys) {
  std::string text = fmt::format(
      "Resources:\n  {}:\n    Type: AWS::DynamoDB::Table\n    Properties:\n"
      "      BillingMode: PAY_PER_REQUEST\n      AttributeDefinitions:\n",
      keys.name);
  std::set<std::string> names;
  for (const auto& name :
       {keys.partition, keys.sort, keys.index, keys.index_sort, keys.local_sort}) {
    if (name.empty() || !names.insert(name).second) continue;
    text += fmt::format("        - {{ AttributeName: {}, AttributeType: {} }}\n", name,
                        keys.numbers.contains(name)    ? "N"
                        : keys.binaries.contains(name) ? "B"
                                                       : "S");
  }
  const auto schema = [](const std::string& indent, const std::string& partition,
                         const std::string& sort) {
    std::string lines = fmt::format(
        "{0}KeySchema:\n{0}  - {{ AttributeName: {1}, KeyType: HASH }}\n", indent, partition);
    if (!sort.empty()) {
      lines += fmt::format("{}  - {{ AttributeName: {}, KeyType: RANGE }}\n", indent, sort);
    }
    return lines;
  };
  text += schema("      ", keys.partition, keys.sort);
  if (!keys.index.empty()) {
    text += "      GlobalSecondaryIndexes:\n        - IndexName: by-" + keys.index +
            "\n          Projection: { ProjectionType: ALL }\n" +
            schema("          ", keys.index, keys.index_sort);
  }
  if (!keys.local_sort.empty()) {
    text +=
        "      LocalSecondaryIndexes:\n        - IndexName: local\n"
        "          Projection: { ProjectionType: ALL }\n" +
        schema("          ", keys.partition, keys.local_sort);
  }
  if (!keys.ttl.empty()) {
    text += fmt::format("      TimeToLiveSpecification: {{ AttributeName: {}, Enabled: true }}\n",
                        keys.ttl);
  }
  return text;
}

using Row = std::function<std::string(std::uint64_t, Dice&)>;

class Cases {
 public:
  /// Data in a load file; `row` gives the members of an item, without braces.
  LabelledCase& add(const std::string& name, const Keys& keys, std::uint64_t rows, const Row& row,
                    std::set<std::string> truth) {
    Dice dice(cases_.size() + 17);
    LabelledCase made{.name = name, .definition = definition_of(keys), .truth = std::move(truth)};
    made.data.file = "items.jsonl";
    for (std::uint64_t i = 0; i < rows; ++i) made.data.text += "{" + row(i, dice) + "}\n";
    cases_.push_back(std::move(made));
    return cases_.back();
  }
  std::vector<LabelledCase> take() { return std::move(cases_); }

 private:
  std::vector<LabelledCase> cases_;
};

/// The rows as the answer of a scan.
inline void as_scan(LabelledCase& made) {
  std::string text = "{\"Items\": [";
  for (std::size_t at = 0; at < made.data.text.size();) {
    const std::size_t end = made.data.text.find('\n', at);
    if (at > 0) text += ",\n";
    text += made.data.text.substr(at, end - at);
    at = end + 1;
  }
  made.data.text = text + "], \"Count\": 1, \"ScannedCount\": 1}\n";
  made.data.file = "scan.json";
}

inline void as_sample(LabelledCase& made, Drawn drawn,
                      std::optional<std::uint64_t> population = {}) {
  made.data.summary.drawn = drawn;
  made.data.summary.population = population;
}

inline const std::vector<std::string> kStates = {"OPEN", "PAID", "SENT", "DONE", "LOST"};

/// Rows in other formats: columns, DynamoDB's JSON with types, Ion as exports write it, one array.
void as_csv(LabelledCase& made);
void as_typed(LabelledCase& made);
void as_ion(LabelledCase& made);
void as_array(LabelledCase& made);

/// Further disguises (labelled_disguises.cpp) and look-alikes (labelled_lookalikes.cpp).
void add_disguises(Cases& cases);
void add_lookalikes(Cases& cases);

}  // namespace ddblint::test
