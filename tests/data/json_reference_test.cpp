#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "data/memory_stream.h"
#include <nlohmann/json.hpp>

#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::test;

// Random documents, and a slow reading of them that is plain to see: a DOM by another parser, and
// sizes by the guide's rules.

namespace {

using Json = nlohmann::ordered_json;

// The reference ---------------------------------------------------------------------------------

std::uint32_t slow_number_size(const std::string& text) {
  std::string digits;
  for (const char c : text) {
    if (c == 'e' || c == 'E') break;
    if (c >= '0' && c <= '9') digits += c;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  const bool minus = text[0] == '-' && !digits.empty();
  return static_cast<std::uint32_t>((digits.size() + 1) / 2 + 1 + (minus ? 1 : 0));
}

std::uint32_t slow_binary_size(const std::string& text) {
  std::uint32_t letters = 0;
  for (const char c : text) letters += c != '=' ? 1 : 0;
  return letters * 6 / 8;
}

std::uint32_t slow_size(const Json& value) {
  const std::string type = value.begin().key();
  const Json& content = value.begin().value();
  if (type == "S") return static_cast<std::uint32_t>(content.get<std::string>().size());
  if (type == "N") return slow_number_size(content.get<std::string>());
  if (type == "B") return slow_binary_size(content.get<std::string>());
  if (type == "BOOL" || type == "NULL") return 1;
  std::uint32_t size = 0;
  if (type == "M") {
    size = 3;
    for (const auto& [name, inner] : content.items()) {
      size += static_cast<std::uint32_t>(name.size()) + slow_size(inner) + 1;
    }
  } else if (type == "L") {
    size = 3;
    for (const Json& inner : content) size += slow_size(inner) + 1;
  } else {
    for (const Json& inner : content) size += slow_size(Json{{type.substr(0, 1), inner}});
  }
  return size;
}

ReadItem slow_item(const Json& item, std::uint64_t record) {
  ReadItem read;
  read.record = record;
  for (const auto& [name, value] : item.items()) {
    ReadAttribute& attribute = read.attributes.emplace_back();
    const std::string type = value.begin().key();
    const Json& content = value.begin().value();
    attribute.name = name;
    for (std::size_t i = 0; i < kValueTypes; ++i) {
      if (to_string(static_cast<ValueType>(i)) == type) {
        attribute.type = static_cast<ValueType>(i);
      }
    }
    if (content.is_string()) attribute.value = content.get<std::string>();
    if (type == "BOOL") attribute.value = content.get<bool>() ? "true" : "false";
    attribute.size = slow_size(value);
    read.size += static_cast<std::uint32_t>(name.size()) + attribute.size;
  }
  return read;
}

// Random documents ------------------------------------------------------------------------------

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed), style_(below(3)) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  /// Blanks between two tokens; in lines there is no newline.
  std::string blank() {
    if (style_ == 0) return "";
    if (style_ == 1 || lines) return below(2) == 0 ? " " : "";
    static const std::vector<std::string> kBlanks = {"", " ", "\n", "\r\n  ", "\t", "\n      "};
    return kBlanks[below(kBlanks.size())];
  }

  std::string string() {
    static const std::vector<std::string> kPieces = {"a",
                                                     "key",
                                                     "\\\"",
                                                     "\\\\",
                                                     "\\n",
                                                     "\\u00e9",
                                                     "\xC3\xA9",
                                                     "\\ud83d\\ude00",
                                                     "\xF0\x9F\x98\x80",
                                                     "{",
                                                     "}",
                                                     "[",
                                                     "\\u0000",
                                                     ":,",
                                                     "long enough to pass a word",
                                                     "\\/",
                                                     " ",
                                                     "\\t",
                                                     "Item",
                                                     "\xE2\x82\xAC"};
    std::string text = "\"";
    for (std::uint64_t i = below(5); i > 0; --i) text += kPieces[below(kPieces.size())];
    return text + "\"";
  }

  /// A name that no sibling has: the reference's DOM drops the first of two.
  std::string name(std::uint64_t number) {
    std::string text = string();
    text.insert(text.size() - 1, std::to_string(number));
    return text;
  }

  std::string number() {
    static const std::vector<std::string> kNumbers = {"0",
                                                      "-0",
                                                      "1",
                                                      "-1",
                                                      "10",
                                                      "100200",
                                                      "0.5",
                                                      "12.50",
                                                      "-12.5",
                                                      "1e5",
                                                      "1.5E-10",
                                                      "+7",
                                                      "0012",
                                                      "00.100",
                                                      "12345678",
                                                      "123456789",
                                                      "1234567890123456",
                                                      "12345678901234567",
                                                      "12345678.9",
                                                      "0.00000001",
                                                      "100000000",
                                                      "-1000000000000",
                                                      "99999999999999999999999999999999999999",
                                                      "1E-130",
                                                      "9.9E+125",
                                                      ".5"};
    return "\"" + kNumbers[below(kNumbers.size())] + "\"";
  }

  std::string binary() {
    static const std::vector<std::string> kTexts = {"", "AA==", "AAE=", "AAEC", "AAECAw=="};
    return "\"" + kTexts[below(kTexts.size())] + "\"";
  }

  std::string value(unsigned depth) {
    const std::uint64_t kinds = depth > 4 ? 5 : 10;
    std::string type;
    std::string content;
    switch (below(kinds)) {
      case 0:
        type = "S";
        content = string();
        break;
      case 1:
        type = "N";
        content = number();
        break;
      case 2:
        type = "B";
        content = binary();
        break;
      case 3:
        type = "BOOL";
        content = below(2) == 0 ? "true" : "false";
        break;
      case 4:
        type = "NULL";
        content = "true";
        break;
      case 5:
        type = "L";
        content = list(below(4), [&] { return value(depth + 1); });
        break;
      case 6:
        type = "M";
        content = object(below(4), depth + 1);
        break;
      case 7:
        type = "SS";
        content = list(1 + below(3), [&] { return string(); });
        break;
      case 8:
        type = "NS";
        content = list(1 + below(3), [&] { return number(); });
        break;
      default:
        type = "BS";
        content = list(1 + below(3), [&] { return binary(); });
        break;
    }
    return "{" + blank() + "\"" + type + "\"" + blank() + ":" + blank() + content + blank() + "}";
  }

  template <typename Element>
  std::string list(std::uint64_t count, Element element) {
    std::string text = "[" + blank();
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i > 0) text += "," + blank();
      text += element() + blank();
    }
    return text + "]";
  }

  std::string object(std::uint64_t count, unsigned depth) {
    std::string text = "{" + blank();
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i > 0) text += "," + blank();
      text += name(i) + blank() + ":" + blank() + value(depth) + blank();
    }
    return text + "}";
  }

  std::string item() { return object(1 + below(12), 0); }

  bool lines = false;

 private:
  std::mt19937_64 random_;
  std::uint64_t style_;
};

struct Sample {
  std::string text;
  std::vector<ReadItem> items;
};

/// A file of one of the layouts.
Sample sample(std::uint64_t seed) {
  Writer writer(seed);
  Sample made;
  const std::uint64_t layout = seed % 8;
  writer.lines = layout < 3;
  const std::uint64_t count = 1 + writer.below(20);
  std::vector<std::string> items;
  for (std::uint64_t i = 0; i < count; ++i) {
    items.push_back(writer.item());
    made.items.push_back(slow_item(Json::parse(items.back()), i));
  }
  std::size_t next = 0;
  const auto wrapped = [&](const std::string& before, const std::string& after) {
    return [&items, &next, before, after] { return before + items[next++] + after; };
  };
  switch (layout) {
    case 0:
      for (const std::string& item : items) made.text += "{\"Item\":" + item + "}\n";
      break;
    case 1:
      for (const std::string& item : items) made.text += "  " + item + "\r\n\n";
      break;
    case 2:
      for (const std::string& item : items) {
        made.text += R"({"Metadata":{"WriteTimestampMicros":{"N":"1"}},"Keys":{"k":{"S":"1"}},)"
                     "\"NewImage\": " +
                     item + "}\n";
      }
      break;
    case 3:
      made.text = "{\"Items\":" + writer.list(count, wrapped("", "")) +
                  R"(,"Count":1, "ScannedCount":1, "LastEvaluatedKey":{"pk":{"S":"}"}}})";
      break;
    case 4:
      made.text = writer.list(count, wrapped("", ""));
      break;
    case 5:
      made.text = "{\"T\":" + writer.list(count, wrapped("{\"PutRequest\":{\"Item\":", "}}")) + "}";
      break;
    case 6:
      made.text = "{\"Records\":" +
                  writer.list(count, wrapped(R"({"eventID":"1","dynamodb":{"Keys":{},"NewImage":)",
                                             R"(},"eventName":"INSERT"})")) +
                  "}";
      break;
    default:
      for (const std::string& item : items) made.text += item + writer.blank();
      break;
  }
  return made;
}

bool same_bad(const std::vector<BadRecord>& a, const std::vector<BadRecord>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.kind == y.kind && x.line == y.line && x.message == y.message;
  });
}

}  // namespace

TEST_CASE("json items: random documents as a DOM reads them, whatever the batches") {
  for (std::uint64_t seed = 0; seed < 240; ++seed) {
    const Sample made = sample(seed);
    for (const std::size_t bytes : {std::size_t{1} << 20U, std::size_t{1000}, std::size_t{1}}) {
      RecordOptions options;
      options.batch_bytes = bytes;
      const ReadFile file = read_all(made.text, options);
      INFO("seed " << seed << ", batches of " << bytes << "\n" << made.text.substr(0, 3000));
      REQUIRE((file.bad.empty() ? "" : file.bad[0].message) == "");
      REQUIRE(file.items.size() == made.items.size());
      for (std::size_t i = 0; i < made.items.size(); ++i) {
        INFO("item " << i);
        REQUIRE(file.items[i].attributes.size() == made.items[i].attributes.size());
        REQUIRE(file.items[i].size == made.items[i].size);
        REQUIRE(file.items[i] == made.items[i]);
      }
    }
  }
}

TEST_CASE("json items: wanted attributes are those of all, sizes are whole, all know their place") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Sample made = sample(seed * 8);
    std::vector<std::string> wanted = {"nowhere"};
    for (const ReadAttribute& attribute : made.items[0].attributes) {
      if (wanted.size() < 4) wanted.push_back(attribute.name);
    }
    const ReadFile some = read_all(made.text, {}, {.wanted = wanted});
    const ReadFile all = read_all(made.text, {}, {.wanted = wanted, .others = true});
    REQUIRE(some.items.size() == made.items.size());
    REQUIRE(all.items.size() == made.items.size());
    for (std::size_t i = 0; i < made.items.size(); ++i) {
      ReadItem expected = made.items[i];
      for (ReadAttribute& attribute : expected.attributes) {
        const auto place = std::ranges::find(wanted, attribute.name);
        if (place == wanted.end()) continue;
        attribute.wanted = static_cast<std::uint16_t>(place - wanted.begin());
      }
      REQUIRE(all.items[i] == expected);
      std::erase_if(expected.attributes, [](const ReadAttribute& attribute) {
        return attribute.wanted == Attribute::kUnasked;
      });
      REQUIRE(some.items[i] == expected);
    }
  }
}

TEST_CASE("json items: damaged documents read the same whatever the batches") {
  std::mt19937_64 random(7);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::string text = sample(seed).text;
    for (int i = 0; i < 3; ++i) {
      const std::string_view kBytes = "{}[]\",:\\\n\x80 aS";
      text[random() % text.size()] = kBytes[random() % kBytes.size()];
    }
    const ReadFile whole = read_all(text);
    for (const std::size_t bytes : {std::size_t{300}, std::size_t{1}}) {
      RecordOptions options;
      options.batch_bytes = bytes;
      const ReadFile pieces = read_all(text, options);
      INFO("seed " << seed << ", batches of " << bytes << "\n" << text);
      CHECK(pieces.bad.size() == whole.bad.size());
      for (const BadRecord& b : whole.bad) UNSCOPED_INFO("whole " << b.line << " " << b.message);
      for (const BadRecord& b : pieces.bad) UNSCOPED_INFO("pieces " << b.line << " " << b.message);
      REQUIRE(pieces.items == whole.items);
      REQUIRE(same_bad(pieces.bad, whole.bad));
    }
  }
}
