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

/// Where a piece of a text stands in its file, for a file of which only some pieces are held.
struct Piece {
  /// Offset of the piece in the text held.
  std::uint32_t begin = 0;
  /// Place of its first byte in the file.
  LineColumn place = {};
  std::uint64_t offset = 0;
};

/// Turns byte offsets into lines and columns. Lines end at LF, CR LF or a lone CR.
/// Built once per file, when the first place is shown: O(bytes). A look-up costs O(log lines) and
/// the counting of one block, however long the line is: minified JSON is one line of many
/// megabytes.
/// A text can be pieces of a file that is too large to hold. Places are then those of the file; the
/// lines that are held are counted by their ordinal, which is the line where the file is whole.
class LineMap {
 public:
  /// `pieces` are ordered by `begin`, and each ends with a line end; none = the file is whole.
  explicit LineMap(std::string_view text, std::vector<Piece> pieces = {});

  /// The line and column of a byte offset; offsets past the end give the end.
  [[nodiscard]] LineColumn at(std::uint32_t offset) const;
  /// Which of the lines held an offset is in, from 1.
  [[nodiscard]] std::uint32_t ordinal_at(std::uint32_t offset) const;
  /// The line in the file of a line held.
  [[nodiscard]] std::uint32_t number_of(std::uint32_t ordinal) const;
  /// The column in the file at which a line held begins: 1, unless a piece begins amid a line.
  [[nodiscard]] std::uint32_t first_column(std::uint32_t ordinal) const;
  /// The offset in the file of an offset in the text held.
  [[nodiscard]] std::uint64_t offset_in_file(std::uint32_t offset) const;
  /// Number of lines held; a text without a line end has one.
  [[nodiscard]] std::uint32_t line_count() const;
  /// Byte offset at which a line held (from 1) begins.
  [[nodiscard]] std::uint32_t line_begin(std::uint32_t ordinal) const;
  /// The text of a line held (from 1) without its line end.
  [[nodiscard]] std::string_view line_text(std::uint32_t ordinal) const;

 private:
  /// Code points before an offset.
  [[nodiscard]] std::uint32_t code_points_before(std::uint32_t offset) const;

  /// The piece that an offset lies in; the whole text is one piece.
  [[nodiscard]] const Piece& piece_at(std::uint32_t offset) const;

  std::string_view text_;
  std::vector<Piece> pieces_;
  std::vector<std::uint32_t> starts_;
  /// Code points before each block of kBlock bytes.
  std::vector<std::uint32_t> blocks_;
};

}  // namespace ddblint
