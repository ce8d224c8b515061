#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sketch/estimate.h"

// Numbers, bars and columns for people at a terminal. All are safe on a terminal.

namespace ddblint {

/// A count: `1,204`; from a million on three digits, `1.23 M`, `4.56 bn`.
std::string count_phrase(double count);
std::string count_phrase(std::uint64_t count);

/// A count with its noun, of which the plural has an s: `1 item`, `2.1 M items`.
std::string counted(std::uint64_t count, std::string_view noun);

/// A size in powers of 1,024, as DynamoDB's limits are: `812 B`, `3.4 KiB`, `1.2 GiB`.
std::string bytes_phrase(double bytes);

/// A share of 0 to 1: `81 %`, `0.21 %`, `< 0.01 %`.
std::string share_phrase(double share);

/// An estimated count: `1,204`, or `about 1.23 M (1.20 M to 1.26 M)` when it was not counted.
std::string estimate_phrase(const Estimate& estimate);

/// The same without its bounds: `~1.23 M` when it was not counted.
std::string short_estimate_phrase(const Estimate& estimate);

/// A share with the interval that it lies in, unless it was counted: "20 % (19 % to 21 %)".
std::string interval_phrase(const Estimate& share);

/// A bar of a share of `columns`: eighths of blocks in Unicode, else `#`. What is more than nothing
/// shows at least its smallest mark.
std::string bar(double share, std::size_t columns, bool unicode);

/// A text cut to some columns, ending in an ellipsis where something is missing.
std::string fitted(std::string_view text, std::size_t columns, bool unicode);

/// `text` with blanks up to `columns`: behind it, or before it when `right`.
std::string padded(std::string_view text, std::size_t columns, bool right = false);

/// Lines of cells in columns of equal width, two blanks between them, `indent` blanks before them.
class Grid {
 public:
  /// `right`: positions of the columns whose cells stand at the right.
  explicit Grid(std::size_t indent, std::vector<std::size_t> right = {});

  void add(std::vector<std::string> cells);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// No blanks at the ends of lines. What would be longer than `columns` goes on under its last
  /// cell; 0: nothing is too long.
  [[nodiscard]] std::string text(std::size_t columns = 0) const;

 private:
  std::size_t indent_;
  std::vector<std::size_t> right_;
  std::vector<std::vector<std::string>> rows_;
};

/// Columns of pages of text.
inline constexpr std::size_t kPageColumns = 80;

/// A paragraph broken at blanks, but not before a unit such as `%`: `first` before its first line,
/// `rest` before the others.
std::string wrapped(std::string_view text, std::string_view first, std::string_view rest,
                    std::size_t columns);
/// The same with as many blanks before the other lines as `first` is wide.
std::string wrapped(std::string_view first, std::string_view text, std::size_t columns);

}  // namespace ddblint
