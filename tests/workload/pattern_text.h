#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workload/pattern_reader.h"
#include <fmt/format.h>

#include "source/source_file.h"
#include "syntax/parse.h"

// Patterns and diagnostics as text that a test can spell out.

namespace ddblint::workload_test {

inline std::string names_text(const std::vector<Stated>& names) {
  std::string text;
  for (const Stated& name : names) text += (text.empty() ? "" : ",") + name.text;
  return "[" + text + "]";
}

inline std::string range_text(const RangeCondition& range) {
  return fmt::format("{} {}", range.attribute.text, range.kind ? to_string(*range.kind) : "?");
}

inline std::string equals_text(const std::vector<EqualCondition>& equals) {
  std::string text;
  for (const EqualCondition& equal : equals) {
    if (!text.empty()) text += ",";
    text += equal.attribute.text;
    if (equal.value) text += "=" + *equal.value;
    if (equal.values != 1) text += fmt::format("*{}", equal.values);
  }
  return "[" + text + "]";
}

inline std::string rate_text(const Rate& rate) {
  const auto part = [](std::optional<double> value) {
    return value ? fmt::format("{:.6g}", *value) : std::string("-");
  };
  return fmt::format("{}..{}", part(rate.average), part(rate.peak));
}

inline std::string keys_text(const KeyDistribution& keys) {
  using Kind = KeyDistribution::Kind;
  std::string text;
  if (keys.kind == Kind::uniform) text = "uniform";
  if (keys.kind == Kind::zipf) text = fmt::format("zipf({})", keys.exponent);
  if (keys.kind == Kind::hot) text = fmt::format("hot({} of {})", keys.share, keys.of);
  if (keys.kind == Kind::from_data) text = "data";
  if (keys.kind == Kind::from_trace) text = "trace";
  if (keys.values) text += fmt::format("/{}", *keys.values);
  return text;
}

/// All that a pattern states, and nothing else.
inline std::string pattern_text(const AccessPattern& pattern) {
  std::string text(to_string(pattern.operation));
  const auto add = [&](std::string_view label, const std::string& value) {
    if (!value.empty()) text += fmt::format(" {}={}", label, value);
  };
  add("name", pattern.name.text);
  add("table", pattern.table.text);
  add("index", pattern.index.text);
  if (!pattern.equals.empty()) add("equals", equals_text(pattern.equals));
  if (pattern.range) add("range", range_text(*pattern.range));
  for (const RangeCondition& range : pattern.further_ranges) add("further", range_text(range));
  if (!pattern.filter.empty()) add("filter", names_text(pattern.filter));
  if (pattern.passes) add("passes", fmt::format("{:g}", *pattern.passes));
  if (pattern.items) add("items", fmt::format("{:g}", *pattern.items));
  if (pattern.attributes) add("attributes", names_text(*pattern.attributes));
  if (pattern.as_projected) text += " as-projected";
  if (pattern.sets) add("sets", names_text(*pattern.sets));
  if (pattern.item_size) add("size", fmt::format("{:g}", *pattern.item_size));
  if (pattern.consistency) add("consistency", std::string(to_string(*pattern.consistency)));
  if (!pattern.reads.absent()) add("reads", rate_text(pattern.reads));
  if (!pattern.writes.absent()) add("writes", rate_text(pattern.writes));
  add("keys", keys_text(pattern.keys));
  add("unique", pattern.unique.text);
  if (!pattern.request_path) text += " offline";
  if (!pattern.whole) text += " partly";
  return text;
}

inline std::string patterns_text(const std::vector<AccessPattern>& patterns) {
  std::string text;
  for (const AccessPattern& pattern : patterns) text += pattern_text(pattern) + "\n";
  return text;
}

/// A text as an input, parsed under a name.
struct Document {
  SourceSet sources;
  FileId file;
  Tree tree;

  explicit Document(std::string text, const std::string& path = "patterns.yaml")
      : file(sources.add(path)) {
    sources.file(file).set_text(std::move(text));
    tree = parse(file, path, sources.file(file).text());
  }

  /// Every diagnostic as `line:column <the bytes it points at> message`.
  [[nodiscard]] std::string shown(const Diagnostics& diagnostics) const {
    std::string lines;
    for (const Diagnostic& diagnostic : diagnostics) {
      const LineColumn at = sources.begin_of(diagnostic.span);
      lines += fmt::format("{}:{} <{}> {}\n", at.line, at.column, sources.text(diagnostic.span),
                           diagnostic.message);
    }
    return lines;
  }
};

/// The span of a whole text in a file of its own, for readers of texts.
inline Span whole(std::string_view text) {
  return {
      .file = static_cast<FileId>(0), .begin = 0, .end = static_cast<std::uint32_t>(text.size())};
}

/// Diagnostics of a text that is a file of its own, as `<bytes> message`.
inline std::string shown_in(std::string_view text, const Diagnostics& diagnostics) {
  std::string lines;
  for (const Diagnostic& diagnostic : diagnostics) {
    const Span span = diagnostic.span;
    lines += fmt::format("<{}> {}\n", text.substr(span.begin, span.end - span.begin),
                         diagnostic.message);
  }
  return lines;
}

}  // namespace ddblint::workload_test
