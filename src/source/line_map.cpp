#include "source/line_map.h"

#include <algorithm>

namespace ddblint {

LineMap::LineMap(std::string_view text) : text_(text) {
  starts_.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool lone_cr = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || lone_cr) starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

LineColumn LineMap::at(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(next - starts_.begin());
  // A byte order mark is no column.
  std::uint32_t begin = starts_[line - 1];
  if (begin == 0 && text_.starts_with("\xEF\xBB\xBF")) begin = std::min<std::uint32_t>(3, offset);
  const auto before = text_.substr(begin, offset - begin);
  const auto column = std::count_if(before.begin(), before.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  return {line, static_cast<std::uint32_t>(column) + 1};
}

std::uint32_t LineMap::line_count() const { return static_cast<std::uint32_t>(starts_.size()); }

std::uint32_t LineMap::line_begin(std::uint32_t line) const { return starts_[line - 1]; }

std::string_view LineMap::line_text(std::uint32_t line) const {
  const std::size_t begin = starts_[line - 1];
  const std::size_t end = line < starts_.size() ? starts_[line] : text_.size();
  auto result = text_.substr(begin, end - begin);
  while (result.ends_with('\n') || result.ends_with('\r')) result.remove_suffix(1);
  return result;
}

}  // namespace ddblint
