#include "source/line_map.h"

#include <algorithm>

#include "source/utf8.h"

namespace ddblint {
namespace {

constexpr std::size_t kBlock = 4096;

}  // namespace

LineMap::LineMap(std::string_view text, std::vector<Piece> pieces)
    : text_(text), pieces_(std::move(pieces)) {
  if (pieces_.empty()) pieces_.emplace_back();
  starts_.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool lone_cr = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || lone_cr) starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
  blocks_.push_back(0);
  for (std::size_t at = 0; at + kBlock <= text.size(); at += kBlock) {
    blocks_.push_back(blocks_.back() +
                      static_cast<std::uint32_t>(code_points(text.substr(at, kBlock))));
  }
}

std::uint32_t LineMap::code_points_before(std::uint32_t offset) const {
  const std::size_t block = offset / kBlock;
  const auto rest = text_.substr(block * kBlock, offset - block * kBlock);
  return blocks_[block] + static_cast<std::uint32_t>(code_points(rest));
}

const Piece& LineMap::piece_at(std::uint32_t offset) const {
  const auto next = std::ranges::upper_bound(pieces_, offset, {}, &Piece::begin);
  return next == pieces_.begin() ? *next : *(next - 1);
}

std::uint32_t LineMap::ordinal_at(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<std::uint32_t>(next - starts_.begin());
}

std::uint32_t LineMap::number_of(std::uint32_t ordinal) const {
  const Piece& piece = piece_at(line_begin(ordinal));
  return piece.place.line + ordinal - ordinal_at(piece.begin);
}

std::uint32_t LineMap::first_column(std::uint32_t ordinal) const {
  const Piece& piece = piece_at(line_begin(ordinal));
  return line_begin(ordinal) == piece.begin ? piece.place.column : 1;
}

std::uint64_t LineMap::offset_in_file(std::uint32_t offset) const {
  const Piece& piece = piece_at(offset);
  return piece.offset + offset - piece.begin;
}

LineColumn LineMap::at(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const std::uint32_t ordinal = ordinal_at(offset);
  // A byte order mark is no column.
  std::uint32_t begin = line_begin(ordinal);
  if (begin == 0 && text_.starts_with("\xEF\xBB\xBF")) begin = std::min<std::uint32_t>(3, offset);
  return {number_of(ordinal),
          code_points_before(offset) - code_points_before(begin) + first_column(ordinal)};
}

std::uint32_t LineMap::line_count() const { return static_cast<std::uint32_t>(starts_.size()); }

std::uint32_t LineMap::line_begin(std::uint32_t ordinal) const { return starts_[ordinal - 1]; }

std::string_view LineMap::line_text(std::uint32_t ordinal) const {
  const std::size_t begin = starts_[ordinal - 1];
  const std::size_t end = ordinal < starts_.size() ? starts_[ordinal] : text_.size();
  auto result = text_.substr(begin, end - begin);
  while (result.ends_with('\n') || result.ends_with('\r')) result.remove_suffix(1);
  return result;
}

}  // namespace ddblint
