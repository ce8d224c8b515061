#include <fmt/format.h>

#include "report/phrases.h"
#include "report/report.h"
#include "report/snippet.h"
#include "report/style.h"
#include "report/width.h"

namespace ddblint {
namespace {

std::vector<Mark> marks_of(const Finding& finding) {
  std::vector<Mark> marks;
  if (finding.span.valid()) marks.push_back({finding.span, finding.label, true});
  for (const Related& related : finding.related) {
    if (related.span.valid()) marks.push_back({related.span, related.message, false});
  }
  return marks;
}

std::string measurement_phrase(const Measurement& measured) {
  std::string phrase = fmt::format("{} = {}", shown(measured.name), number_phrase(measured.value));
  if (!measured.unit.empty()) phrase += " " + shown(measured.unit);
  if (measured.low != measured.high) {
    phrase += fmt::format(" ({} to {})", number_phrase(measured.low), number_phrase(measured.high));
  }
  return phrase;
}

std::string trailers(const Finding& finding, std::size_t gutter, const TextStyle& style) {
  std::string out;
  const auto add = [&](std::string_view name, std::string_view content) {
    if (content.empty()) return;
    out += fmt::format("{:{}} {} {} {}\n", "", gutter, paint("=", Ink::gutter, style),
                       paint(fmt::format("{}:", name), Ink::strong, style), content);
  };
  for (const Measurement& measured : finding.measurements) {
    add("measured", measurement_phrase(measured));
  }
  for (const Related& related : finding.related) {
    if (!related.span.valid()) add("note", shown(related.message));
  }
  for (const std::string& note : finding.notes) add("note", shown(note));
  add("evidence", to_string(finding.evidence));
  add("help", shown(finding.remedy));
  add("docs", rule_url(*finding.rule));
  return out;
}

std::string render_finding(const SourceSet& sources, const Finding& finding,
                           const TextStyle& style) {
  const std::vector<Mark> marks = marks_of(finding);
  const std::size_t gutter = gutter_columns(sources, marks);
  std::string out = fmt::format("{}{}\n", kind_phrase(finding, style),
                                paint(": " + shown(finding.message), Ink::strong, style));
  if (!finding.span.valid() && !finding.path.empty()) {
    const std::string arrow = fmt::format("{:{}}-->", "", gutter);
    out += fmt::format("{} {}\n", paint(arrow, Ink::gutter, style), shown(finding.path));
  }
  out += render_snippet(sources, marks, gutter, finding.severity, style);
  return out + trailers(finding, gutter, style) + "\n";
}

std::string withdrawn_line(const Withdrawn& withdrawn) {
  const std::string index =
      withdrawn.index.empty() ? "" : fmt::format(", index {}", shown(withdrawn.index));
  return fmt::format("{} on {}{}: {}\n", shown(withdrawn.code), shown(withdrawn.table), index,
                     shown(withdrawn.because));
}

std::string bound_line(const BoundFiles& bound) {
  std::string paths;
  for (const std::string& path : bound.paths) {
    paths += fmt::format("{}`{}`", paths.empty() ? "" : ", ", shown(path));
  }
  const std::string amount = bound.amount.empty() ? "" : fmt::format(": {}", shown(bound.amount));
  return fmt::format("{}: {} {}{}\n", shown(bound.table), bound.kind, paths, amount);
}

}  // namespace

std::string render_text(const CheckReport& report, const TextStyle& style) {
  const SourceSet& sources = *report.sources;
  std::string out;
  for (const Finding& finding : report.findings) out += render_finding(sources, finding, style);
  std::string open;
  for (const OpenValue& value : report.open) open += open_value_line(sources, value);
  out += section_of("open values:", open, style);
  if (style.quiet) return out;
  std::string bound;
  std::string withdrawn;
  if (style.verbose) {
    for (const BoundFiles& one : report.bound) bound += bound_line(one);
    for (const Withdrawn& one : report.withdrawn) withdrawn += withdrawn_line(one);
  }
  out += section_of("bound:", bound, style);
  out += section_of("withdrawn:", withdrawn, style);
  return out + summary_line(report.summary);
}

}  // namespace ddblint
