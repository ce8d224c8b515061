#include "data/bracket_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <span>

#include <simdjson.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define DDBLINT_AVX2 [[gnu::target("avx2,bmi,bmi2,pclmul,popcnt")]]
#endif

namespace ddblint {
namespace {

constexpr std::size_t kBlock = 64;
/// Brackets are written eight at a time.
constexpr std::size_t kAtOnce = 8;

}  // namespace

#ifdef DDBLINT_AVX2
// The portable form is index_tokens(). NOLINTBEGIN(portability-simd-intrinsics)
namespace {

/// A bit for each of 64 bytes, the first one lowest.
using Bits = std::uint64_t;

/// Sixty-four bytes as two halves.
struct Halves {
  __m256i low;
  __m256i high;
};

DDBLINT_AVX2 inline Bits bits_of(Halves bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes.low)) |
         Bits{static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes.high))} << 32U;
}

DDBLINT_AVX2 inline Halves load(const char* text) {
  const auto* const from = reinterpret_cast<const __m256i*>(text);
  return {_mm256_loadu_si256(from), _mm256_loadu_si256(from + 1)};
}

DDBLINT_AVX2 inline Halves equal(Halves bytes, char c) {
  const __m256i same = _mm256_set1_epi8(c);
  return {_mm256_cmpeq_epi8(bytes.low, same), _mm256_cmpeq_epi8(bytes.high, same)};
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

/// True when the highest bit of any byte is set.
DDBLINT_AVX2 inline bool any(Halves bytes) {
  return _mm256_movemask_epi8(_mm256_or_si256(bytes.low, bytes.high)) != 0;
}

/// Each bit is the sum, modulo 2, of those up to it.
DDBLINT_AVX2 inline Bits sums_modulo_2(Bits bits) {
  const __m128i all = _mm_set1_epi8(-1);
  const __m128i product =
      _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(bits)), all, 0);
  return static_cast<Bits>(_mm_cvtsi128_si64(product));
}

/// What one block leaves to the next.
class Scan {
 public:
  Scan(const char* text, Bracket* to) : text_(text), to_(to) {}

  /// The block that begins at `at`, whose bytes are at `bytes`.
  [[gnu::always_inline]] DDBLINT_AVX2 inline void take(const char* bytes, std::size_t at) {
    const Halves block = load(bytes);
    Bits quotes = bits_of(equal(block, '"'));
    const Halves backslashes = equal(block, '\\');
    if (any(backslashes) || escaped_ != 0) quotes &= ~escapes(bits_of(backslashes));
    const Bits inside = sums_modulo_2(quotes) ^ inside_;
    inside_ = 0 - (inside >> (kBlock - 1));
    wrong_ |= bits_of({is_control(block.low), is_control(block.high)}) & inside;
    const bool ascii = !any(block);
    if (!ascii || foreign_from_) take_foreign(ascii, at);
    write(bits_of({is_bracket(block.low), is_bracket(block.high)}) & ~inside, quotes, at);
    quotes_ += static_cast<std::uint32_t>(std::popcount(quotes));
  }
  /// True when nothing was wrong with the blocks of a text of this size.
  bool finish(std::size_t size) {
    if (foreign_from_) take_foreign(true, size);
    return wrong_ == 0 && inside_ == 0;
  }
  [[nodiscard]] Bracket* end() const { return to_; }

 private:
  /// The bytes that a backslash takes the meaning from.
  [[gnu::noinline]] Bits escapes(Bits backslashes) {
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
    if (!simdjson::validate_utf8(text_ + *foreign_from_, at - *foreign_from_)) wrong_ = 1;
    foreign_from_.reset();
  }

  [[gnu::always_inline]] DDBLINT_AVX2 inline void write(Bits brackets, Bits quotes,
                                                        std::size_t at) {
    const auto count = static_cast<std::size_t>(std::popcount(brackets));
    const auto base = static_cast<std::uint32_t>(at);
    for (std::size_t written = 0; written == 0 || written < count; written += kAtOnce) {
#pragma GCC unroll 8
      for (std::size_t i = 0; i < kAtOnce; ++i) {
        const auto place = static_cast<std::uint32_t>(_tzcnt_u64(brackets));
        const auto before = static_cast<std::uint32_t>(std::popcount(_bzhi_u64(quotes, place)));
        to_[written + i] = {.at = base + place, .quotes = quotes_ + before};
        brackets = _blsr_u64(brackets);
      }
    }
    to_ += count;
  }

  const char* text_;
  Bracket* to_;
  /// All ones while the last byte was inside a string.
  Bits inside_ = 0;
  /// 1 when the next byte is escaped.
  Bits escaped_ = 0;
  Bits wrong_ = 0;
  std::uint32_t quotes_ = 0;
  /// Where the blocks began that are not ASCII and not looked at yet.
  std::optional<std::size_t> foreign_from_;
};

/// Writes the brackets; where they end, or null when something is wrong with the text.
DDBLINT_AVX2 Bracket* scan(std::string_view text, Bracket* to) {
  Scan scan(text.data(), to);
  std::array<char, kBlock> last{};
  last.fill(' ');
  const std::size_t rest = text.size() % kBlock;
  const std::size_t whole = text.size() - rest;
  std::memcpy(last.data(), text.data() + whole, rest);
  for (std::size_t at = 0; at < text.size(); at += kBlock) {
    scan.take(at < whole ? text.data() + at : last.data(), at);
  }
  return scan.finish(text.size()) ? scan.end() : nullptr;
}

bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("pclmul") &&
         __builtin_cpu_supports("popcnt");
}

}  // namespace
// NOLINTEND(portability-simd-intrinsics)
#else
namespace {

bool has_avx2() { return false; }
Bracket* scan(std::string_view /*text*/, Bracket* /*to*/) { return nullptr; }

}  // namespace
#endif

BracketIndex::BracketIndex(bool portable) : portable_(portable || !has_avx2()) {}

bool BracketIndex::index(std::string_view text) {
  count_ = 0;
  if (text.empty() || text.size() > kMostBytes) return false;
  const std::size_t room = std::bit_ceil(text.size()) + kSentinels + kBlock;
  if (room > room_) {
    brackets_ = std::make_unique_for_overwrite<Bracket[]>(room);
    room_ = room;
  }
  if (portable_) return index_tokens(text);
  const Bracket* const end = scan(text, brackets_.get());
  return end != nullptr && finish(end, text);
}

bool BracketIndex::index_tokens(std::string_view text) {
  if (tokens_.index(text) != IndexError::none) return false;
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
