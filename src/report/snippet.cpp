#include "report/snippet.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "report/phrases.h"
#include "report/style.h"
#include "report/width.h"

// A mark becomes a stretch of one line; stretches that fit into one window of a line become a row,
// and a row is laid out in columns. All work is bounded by the window, not by the line: a minified
// document is one line of megabytes.

namespace ddblint {
namespace {

/// A line longer than this is cropped, in columns.
constexpr std::size_t kMaxColumns = 120;
/// Source shown before the first mark of a cropped line, in bytes.
constexpr std::size_t kContextBytes = 24;
/// Marks that lie farther apart than this, in bytes, do not share a window.
constexpr std::size_t kSharedBytes = kMaxColumns - (2 * kContextBytes);
constexpr std::string_view kCropped = "...";

/// The part of a mark that lies on its first line, in bytes of that line. Lines are counted as held
/// (LineMap::ordinal_at), since a file may be there in excerpts alone.
struct Stretch {
  std::uint32_t line = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  const Mark* mark = nullptr;
};

/// A line, or the window of it that is shown, with what is marked there.
struct Row {
  std::uint32_t line = 0;
  std::vector<Stretch> stretches;
};

/// A stretch in columns of its row.
struct Underline {
  std::size_t column = 0;
  std::size_t columns = 1;
  const Mark* mark = nullptr;
};

/// Marks and connectors under a source line: ASCII characters, each of a primary mark or not.
struct Canvas {
  std::string characters;
  std::vector<bool> primary;

  void draw(std::size_t column, std::size_t count, char character, bool is_primary) {
    if (characters.size() < column + count) {
      characters.resize(column + count, ' ');
      primary.resize(column + count, false);
    }
    for (std::size_t i = column; i < column + count; ++i) {
      characters[i] = character;
      primary[i] = is_primary;
    }
  }
};

struct Painter {
  std::size_t gutter;
  Severity severity;
  const TextStyle& style;

  [[nodiscard]] Ink ink(bool primary) const { return primary ? ink_of(severity) : Ink::gutter; }

  [[nodiscard]] std::string line(std::string_view number, std::string_view content) const {
    const std::string margin = paint(fmt::format("{:>{}} |", number, gutter), Ink::gutter, style);
    return fmt::format("{}{}{}\n", margin, content.empty() ? "" : " ", content);
  }

  [[nodiscard]] std::string elision() const { return paint("...", Ink::gutter, style) + "\n"; }

  [[nodiscard]] std::string canvas(const Canvas& drawn) const {
    std::string out;
    for (std::size_t begin = 0; begin < drawn.characters.size();) {
      std::size_t end = begin + 1;
      while (end < drawn.characters.size() && drawn.primary[end] == drawn.primary[begin]) ++end;
      const auto run = std::string_view(drawn.characters).substr(begin, end - begin);
      out += paint(run, ink(drawn.primary[begin]), style);
      begin = end;
    }
    return out;
  }

  [[nodiscard]] std::string label(const Mark& mark) const {
    return paint(shown(mark.label), ink(mark.primary), style);
  }
};

Stretch stretch_of(const LineMap& lines, const Mark& mark) {
  const std::uint32_t line = lines.ordinal_at(mark.span.begin);
  const std::size_t start = lines.line_begin(line);
  const std::size_t size = lines.line_text(line).size();
  const std::size_t begin = std::min(mark.span.begin - start, size);
  const std::size_t end = std::clamp(mark.span.end - start, begin, size);
  return {line, begin, end, &mark};
}

std::vector<Row> rows_of(const LineMap& lines, const std::vector<const Mark*>& marks) {
  std::vector<Stretch> stretches;
  stretches.reserve(marks.size());
  for (const Mark* mark : marks) stretches.push_back(stretch_of(lines, *mark));
  std::ranges::sort(stretches, {}, [](const Stretch& stretch) {
    return std::tuple(stretch.line, stretch.begin, stretch.end, stretch.mark);
  });
  std::vector<Row> rows;
  for (const Stretch& stretch : stretches) {
    const bool fits = !rows.empty() && rows.back().line == stretch.line &&
                      (lines.line_text(stretch.line).size() <= kMaxColumns ||
                       stretch.end - rows.back().stretches.front().begin <= kSharedBytes);
    if (!fits) rows.push_back({stretch.line, {}});
    rows.back().stretches.push_back(stretch);
  }
  return rows;
}

/// Bytes of the longest beginning of a text that takes at most `columns`, in glyphs and in columns.
std::size_t fitting_bytes(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const Glyph glyph = first_glyph(text.substr(bytes));
    used += std::max<std::size_t>(glyph.columns, 1);
    if (used > columns) break;
    bytes += glyph.bytes;
  }
  return bytes;
}

/// The bytes of a line that a row shows.
struct Window {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Window window_of(std::string_view line, std::size_t first_mark) {
  const std::size_t whole = fitting_bytes(line, kMaxColumns);
  if (whole == line.size()) return {0, whole};
  const auto inside_a_point = [&line](std::size_t at) {
    return at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U;
  };
  std::size_t begin = first_mark - std::min(first_mark, kContextBytes);
  while (begin < first_mark && inside_a_point(begin)) ++begin;
  return {begin, begin + fitting_bytes(line.substr(begin), kMaxColumns)};
}

/// The underlines as one line, closed by the label of the one that ends last, and the other labels
/// below it, hanging from connectors, from right to left.
std::string annotations(std::vector<Underline> underlines, const Painter& painter) {
  Canvas marks;
  for (const bool primary : {false, true}) {
    for (const Underline& under : underlines) {
      if (under.mark->primary != primary) continue;
      marks.draw(under.column, under.columns, primary ? '^' : '-', primary);
    }
  }
  const auto last = std::ranges::max_element(underlines, {}, [](const Underline& under) {
    return std::tuple(under.column + under.columns, under.mark->primary);
  });
  std::string first = painter.canvas(marks);
  if (!last->mark->label.empty()) first += " " + painter.label(*last->mark);
  std::string out = painter.line("", first);

  underlines.erase(last);
  std::erase_if(underlines, [](const Underline& under) { return under.mark->label.empty(); });
  std::ranges::sort(underlines, [](const Underline& a, const Underline& b) {
    return std::tuple(b.column, a.mark) < std::tuple(a.column, b.mark);
  });
  const auto connectors = [&underlines](std::size_t from, std::size_t below) {
    Canvas canvas;
    for (std::size_t i = underlines.size(); i-- > from;) {
      const Underline& under = underlines[i];
      if (under.column < below) canvas.draw(under.column, 1, '|', under.mark->primary);
    }
    return canvas;
  };
  if (!underlines.empty()) {
    out += painter.line("", painter.canvas(connectors(0, underlines.front().column + 1)));
  }
  for (std::size_t i = 0; i < underlines.size(); ++i) {
    Canvas canvas = connectors(i + 1, underlines[i].column);
    canvas.draw(canvas.characters.size(), underlines[i].column - canvas.characters.size(), ' ',
                false);
    out += painter.line("", painter.canvas(canvas) + painter.label(*underlines[i].mark));
  }
  return out;
}

std::string_view without_trailing_blanks(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string render_row(const LineMap& lines, const Row& row, const Painter& painter) {
  const std::string_view line = lines.line_text(row.line);
  const Window window = window_of(line, row.stretches.empty() ? 0 : row.stretches.front().begin);
  const bool cropped = window.begin > 0 || lines.first_column(row.line) > 1;
  const std::string_view lead = cropped ? kCropped : "";
  const std::string_view tail = window.end < line.size() ? kCropped : "";
  const std::string source = fmt::format(
      "{}{}{}", lead, shown(line.substr(window.begin, window.end - window.begin)), tail);
  std::string out =
      painter.line(fmt::format("{}", lines.number_of(row.line)), without_trailing_blanks(source));

  const auto column_of = [&](std::size_t byte) {
    const std::size_t end = std::clamp(byte, window.begin, window.end);
    return lead.size() + shown_columns(line.substr(window.begin, end - window.begin));
  };
  std::vector<Underline> underlines;
  for (const Stretch& stretch : row.stretches) {
    const std::size_t begin = column_of(stretch.begin);
    const std::size_t columns = std::max<std::size_t>(column_of(stretch.end) - begin, 1);
    underlines.push_back({begin, columns, stretch.mark});
  }
  if (!underlines.empty()) out += annotations(std::move(underlines), painter);
  return out;
}

std::string render_rows(const LineMap& lines, const std::vector<Row>& rows,
                        const Painter& painter) {
  std::string out;
  std::uint32_t last = 0;
  for (const Row& row : rows) {
    if (last != 0) {
      const std::uint32_t step = lines.number_of(row.line) - lines.number_of(last);
      // An elision takes as much room as the one line that it would hide.
      if (step == 2 && row.line == last + 2) {
        out += render_row(lines, {last + 1, {}}, painter);
      } else if (step != 1) {
        out += painter.elision();
      }
    }
    out += render_row(lines, row, painter);
    last = row.line;
  }
  return out;
}

/// Marks of one file, in the order given.
struct FileMarks {
  FileId file = kNoFile;
  std::vector<const Mark*> marks;
};

std::vector<FileMarks> by_file(const std::vector<Mark>& marks) {
  std::vector<FileMarks> files;
  for (const Mark& mark : marks) {
    auto known = std::ranges::find(files, mark.span.file, &FileMarks::file);
    if (known == files.end()) known = files.insert(files.end(), {mark.span.file, {}});
    known->marks.push_back(&mark);
  }
  return files;
}

}  // namespace

std::size_t gutter_columns(const SourceSet& sources, const std::vector<Mark>& marks) {
  std::uint32_t greatest = 1;
  for (const Mark& mark : marks) greatest = std::max(greatest, sources.begin_of(mark.span).line);
  return fmt::formatted_size("{}", greatest);
}

std::string render_snippet(const SourceSet& sources, const std::vector<Mark>& marks,
                           std::size_t gutter, Severity severity, const TextStyle& style) {
  const Painter painter{gutter, severity, style};
  std::string out;
  for (const FileMarks& group : by_file(marks)) {
    const Mark& first = *group.marks.front();
    if (!out.empty()) out += painter.line("", "");
    const std::string arrow = fmt::format("{:{}}{}", "", gutter, first.primary ? "-->" : ":::");
    out +=
        fmt::format("{} {}\n", paint(arrow, Ink::gutter, style), place_phrase(sources, first.span));
    const SourceFile& file = sources.file(group.file);
    if (file.text().empty()) continue;
    out += painter.line("", "");
    out += render_rows(file.lines(), rows_of(file.lines(), group.marks), painter);
  }
  return out;
}

}  // namespace ddblint
