#include "profile/digest_functions.h"

#include <string>

#include "support/catch.h"

namespace ddblint {
namespace {

std::string hex(std::string_view function, std::string_view text) {
  return to_hex(digest_function(function)->compute(text));
}

const DigestFunction& variant(std::string_view name, std::string_view variant) {
  for (const DigestFunction& function : digest_functions()) {
    if (function.name == name && function.variant == variant) return function;
  }
  FAIL("no such function");
  return digest_functions().front();
}

TEST_CASE("every function gives its published vectors") {
  struct Vector {
    std::string_view function;
    std::string_view text;
    std::string_view digest;
  };
  const Vector vector = GENERATE(
      // RFC 1321, appendix A.5.
      Vector{"md5", "", "d41d8cd98f00b204e9800998ecf8427e"},
      Vector{"md5", "abc", "900150983cd24fb0d6963f7d28e17f72"},
      Vector{"md5", "message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
      // FIPS 180-4 examples, RFC 3874.
      Vector{"sha1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
      Vector{"sha224", "abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
      Vector{"sha256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      Vector{"sha384", "abc",
             "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
             "8086072ba1e7cc2358baeca134c825a7"},
      Vector{"sha512", "abc",
             "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
             "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
      // The check values of the catalogue of CRC algorithms.
      Vector{"crc32", "123456789", "cbf43926"}, Vector{"crc32c", "123456789", "e3069283"},
      Vector{"adler32", "Wikipedia", "11e60398"},
      // RFC 9923 (FNV), its test strings.
      Vector{"fnv1_32", "a", "050c5d7e"}, Vector{"fnv1a_32", "a", "e40c292c"},
      Vector{"fnv1a_32", "foobar", "bf9cf968"}, Vector{"fnv1_64", "a", "af63bd4c8601b7be"},
      Vector{"fnv1a_64", "a", "af63dc4c8601ec8c"}, Vector{"fnv1a_64", "foobar", "85944171f73967e8"},
      // SMHasher and its ports.
      Vector{"murmur3_32", "", "00000000"}, Vector{"murmur3_32", "test", "ba6bd213"},
      Vector{"murmur3_32", "Hello, world!", "c0363e43"},
      Vector{"murmur3_32", "The quick brown fox jumps over the lazy dog", "2e4ff723"},
      Vector{"murmur3_128", "The quick brown fox jumps over the lazy dog",
             "e34bbc7bbc071b6c7a433ca9c49a9347"},
      // xxHash's own.
      Vector{"xxh32", "", "02cc5d05"}, Vector{"xxh32", "a", "550d7456"},
      Vector{"xxh64", "", "ef46db3751d8e999"}, Vector{"xxh64", "a", "d24ec4f1a98c6e5b"},
      Vector{"xxh3", "", "2d06800538d394c2"},
      Vector{"xxh128", "", "99aa06d3014798d86001c324468d497f"},
      // Java: "hello".hashCode() == 99162322; djb2 of the empty text is its start.
      Vector{"java", "hello", "05e918d2"}, Vector{"djb2", "", "00001505"},
      Vector{"djb2", "a", "0002b606"});
  CAPTURE(vector.function, vector.text);
  CHECK(hex(vector.function, vector.text) == vector.digest);
}

TEST_CASE("named UUIDs are those of RFC 9562, appendix A, and of Python") {
  CHECK(to_hex(variant("uuid5", "namespace DNS").compute("www.example.com")) ==
        "2ed6657de927568b95e12665a8aea6a2");
  CHECK(to_hex(variant("uuid3", "namespace DNS").compute("www.example.com")) ==
        "5df418813aed351588a72f4a814cf09e");
  CHECK(to_hex(variant("uuid5", "namespace DNS").compute("python.org")) ==
        "886313e13b8a53729b900c9aee199e5d");
  CHECK(to_hex(variant("uuid3", "namespace DNS").compute("python.org")) ==
        "6fa459eaee8a3ca4894edb77e160355e");
}

TEST_CASE("MurmurHash 2 is Kafka's") {
  // The cases of Kafka's own test of its Utils.murmur2.
  const auto number = [](std::string_view text) {
    const auto word = integer_of(digest_function("murmur2")->compute(text), 1).value();
    const auto magnitude = static_cast<std::int64_t>(word.magnitude);
    return word.negative ? -magnitude : magnitude;
  };
  CHECK(number("21") == -973932308);
  CHECK(number("foobar") == -790332482);
  CHECK(number("a-little-bit-long-string") == -985981536);
  CHECK(number("a-little-bit-longer-string") == -1486304829);
  CHECK(number("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8") == -58897971);
  CHECK(number("abc") == 479470107);
}

TEST_CASE("Java's hash code counts UTF-16 units") {
  // U+1F600 is D83D DE00: 31 * 0xD83D + 0xDE00.
  CHECK(integer_of(digest_function("java")->compute("\xF0\x9F\x98\x80"), 0).value().magnitude ==
        31 * 0xD83D + 0xDE00);
  CHECK(integer_of(digest_function("java")->compute("\xC3\xA9"), 0).value().magnitude == 0xE9);
}

TEST_CASE("a digest is read as an integer in the usual ways") {
  Digest word;
  word.size = 4;
  word.bytes = {0xFF, 0xFF, 0xFF, 0xFE};
  CHECK(integer_of(word, 0) == DigestInteger{.magnitude = 4294967294U});
  CHECK(integer_of(word, 1) == DigestInteger{.magnitude = 2, .negative = true});
  CHECK(integer_of(word, 2) == DigestInteger{.magnitude = 2});
  CHECK_FALSE(integer_of(word, 3));
  CHECK(residue_of(word, 0, 10) == 4);
  CHECK(residue_of(word, 1, 10) == 8);
  CHECK(residue_of(word, 2, 10) == 2);

  // int(hashlib.md5(b'abc').hexdigest(), 16) % 200 == 170, from Python.
  const Digest md5 = digest_function("md5")->compute("abc");
  CHECK(integer_of(md5, 3) == DigestInteger{.magnitude = 0x90015098U});
  CHECK(integer_of(md5, 5) == DigestInteger{.magnitude = 0x28e17f72U});
  CHECK(integer_of(md5, 7) == DigestInteger{.magnitude = 0x98500190U});
  CHECK(residue_of(md5, 0, 200) == 170);
}

TEST_CASE("shards calculated from code points") {
  const auto formula = [](std::string_view name, std::string_view variant) {
    for (const ShardFormula& f : shard_formulas()) {
      if (f.name == name && f.variant == variant) return f.compute;
    }
    FAIL("no such formula");
    return shard_formulas().front().compute;
  };
  // '1' '2' '3' are 49, 50, 51.
  CHECK(formula("code_point_sum", "")("123", 200) == 150);
  CHECK(formula("code_point_product", "")("123", 200) == 49 * 50 * 51 % 200);
  CHECK(formula("code_point_product", "32 bits")("123", 200) == 49 * 50 * 51 % 200);
  // 50^9 modulo 199, step by step, and modulo 2^32 as a signed word: 50^9 = 2^9 * 5^18.
  std::uint64_t exact = 1;
  for (int i = 0; i < 9; ++i) exact = exact * 50 % 199;
  CHECK(formula("code_point_product", "")("222222222", 199) == exact);
  CHECK(formula("code_point_product", "64 bits")("222222222", 199) == exact);
  const auto wrapped = static_cast<std::int32_t>(static_cast<std::uint32_t>(1953125000000000ULL));
  CHECK(formula("code_point_product", "32 bits")("222222222", 199) ==
        static_cast<std::uint64_t>(std::abs(std::int64_t{wrapped})) % 199);
  CHECK(formula("modulo", "")("1234", 200) == 34);
  CHECK_FALSE(formula("modulo", "")("17", 200));
  CHECK_FALSE(formula("modulo", "")("x", 200));
}

}  // namespace
}  // namespace ddblint
