#include "report/quantities.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "report/phrases.h"
#include "report/width.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// A number of at least 1 and below 1,024 to three digits.
std::string three_digits(double number) {
  if (number < 9.995) return fmt::format("{:.2f}", number);
  if (number < 99.95) return fmt::format("{:.1f}", number);
  return fmt::format("{:.0f}", number);
}

struct Unit {
  double size;
  std::string_view name;
};

/// The first word of a text, with a unit such as `%` behind it, taken off the text; empty at its
/// end.
std::string_view next_word(std::string_view& text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text = trim(text);
  std::size_t end = text.find_first_of(kBlanks);
  if (end != std::string_view::npos && text.substr(end).starts_with(" %")) {
    end = text.find_first_of(kBlanks, end + 1);
  }
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(word.size());
  return word;
}

}  // namespace

std::string count_phrase(double count) {
  static constexpr std::array<Unit, 2> kUnits = {{{1e6, "M"}, {1e9, "bn"}}};
  // What rounds to a thousand of one unit is one of the next.
  if (count < 999'999.5) return number_phrase(std::round(count));
  const Unit& unit = kUnits[count < 999.5e6 ? 0 : 1];
  if (count >= 999.5e9) return fmt::format("{} {}", number_phrase(count / unit.size), unit.name);
  return fmt::format("{} {}", three_digits(count / unit.size), unit.name);
}

std::string count_phrase(std::uint64_t count) { return count_phrase(static_cast<double>(count)); }

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count_phrase(count), noun, count == 1 ? "" : "s");
}

std::string bytes_phrase(double bytes) {
  static constexpr std::array<std::string_view, 6> kNames = {"KiB", "MiB", "GiB",
                                                             "TiB", "PiB", "EiB"};
  if (bytes < 1023.5) return fmt::format("{:.0f} B", bytes);
  std::size_t unit = 0;
  double size = bytes / 1024;
  while (size >= 1023.5 && unit + 1 < kNames.size()) {
    size /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", three_digits(size), kNames[unit]);
}

std::string share_phrase(double share) {
  const double percent = share * 100;
  if (percent <= 0) return "0 %";
  if (percent < 0.01) return "< 0.01 %";
  if (percent >= 99.95 && percent < 100) return "> 99.9 %";
  return fmt::format("{:.{}f} %", percent, percent >= 99.95 ? 0 : percent < 0.995 ? 2 : 1);
}

std::string estimate_phrase(const Estimate& estimate) {
  if (estimate.exact) return count_phrase(estimate.value);
  return fmt::format("about {} ({} to {})", count_phrase(estimate.value),
                     count_phrase(estimate.low), count_phrase(estimate.high));
}

std::string interval_phrase(const Estimate& share) {
  if (share.exact || share.low >= share.high) return share_phrase(share.value);
  return fmt::format("{} ({} to {})", share_phrase(share.value), share_phrase(share.low),
                     share_phrase(share.high));
}

std::string short_estimate_phrase(const Estimate& estimate) {
  return (estimate.exact ? "" : "~") + count_phrase(estimate.value);
}

std::string bar(double share, std::size_t columns, bool unicode) {
  static constexpr std::array<std::string_view, 8> kEighths = {"",  "▏", "▎", "▍",
                                                               "▌", "▋", "▊", "▉"};
  if (!(share > 0)) return {};
  const double exact = std::min(share, 1.0) * static_cast<double>(columns);
  if (!unicode) {
    return std::string(static_cast<std::size_t>(std::max(1.0, std::round(exact))), '#');
  }
  const auto eighths = static_cast<std::size_t>(std::max(1.0, std::round(exact * 8)));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
  return text += kEighths[eighths % 8];
}

std::string fitted(std::string_view text, std::size_t columns, bool unicode) {
  if (shown_columns(text) <= columns) return shown(text);
  const std::string_view ellipsis = unicode ? "…" : "...";
  const std::size_t room = columns - std::min(columns, shown_columns(ellipsis));
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const Glyph glyph = first_glyph(text);
    if (used + glyph.columns > room) break;
    out += glyph.text;
    used += glyph.columns;
    text.remove_prefix(glyph.bytes);
  }
  return out += ellipsis;
}

std::string padded(std::string_view text, std::size_t columns, bool right) {
  const std::size_t width = shown_columns(text);
  const std::string blanks(columns - std::min(columns, width), ' ');
  return right ? blanks + std::string(text) : std::string(text) + blanks;
}

Grid::Grid(std::size_t indent, std::vector<std::size_t> right)
    : indent_(indent), right_(std::move(right)) {}

void Grid::add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

std::string Grid::text(std::size_t columns) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], shown_columns(row[i]));
    }
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line(indent_, ' ');
    std::string before_last;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i == 0 ? "" : "  ";
      if (i + 1 == row.size()) before_last = line;
      line += padded(row[i], widths[i], std::ranges::find(right_, i) != right_.end());
    }
    line.erase(line.find_last_not_of(' ') + 1);
    const bool fits = columns == 0 || shown_columns(line) <= columns;
    out += fits ? line + "\n" : wrapped(before_last, row.back(), columns);
  }
  return out;
}

std::string wrapped(std::string_view text, std::string_view first, std::string_view rest,
                    std::size_t columns) {
  std::string out(first);
  std::size_t used = shown_columns(first);
  bool begins_line = true;
  for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
    const std::size_t width = shown_columns(word);
    if (!begins_line && used + 1 + width > columns) {
      out += '\n';
      out += rest;
      used = shown_columns(rest);
      begins_line = true;
    }
    if (!begins_line) out += ' ';
    used += width + (begins_line ? 0 : 1);
    out += shown(word);
    begins_line = false;
  }
  return out + "\n";
}

std::string wrapped(std::string_view first, std::string_view text, std::size_t columns) {
  return wrapped(text, first, std::string(shown_columns(first), ' '), columns);
}

}  // namespace ddblint
