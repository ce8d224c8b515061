#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "source/span.h"

namespace ddblint {

/// Where a text stands in a file: turns offsets in the decoded text into places. Where the file
/// writes it otherwise than it reads (escapes, folded lines), every place is the whole of it.
class TextPlace {
 public:
  TextPlace(std::string_view text, Span span) : span_(span) {
    const std::size_t written = span.end - span.begin;
    // As it is, or in quotes without escapes.
    exact_ = span.valid() && (written == text.size() || written == text.size() + 2);
    shift_ = exact_ ? static_cast<std::uint32_t>((written - text.size()) / 2) : 0;
  }

  /// The place of the bytes from `begin` to `end` of the text.
  [[nodiscard]] Span at(std::size_t begin, std::size_t end) const {
    if (!exact_) return span_;
    const auto place = [&](std::size_t offset) {
      return static_cast<std::uint32_t>(
          std::min<std::size_t>(std::size_t{span_.begin} + shift_ + offset, span_.end));
    };
    return {.file = span_.file, .begin = place(begin), .end = place(end)};
  }
  [[nodiscard]] Span whole() const { return span_; }

 private:
  Span span_;
  std::uint32_t shift_ = 0;
  bool exact_ = false;
};

}  // namespace ddblint
