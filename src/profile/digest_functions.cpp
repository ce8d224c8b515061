#include "profile/digest_functions.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "profile/scalars.h"
#include <openssl/evp.h>
#include <xxhash.h>

// MD5 and SHA are OpenSSL's, xxHash its author's. The rest is a few lines each, from their
// definitions: CRC-32 (ISO 3309, reflected 0x04C11DB7), CRC-32C (RFC 3720), Adler-32 (RFC 1950),
// FNV (RFC 9923), MurmurHash 2 and 3 (Appleby), Java's String.hashCode, djb2 (Bernstein).

namespace ddblint {

namespace {

template <typename Word>
Digest big_endian(Word word) {
  Digest digest;
  digest.size = sizeof(Word);
  for (std::size_t i = 0; i < sizeof(Word); ++i) {
    digest.bytes[i] = static_cast<unsigned char>(word >> (8 * (sizeof(Word) - 1 - i)));
  }
  return digest;
}

Digest joined(const Digest& first, const Digest& second) {
  Digest digest = first;
  std::copy_n(second.bytes.begin(), second.size,
              digest.bytes.begin() + static_cast<std::ptrdiff_t>(first.size));
  digest.size += second.size;
  return digest;
}

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

template <typename Word>
Word little_endian(std::string_view text, std::size_t at) {
  Word word = 0;
  for (std::size_t i = 0; i < sizeof(Word); ++i) word |= Word{byte_at(text, at + i)} << (8 * i);
  return word;
}

/// A message digest of OpenSSL; the context is kept, because making one costs more than a short
/// text.
class MessageDigest {
 public:
  explicit MessageDigest(const char* name)
      : method_(EVP_MD_fetch(nullptr, name, nullptr), EVP_MD_free),
        context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {}

  Digest operator()(std::string_view first, std::string_view second = {}) {
    Digest digest;
    unsigned size = 0;
    const bool done = method_ && context_ &&
                      EVP_DigestInit_ex2(context_.get(), method_.get(), nullptr) == 1 &&
                      EVP_DigestUpdate(context_.get(), first.data(), first.size()) == 1 &&
                      EVP_DigestUpdate(context_.get(), second.data(), second.size()) == 1 &&
                      EVP_DigestFinal_ex(context_.get(), digest.bytes.data(), &size) == 1;
    digest.size = done ? size : 0;
    return digest;
  }

 private:
  std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> method_;
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

Digest md5(std::string_view first, std::string_view second) {
  thread_local MessageDigest digest("MD5");
  return digest(first, second);
}
Digest sha1(std::string_view first, std::string_view second) {
  thread_local MessageDigest digest("SHA1");
  return digest(first, second);
}
Digest md5(std::string_view text) { return md5(text, {}); }
Digest sha1(std::string_view text) { return sha1(text, {}); }
Digest sha224(std::string_view text) {
  thread_local MessageDigest digest("SHA224");
  return digest(text);
}
Digest sha256(std::string_view text) {
  thread_local MessageDigest digest("SHA256");
  return digest(text);
}
Digest sha384(std::string_view text) {
  thread_local MessageDigest digest("SHA384");
  return digest(text);
}
Digest sha512(std::string_view text) {
  thread_local MessageDigest digest("SHA512");
  return digest(text);
}

/// The namespaces of RFC 9562, appendix C: 6ba7b81x-9dad-11d1-80b4-00c04fd430c8.
std::string name_space(char kind) {
  std::string bytes = "\x6b\xa7\xb8\x10\x9d\xad\x11\xd1\x80\xb4";
  bytes += std::string("\x00\xc0\x4f\xd4\x30\xc8", 6);
  if (kind == '-') return std::string(16, '\0');
  bytes[3] = kind;
  return bytes;
}

Digest as_uuid(Digest digest, unsigned version) {
  digest.size = std::min<std::size_t>(digest.size, 16);
  digest.bytes[6] = static_cast<unsigned char>((digest.bytes[6] & 0x0FU) | (version << 4U));
  digest.bytes[8] = static_cast<unsigned char>((digest.bytes[8] & 0x3FU) | 0x80U);
  return digest;
}

template <char Kind>
Digest uuid3(std::string_view text) {
  static const std::string kSpace = name_space(Kind);
  return as_uuid(md5(kSpace, text), 3);
}
template <char Kind>
Digest uuid5(std::string_view text) {
  static const std::string kSpace = name_space(Kind);
  return as_uuid(sha1(kSpace, text), 5);
}
/// Java's UUID.nameUUIDFromBytes has no namespace.
Digest uuid3_bare(std::string_view text) { return as_uuid(md5(text), 3); }

template <std::uint32_t Polynomial>
std::uint32_t crc(std::string_view text) {
  static constexpr auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t word = i;
      for (int bit = 0; bit < 8; ++bit) word = (word >> 1U) ^ ((word & 1U) != 0 ? Polynomial : 0U);
      table[i] = word;
    }
    return table;
  }();
  std::uint32_t word = ~0U;
  for (const char c : text) {
    word = (word >> 8U) ^ kTable[(word ^ static_cast<unsigned char>(c)) & 0xFFU];
  }
  return ~word;
}

Digest crc32(std::string_view text) { return big_endian(crc<0xEDB88320U>(text)); }
Digest crc32c(std::string_view text) { return big_endian(crc<0x82F63B78U>(text)); }

Digest adler32(std::string_view text) {
  std::uint32_t low = 1;
  std::uint32_t high = 0;
  for (const char c : text) {
    low = (low + static_cast<unsigned char>(c)) % 65521;
    high = (high + low) % 65521;
  }
  return big_endian(high << 16U | low);
}

template <typename Word>
constexpr Word kFnvPrime =
    sizeof(Word) == 4 ? Word{0x01000193U} : static_cast<Word>(0x100000001b3ULL);
template <typename Word>
constexpr Word kFnvStart =
    sizeof(Word) == 4 ? Word{0x811c9dc5U} : static_cast<Word>(0xcbf29ce484222325ULL);

template <typename Word>
Digest fnv1(std::string_view text) {
  Word word = kFnvStart<Word>;
  for (const char c : text) word = (word * kFnvPrime<Word>)^static_cast<unsigned char>(c);
  return big_endian(word);
}
template <typename Word>
Digest fnv1a(std::string_view text) {
  Word word = kFnvStart<Word>;
  for (const char c : text) word = (word ^ static_cast<unsigned char>(c)) * kFnvPrime<Word>;
  return big_endian(word);
}

/// MurmurHash3_x86_32.
template <std::uint32_t Seed>
Digest murmur3_32(std::string_view text) {
  const auto scramble = [](std::uint32_t k) {
    return std::rotl(k * 0xcc9e2d51U, 15) * 0x1b873593U;
  };
  std::uint32_t h = Seed;
  std::size_t at = 0;
  for (; at + 4 <= text.size(); at += 4) {
    h = std::rotl(h ^ scramble(little_endian<std::uint32_t>(text, at)), 13) * 5 + 0xe6546b64U;
  }
  std::uint32_t tail = 0;
  for (std::size_t i = text.size(); i-- > at;) tail = tail << 8U | byte_at(text, i);
  h ^= scramble(tail);
  h ^= static_cast<std::uint32_t>(text.size());
  h = (h ^ (h >> 16U)) * 0x85ebca6bU;
  h = (h ^ (h >> 13U)) * 0xc2b2ae35U;
  return big_endian(h ^ (h >> 16U));
}

/// The two words of MurmurHash3_x64_128.
std::array<std::uint64_t, 2> murmur3_words(std::string_view text) {
  constexpr std::uint64_t kFirst = 0x87c37b91114253d5ULL;
  constexpr std::uint64_t kSecond = 0x4cf5ad432745937fULL;
  const auto scramble1 = [](std::uint64_t k) { return std::rotl(k * kFirst, 31) * kSecond; };
  const auto scramble2 = [](std::uint64_t k) { return std::rotl(k * kSecond, 33) * kFirst; };
  const auto finish = [](std::uint64_t k) {
    k = (k ^ (k >> 33U)) * 0xff51afd7ed558ccdULL;
    k = (k ^ (k >> 33U)) * 0xc4ceb9fe1a85ec53ULL;
    return k ^ (k >> 33U);
  };
  std::uint64_t h1 = 0;
  std::uint64_t h2 = 0;
  std::size_t at = 0;
  for (; at + 16 <= text.size(); at += 16) {
    h1 = (std::rotl(h1 ^ scramble1(little_endian<std::uint64_t>(text, at)), 27) + h2) * 5 +
         0x52dce729U;
    h2 = (std::rotl(h2 ^ scramble2(little_endian<std::uint64_t>(text, at + 8)), 31) + h1) * 5 +
         0x38495ab5U;
  }
  std::array<std::uint64_t, 2> tail{};
  for (std::size_t i = at; i < text.size(); ++i) {
    tail[(i - at) / 8] |= std::uint64_t{byte_at(text, i)} << (8 * ((i - at) % 8));
  }
  h2 ^= scramble2(tail[1]);
  h1 ^= scramble1(tail[0]);
  h1 ^= text.size();
  h2 ^= text.size();
  h1 += h2;
  h2 += h1;
  h1 = finish(h1);
  h2 = finish(h2);
  h1 += h2;
  return {h1, h2 + h1};
}

Digest murmur3_128(std::string_view text) {
  const auto words = murmur3_words(text);
  return joined(big_endian(words[0]), big_endian(words[1]));
}
/// Guava writes the words with the lowest byte first.
Digest murmur3_128_bytes(std::string_view text) {
  Digest digest = murmur3_128(text);
  std::reverse(digest.bytes.begin(), digest.bytes.begin() + 8);
  std::reverse(digest.bytes.begin() + 8, digest.bytes.begin() + 16);
  return digest;
}

/// MurmurHash2 with Kafka's seed.
Digest murmur2(std::string_view text) {
  constexpr std::uint32_t kMultiplier = 0x5bd1e995U;
  std::uint32_t h = 0x9747b28cU ^ static_cast<std::uint32_t>(text.size());
  std::size_t at = 0;
  for (; at + 4 <= text.size(); at += 4) {
    std::uint32_t k = little_endian<std::uint32_t>(text, at) * kMultiplier;
    k = (k ^ (k >> 24U)) * kMultiplier;
    h = (h * kMultiplier) ^ k;
  }
  if (at < text.size()) {
    for (std::size_t i = at; i < text.size(); ++i) {
      h ^= std::uint32_t{byte_at(text, i)} << (8 * (i - at));
    }
    h *= kMultiplier;
  }
  h = (h ^ (h >> 13U)) * kMultiplier;
  return big_endian(h ^ (h >> 15U));
}

Digest xxh32(std::string_view text) {
  return big_endian(std::uint32_t{XXH32(text.data(), text.size(), 0)});
}
Digest xxh64(std::string_view text) {
  return big_endian(std::uint64_t{XXH64(text.data(), text.size(), 0)});
}
Digest xxh3(std::string_view text) {
  return big_endian(std::uint64_t{XXH3_64bits(text.data(), text.size())});
}
Digest xxh128(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return joined(big_endian(std::uint64_t{hash.high64}), big_endian(std::uint64_t{hash.low64}));
}

/// Calls back with each code point; a byte that is no UTF-8 counts as itself.
template <typename Callback>
void for_each_code_point(std::string_view text, Callback callback) {
  for (std::size_t at = 0; at < text.size();) {
    const unsigned char lead = byte_at(text, at);
    const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    if (more == 0 || at + more >= text.size()) {
      callback(std::uint32_t{lead});
      ++at;
      continue;
    }
    std::uint32_t point = lead & (0x3FU >> more);
    for (std::size_t i = 1; i <= more; ++i) point = point << 6U | (byte_at(text, at + i) & 0x3FU);
    callback(point);
    at += more + 1;
  }
}

Digest java(std::string_view text) {
  std::uint32_t h = 0;
  for_each_code_point(text, [&](std::uint32_t point) {
    if (point > 0xFFFF) {
      h = h * 31 + (0xD7C0U + (point >> 10U));
      h = h * 31 + (0xDC00U + (point & 0x3FFU));
    } else {
      h = h * 31 + point;
    }
  });
  return big_endian(h);
}

Digest djb2(std::string_view text) {
  std::uint32_t h = 5381;
  for (const char c : text) h = h * 33 + static_cast<unsigned char>(c);
  return big_endian(h);
}

constexpr std::array kFunctions = {
    DigestFunction{
        .name = "md5", .variant = "", .compute = md5, .size = 16, .tried_on_pairs = true},
    DigestFunction{
        .name = "sha1", .variant = "", .compute = sha1, .size = 20, .tried_on_pairs = true},
    DigestFunction{
        .name = "sha256", .variant = "", .compute = sha256, .size = 32, .tried_on_pairs = true},
    DigestFunction{
        .name = "sha512", .variant = "", .compute = sha512, .size = 64, .tried_on_pairs = true},
    DigestFunction{
        .name = "sha224", .variant = "", .compute = sha224, .size = 28, .tried_on_pairs = true},
    DigestFunction{
        .name = "sha384", .variant = "", .compute = sha384, .size = 48, .tried_on_pairs = true},
    DigestFunction{
        .name = "crc32", .variant = "", .compute = crc32, .size = 4, .tried_on_pairs = true},
    DigestFunction{.name = "murmur3_32",
                   .variant = "",
                   .compute = murmur3_32<0>,
                   .size = 4,
                   .tried_on_pairs = true},
    DigestFunction{.name = "murmur3_128",
                   .variant = "",
                   .compute = murmur3_128,
                   .size = 16,
                   .tried_on_pairs = true},
    DigestFunction{
        .name = "xxh32", .variant = "", .compute = xxh32, .size = 4, .tried_on_pairs = true},
    DigestFunction{
        .name = "xxh64", .variant = "", .compute = xxh64, .size = 8, .tried_on_pairs = true},
    DigestFunction{
        .name = "xxh3", .variant = "", .compute = xxh3, .size = 8, .tried_on_pairs = true},
    DigestFunction{
        .name = "xxh128", .variant = "", .compute = xxh128, .size = 16, .tried_on_pairs = true},
    DigestFunction{.name = "fnv1a_32",
                   .variant = "",
                   .compute = fnv1a<std::uint32_t>,
                   .size = 4,
                   .tried_on_pairs = true},
    DigestFunction{.name = "fnv1a_64",
                   .variant = "",
                   .compute = fnv1a<std::uint64_t>,
                   .size = 8,
                   .tried_on_pairs = true},
    DigestFunction{.name = "fnv1_32", .variant = "", .compute = fnv1<std::uint32_t>, .size = 4},
    DigestFunction{.name = "fnv1_64", .variant = "", .compute = fnv1<std::uint64_t>, .size = 8},
    DigestFunction{
        .name = "java", .variant = "", .compute = java, .size = 4, .tried_on_pairs = true},
    DigestFunction{.name = "crc32c", .variant = "", .compute = crc32c, .size = 4},
    DigestFunction{.name = "adler32", .variant = "", .compute = adler32, .size = 4},
    DigestFunction{.name = "djb2", .variant = "", .compute = djb2, .size = 4},
    DigestFunction{.name = "murmur2", .variant = "", .compute = murmur2, .size = 4},
    DigestFunction{
        .name = "murmur3_32", .variant = "seed 42", .compute = murmur3_32<42>, .size = 4},
    DigestFunction{.name = "murmur3_32",
                   .variant = "seed 0x9747b28c",
                   .compute = murmur3_32<0x9747b28cU>,
                   .size = 4},
    DigestFunction{
        .name = "murmur3_32", .variant = "seed 104729", .compute = murmur3_32<104729>, .size = 4},
    DigestFunction{.name = "murmur3_128",
                   .variant = "lowest byte first",
                   .compute = murmur3_128_bytes,
                   .size = 16},
    DigestFunction{.name = "uuid5",
                   .variant = "namespace DNS",
                   .compute = uuid5<'\x10'>,
                   .size = 16,
                   .makes_uuid = true,
                   .tried_on_pairs = true},
    DigestFunction{.name = "uuid5",
                   .variant = "namespace URL",
                   .compute = uuid5<'\x11'>,
                   .size = 16,
                   .makes_uuid = true,
                   .tried_on_pairs = true},
    DigestFunction{.name = "uuid5",
                   .variant = "namespace OID",
                   .compute = uuid5<'\x12'>,
                   .size = 16,
                   .makes_uuid = true,
                   .tried_on_pairs = true},
    DigestFunction{.name = "uuid5",
                   .variant = "namespace X500",
                   .compute = uuid5<'\x14'>,
                   .size = 16,
                   .makes_uuid = true},
    DigestFunction{.name = "uuid5",
                   .variant = "nil namespace",
                   .compute = uuid5<'-'>,
                   .size = 16,
                   .makes_uuid = true},
    DigestFunction{.name = "uuid3",
                   .variant = "no namespace",
                   .compute = uuid3_bare,
                   .size = 16,
                   .makes_uuid = true,
                   .tried_on_pairs = true},
    DigestFunction{.name = "uuid3",
                   .variant = "namespace DNS",
                   .compute = uuid3<'\x10'>,
                   .size = 16,
                   .makes_uuid = true,
                   .tried_on_pairs = true},
    DigestFunction{.name = "uuid3",
                   .variant = "namespace URL",
                   .compute = uuid3<'\x11'>,
                   .size = 16,
                   .makes_uuid = true,
                   .tried_on_pairs = true},
    DigestFunction{.name = "uuid3",
                   .variant = "namespace OID",
                   .compute = uuid3<'\x12'>,
                   .size = 16,
                   .makes_uuid = true,
                   .tried_on_pairs = true},
    DigestFunction{.name = "uuid3",
                   .variant = "namespace X500",
                   .compute = uuid3<'\x14'>,
                   .size = 16,
                   .makes_uuid = true},
    DigestFunction{.name = "uuid3",
                   .variant = "nil namespace",
                   .compute = uuid3<'-'>,
                   .size = 16,
                   .makes_uuid = true},
};

std::uint64_t word_of(std::span<const unsigned char> bytes) {
  std::uint64_t word = 0;
  for (const unsigned char byte : bytes) word = word << 8U | byte;
  return word;
}

/// Two's complement of 32 or 64 bits.
DigestInteger as_signed(std::uint64_t word, std::size_t size) {
  const std::uint64_t mask = size == 4 ? 0xFFFFFFFFULL : ~0ULL;
  const bool negative = (word >> (8 * size - 1)) != 0;
  return {.magnitude = negative ? (~word + 1) & mask : word, .negative = negative};
}

std::optional<std::uint64_t> sum_of_code_points(std::string_view text, std::uint64_t modulus) {
  std::uint64_t sum = 0;
  for_each_code_point(text, [&](std::uint32_t point) { sum += point; });
  return sum % modulus;
}

std::optional<std::uint64_t> product_of_code_points(std::string_view text, std::uint64_t modulus) {
  std::uint64_t product = 1 % modulus;
  for_each_code_point(text, [&](std::uint32_t point) { product = product * point % modulus; });
  return product;
}

/// The same as languages with wrapping integers get it.
template <typename Word>
std::optional<std::uint64_t> wrapped_product(std::string_view text, std::uint64_t modulus) {
  Word product = 1;
  for_each_code_point(text, [&](std::uint32_t point) { product *= static_cast<Word>(point); });
  return as_signed(product, sizeof(Word)).magnitude % modulus;
}

/// The number itself; nothing when it is smaller than the modulus, for then nothing is calculated.
std::optional<std::uint64_t> number_itself(std::string_view text, std::uint64_t modulus) {
  const auto number = read_integer(text);
  if (!number || *number < 0 || static_cast<std::uint64_t>(*number) < modulus) return std::nullopt;
  return static_cast<std::uint64_t>(*number) % modulus;
}

constexpr std::array kFormulas = {
    ShardFormula{.name = "code_point_product", .variant = "", .compute = product_of_code_points},
    ShardFormula{.name = "code_point_product",
                 .variant = "32 bits",
                 .compute = wrapped_product<std::uint32_t>},
    ShardFormula{.name = "code_point_product",
                 .variant = "64 bits",
                 .compute = wrapped_product<std::uint64_t>},
    ShardFormula{.name = "code_point_sum", .variant = "", .compute = sum_of_code_points},
    ShardFormula{.name = "modulo", .variant = "", .compute = number_itself},
};

}  // namespace

std::span<const DigestFunction> digest_functions() { return kFunctions; }

const DigestFunction* digest_function(std::string_view name) {
  const auto* const found =
      std::find_if(kFunctions.begin(), kFunctions.end(),
                   [&](const DigestFunction& function) { return function.name == name; });
  return found == kFunctions.end() ? nullptr : found;
}

std::string to_hex(const Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(digest.size * 2, '0');
  auto at = text.begin();
  for (const unsigned char byte : digest.view()) {
    *at++ = kDigits[byte >> 4U];
    *at++ = kDigits[byte & 15U];
  }
  return text;
}

std::string_view integer_view_name(unsigned view) {
  constexpr std::array<std::string_view, kIntegerViews> kNames = {"",
                                                                  "signed",
                                                                  "absolute value",
                                                                  "first 4 bytes",
                                                                  "first 8 bytes",
                                                                  "last 4 bytes",
                                                                  "last 8 bytes",
                                                                  "first 4 bytes, lowest first",
                                                                  "first 8 bytes, lowest first"};
  return kNames[view];
}

std::optional<DigestInteger> integer_of(const Digest& digest, unsigned view) {
  const auto bytes = digest.view();
  const bool word = digest.size == 4 || digest.size == 8;
  if (view <= 2) {
    if (!word) return std::nullopt;
    const std::uint64_t whole = word_of(bytes);
    if (view == 0) return DigestInteger{.magnitude = whole};
    DigestInteger number = as_signed(whole, digest.size);
    if (view == 2) number.negative = false;
    return number;
  }
  if (digest.size < 16) return std::nullopt;
  if (view == 3 || view == 4)
    return DigestInteger{.magnitude = word_of(bytes.first(view == 3 ? 4 : 8))};
  if (view == 5 || view == 6)
    return DigestInteger{.magnitude = word_of(bytes.last(view == 5 ? 4 : 8))};
  std::uint64_t number = 0;
  for (std::size_t i = view == 7 ? 4 : 8; i-- > 0;) number = number << 8U | bytes[i];
  return DigestInteger{.magnitude = number};
}

std::optional<std::uint64_t> residue_of(const Digest& digest, unsigned view,
                                        std::uint64_t modulus) {
  if (digest.size == 0 || modulus == 0 || modulus > UINT32_MAX) return std::nullopt;
  if (view == 0 && digest.size > 8) {
    // Four bytes a step: all digests this long have a multiple of four bytes, all moduli 32 bits.
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i < digest.size; i += 4) {
      rest = (rest << 32U | word_of(digest.view().subspan(i, 4))) % modulus;
    }
    return rest;
  }
  if (view == 1 || view == 2) {
    if (digest.size > 8) return std::nullopt;
    const DigestInteger number = as_signed(word_of(digest.view()), digest.size);
    const std::uint64_t rest = number.magnitude % modulus;
    return view == 1 && number.negative && rest != 0 ? modulus - rest : rest;
  }
  const auto number = integer_of(digest, view);
  if (!number) return std::nullopt;
  return number->magnitude % modulus;
}

std::span<const ShardFormula> shard_formulas() { return kFormulas; }

}  // namespace ddblint
