#include <random>

#include "profile/analyses.h"
#include "profile/columns.h"
#include "profile/digest_functions.h"

#include "support/catch.h"

namespace ddblint {
namespace {

Digest digest_of(std::string_view function, std::string_view text) {
  return digest_function(function)->compute(text);
}
std::string hex_of(std::string_view function, std::string_view text) {
  return to_hex(digest_of(function, text));
}

std::string base64(const Digest& digest, bool url) {
  const std::string alphabet =
      std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") +
      (url ? "-_" : "+/");
  std::string text;
  std::uint32_t word = 0;
  unsigned bits = 0;
  for (const unsigned char byte : digest.view()) {
    word = word << 8U | byte;
    for (bits += 8; bits >= 6; bits -= 6) text.push_back(alphabet[word >> (bits - 6) & 63]);
  }
  if (bits > 0) text.push_back(alphabet[word << (6 - bits) & 63]);
  while (!url && text.size() % 4 != 0) text.push_back('=');
  return text;
}

std::string customer(std::size_t row) { return "customer-" + std::to_string(row * 7919 % 3001); }
std::string email(std::size_t row) { return "User" + std::to_string(row) + "@Example.org"; }
std::string country(std::size_t row) {
  return std::string(std::array<std::string_view, 4>{"DE", "FR", "IT", "ES"}[row % 4]);
}

/// A table of 3,000 rows with a column made of others, beside usual attributes.
std::vector<DigestFact> facts_with(
    const std::function<std::optional<std::string>(std::size_t)>& made,
    ValueType type = ValueType::string) {
  std::mt19937_64 random(77);
  Rows rows(3000);
  rows.add(
      "amount", [&](std::size_t) { return std::to_string(random() % 100000); }, ValueType::number);
  rows.add("country", country);
  rows.add("customer_id", customer);
  rows.add("email", email);
  rows.add("id", [](std::size_t row) { return std::to_string(row + 1); }, ValueType::number);
  rows.add("made", made, type);
  rows.add("note", [&](std::size_t) { return random_text(random, 80, "abc def"); });
  return find_digests(rows.table());
}

TEST_CASE("digests in base 32, whole and cut, in either case") {
  struct Alphabet {
    std::string_view encoding;
    std::string_view digits;
  };
  for (const auto& [encoding, digits] :
       {Alphabet{"base32", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"},
        Alphabet{"base32hex", "0123456789ABCDEFGHIJKLMNOPQRSTUV"},
        Alphabet{"base32hex", "0123456789abcdefghijklmnopqrstuv"},
        Alphabet{"Crockford base32", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"}}) {
    for (const std::size_t size : {std::size_t{16}, std::size_t{32}}) {
      const auto facts = facts_with([&](std::size_t row) {
        std::string text;
        std::uint32_t word = 0;
        unsigned bits = 0;
        const auto digest = digest_of("sha1", customer(row));
        for (const unsigned char byte : digest.view()) {
          word = word << 8U | byte;
          for (bits += 8; bits >= 5; bits -= 5) text.push_back(digits[word >> (bits - 5) & 31U]);
        }
        return text.substr(0, size);
      });
      INFO(encoding << " " << size);
      REQUIRE(facts.size() == 1);
      CHECK(facts.front().function == "sha1");
      CHECK(facts.front().encoding == encoding);
      CHECK(facts.front().of == std::vector<std::string>{"customer_id"});
      CHECK(facts.front().cut == (size == 32 ? "" : "first 10 bytes"));
    }
  }
  // Random texts of the same alphabets.
  std::mt19937_64 random(5);
  CHECK(facts_with([&](std::size_t) {
          return random_text(random, 26, "0123456789ABCDEFGHJKMNPQRSTVWXYZ");
        }).empty());
}

TEST_CASE("digests of UTF-16") {
  const auto facts = facts_with([](std::size_t row) {
    std::string wide;
    for (const char c : email(row)) {
      wide.push_back(c);
      wide.push_back('\0');
    }
    return hex_of("md5", wide);
  });
  REQUIRE(facts.size() == 1);
  CHECK(facts.front().of == std::vector<std::string>{"email"});
  CHECK(facts.front().cut == "of the UTF-16 text");
  // Beyond ASCII: a letter of two bytes in UTF-8, and one of four.
  Rows rows(100);
  rows.add("name", [](std::size_t row) { return "\u00e9\U0001F600" + std::to_string(row); });
  rows.add("made", [](std::size_t row) {
    std::string wide("\xe9\x00\x3d\xd8\x00\xde", 6);
    for (const char c : std::to_string(row)) {
      wide.push_back(c);
      wide.push_back('\0');
    }
    return hex_of("sha256", wide);
  });
  const auto beyond = find_digests(rows.table());
  REQUIRE(beyond.size() == 1);
  CHECK(beyond.front().cut == "of the UTF-16 text");
}

TEST_CASE("a digest is recomputed in every function and encoding") {
  struct Case {
    std::string_view function;
    std::string_view encoding;
    std::string_view cut;
    std::function<std::string(std::size_t)> made;
    ValueType type = ValueType::string;
  };
  const auto hex_case = [](std::string_view function) {
    return Case{function, "hex", "",
                [function](std::size_t row) { return hex_of(function, customer(row)); }};
  };
  std::vector<Case> cases;
  for (const std::string_view function :
       {"md5",     "sha1",       "sha224",      "sha256",   "sha384", "sha512", "crc32", "crc32c",
        "adler32", "murmur3_32", "murmur3_128", "murmur2",  "xxh32",  "xxh64",  "xxh3",  "xxh128",
        "fnv1_32", "fnv1a_32",   "fnv1_64",     "fnv1a_64", "java",   "djb2"}) {
    cases.push_back(hex_case(function));
  }
  cases.push_back({"sha256", "hex", "first 8 hex digits",
                   [](std::size_t row) { return hex_of("sha256", customer(row)).substr(0, 8); }});
  cases.push_back({"md5", "hex", "last 6 hex digits",
                   [](std::size_t row) { return hex_of("md5", customer(row)).substr(26); }});
  cases.push_back({"md5", "hex", "", [](std::size_t row) {
                     std::string text = hex_of("md5", customer(row));
                     for (char& c : text) c = static_cast<char>(std::toupper(c));
                     return text;
                   }});
  cases.push_back({"md5", "hex", "", [](std::size_t row) {
                     std::string text = hex_of("md5", customer(row));
                     for (const std::size_t at : {20, 16, 12, 8}) text.insert(at, "-");
                     return text;
                   }});
  cases.push_back({"crc32", "hex", "", [](std::size_t row) {
                     std::string text = hex_of("crc32", customer(row));
                     return text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
                   }});
  cases.push_back({"sha1", "base64", "", [](std::size_t row) {
                     return base64(digest_of("sha1", customer(row)), false);
                   }});
  cases.push_back({"sha256", "base64url", "", [](std::size_t row) {
                     return base64(digest_of("sha256", customer(row)), true);
                   }});
  cases.push_back({"sha256", "base64url", "first 8 bytes", [](std::size_t row) {
                     return base64(digest_of("sha256", customer(row)), true).substr(0, 11);
                   }});
  cases.push_back({"md5", "base64", "",
                   [](std::size_t row) { return base64(digest_of("md5", customer(row)), false); },
                   ValueType::binary});
  for (const std::string_view function : {"crc32", "murmur3_32", "xxh64", "fnv1a_64"}) {
    cases.push_back({function, "decimal", "",
                     [function](std::size_t row) {
                       return std::to_string(
                           integer_of(digest_of(function, customer(row)), 0)->magnitude);
                     },
                     ValueType::number});
  }
  cases.push_back({"java", "decimal", "signed",
                   [](std::size_t row) {
                     const auto number = integer_of(digest_of("java", customer(row)), 1).value();
                     return (number.negative ? "-" : "") + std::to_string(number.magnitude);
                   },
                   ValueType::number});
  cases.push_back({"md5", "decimal", "first 8 bytes", [](std::size_t row) {
                     return std::to_string(
                         integer_of(digest_of("md5", customer(row)), 4)->magnitude);
                   }});
  for (const Case& example : cases) {
    CAPTURE(example.function, example.encoding, example.cut);
    const auto facts = facts_with(example.made, example.type);
    REQUIRE(facts.size() == 1);
    CHECK(facts[0].attribute == "made");
    CHECK(facts[0].of == std::vector<std::string>{"customer_id"});
    CHECK(facts[0].function == example.function);
    CHECK(facts[0].encoding == example.encoding);
    CHECK(facts[0].cut == example.cut);
    CHECK(facts[0].matched == 3000);
    CHECK(facts[0].tested == 3000);
    CHECK(facts[0].false_positive <= 1e-9);
    CHECK_FALSE(facts[0].joined_to_input);
    CHECK_FALSE(facts[0].shard_suffix);
  }
}

TEST_CASE("a digest of two attributes is found with its separator") {
  const std::string separator = GENERATE("", ":", "#", "-", "_", "|", ".", "/", ",");
  const auto facts = facts_with(
      [&](std::size_t row) { return hex_of("sha256", email(row) + separator + country(row)); });
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].of == std::vector<std::string>{"email", "country"});
  CHECK(facts[0].separator == separator);
}

TEST_CASE("a digest of a normalised value is found") {
  const auto lower = [](std::size_t row) {
    std::string text = email(row);
    for (char& c : text) c = static_cast<char>(std::tolower(c));
    return hex_of("md5", text);
  };
  const auto facts = facts_with(lower);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].of == std::vector<std::string>{"email"});
  CHECK(facts[0].cut == "of the lower-case text");
}

TEST_CASE("a digest beside its own input is found in one key") {
  SECTION("before it") {
    const auto facts = facts_with([](std::size_t row) {
      const std::string own = "order-" + std::to_string(row * 31);
      return hex_of("md5", own).substr(0, 4) + "#" + own;
    });
    REQUIRE(facts.size() == 1);
    CHECK(facts[0].joined_to_input);
    CHECK(facts[0].cut == "first 4 hex digits");
    CHECK(facts[0].of == std::vector<std::string>{"made"});
  }
  SECTION("behind it, while the input is an attribute, too") {
    const auto facts = facts_with(
        [](std::size_t row) { return customer(row) + "#" + hex_of("sha1", customer(row)); });
    REQUIRE(facts.size() == 1);
    CHECK(facts[0].joined_to_input);
    CHECK(facts[0].of == std::vector<std::string>{"customer_id"});
  }
}

TEST_CASE("named UUIDs are digests of their names") {
  const DigestFunction* url = nullptr;
  for (const DigestFunction& function : digest_functions()) {
    if (function.name == "uuid5" && function.variant == "namespace URL") url = &function;
  }
  const auto facts = facts_with([&](std::size_t row) {
    std::string text = to_hex(url->compute(email(row)));
    for (const std::size_t at : {20, 16, 12, 8}) text.insert(at, "-");
    return text;
  });
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].function == "uuid5");
  CHECK(facts[0].cut == "namespace URL");
}

TEST_CASE("a residue of a digest is a shard, not a digest") {
  const auto crc = [](std::size_t row, std::uint64_t modulus) {
    return residue_of(digest_of("crc32", customer(row)), 0, modulus).value();
  };
  const std::uint64_t modulus = GENERATE(10, 16, 200);
  const auto facts = facts_with([&](std::size_t row) {
    return "2014-07-" + padded(row % 28 + 1, 2) + "." + std::to_string(crc(row, modulus));
  });
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].shard_suffix);
  CHECK(facts[0].function == "crc32");
  CHECK(facts[0].cut == "modulo " + std::to_string(modulus));
  const auto alone = facts_with([&](std::size_t row) { return std::to_string(crc(row, modulus)); },
                                ValueType::number);
  REQUIRE(alone.size() == 1);
  CHECK(alone[0].shard_suffix);
}

TEST_CASE("what cannot be recomputed, or not well enough, is not called a digest") {
  SECTION("an unknown salt") {
    CHECK(facts_with([](std::size_t row) {
            return hex_of("sha256", "salt" + customer(row));
          }).empty());
  }
  SECTION("an input that never changes") {
    CHECK(facts_with([](std::size_t) { return hex_of("sha256", "DE"); }).empty());
  }
  SECTION("five rows of a thousand differ") {
    CHECK(facts_with([](std::size_t row) {
            return hex_of("md5", row % 200 == 3 ? "other" : customer(row));
          }).empty());
  }
  SECTION("one row of three thousand differs") {
    const auto facts = facts_with(
        [](std::size_t row) { return hex_of("md5", row == 1234 ? "other" : customer(row)); });
    REQUIRE(facts.size() == 1);
    CHECK(facts[0].matched == 2999);
    CHECK(facts[0].tested == 3000);
  }
  SECTION("seven different inputs") {
    Rows rows(700);
    rows.add("a", [](std::size_t row) { return std::to_string(row % 7); });
    rows.add("b", [](std::size_t row) { return hex_of("md5", std::to_string(row % 7)); });
    CHECK(find_digests(rows.table()).empty());
  }
  SECTION("eight different inputs") {
    Rows rows(8);
    rows.add("a", [](std::size_t row) { return std::to_string(row); });
    rows.add("b", [](std::size_t row) { return hex_of("md5", std::to_string(row)); });
    const auto facts = find_digests(rows.table());
    REQUIRE(facts.size() == 1);
    CHECK(facts[0].matched == 8);
  }
  SECTION("missing values are skipped") {
    const auto facts = facts_with([](std::size_t row) {
      return row % 3 == 0 ? std::nullopt : std::optional(hex_of("md5", customer(row)));
    });
    REQUIRE(facts.size() == 1);
    CHECK(facts[0].tested == 2000);
  }
}

TEST_CASE("random columns beside thirty attributes are never digests") {
  std::mt19937_64 random(1);
  Rows rows(200);
  for (int i = 0; i < 10; ++i) {
    const std::string number = std::to_string(i);
    rows.add("text" + number, [&](std::size_t) { return random_text(random, 9, "abcdefgh"); });
    rows.add("uuid" + number, [&](std::size_t) { return random_uuid(random); });
    rows.add("int" + number, [&](std::size_t) { return std::to_string(random() % 5000); });
  }
  for (int i = 0; i < 12; ++i) {
    const std::string number = std::to_string(i);
    rows.add("hex" + number, [&](std::size_t) { return random_text(random, 8); });
    rows.add("short" + number, [&](std::size_t) { return random_text(random, 4); });
    rows.add("long" + number, [&](std::size_t) { return std::to_string(random()); });
    rows.add("digit" + number, [&](std::size_t) { return std::to_string(random() % 10); });
    rows.add("key" + number, [&](std::size_t) {
      return random_text(random, 4) + "#" + std::to_string(random() % 16);
    });
  }
  CHECK(find_digests(rows.table()).empty());
}

TEST_CASE("look-alikes of digests are none") {
  std::mt19937_64 random(4);
  CHECK(facts_with([&](std::size_t) { return "#" + random_text(random, 6); }).empty());
  CHECK(facts_with([&](std::size_t) { return random_text(random, 40); }).empty());
  CHECK(facts_with([&](std::size_t) { return random_uuid(random); }).empty());
  CHECK(facts_with([&](std::size_t) {
          return "sk_" + random_text(random, 32, "abcXYZ0123456789");
        }).empty());
  // Parts and copies of another attribute are no calculation.
  CHECK(facts_with([](std::size_t row) { return std::to_string(row % 10); }).empty());
  CHECK(facts_with([](std::size_t row) { return customer(row); }).empty());
  CHECK(facts_with([](std::size_t row) { return "CUST#" + std::to_string(row % 200); }).empty());
  CHECK(facts_with([](std::size_t row) { return day_text(static_cast<int>(row % 60)); }).empty());
}

}  // namespace
}  // namespace ddblint
