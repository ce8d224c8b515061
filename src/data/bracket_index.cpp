#include "data/bracket_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>

#include <simdjson.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define DDBLINT_AVX2 [[gnu::target("avx2,bmi,bmi2,pclmul,popcnt")]]
#define DDBLINT_AVX512 \
  [[gnu::target(       \
      "avx2,bmi,bmi2,pclmul,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq")]]
#endif

namespace ddblint {
namespace {

constexpr std::size_t kBlock = BracketIndex::kBlock;
/// Brackets are written eight at a time.
constexpr std::size_t kAtOnce = 8;
static_assert(sizeof(Bracket) == sizeof(std::uint64_t) && offsetof(Bracket, at) == 0);

}  // namespace

#ifdef DDBLINT_AVX2
// The portable form is index_tokens(). NOLINTBEGIN(portability-simd-intrinsics)
namespace {

/// A bit for each of 64 bytes, the first one lowest.
using Bits = std::uint64_t;

/// What stands in 64 bytes.
struct Block {
  Bits quotes = 0;
  Bits backslashes = 0;
  Bits controls = 0;
  Bits brackets = 0;
  bool ascii = true;
};

/// Sixty-four bytes as two halves.
struct Halves {
  __m256i low;
  __m256i high;
};

DDBLINT_AVX2 inline Bits bits_of(Halves bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes.low)) |
         Bits{static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes.high))} << 32U;
}

DDBLINT_AVX2 inline Bits equal(Halves bytes, char c) {
  const __m256i same = _mm256_set1_epi8(c);
  return bits_of({_mm256_cmpeq_epi8(bytes.low, same), _mm256_cmpeq_epi8(bytes.high, same)});
}

/// { and [ are alike but for one bit, and so are } and ]; their low halves tell them apart.
DDBLINT_AVX2 inline __m256i is_bracket(__m256i bytes) {
  const __m256i brackets = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{', 0, '}', 0, 0));
  return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(brackets, bytes),
                           _mm256_or_si256(bytes, _mm256_set1_epi8(0x20)));
}

DDBLINT_AVX2 inline __m256i is_control(__m256i bytes) {
  return _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8(0x1F)), bytes);
}

DDBLINT_AVX2 inline Block block_by_halves(const char* text) {
  const auto* const from = reinterpret_cast<const __m256i*>(text);
  const Halves bytes = {_mm256_loadu_si256(from), _mm256_loadu_si256(from + 1)};
  return {.quotes = equal(bytes, '"'),
          .backslashes = equal(bytes, '\\'),
          .controls = bits_of({is_control(bytes.low), is_control(bytes.high)}),
          .brackets = bits_of({is_bracket(bytes.low), is_bracket(bytes.high)}),
          .ascii = _mm256_movemask_epi8(_mm256_or_si256(bytes.low, bytes.high)) == 0};
}

DDBLINT_AVX512 inline Block block_whole(const char* text) {
  const __m512i bytes = _mm512_loadu_si512(text);
  const __m512i lower = _mm512_or_si512(bytes, _mm512_set1_epi8(0x20));
  return {.quotes = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')),
          .backslashes = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\')),
          .controls = _mm512_cmple_epu8_mask(bytes, _mm512_set1_epi8(0x1F)),
          .brackets = _mm512_cmpeq_epi8_mask(lower, _mm512_set1_epi8('{')) |
                      _mm512_cmpeq_epi8_mask(lower, _mm512_set1_epi8('}')),
          .ascii = _mm512_movepi8_mask(bytes) == 0};
}

/// Each bit is the sum, modulo 2, of those up to it.
DDBLINT_AVX2 inline Bits sums_modulo_2(Bits bits) {
  const __m128i all = _mm_set1_epi8(-1);
  const __m128i product =
      _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(bits)), all, 0);
  return static_cast<Bits>(_mm_cvtsi128_si64(product));
}

/// Writes eight of the brackets, given as bits, or more that mean nothing; the bits that are left.
DDBLINT_AVX2 inline Bits write_eight(Bits brackets, Bits quotes, Bracket base, Bracket* to) {
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kAtOnce; ++i) {
    const auto place = static_cast<std::uint32_t>(_tzcnt_u64(brackets));
    const auto before = static_cast<std::uint32_t>(std::popcount(_bzhi_u64(quotes, place)));
    to[i] = {.at = base.at + place, .quotes = base.quotes + before};
    brackets = _blsr_u64(brackets);
  }
  return brackets;
}

/// Eight words.
using Words = std::uint64_t __attribute__((vector_size(64)));

/// Writes eight brackets, given by their places.
DDBLINT_AVX512 inline void write_places(std::uint64_t places, Bits quotes, Bracket base,
                                        Bracket* to) {
  // With a mask, for g++ 12 warns of the other form (its bug 105593).
  const auto place = reinterpret_cast<Words>(
      _mm512_maskz_cvtepu8_epi64(0xFF, _mm_cvtsi64_si128(static_cast<long long>(places))));
  const Words below = ((Words{} + 1) << place) - 1;
  const auto before =
      reinterpret_cast<Words>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(below & quotes)));
  const Words brackets = place + (before << 32) + std::bit_cast<std::uint64_t>(base);
  _mm512_storeu_si512(to, reinterpret_cast<__m512i>(brackets));
}

/// What one block leaves to the next.
class Scan {
 public:
  Scan(std::string_view text, Bracket* to, std::vector<std::uint32_t>& escapes)
      : text_(text), whole_(text.size() - text.size() % kBlock), to_(to), escapes_(escapes) {
    last_.fill(' ');
    std::memcpy(last_.data(), text.data() + whole_, text.size() - whole_);
  }

  /// The bytes of the block that begins at `at`.
  [[nodiscard]] const char* bytes(std::size_t at) const {
    return at < whole_ ? text_.data() + at : last_.data();
  }
  /// The brackets and quotes of the block that begins at `at`.
  struct Found {
    Bits brackets = 0;
    Bits quotes = 0;
    /// Added to each of its brackets.
    Bracket base;
    Bracket* to = nullptr;
  };
  [[gnu::always_inline]] DDBLINT_AVX2 inline Found take(Block block, std::size_t at) {
    Bits quotes = block.quotes;
    if ((block.backslashes | escaped_) != 0) quotes &= ~escapes(block.backslashes, at);
    const Bits inside = sums_modulo_2(quotes) ^ inside_;
    inside_ = 0 - (inside >> (kBlock - 1));
    wrong_ |= block.controls & inside;
    if (!block.ascii || foreign_from_) take_foreign(block.ascii, at);
    const Found found = {.brackets = block.brackets & ~inside,
                         .quotes = quotes,
                         .base = {.at = static_cast<std::uint32_t>(at), .quotes = quotes_},
                         .to = to_};
    to_ += std::popcount(found.brackets);
    quotes_ += static_cast<std::uint32_t>(std::popcount(quotes));
    return found;
  }
  /// Where the brackets end; null when something was wrong with a block.
  [[nodiscard]] Bracket* finish() {
    if (foreign_from_) take_foreign(true, text_.size());
    return wrong_ == 0 && inside_ == 0 ? to_ : nullptr;
  }

 private:
  /// The bytes that a backslash takes the meaning from.
  [[gnu::noinline]] Bits escapes(Bits backslashes, std::size_t at) {
    if (backslashes != 0) escapes_.push_back(static_cast<std::uint32_t>(at));
    Bits escaped = escaped_;
    Bits left = backslashes & ~escaped_;
    escaped_ = 0;
    while (left != 0) {
      const Bits first = left & (~left + 1);
      escaped |= first << 1U;
      escaped_ |= first >> (kBlock - 1);
      left &= ~(first | first << 1U);
    }
    return escaped;
  }

  /// A run of blocks that are not ASCII stands between ASCII ones, so it is UTF-8 on its own.
  [[gnu::noinline]] void take_foreign(bool ascii, std::size_t at) {
    if (!ascii) {
      if (!foreign_from_) foreign_from_ = at;
      return;
    }
    if (!simdjson::validate_utf8(text_.data() + *foreign_from_, at - *foreign_from_)) wrong_ = 1;
    foreign_from_.reset();
  }

  std::string_view text_;
  /// Where the whole blocks end, and what stands behind them.
  std::size_t whole_;
  std::array<char, kBlock> last_{};
  Bracket* to_;
  std::vector<std::uint32_t>& escapes_;
  /// All ones while the last byte was inside a string.
  Bits inside_ = 0;
  /// 1 when the next byte is escaped.
  Bits escaped_ = 0;
  Bits wrong_ = 0;
  std::uint32_t quotes_ = 0;
  /// Where the blocks began that are not ASCII and not looked at yet.
  std::optional<std::size_t> foreign_from_;
};

DDBLINT_AVX2 Bracket* scan_by_halves(std::string_view text, Scan scan) {
  for (std::size_t at = 0; at < text.size(); at += kBlock) {
    const Scan::Found found = scan.take(block_by_halves(scan.bytes(at)), at);
    Bits left = found.brackets;
    Bracket* to = found.to;
    do {
      left = write_eight(left, found.quotes, found.base, to);
      to += kAtOnce;
    } while (left != 0);
  }
  return scan.finish();
}

DDBLINT_AVX512 Bracket* scan_whole(std::string_view text, Scan scan) {
  static constexpr auto kPlaces = [] {
    std::array<std::uint8_t, kBlock> places{};
    for (std::size_t i = 0; i < kBlock; ++i) places[i] = static_cast<std::uint8_t>(i);
    return places;
  }();
  const __m512i all = _mm512_loadu_si512(kPlaces.data());
  for (std::size_t at = 0; at < text.size(); at += kBlock) {
    const Scan::Found found = scan.take(block_whole(scan.bytes(at)), at);
    const auto places = reinterpret_cast<Words>(_mm512_maskz_compress_epi8(found.brackets, all));
    write_places(places[0], found.quotes, found.base, found.to);
    write_places(places[1], found.quotes, found.base, found.to + kAtOnce);
    const auto count = static_cast<std::size_t>(std::popcount(found.brackets));
    for (std::size_t written = 2 * kAtOnce; written < count; written += kAtOnce) {
      write_places(places[written / kAtOnce], found.quotes, found.base, found.to + written);
    }
  }
  return scan.finish();
}

/// The best that this processor has, at most `most`.
Instructions instructions(Instructions most) {
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("pclmul") &&
                    __builtin_cpu_supports("popcnt");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512vbmi2") &&
                      __builtin_cpu_supports("avx512vpopcntdq");
  if (avx512) return most;
  return avx2 ? std::min(most, Instructions::avx2) : Instructions::portable;
}

/// Writes the brackets; where they end, or null when something is wrong with the text.
Bracket* scan(Instructions with, std::string_view text, Bracket* to,
              std::vector<std::uint32_t>& escapes) {
  const Scan scan(text, to, escapes);
  return with == Instructions::avx512 ? scan_whole(text, scan) : scan_by_halves(text, scan);
}

}  // namespace
// NOLINTEND(portability-simd-intrinsics)
#else
namespace {

Instructions instructions(Instructions /*most*/) { return Instructions::portable; }
Bracket* scan(Instructions /*with*/, std::string_view /*text*/, Bracket* /*to*/,
              std::vector<std::uint32_t>& /*escapes*/) {
  return nullptr;
}

}  // namespace
#endif

BracketIndex::BracketIndex(Instructions most) : instructions_(instructions(most)) {}

bool BracketIndex::index(std::string_view text) {
  count_ = 0;
  escapes_.clear();
  if (text.empty() || text.size() > kMostBytes) return false;
  const std::size_t room = std::bit_ceil(text.size()) + kSentinels + kBlock;
  if (room > room_) {
    brackets_ = std::make_unique_for_overwrite<Bracket[]>(room);
    room_ = room;
  }
  if (instructions_ == Instructions::portable) return index_tokens(text);
  const Bracket* const end = scan(instructions_, text, brackets_.get(), escapes_);
  return end != nullptr && finish(end, text);
}

bool BracketIndex::index_tokens(std::string_view text) {
  if (tokens_.index(text) != IndexError::none) return false;
  for (std::size_t at = text.find('\\'); at < text.size(); at = text.find('\\', at)) {
    at -= at % kBlock;
    escapes_.push_back(static_cast<std::uint32_t>(at));
    at += kBlock;
  }
  // Tokens do not show a string that stands right behind a word: the quotes are counted.
  std::uint32_t quotes = 0;
  std::size_t seen = 0;
  Bracket* to = brackets_.get();
  for (const std::uint32_t at : std::span(tokens_.begin(), tokens_.end())) {
    const char c = text[at];
    if (c != '{' && c != '}' && c != '[' && c != ']') continue;
    for (; seen < at; ++seen) {
      quotes += text[seen] == '"' ? 1U : 0U;
      seen += text[seen] == '\\' ? 1U : 0U;
    }
    *to++ = {.at = at, .quotes = quotes};
  }
  return finish(to, text);
}

/// Sets the sentinels behind what was found.
bool BracketIndex::finish(const Bracket* end, std::string_view text) {
  count_ = static_cast<std::size_t>(end - brackets_.get());
  std::fill_n(brackets_.get() + count_, kSentinels,
              Bracket{.at = static_cast<std::uint32_t>(text.size()), .quotes = 0});
  return count_ > 0;
}

}  // namespace ddblint
