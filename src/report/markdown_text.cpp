#include "report/markdown_text.h"

#include <algorithm>

#include "report/quantities.h"
#include "report/style.h"
#include "report/width.h"
#include "source/text.h"

namespace ddblint {
namespace {

constexpr std::string_view kCodeMargin = "    ";

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

bool is_heading(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  return level >= 1 && level <= 6 && line.substr(level).starts_with(' ');
}

/// Length of a list marker with its blank (`- `, `1. `), or 0.
std::size_t marker_length(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ")) return 2;
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits > 0 && line.substr(digits).starts_with(". ") ? digits + 2 : 0;
}

/// What the words behind the language of a rule page's example say of it.
std::string_view caption(std::string_view fence) {
  if (fence.contains(" fires")) return "Found:\n";
  return fence.contains(" clean") ? "Clean:\n" : "";
}

/// Collects the lines of a paragraph or list entry and writes blocks one after another.
class PageWriter {
 public:
  explicit PageWriter(const TextStyle& style) : style_(style) {}

  void read(std::string_view line) {
    const std::string_view content = without_indent(line);
    if (content.starts_with("```")) {
      flush();
      if (!in_code_) out_ += caption(content);
      in_code_ = !in_code_;
    } else if (in_code_) {
      verbatim(line);
    } else if (content.empty()) {
      flush();
      blank_line();
    } else if (is_heading(content)) {
      flush();
      blank_line();
      out_ += paint(shown(trim(content.substr(content.find(' ')))), Ink::strong, style_) + "\n";
      blank_line();
    } else if (content.starts_with('|')) {
      flush();
      verbatim(content);
    } else {
      read_prose(line, content);
    }
  }

  std::string finish() {
    flush();
    while (out_.ends_with("\n\n")) out_.pop_back();
    return std::move(out_);
  }

 private:
  void read_prose(std::string_view line, std::string_view content) {
    const std::size_t marker = marker_length(content);
    if (marker > 0) {
      flush();
      const std::string indent(line.size() - content.size(), ' ');
      first_ = indent + std::string(content.substr(0, marker));
      rest_ = std::string(first_.size(), ' ');
      content.remove_prefix(marker);
    }
    if (!paragraph_.empty()) paragraph_ += ' ';
    paragraph_ += content;
  }

  void verbatim(std::string_view line) {
    if (!line.empty()) out_ += kCodeMargin;
    out_ += shown(line) + "\n";
  }

  void blank_line() {
    if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
  }

  void flush() {
    if (!paragraph_.empty()) out_ += wrapped(paragraph_, first_, rest_, kPageColumns);
    paragraph_.clear();
    first_.clear();
    rest_.clear();
  }

  const TextStyle& style_;
  std::string out_;
  std::string paragraph_;
  std::string first_;
  std::string rest_;
  bool in_code_ = false;
};

}  // namespace

std::string markdown_text(std::string_view markdown, const TextStyle& style) {
  PageWriter page(style);
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    page.read(markdown.substr(0, end));
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
  }
  return page.finish();
}

}  // namespace ddblint
