#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "config/config.h"
#include "source/source_file.h"
#include "syntax/parse.h"

// A parsed text, and its diagnostics as `line:column message` lines that a test can spell out.

namespace ddblint::config_test {

/// One text, parsed under a name.
struct Input {
  SourceSet sources;
  FileId file;
  Tree tree;

  explicit Input(std::string text, const std::string& path = "ddblint.yaml")
      : file(sources.add(path)) {
    sources.file(file).set_text(std::move(text));
    tree = parse(file, path, source().text());
  }

  [[nodiscard]] const SourceFile& source() const { return sources.file(file); }
  [[nodiscard]] std::string place(Span span) const {
    const LineColumn at = sources.begin_of(span);
    return fmt::format("{}:{}", at.line, at.column);
  }
  [[nodiscard]] std::string shown(const Diagnostics& diagnostics) const {
    std::string lines;
    for (const Diagnostic& diagnostic : diagnostics) {
      lines += fmt::format("{} {}\n", place(diagnostic.span), diagnostic.message);
    }
    return lines;
  }
  /// The n-th occurrence (from 0) of some bytes in the text.
  [[nodiscard]] Span find(std::string_view bytes, int n = 0) const {
    std::size_t at = source().text().find(bytes);
    for (; n > 0; --n) at = source().text().find(bytes, at + 1);
    return {.file = file,
            .begin = static_cast<std::uint32_t>(at),
            .end = static_cast<std::uint32_t>(at + bytes.size())};
  }
};

}  // namespace ddblint::config_test
