#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace ddblint {

/// Why a text could not be indexed.
enum class IndexError : std::uint8_t {
  none,
  empty,              ///< blank
  invalid_utf8,       ///< bytes that are no UTF-8
  control_character,  ///< a raw control character inside a string
  unclosed_string,    ///< a string runs to the end
};

/// Where the tokens of JSON texts begin: each of { } [ ] : , and the first byte of every string,
/// number and literal that stands outside a string. This is simdjson's first stage, which also
/// proves that the text is UTF-8; nothing is said of the grammar.
class JsonIndex {
 public:
  JsonIndex();
  ~JsonIndex();
  JsonIndex(JsonIndex&&) noexcept;
  JsonIndex& operator=(JsonIndex&&) noexcept;
  JsonIndex(const JsonIndex&) = delete;
  JsonIndex& operator=(const JsonIndex&) = delete;

  /// Indexes a text (less than 4 GB) of one or many documents.
  IndexError index(std::string_view text);
  /// Offsets of the tokens, followed by kSentinels offsets of the text's end.
  [[nodiscard]] const std::uint32_t* begin() const { return begin_; }
  [[nodiscard]] const std::uint32_t* end() const { return end_; }

  static constexpr std::size_t kSentinels = 8;

 private:
  class Kernel;
  std::unique_ptr<Kernel> kernel_;
  const std::uint32_t* begin_ = nullptr;
  const std::uint32_t* end_ = nullptr;
};

}  // namespace ddblint
