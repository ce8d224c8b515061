// Makes items as an export of DynamoDB has them, for measurements of speed.
//
//   make_items FOLDER MEGABYTES [escapes: percent of items with escapes, 5] [seed]
//
// FOLDER/items.jsonl has about MEGABYTES * 10^6 bytes of `{"Item": {...}}` lines, 461 bytes and a
// dozen attributes each: partition keys drawn by Zipf's law (1.1), attributes in any order (a
// quarter of the items have their keys last), nested maps and lists, sets, binaries, escapes.
// FOLDER/part-1.jsonl .. part-8.jsonl are the same bytes cut into eight.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace {

constexpr std::size_t kParts = 8;
constexpr std::uint64_t kUsers = 200'000;

/// Zipf's law over 1 .. n by the inverse of its (continuous) distribution function.
class Zipf {
 public:
  Zipf(double exponent, std::uint64_t n)
      : power_(1.0 - exponent), most_(std::pow(static_cast<double>(n) + 1.0, power_) - 1.0) {}

  template <typename Random>
  std::uint64_t operator()(Random& random) {
    const double u = std::uniform_real_distribution<double>(0.0, 1.0)(random);
    return static_cast<std::uint64_t>(std::pow(u * most_ + 1.0, 1.0 / power_));
  }

 private:
  double power_;
  double most_;
};

class Maker {
 public:
  Maker(std::uint64_t seed, unsigned escapes) : random_(seed), escapes_(escapes) {}

  std::string item(std::uint64_t number) {
    const std::uint64_t user = zipf_(random_) * 2'654'435'761U % 1'000'000;
    std::vector<std::string> attributes = others(number);
    std::shuffle(attributes.begin(), attributes.end(), random_);
    const std::array<std::string, 2> keys = {
        text("pk", fmt::format("USER#{:06}", user)),
        text("sk", fmt::format("ORDER#{}#{:010}", stamp(number), number))};
    const bool last = below(4) == 0;
    attributes.insert(last ? attributes.end() : attributes.begin(), keys.begin(), keys.end());
    std::string line = "{\"Item\":{";
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (i > 0) line += ',';
      line += attributes[i];
    }
    return line + "}}\n";
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  static std::string text(std::string_view name, std::string_view value) {
    return fmt::format(R"("{}":{{"S":"{}"}})", name, value);
  }
  template <typename Value>
  static std::string number(std::string_view name, const Value& value) {
    return fmt::format(R"("{}":{{"N":"{}"}})", name, value);
  }
  static std::string stamp(std::uint64_t n) {
    return fmt::format("2026-{:02}-{:02}T{:02}:{:02}:{:02}Z", n / 2'419'200 % 12 + 1,
                       n / 86'400 % 28 + 1, n / 3'600 % 24, n / 60 % 60, n % 60);
  }

  std::string binary(std::size_t bytes) {
    constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string encoded;
    for (std::size_t i = 0; i < bytes / 3 * 4; ++i) encoded += kLetters[below(kLetters.size())];
    return encoded;
  }

  std::string note() {
    if (below(100) < escapes_) return R"(said \"caf\u00e9\"\nand left)";
    return std::string("nothing was said of this order when it was taken by ") +
           kNames[below(kNames.size())];
  }

  std::vector<std::string> others(std::uint64_t n) {
    const std::string_view name = kNames[below(kNames.size())];
    std::vector<std::string> attributes = {
        text("status", kStates[below(kStates.size())]),
        number("amount", fmt::format("{}.{:02}", below(1000), below(100))),
        number("quantity", below(20) + 1),
        number("expiresAt", 1'790'000'000 + n % 10'000'000),
        text("customerName", fmt::format("{} {}", name, kNames[below(kNames.size())])),
        fmt::format(R"("paid":{{"BOOL":{}}})", below(2) == 0),
        fmt::format(
            R"("address":{{"M":{{"city":{{"S":"{}"}},"zip":{{"S":"{:05}"}},"geo":{{"L":[{{"N":"{}.{:03}"}},{{"N":"-{}.{:03}"}}]}}}}}})",
            kNames[below(kNames.size())], below(100'000), below(90), below(1000), below(180),
            below(1000)),
        text("note", note()),
        text("createdAt", stamp(n)),
    };
    if (below(3) == 0) attributes.push_back(R"("tags":{"SS":["new","gift","fragile"]})");
    if (below(4) == 0) attributes.push_back(fmt::format(R"("digest":{{"B":"{}"}})", binary(18)));
    if (below(10) == 0) attributes.emplace_back(R"("parent":{"NULL":true})");
    return attributes;
  }

  static constexpr std::array<const char*, 12> kNames = {"Ada",  "Grace",   "Edsger",    "Barbara",
                                                         "Alan", "Frances", "Donald",    "Radia",
                                                         "Tony", "Zürich",  "Katherine", "Leslie"};
  static constexpr std::array<const char*, 4> kStates = {"PENDING", "SHIPPED", "DELIVERED",
                                                         "RETURNED"};

  std::mt19937_64 random_;
  Zipf zipf_{1.1, kUsers};
  unsigned escapes_;
};

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    std::fputs("usage: make_items FOLDER MEGABYTES [ESCAPES] [SEED]\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = words[1];
  const std::uint64_t bytes = std::strtoull(words[2], nullptr, 10) * 1'000'000;
  const auto escapes = static_cast<unsigned>(count > 3 ? std::strtoul(words[3], nullptr, 10) : 5);
  Maker maker(count > 4 ? std::strtoull(words[4], nullptr, 10) : 1, escapes);
  std::filesystem::create_directories(folder);
  std::ofstream whole(folder / "items.jsonl", std::ios::binary);
  std::ofstream part;
  std::uint64_t written = 0;
  std::uint64_t items = 0;
  for (std::size_t i = 1; i <= kParts; ++i) {
    part = std::ofstream(folder / fmt::format("part-{}.jsonl", i), std::ios::binary);
    while (written < bytes / kParts * i) {
      const std::string line = maker.item(items++);
      whole << line;
      part << line;
      written += line.size();
    }
  }
  fmt::print("{} items, {} bytes, {} an item\n", items, written, written / items);
  return whole && part ? 0 : 1;
}
