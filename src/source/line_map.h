#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ddblint {

/// A place as people count: both from 1, columns in Unicode code points.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

/// Turns byte offsets into lines and columns. Lines end at LF, CR LF or a lone CR.
/// Built once per file, when the first place is shown: O(bytes). A look-up costs O(log lines) and
/// the counting of one block, however long the line is: minified JSON is one line of many
/// megabytes.
class LineMap {
 public:
  explicit LineMap(std::string_view text);

  /// The line and column of a byte offset; offsets past the end give the end.
  [[nodiscard]] LineColumn at(std::uint32_t offset) const;
  /// Number of lines; a text without a line end has one.
  [[nodiscard]] std::uint32_t line_count() const;
  /// Byte offset at which a line (from 1) begins.
  [[nodiscard]] std::uint32_t line_begin(std::uint32_t line) const;
  /// The text of a line (from 1) without its line end.
  [[nodiscard]] std::string_view line_text(std::uint32_t line) const;

 private:
  /// Code points before an offset.
  [[nodiscard]] std::uint32_t code_points_before(std::uint32_t offset) const;

  std::string_view text_;
  std::vector<std::uint32_t> starts_;
  /// Code points before each block of kBlock bytes.
  std::vector<std::uint32_t> blocks_;
};

}  // namespace ddblint
