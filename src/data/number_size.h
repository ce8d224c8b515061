#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// Bytes of numbers, for readers that measure millions of them: sixteen characters are classified at
// once, and where the significant digits begin and end is read off masks of bits. Nothing branches
// on the digits, so that a processor has nothing to guess.

namespace ddblint {

/// Bytes of a number by DynamoDB's rules (item_size.h); nothing when the text is no number that
/// DynamoDB takes: more than 38 significant digits, or beyond 1E-130 .. 9.99E+125.
std::optional<std::uint32_t> checked_number_size(std::string_view text);

/// A bit for each of sixteen characters, the first one lowest.
struct DigitMasks {
  std::uint32_t digits = 0;
  std::uint32_t zeros = 0;
  std::uint32_t points = 0;
};

/// The masks of the sixteen bytes at `text`.
inline DigitMasks digit_masks(const char* text) {
#ifdef __SSE2__
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i_u*>(text));
  const __m128i values = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
  const auto mask_of = [](__m128i equal) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(equal));
  };
  return {mask_of(_mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(9)), values)),
          mask_of(_mm_cmpeq_epi8(values, _mm_setzero_si128())),
          mask_of(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('.')))};
#else
  DigitMasks masks;
  for (unsigned i = 0; i < 16; ++i) {
    masks.digits |= (text[i] >= '0' && text[i] <= '9' ? 1U : 0U) << i;
    masks.zeros |= (text[i] == '0' ? 1U : 0U) << i;
    masks.points |= (text[i] == '.' ? 1U : 0U) << i;
  }
  return masks;
#endif
}

/// Bytes of a number of up to sixteen characters beside a minus sign, without an exponent; 0 for
/// all other texts. At least 24 bytes must be readable from the text's begin.
inline std::uint32_t short_number_size(std::string_view text) {
  constexpr std::size_t kMost = 16;
  const std::size_t sign = std::size_t{text.data()[0] == '-'};
  const std::size_t length = text.size() - sign;
  if (length - 1 >= kMost) return 0;
  const DigitMasks masks = digit_masks(text.data() + sign);
  const std::uint32_t inside = (1U << length) - 1;
  const std::uint32_t point = masks.points & inside;
  const std::uint32_t digits = masks.digits & ~masks.zeros & inside;
  const std::uint32_t others = ~(masks.digits | masks.points) & inside;
  if (((point & (point - 1)) | others) != 0) return 0;
  if (digits == 0) return (masks.digits & inside) != 0 ? 1 : 0;
  constexpr int kBits = 32;
  // A point takes a digit's place when it stands above the lowest and below the highest one.
  const bool pointed = (point > (digits & (~digits + 1))) & (point < digits);
  const int count = kBits - std::countl_zero(digits) - std::countr_zero(digits) - int{pointed};
  return static_cast<std::uint32_t>((count + 1) / 2 + 1) + static_cast<std::uint32_t>(sign);
}

}  // namespace ddblint
