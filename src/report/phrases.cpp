#include "report/phrases.h"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "report/quantities.h"
#include "report/style.h"
#include "report/width.h"
#include "source/text.h"

namespace ddblint {

std::string number_phrase(double number) {
  if (std::abs(number) < 999.95 || !(std::abs(number) < 1e15)) return fmt::format("{:.4g}", number);
  return grouped(std::llround(number));
}

std::string place_phrase(const SourceSet& sources, Span span) {
  const LineColumn at = sources.begin_of(span);
  return fmt::format("{}:{}:{}", shown(sources.file(span.file).path()), at.line, at.column);
}

std::string place_phrase(const SourceSet& sources, const Finding& finding) {
  return finding.span.valid() ? place_phrase(sources, finding.span) : shown(finding.path);
}

std::string kind_phrase(const Finding& finding, const TextStyle& style) {
  const std::string url = style.hyperlinks ? rule_url(*finding.rule) : std::string();
  const std::string code = linked(shown(finding.rule->code), url, style);
  return paint(fmt::format("{}[{}]", to_string(finding.severity), code), ink_of(finding.severity),
               style);
}

std::string open_value_line(const SourceSet& sources, const OpenValue& value) {
  const std::string place = value.span.valid() ? place_phrase(sources, value.span) + ": " : "";
  return fmt::format("{}{}: {}\n", place, shown(value.what), shown(value.why));
}

std::string section_of(std::string_view title, const std::string& lines, const TextStyle& style) {
  if (lines.empty()) return {};
  return fmt::format("{}\n{}\n", paint(title, Ink::strong, style), lines);
}

std::string summary_line(const Summary& summary) {
  return fmt::format("Found {}, {}, {} info in {} ({} checked, {} suppressed, {} baselined)\n",
                     counted(summary.errors, "error"), counted(summary.warnings, "warning"),
                     summary.info, counted(summary.tables, "table"), counted(summary.files, "file"),
                     summary.suppressed, summary.baselined);
}

}  // namespace ddblint
