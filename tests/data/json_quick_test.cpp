#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "data/memory_stream.h"

#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::test;

// The quick reader against the walker: the same records once as DynamoDB writes them, and once with
// a blank after each colon, which the quick reader never accepts. Most records are sound and some
// are damaged, in ways that change what the few bytes say that the quick reader looks at.

namespace {

class Records {
 public:
  explicit Records(std::uint64_t seed) : random_(seed) {}

  std::string file() {
    std::string text;
    const bool wrapped = below(2) == 0;
    // Enough sound lines for the format to be told.
    for (int i = 0; i < 10; ++i) {
      text += wrapped ? R"({"Item":{"a":{"S":"x"}}})"
                        "\n"
                      : R"({"a":{"S":"x"}})"
                        "\n";
    }
    for (std::uint64_t left = 1 + below(30); left > 0; --left) {
      std::string line = wrapped ? "{\"Item\":" + object(0) + "}" : object(0);
      for (std::uint64_t i = below(4) == 0 ? 1 + below(3) : 0; i > 0; --i) damage(line);
      text += line + "\n";
    }
    return text;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  std::string_view one_of(std::initializer_list<std::string_view> texts) {
    return texts.begin()[below(texts.size())];
  }

  std::string name() {
    if (below(8) == 0) {
      return std::string(one_of({"", "a\\\"b", "S", "N", "M", "Item", "\\u0061", "a", "12345678",
                                 "123456789", "a name of seventeen", "a name of seventees"}));
    }
    return std::string(one_of({"pk", "sk", "status", "amount", "customerName", "é"})) +
           std::to_string(below(40));
  }

  bool rarely() { return below(40) == 0; }
  static std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

  std::string text() {
    if (rarely()) return quoted(one_of({"\\q", "\\ud800", "a\":{\"S\":\"b"}));
    return quoted(one_of({"", "x", "USER#1", "a longer text of many words", "\\n", "\\u00e9",
                          "\\\\", "}},\\\"", "Zürich"}));
  }
  std::string number() {
    if (rarely()) {
      return quoted(one_of(
          {".", "-", "", "1.2.3", "1x", "-.", "1E126", "999999999999999999999999999999999999999"}));
    }
    return quoted(one_of({"0", "-0", "1", "-12", "12.50", "0012", "1790000016", "-144.097", "1E5",
                          "1234567890123456", "12345678901234567", "12345678901234.6", "\\u0031",
                          "99999999999999999999999999999999999999", "0.0", ".5", "5."}));
  }
  std::string binary() {
    if (rarely()) return quoted(one_of({"AA=", "A*EC", "x"}));
    return quoted(one_of({"", "AAEC", "AA==", "AAECAwQFBgcICQoLDA0ODw=="}));
  }

  std::string value(unsigned depth) {
    switch (below(depth > 6 ? 9 : 14)) {
      case 0:
      case 1:
      case 2:
        return "{\"S\":" + text() + "}";
      case 3:
      case 4:
      case 5:
        return "{\"N\":" + number() + "}";
      case 6:
        return "{\"B\":" + binary() + "}";
      case 7:
        if (rarely()) return std::string(one_of({R"({"BOOL":"true"})", R"({"BOOL":1})"}));
        return std::string(one_of({R"({"BOOL":true})", R"({"BOOL":false})"}));
      case 8:
        return rarely() ? R"({"NULL":false})" : R"({"NULL":true})";
      case 9:
      case 10:
        return "{\"M\":" + object(depth + 1) + "}";
      case 11:
        return "{\"L\":" + list([&] { return value(depth + 1); }) + "}";
      case 12:
        return "{\"SS\":" + list([&] { return text(); }, rarely() ? 0 : 1) + "}";
      default:
        return below(2) == 0 ? "{\"NS\":" + list([&] { return number(); }, 1) + "}"
                             : "{\"BS\":" + list([&] { return binary(); }, 1) + "}";
    }
  }

  template <typename Element>
  std::string list(Element element, std::uint64_t least = 0) {
    std::string text = "[";
    const std::uint64_t count = least + below(4);
    for (std::uint64_t i = 0; i < count; ++i) text += (i > 0 ? "," : "") + element();
    return text + "]";
  }

  std::string object(unsigned depth) {
    std::string text = "{";
    // Now and then more than are put aside at once.
    const std::uint64_t count = below(60) == 0 ? 70 + below(80) : below(depth == 0 ? 9 : 4);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string numbered = count > 20 ? std::to_string(i) : "";
      text += (i > 0 ? ",\"" : "\"") + name() + numbered + "\":" + value(depth);
    }
    return text + "}";
  }

  void damage(std::string& line) {
    const std::size_t at = below(line.size());
    switch (below(4)) {
      case 0:
        line[at] = one_of({"{}[]\",:\\ SNBMLe0"})[below(16)];
        break;
      case 1:
        line.erase(at, 1 + below(3));
        break;
      case 2:
        line.insert(
            at, one_of({"\"", "}", "{", ",", "]", " ", "x", "\"}", "},", "\"\"", "{\"M\":{}}"}));
        break;
      default:
        line.resize(at + 1);
    }
    if (line.empty()) line = "{";
  }

  std::mt19937_64 random_;
};

/// The same with a blank after each colon outside of strings.
std::string spaced(std::string_view text) {
  std::string out;
  bool in_string = false;
  bool escaped = false;
  for (const char c : text) {
    out += c;
    if (c == '"' && !escaped) in_string = !in_string;
    if (c == ':' && !in_string) out += ' ';
    escaped = c == '\\' && !escaped;
    if (c == '\n') in_string = escaped = false;
  }
  return out;
}

/// The complaints, without what stood there instead: that has blanks in one and not in the other.
std::vector<std::string> shown(const std::vector<BadRecord>& records) {
  std::vector<std::string> texts;
  for (const BadRecord& record : records) {
    const std::string message = record.message.substr(0, record.message.find(", not `"));
    texts.push_back(std::to_string(record.line) + " " +
                    std::to_string(static_cast<int>(record.kind)) + " " + message);
  }
  return texts;
}

}  // namespace

TEST_CASE("json quick: what is accepted is what the walker makes of it") {
  std::size_t items = 0;
  std::size_t bad = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const std::string text = Records(seed).file();
    ParseOptions options;
    if (seed % 3 != 0) options.wanted = {"pk1", "a", "sk2", "customerName7"};
    options.others = seed % 3 == 1;
    const ReadFile quick = read_all(text, {}, options);
    const ReadFile walked = read_all(spaced(text), {}, options);
    INFO("seed " << seed << "\n" << text);
    REQUIRE(shown(quick.bad) == shown(walked.bad));
    REQUIRE(quick.items == walked.items);
    items += quick.items.size();
    bad += quick.bad.size();
  }
  CHECK(items > 5000);
  CHECK(bad > 5000);
}

TEST_CASE("json quick: a number is that of one name") {
  // The data of a stream are items inside a record, which are read apart.
  const std::string record =
      R"({"kinesis":{"data":"eyJkeW5hbW9kYiI6eyJOZXdJbWFnZSI6eyJrIjp7IlMiOiJ4In19fX0="}})"
      "\n";
  std::string text = R"({"a":{"S":"x"},"b":{"S":"x"}})"
                     "\n" +
                     record + R"({"b":{"S":"x"},"a":{"S":"x"}})" + "\n" + record;
  const ReadFile file = read_all(text);
  CHECK(file.items.size() == 4);
  CHECK(file.numbered.size() == 2);

  // More names than are remembered at once.
  text.clear();
  for (std::size_t i = 0; i < 20'000; ++i) {
    text += "{\"a\":{\"S\":\"x\"},\"name" + std::to_string(i) + "\":{\"S\":\"x\"}}\n";
  }
  CHECK(read_all(text).numbered.size() > 20'000);
}

TEST_CASE("json quick: names that stand twice are found among many") {
  std::string text;
  const auto member = [](std::size_t number) {
    return "\"name-" + std::to_string(number) + "-of-many\":{\"N\":\"1\"}";
  };
  constexpr std::size_t kItems = 40;
  for (std::size_t i = 0; i < kItems; ++i) {
    std::string line = "{";
    for (std::size_t j = 0; j < 150; ++j) line += member(150 * i + j) + ",";
    // In a map inside the item the same names stand again; in every other item one stands twice.
    line += "\"map\":{\"M\":{" + member(150 * i) + "," + member(150 * i + 1) + "}},";
    line += i % 2 == 0 ? member(150 * i + 77) : member(1'000'000 + i);
    text += line + "}\n";
  }
  const ReadFile file = read_all(text);
  CHECK(file.items.size() == kItems / 2);
  REQUIRE(file.bad.size() == kItems / 2);
  CHECK(file.bad[0].message == "`name-77-of-many` stands twice in one object");
}

TEST_CASE("json quick: where some attributes are wanted, only those may not stand twice") {
  const std::string text =
      R"({"pk":{"S":"x"},"a":{"N":"1"},"a":{"N":"12"},"m":{"M":{"b":{"S":""},"b":{"S":""}}}})"
      "\n"
      R"({"pk":{"S":"x"},"a":{"N":"1"},"pk":{"S":"y"}})"
      "\n"
      R"({"a":{"N":"1"},"pk":{"S":"last"}})"
      "\n";
  for (const std::string& each : {text, spaced(text)}) {
    CHECK(read_all(each).items.size() == 1);
    const ReadFile file = read_all(each, {}, {{"pk"}});
    REQUIRE(file.items.size() == 2);
    CHECK(file.items[0].size == 2 + 1 + 2 * (1 + 2) + 1 + 3 + 2 * (1 + 1));
    REQUIRE(file.bad.size() == 1);
    CHECK(file.bad[0].message == "`pk` stands twice in one object");
  }
}

TEST_CASE("json quick: a record that holds more than an item is left to the walker") {
  const std::string text =
      "{\"Item\":{\"a\":{\"S\":\"x\"}},\"TableName\":\"t\"}\n"
      "{\"Item\":{\"S\":\"x\"}}\n"
      "{\"Item\":{\"M\":{\"a\":{\"S\":\"x\"}}}}\n"
      "{\"Item\":{\"a\":{\"S\":\"x\"}}}{\"Item\":{\"a\":{\"S\":\"y\"}}}\n"
      "{\"Item\":{\"a\":{\"M\":{}},\"b\":{\"L\":[]}}}\n";
  const ReadFile file = read_all(text);
  CHECK(shown(file.bad) ==
        std::vector<std::string>{"4 0 something stands after the end of the object"});
  REQUIRE(file.items.size() == 4);
  CHECK(file.items[0].size == 2);
  CHECK(file.items[1].attributes[0].name == "Item");
  CHECK(file.items[2].attributes[0].type == ValueType::map);
  CHECK(file.items[3].size == 8);
}
