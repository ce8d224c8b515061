#pragma once

#include <compare>
#include <cstdint>

namespace ddblint {

/// Index of a file in a SourceSet.
enum class FileId : std::uint32_t {};

/// No file: a place that is not in any input.
inline constexpr FileId kNoFile = static_cast<FileId>(0xFFFFFFFFU);

/// A half-open range of bytes in one file. Lines and columns are derived only when shown.
struct Span {
  FileId file = kNoFile;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  /// True when the span points into a file.
  [[nodiscard]] bool valid() const { return file != kNoFile; }
  /// True when `offset` lies inside the span.
  [[nodiscard]] bool contains(std::uint32_t offset) const {
    return begin <= offset && offset < end;
  }
  friend auto operator<=>(const Span&, const Span&) = default;
};

}  // namespace ddblint
