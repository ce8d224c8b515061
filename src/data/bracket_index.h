#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "data/json_index.h"

// Where the brackets of JSON texts stand, and how many quotes stand before each. That is a quarter
// of the tokens of an item, and suffices to read one as DynamoDB writes it (json_quick.h): between
// two brackets all bytes are told by a few of them and the number of quotes.
//
// A block of 64 bytes is turned into one word for each kind of byte, a bit a byte; the bits between
// quotes come by a prefix sum modulo 2 (G. Langdale and D. Lemire, "Parsing gigabytes of JSON per
// second", 2019). Blocks without a backslash, and those of ASCII alone, which are nearly all, skip
// what is to be done about these.
//
// Cost: linear. With AVX-512 the places of a block's brackets come by one compression, eight to a
// word. Where the processor has no AVX2, JsonIndex does the work, and one more pass over the bytes
// counts the quotes.

namespace ddblint {

/// A bracket outside strings: one of { } [ ].
struct Bracket {
  std::uint32_t at = 0;
  /// Quotes before it that begin or end a string.
  std::uint32_t quotes = 0;
};

/// What a processor may have, each more than the one before.
enum class Instructions : std::uint8_t { portable, avx2, avx512 };

class BracketIndex {
 public:
  /// Uses the best instructions that the processor has, at most these.
  explicit BracketIndex(Instructions most = Instructions::avx512);

  /// Longer texts are not indexed.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

  /// Indexes a text of one or many documents; false when it has a wrong byte (not UTF-8, a control
  /// character inside a string), a string that is not closed, no token, or is too long.
  bool index(std::string_view text);
  /// The brackets, followed by kSentinels ones that stand at the text's end.
  [[nodiscard]] const Bracket* begin() const { return brackets_.get(); }
  [[nodiscard]] const Bracket* end() const { return brackets_.get() + count_; }
  static constexpr std::size_t kSentinels = 8;

  /// Where the blocks of this many bytes begin that have a backslash, rising.
  [[nodiscard]] std::span<const std::uint32_t> escapes() const { return escapes_; }
  static constexpr std::uint32_t kBlock = 64;

 private:
  bool index_tokens(std::string_view text);
  bool finish(const Bracket* end, std::string_view text);

  Instructions instructions_ = Instructions::portable;
  std::unique_ptr<Bracket[]> brackets_;
  std::size_t room_ = 0;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> escapes_;
  JsonIndex tokens_;
};

}  // namespace ddblint
